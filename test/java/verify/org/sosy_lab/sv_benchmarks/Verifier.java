package org.sosy_lab.sv_benchmarks;

/**
 * Inputs of the programs here. On the JVM they come from the property lyre.inputs, in the order of the calls, separated by
 * line ends; without it they are zero, false and empty.
 */
public final class Verifier {
    private static final String[] INPUTS = System.getProperty("lyre.inputs", "").split("\n", -1);
    private static int next;

    private Verifier() { }

    private static String take() {
        return next < INPUTS.length ? INPUTS[next++] : "";
    }

    private static long number() {
        String text = take();
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    public static void assume(boolean condition) {
        if (!condition)
            Runtime.getRuntime().halt(0);
    }

    public static boolean nondetBoolean() {
        return number() != 0;
    }

    public static byte nondetByte() {
        return (byte) number();
    }

    public static char nondetChar() {
        return (char) number();
    }

    public static short nondetShort() {
        return (short) number();
    }

    public static int nondetInt() {
        return (int) number();
    }

    public static long nondetLong() {
        return number();
    }

    public static float nondetFloat() {
        String text = take();
        return text.isEmpty() ? 0 : Float.parseFloat(text);
    }

    public static double nondetDouble() {
        String text = take();
        return text.isEmpty() ? 0 : Double.parseDouble(text);
    }

    public static String nondetString() {
        StringBuilder text = new StringBuilder();
        String units = take();
        for (int i = 0; i + 4 <= units.length(); i += 4)
            text.append((char) Integer.parseInt(units.substring(i, i + 4), 16));
        return text.toString();
    }
}
