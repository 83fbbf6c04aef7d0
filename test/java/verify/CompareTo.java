// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class CompareTo {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.compareTo(s + "a") < 0;
    }
}
