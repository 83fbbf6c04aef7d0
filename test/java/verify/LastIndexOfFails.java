// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class LastIndexOfFails {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.indexOf('.') == s.lastIndexOf('.');
    }
}
