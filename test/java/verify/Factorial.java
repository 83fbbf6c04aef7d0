// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class Factorial {
    public static void main(String[] args) {
        int r = 1;
        for (int i = 2; i <= 10; i++)
            r *= i;
        assert r == 3628800;
    }
}
