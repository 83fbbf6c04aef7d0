// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class TrimFails {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.trim().length() == s.length();
    }
}
