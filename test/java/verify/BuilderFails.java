// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class BuilderFails {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        StringBuilder b = new StringBuilder("id-");
        b.append(s);
        assert !b.toString().equals("id-7");
    }
}
