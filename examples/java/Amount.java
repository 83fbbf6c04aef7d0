package examples;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** A negative amount of money, as people write it. */
public final class Amount {
    private Amount() { }

    public static int path(String s) {
        if (!s.startsWith("-"))
            return 6;
        if (s.matches("-\\d+,\\d{3}"))
            return 1;
        int comma = s.lastIndexOf(',');
        if (comma == -1) {
            int f = Integer.parseInt(s);
            BigDecimal half = new BigDecimal(f).divide(BigDecimal.valueOf(2), RoundingMode.HALF_UP);
            return half.intValue() < -1000 ? 2 : 3;
        }
        int x = Integer.parseInt(s.substring(comma + 1));
        return x >= 100 ? 4 : 5;
    }
}
