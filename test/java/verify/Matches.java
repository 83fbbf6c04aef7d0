// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class Matches {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.matches("[a-z]+@[a-z]+\\.com"))
            assert s.contains("@") && s.endsWith(".com");
    }
}
