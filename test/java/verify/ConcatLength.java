// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class ConcatLength {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        String t = s + "ab";
        assert t.length() == s.length() + 2 || s.length() > Integer.MAX_VALUE - 2;
    }
}
