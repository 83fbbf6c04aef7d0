// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class ModSign {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        assert n % 3 >= 0;
    }
}
