// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class ContainsConcat {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        String t = Verifier.nondetString();
        assert (s + t).contains(t);
    }
}
