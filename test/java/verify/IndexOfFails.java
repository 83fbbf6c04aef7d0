// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class IndexOfFails {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = s.indexOf("//");
        assert i != 5;
    }
}
