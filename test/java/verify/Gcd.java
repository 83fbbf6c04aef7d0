// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class Gcd {
    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        Verifier.assume(a > 0 && a <= 6);
        int x = a, y = 6;
        while (y != 0) {
            int t = x % y;
            x = y;
            y = t;
        }
        assert a % x == 0 && 6 % x == 0;
    }
}
