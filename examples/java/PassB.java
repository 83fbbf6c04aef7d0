package examples;

/** A format, a separator, a number after it. */
public final class PassB {
    private PassB() { }

    public static int path(String s) {
        if (s.isEmpty() || s.charAt(0) != '-')
            return 6;
        if (s.matches(".\\d+,\\d{3}"))
            return 1;
        int i = s.lastIndexOf(',');
        if (i == -1)
            return 2;
        String s1 = s.substring(i + 1);
        int x = Integer.parseInt(s1);
        if (x > 100 + i)
            return 3;
        return s1.compareTo("1000") < 0 ? 4 : 5;
    }
}
