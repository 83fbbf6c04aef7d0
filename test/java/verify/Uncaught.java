// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class Uncaught {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        char c = s.charAt(0);
        assert c == s.charAt(0);
    }
}
