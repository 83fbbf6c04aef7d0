// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class Builder {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        StringBuilder b = new StringBuilder();
        b.append('<').append(s).append('>');
        String t = b.toString();
        assert t.startsWith("<") && t.endsWith(">");
    }
}
