// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class IndexOfBound {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = s.indexOf('@');
        assert i >= -1 && (i == -1 || s.charAt(i) == '@');
    }
}
