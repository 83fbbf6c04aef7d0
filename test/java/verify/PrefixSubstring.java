// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class PrefixSubstring {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.startsWith("key=")) {
            String value = s.substring(4);
            assert ("key=" + value).equals(s);
        }
    }
}
