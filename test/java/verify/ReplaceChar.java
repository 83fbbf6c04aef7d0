// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class ReplaceChar {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.replace('a', 'b').indexOf('a') == -1;
    }
}
