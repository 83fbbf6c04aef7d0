// false
import org.sosy_lab.sv_benchmarks.Verifier;

public class Split {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        String[] parts = s.split(",");
        if (parts.length == 2)
            assert !parts[1].equals("b");
    }
}
