// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class SwitchTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int k;
        switch (s) {
        case "on": k = 1; break;
        case "off": k = 0; break;
        default: k = -1;
        }
        if (k == 1)
            assert s.length() == 2;
    }
}
