// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class ConcatEnds {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert (s + "xyz").endsWith("yz");
    }
}
