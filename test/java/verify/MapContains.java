// true
import java.util.HashMap;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

public class MapContains {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        Map<String, Integer> m = new HashMap<>();
        m.put(s, 1);
        assert m.containsKey(s) && m.size() == 1;
    }
}
