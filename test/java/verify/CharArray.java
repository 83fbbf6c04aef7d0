// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class CharArray {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        char[] a = s.toCharArray();
        assert a.length == s.length();
    }
}
