// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class TrimNoSpace {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        String t = s.trim();
        assert !t.startsWith(" ");
    }
}
