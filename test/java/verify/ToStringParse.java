// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class ToStringParse {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        String t = Integer.toString(n);
        assert Integer.parseInt(t) == n;
    }
}
