/** Numbers: every method runs on the JVM and in Lyre, and both must agree. */
public class Arithmetic {
  static int wrap() { int x = Integer.MAX_VALUE; x += 1; return x * 3 - 7; }
  static int minOverMinusOne() { int m = Integer.MIN_VALUE, d = -1; return m / d + m % d; }
  static long longs() { long a = Long.MIN_VALUE, b = -1; return a / b + (a % 7) * 31 - (a >>> 3) + (5L << 62); }
  static int shifts() { int x = -123456789, s = 0; for (int i = 0; i < 70; i += 7) s += (x << i) ^ (x >> i) ^ (x >>> i); return s; }
  static long longShifts() { long x = -123456789012345L, s = 0; for (int i = 0; i < 140; i += 13) s += (x << i) ^ (x >> i) ^ (x >>> i); return s; }
  static int bytes() { byte b = (byte) 200; short s = (short) 70000; char c = (char) -1; return b + s + c; }
  static String casts() {
    double[] ds = {0.5, -0.5, 1e20, -1e20, Double.NaN, Double.POSITIVE_INFINITY, 2147483647.5};
    String r = "";
    for (double d : ds) r += (int) d + "," + (long) d + "," + (float) d + "," + (char) d + ";";
    return r;
  }
  static String compares() {
    double n = Double.NaN; float f = Float.NaN;
    return "" + (n < 1) + (n > 1) + (n >= 1) + (n == n) + (n != n) + (f < 1) + !(f >= 1) + (0.0 == -0.0) + Double.compare(0.0, -0.0);
  }
  static long bits() { return Double.doubleToLongBits(0.1 + 0.2) ^ Float.floatToIntBits(1.1f * 3); }
  static double rem() { return 5.5 % -2.25 + -7.0 % 3; }
  static int gcd() { int a = 1071, b = 462; while (b != 0) { int t = a % b; a = b; b = t; } return a; }
  static int collatz() { long n = 27; int steps = 0; while (n != 1) { n = n % 2 == 0 ? n / 2 : 3 * n + 1; steps++; } return steps; }
  static int primes() { boolean[] c = new boolean[2000]; int n = 0; for (int i = 2; i < c.length; i++) { if (c[i]) continue; n++; for (int k = 2 * i; k < c.length; k += i) c[k] = true; } return n; }
  static int fib() { return fib(18); }
  static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
  static int ackermann() { return ack(2, 6); }
  static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
  static int zero() { int z = 0; return 1 / z; }
  static long zeroLong() { long z = 0; return 1 % z; }
  static double zeroDouble() { double z = 0; return 1 / z; }
  static int ternary() { int s = 0; for (int i = -3; i < 4; i++) s = s * 3 + (i < 0 ? 1 : i == 0 ? 2 : 0); return s; }
  static int tableSwitch() { int s = 0; for (int i = -1; i < 7; i++) switch (i) { case 0: s += 1; case 1: s += 10; break; case 3: s += 100; break; case 4: case 5: s += 1000; break; default: s += 7; } return s; }
  static int lookupSwitch() { int s = 0; for (int i : new int[] {-1000, 0, 5, 99999, 7}) switch (i) { case -1000: s += 1; break; case 5: s += 2; break; case 99999: s += 4; break; default: s += 100; } return s; }
  static int matrix() { int[][] a = new int[4][5]; for (int i = 0; i < 4; i++) for (int j = 0; j < 5; j++) a[i][j] = i * j; int s = 0; for (int[] r : a) for (int x : r) s += x; return s + a[3].length; }
  static int hash() { int h = 7; for (char c : "hello world".toCharArray()) h = h * 31 + c; return h; }
  static int mathMethods() { return Math.max(3, -4) + Math.abs(-9) + Math.min(2, 8) + Math.floorMod(-7, 3) + Math.floorDiv(-7, 2) + Integer.bitCount(255) + Integer.reverse(3) + Integer.numberOfTrailingZeros(8) + (int) Math.signum(-3.0) + (int) Math.sqrt(50) + Long.numberOfLeadingZeros(5); }
  static int exact() { return Math.addExact(Integer.MAX_VALUE, 1); }
  static String numbers() { return Integer.toHexString(-1) + Integer.toBinaryString(10) + Long.toString(-255, 16) + Integer.parseInt("-123") + Long.parseLong("9223372036854775807") + Integer.valueOf(77) + Double.parseDouble("1.5e3") + 0.1f + 1e10 + 1.0e-5 + 100.0; }
  static int parseFails() { return Integer.parseInt("12x"); }
  static boolean boxes() { Integer a = 127, b = 127, c = 1000, d = 1000; return a == b && c != d && c.equals(d) && Long.valueOf(5).equals(5L) && !Long.valueOf(5).equals(5); }
  static char chars() { char c = 'a'; c += 2; c++; return Character.toUpperCase(c); }
  static boolean characters() { return Character.isDigit('7') && Character.isLetter('x') && !Character.isLetter('1') && Character.isWhitespace(' ') && Character.getNumericValue('8') == 8 && Character.isUpperCase('Q') && Character.toLowerCase('Ä') == 'ä'; }
}
