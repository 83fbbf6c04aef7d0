// true
import java.util.ArrayList;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

public class ListSize {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        List<Integer> l = new ArrayList<>();
        l.add(n);
        l.add(n + 1);
        assert l.size() == 2 && l.get(0) == n;
    }
}
