// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class ByteCast {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        byte b = (byte) n;
        assert b >= -128 && b <= 127;
    }
}
