// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class CharAtRange {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.length() > 2) {
            char c = s.charAt(2);
            assert c >= 0 && c <= 65535;
        }
    }
}
