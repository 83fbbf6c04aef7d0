// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class ReplaceFails {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.replace('a', 'b').equals(s);
    }
}
