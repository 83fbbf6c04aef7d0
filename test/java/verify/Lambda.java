// true
import java.util.function.IntUnaryOperator;
import org.sosy_lab.sv_benchmarks.Verifier;

public class Lambda {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        IntUnaryOperator f = x -> x / 2;
        assert n < 0 || f.applyAsInt(n) <= n;
    }
}
