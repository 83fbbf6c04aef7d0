// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class SubstringLength {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.length() >= 5)
            assert s.substring(2, 5).length() == 3;
    }
}
