// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class CharAtDigit {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.length() == 3 && Character.isDigit(s.charAt(1)))
            assert s.charAt(1) < '5';
    }
}
