import java.util.*;

/** Strings and builders. */
public class Strings {
  static String concat() { Object o = null; return "a" + 1 + 2L + 'c' + true + o + 1.5f + -2.25 + new int[0].length + (char) 233 + "\u20ac"; }
  static int lengths() { return "".length() + "abc".length() + "\ud83d\ude00".length(); }
  static String substrings() { String s = "hello world"; return s.substring(6) + s.substring(0, 5) + s.substring(3, 3) + s.charAt(4); }
  static char charAtFails() { return "abc".charAt(3); }
  static String substringFails() { return "abc".substring(2, 1); }
  static String searches() { String s = "abcabc"; return s.indexOf("c") + " " + s.indexOf('c', 3) + " " + s.indexOf("x") + " " + s.lastIndexOf("ab") + " " + s.lastIndexOf('b', 3) + " " + s.indexOf("", 99) + " " + s.indexOf("") + " " + s.lastIndexOf("") + s.contains("ca") + s.startsWith("bc", 1) + s.endsWith("bc") + s.startsWith("x"); }
  static String cases() { return "Hello".toUpperCase() + "WORLD".toLowerCase() + "AbC".equalsIgnoreCase("aBc") + "a".compareTo("c") + "abc".compareTo("ab") + "b".compareToIgnoreCase("A"); }
  static String trims() { return "[" + "  a b \n".trim() + "]" + "[" + " x ".strip() + "]" + "  ".isBlank() + "".isEmpty(); }
  static String replaces() { return "aXbXc".replace('X', '-') + "aaa".replace("a", "bb") + "a1b22c".replaceAll("[0-9]+", "#") + "aab".replaceFirst("a", "x"); }
  static String splits() { return Arrays.toString("a,b,,c,,".split(",")) + Arrays.toString("a1b2c3".split("\\d")) + "x y z".split(" ").length + Arrays.toString("a:b:c".split(":", 2)); }
  static String joins() { return String.join("-", "a", "b", "c") + String.join("/", List.of("x", "y")) + "ab".repeat(3); }
  static boolean matches() { return "abc123".matches("[a-z]+\\d{3}") && !"abc".matches("b"); }
  static String formats() { return String.format("%d %s %5.2f %x %c|%-5s|%05d", 42, "str", 3.14159, 255, 'z', "ab", 42); }
  static String values() { return String.valueOf(12) + String.valueOf('c') + String.valueOf(true) + String.valueOf(new char[] {'x', 'y'}) + String.valueOf((Object) null) + new String(new char[] {'a', 'b', 'c'}, 1, 2) + new String("q"); }
  static int hashes() { return "hello".hashCode() + "".hashCode() + "\uffff\u0100".hashCode(); }
  static boolean identity() { String a = "lit", b = "lit", c = new String("lit"); return a == b && a != c && a == c.intern() && a.equals(c); }
  static int switches() { int n = 0; for (String s : new String[] {"one", "two", "three", "Aa", "BB"}) switch (s) { case "one": n += 1; break; case "two": n += 10; break; case "Aa": n += 100; break; case "BB": n += 1000; break; default: n += 7; } return n; }
  static String builders() { StringBuilder b = new StringBuilder("x"); b.append(1).append('c').append("str").append(2.5).append(true).append((String) null).append(7L); b.insert(0, "<").insert(b.length(), ">"); b.setCharAt(1, 'Y'); b.deleteCharAt(2).delete(3, 5).replace(0, 1, "[["); return b.toString() + b.length() + b.indexOf("t") + b.charAt(0); }
  static String reverses() { StringBuilder b = new StringBuilder("abc"); b.reverse().append(b).setLength(4); return b.toString(); }
  static String builderFails() { return new StringBuilder("ab").deleteCharAt(5).toString(); }
  static String buffer() { StringBuffer b = new StringBuffer(); for (int i = 0; i < 5; i++) b.append(i).append(','); return b.toString(); }
  static String longBuild() { StringBuilder b = new StringBuilder(); for (int i = 0; i < 3000; i++) b.append((char) ('a' + i % 26)); return b.length() + b.substring(2990); }
  static int charsLoop() { int n = 0; for (char c : "the quick brown fox".toCharArray()) if ("aeiou".indexOf(c) >= 0) n++; return n; }
  static boolean palindrome() { String s = "amanaplanacanalpanama"; int i = 0, j = s.length() - 1; while (i < j) if (s.charAt(i++) != s.charAt(j--)) return false; return true; }
  static String tokens() { StringTokenizer t = new StringTokenizer("a b,c", " ,"); String r = ""; while (t.hasMoreTokens()) r += t.nextToken() + "|"; return r; }
  static String chars() { return "hello".chars().filter(c -> c == 'l').count() + "" + "ab".codePointAt(1) + new StringBuilder().appendCodePoint(65); }
  static String nulls() { String s = null; return s.toLowerCase(); }
  static String bytes() { byte[] b = "hi\u00e9".getBytes(java.nio.charset.StandardCharsets.UTF_8); return b.length + new String(b, java.nio.charset.StandardCharsets.UTF_8); }
  static String lines() { return String.join("|", (Iterable<String>) "a\nb\r\nc".lines()::iterator); }
  static String caesar() { StringBuilder r = new StringBuilder(); for (char c : "Hello, World!".toCharArray()) { if (Character.isUpperCase(c)) r.append((char) ((c - 'A' + 3) % 26 + 'A')); else if (Character.isLowerCase(c)) r.append((char) ((c - 'a' + 3) % 26 + 'a')); else r.append(c); } return r.toString(); }
}
