// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class ToStringFails {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        assert !("" + n).equals("-17");
    }
}
