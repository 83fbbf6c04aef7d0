// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class PrefixFails {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert !s.startsWith("key=");
    }
}
