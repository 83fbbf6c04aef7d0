/** Methods of String, Character and Integer on symbolic text. */
public class Texts {
  static int letters(char c) { if (Character.isLetter(c)) return 1; if (Character.isDigit(c)) return 2; return 0; }
  static boolean ident(String s) { if (s.length() != 2) return false; return Character.isUpperCase(s.charAt(0)) && Character.isDigit(s.charAt(1)); }
  static int parse(String s) { return Integer.parseInt(s) == 42 ? 1 : 0; }
  static boolean re(String s) { return s.matches("[a-c]{3}\\d+"); }
  static boolean ic(String s) { return s.equalsIgnoreCase("Yes"); }
  static boolean low(String s) { return s.toLowerCase().equals("abc") && s.startsWith("A"); }
  static String rep(String s) { String t = s.replace("a", "bb"); return t.equals("bbx") ? "hit" : t; }
  static String tr(String s) { return s.trim().equals("k") && s.length() == 3 ? "hit" : "no"; }
}
