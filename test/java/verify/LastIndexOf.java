// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class LastIndexOf {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = s.indexOf('.');
        int j = s.lastIndexOf('.');
        assert i <= j;
    }
}
