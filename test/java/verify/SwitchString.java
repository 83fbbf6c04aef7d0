// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class SwitchString {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int k;
        switch (s) {
        case "red": k = 1; break;
        case "green": k = 2; break;
        case "blue": k = 3; break;
        default: k = 0;
        }
        assert k != 2;
    }
}
