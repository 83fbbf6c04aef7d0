// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class ParseRange {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (!s.matches("[0-9]{1,3}"))
            return;
        int k = Integer.parseInt(s);
        assert k >= 0 && k <= 999;
    }
}
