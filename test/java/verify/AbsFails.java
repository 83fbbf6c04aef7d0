// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class AbsFails {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        assert Math.abs(n) >= 0;
    }
}
