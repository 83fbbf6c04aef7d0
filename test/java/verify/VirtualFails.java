// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class VirtualFails {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Base x = n > 10 ? new Derived() : new Base();
        assert x.value() == 1;
    }
    static class Base { int value() { return 1; } }
    static final class Derived extends Base { @Override int value() { return 2; } }
}
