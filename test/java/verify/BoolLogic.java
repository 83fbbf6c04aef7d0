// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class BoolLogic {
    public static void main(String[] args) {
        boolean a = Verifier.nondetBoolean();
        boolean b = Verifier.nondetBoolean();
        assert (a ^ b) == (a != b);
    }
}
