import java.util.*;

/** Methods with parameters: every path that Lyre reports must come out the same on the JVM. */
public class Symbolic {
  static int sign(int x) { return x < 0 ? -1 : x == 0 ? 0 : 1; }
  static boolean overflow(int x) { return x + 1 < x; }
  static int wrapping(int a, int b) { if (a > 0 && b > 0 && a + b < 0) return 1; if (a * 3 == 1) return 2; return 3; }
  static int remainder(int a) { if (a % 7 == -3) return 1; if (a / 5 == -2) return 2; return a & 15; }
  static int bits(int a) { if ((a & 0xF0) == 0x50) return 1; if ((a | 3) == 7) return 2; if ((a ^ 0xFF) == 0) return 3; if (a >>> 28 == 15) return 4; if (a << 3 == 64) return 5; return 0; }
  static int narrow(int a) { byte b = (byte) a; if (b == -56 && a > 0) return 1; char c = (char) a; if (c == 'x' && a < 0) return 2; short s = (short) a; return s == a ? 3 : 4; }
  static int longs(long a) { if (a + 10 < a) return 1; if (a * 2 == 20) return 2; if ((int) a == 5 && a != 5) return 3; return 0; }
  static int chars(char c) { if (c >= '0' && c <= '9') return c - '0'; if (c == 'z') return 26; return -1; }
  static int bools(boolean a, boolean b, boolean c) { int n = 0; if (a ^ b) n += 1; if (b && !c) n += 2; if (a | c) n += 4; return n; }
  static int divide(int a, int b) { return a / b; }
  static int index(int[] a, int i) { if (a[i] == 42) return 1; return a.length; }
  static int sum(int[] a) { int s = 0; for (int x : a) s += x; if (s == 100) return 1; return 0; }
  static void store(int[] a, int i, int v) { a[i] = v; if (a[0] == 7 && a[1] == 9) throw new IllegalStateException("found"); }
  static String greet(String s) { if (s.startsWith("Hello, ") && s.endsWith("!")) return s.substring(7, s.length() - 1); return null; }
  static boolean email(String s) { int at = s.indexOf('@'); if (at < 1) return false; int dot = s.lastIndexOf('.'); return dot > at + 1 && dot < s.length() - 1; }
  static int switchText(String s) { switch (s) { case "alpha": return 1; case "beta": return 2; case "gamma": return 3; default: return 0; } }
  static boolean palindrome(String s) { if (s.length() > 4) return false; for (int i = 0, j = s.length() - 1; i < j; i++, j--) if (s.charAt(i) != s.charAt(j)) return false; return true; }
  static String build(String a, int n) { StringBuilder b = new StringBuilder(); b.append(a).append(':').append(n); if (b.toString().equals("key:42")) return "hit"; if (b.length() == 3) return "three"; return "no"; }
  static int parse(String s) { if (s.length() != 2) return -1; int v = 0; for (int i = 0; i < 2; i++) { char c = s.charAt(i); if (c < '0' || c > '9') throw new NumberFormatException("bad " + i); v = v * 10 + (c - '0'); } return v; }
  static boolean concat(String a, String b) { return (a + b).equals("foobar") && a.length() == 3; }
  static String trimmed(String s, int from, int to) { return s.substring(from, to); }
  static char at(String s, int i) { return s.charAt(i); }
  static class Node { int value; Node next; String name; Node(int v) { value = v; } }
  static int list(Node n) { int s = 0; while (n != null) { s += n.value; n = n.next; if (s == 10) return 1; } return 0; }
  static boolean names(Node n) { return n.name.equals("bob") && n.value > 3; }
  static int boxed(Integer i) { return i > 5 ? 1 : 0; }
  static int nested(int a, int b, int c) { if (a > b) { if (b > c) return 1; if (a == c + 1) return 2; } else if (a + b == 2 * c) return 3; return 4; }
  static int caught(String s) { try { return s.charAt(2); } catch (StringIndexOutOfBoundsException e) { return -1; } catch (NullPointerException e) { return -2; } finally { if (s != null && s.equals("xyz")) throw new IllegalArgumentException(); } }
  static Object objects(Object o) { if (o instanceof String) return "s"; return o == null ? "null" : "other"; }
  static int strings(String[] a) { if (a.length == 2 && a[0].equals("on") && a[1] != null) return 1; return 0; }
  static int table(int i) { int[] t = {3, 1, 4, 1, 5, 9, 2, 6}; if (t[i & 7] == 9) return i; return -1; }
  static long poly(int x) { long y = (long) x * x - 5L * x + 6; return y == 0 ? 1 : 0; }
  static double half(double d) { if (d / 2 == 3.5) return 1; return d < 0 ? 2 : 3; }
  static int maps(int k) { Map<Integer, String> m = new HashMap<>(); m.put(1, "one"); m.put(2, "two"); if (k < 0 || k > 3) return -2; String v = m.get(k); return v == null ? -1 : v.length(); }
  static int listed(int n) { List<Integer> l = new ArrayList<>(); for (int i = 0; i < 3; i++) l.add(i * n); return l.contains(14) ? 1 : l.indexOf(4); }
  static boolean asserted(int x) { assert x != 17 : "seventeen"; return true; }
  static String show(int n) { return "n=" + n; }
  static int compare(String a) { int c = a.compareTo("m"); return c < 0 ? -1 : c > 0 ? 1 : 0; }
  enum Op { ADD, SUB } 
  static int ops(Op op, int a) { return switch (op) { case ADD -> a + 1; case SUB -> a - 1; }; }
  record P(int x, int y) {}
  static boolean records(P p) { return p.x() == 3 && p.equals(new P(3, 4)); }
  static int lambda(int x) { java.util.function.IntUnaryOperator f = y -> y * 2 + x; return f.applyAsInt(5) == 13 ? 1 : 0; }
  static int charArray(char[] c) { if (new String(c).equals("ab")) return 1; return c.length; }
  static int toArray(String s) { if (s.length() > 3) return -1; int n = 0; for (char c : s.toCharArray()) if (c == 'q') n++; return n; }
}
