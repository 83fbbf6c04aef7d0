// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class LowerIdem {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (!s.matches("[A-Za-z]*"))
            return;
        assert s.toLowerCase().toLowerCase().equals(s.toLowerCase());
    }
}
