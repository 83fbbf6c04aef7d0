// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class TrimTwice {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.trim().trim().equals(s.trim());
    }
}
