// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class CharArith {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (c >= 'a' && c <= 'z') {
            char u = (char) (c - 32);
            assert u >= 'A' && u <= 'Z';
        }
    }
}
