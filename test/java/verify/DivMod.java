// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class DivMod {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        assert n / 7 * 7 + n % 7 == n;
    }
}
