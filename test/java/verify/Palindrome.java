// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class Palindrome {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        Verifier.assume(s.length() == 4);
        boolean same = true;
        for (int i = 0; i < 2; i++)
            same &= s.charAt(i) == s.charAt(3 - i);
        assert !same;
    }
}
