// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class ReplaceLength {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.replace('x', 'y').length() == s.length();
    }
}
