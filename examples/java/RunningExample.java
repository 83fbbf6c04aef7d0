package examples;

/** Branches over a string, its trimmed form and another string. */
public final class RunningExample {
    private RunningExample() { }

    /** Bits: 1 the outer branch, 2 ends in "ab", 4 the strings differ, 8 the first 'a' is at 5. */
    public static int branches(String s1, String s2) {
        int path = 0;
        if (s1.startsWith(" ") && s1.equals(s2)) {
            path |= 1;
            String trimmed = s1.trim();
            if (trimmed.endsWith("ab"))
                path |= 2;
            else if (!s1.equals(s2))
                path |= 4;
        }
        if (s1.indexOf('a') == 5)
            path |= 8;
        return path;
    }
}
