// false
import java.util.HashMap;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

public class MapGet {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        Map<String, Integer> m = new HashMap<>();
        m.put("a", 1);
        m.put("b", 2);
        Integer v = m.get(s);
        assert v == null || v != 2;
    }
}
