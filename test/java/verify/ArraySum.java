// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class ArraySum {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        int[] a = new int[3];
        Verifier.assume(n >= 0 && n < 3);
        a[n] = 5;
        assert a[0] + a[1] + a[2] == 5;
    }
}
