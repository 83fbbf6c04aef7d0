// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class ParseInt {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        try {
            int k = Integer.parseInt(s);
            assert k != 42;
        } catch (NumberFormatException e) {
            return;
        }
    }
}
