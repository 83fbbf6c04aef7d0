// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class Recursion {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n <= 5);
        assert sum(n) == n * (n + 1) / 2;
    }
    static int sum(int k) { return k == 0 ? 0 : k + sum(k - 1); }
}
