// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class ExceptionPath {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int k = 0;
        try {
            if (s.length() > 3)
                throw new IllegalStateException("long");
            k = 1;
        } catch (IllegalStateException e) {
            k = 2;
        } finally {
            k += 10;
        }
        assert k == (s.length() > 3 ? 12 : 11);
    }
}
