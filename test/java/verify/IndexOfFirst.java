// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class IndexOfFirst {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = s.indexOf('@');
        if (i > 0)
            assert s.substring(0, i).indexOf('@') == -1;
    }
}
