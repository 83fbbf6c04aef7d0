// true
import org.sosy_lab.sv_benchmarks.Verifier;

public class LoopCount {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        Verifier.assume(s.length() <= 4);
        int k = 0;
        for (int i = 0; i < s.length(); i++)
            if (s.charAt(i) == 'x')
                k++;
        assert k <= 4;
    }
}
