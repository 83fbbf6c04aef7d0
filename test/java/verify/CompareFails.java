// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class CompareFails {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.compareTo("m") < 0;
    }
}
