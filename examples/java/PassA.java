package examples;

/** Prefixes, order and numbers of two strings, and an index into one of them. */
public final class PassA {
    private PassA() { }

    public static int path(String s1, String s2, int i) {
        if (!s1.startsWith("a1"))
            return 7;
        if (s2.contains("12"))
            return (s1 + s2).endsWith("cd") ? 1 : 2;
        if (s2.toLowerCase().compareTo(s1) > 0)
            return 3;
        int j = Integer.parseInt(s2.substring(i, i + 2));
        if (j == 12)
            return 4; // impossible up to "+12" forms: s2 does not contain "12"
        return Integer.toString(i).equals(s2) ? 5 : 6;
    }
}
