// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class Overflow {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        if (n > 0)
            assert n + 1 > 0;
    }
}
