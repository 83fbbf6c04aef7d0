// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class EqualsIgnoreCase {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (!s.equals("ok"))
            assert !s.equalsIgnoreCase("ok");
    }
}
