// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class ArrayIndex {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        int[] a = {1, 2, 3, 4};
        Verifier.assume(n >= 0 && n < 4);
        assert a[n] != 3;
    }
}
