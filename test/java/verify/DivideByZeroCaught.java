// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class DivideByZeroCaught {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        try {
            int k = 10 / n;
            assert n != 0;
        } catch (ArithmeticException e) {
            assert n == 0;
        }
    }
}
