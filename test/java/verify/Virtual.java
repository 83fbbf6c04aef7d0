// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class Virtual {
    public static void main(String[] args) {
        boolean b = Verifier.nondetBoolean();
        Shape s = b ? new Square() : new Line();
        assert s.sides() == (b ? 4 : 1);
    }
    interface Shape { int sides(); }
    static final class Square implements Shape { public int sides() { return 4; } }
    static final class Line implements Shape { public int sides() { return 1; } }
}
