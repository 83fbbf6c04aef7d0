// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class EqualsFails {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        String t = Verifier.nondetString();
        assert !s.equals(t) || s.isEmpty();
    }
}
