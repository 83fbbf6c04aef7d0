// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class BuilderInsert {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        StringBuilder b = new StringBuilder(s);
        b.insert(0, "pre");
        assert b.toString().equals("pre" + s);
    }
}
