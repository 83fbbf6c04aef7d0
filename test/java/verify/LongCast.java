// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class LongCast {
    public static void main(String[] args) {
        long l = Verifier.nondetLong();
        assert (int) l == l || l < 0;
    }
}
