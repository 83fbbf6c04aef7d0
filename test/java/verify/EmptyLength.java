// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class EmptyLength {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.isEmpty() == (s.length() == 0);
    }
}
