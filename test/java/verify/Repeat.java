// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class Repeat {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        Verifier.assume(s.length() <= 3);
        String t = "";
        for (int i = 0; i < 3; i++)
            t += s;
        assert t.length() == 3 * s.length();
    }
}
