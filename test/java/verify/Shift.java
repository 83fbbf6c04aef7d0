// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class Shift {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        if (n >= 0 && n < 1000)
            assert (n << 2) == 4 * n && (n >> 1) == n / 2;
    }
}
