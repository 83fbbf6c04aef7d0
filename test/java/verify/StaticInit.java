// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class StaticInit {
    public static void main(String[] args) {
        assert TABLE[3] == 9;
    }
    static final int[] TABLE = new int[10];
    static { for (int i = 0; i < 10; i++) TABLE[i] = i * i; }
}
