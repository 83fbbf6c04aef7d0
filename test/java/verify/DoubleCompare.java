// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class DoubleCompare {
    public static void main(String[] args) {
        double d = Verifier.nondetDouble();
        assert d < 0.5 || d > 0.75;
    }
}
