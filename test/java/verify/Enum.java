// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class Enum {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n < 3);
        Colour c = Colour.values()[n];
        assert c != Colour.GREEN;
    }
    enum Colour { RED, GREEN, BLUE }
}
