// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class Record {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        Pair p = new Pair(s, 3);
        assert !p.equals(new Pair("x", 3));
    }
    record Pair(String name, int count) { }
}
