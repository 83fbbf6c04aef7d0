import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What java.util.regex says.
 *
 *  Reads lines "p PATTERN" and "w WORD", both as UTF-8 in hexadecimal, and
 *  answers each with a line: "ok" or "bad" for a pattern, "1" or "0" for a word
 *  that the last pattern matches as a whole or not, "?" if it cannot tell. */
public final class Matches {
  private static String decode(String hex) {
    byte[] bytes = new byte[hex.length() / 2];
    for (int i = 0; i < bytes.length; i++)
      bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static final class TooLong extends RuntimeException {}

  /** A word that stops a matcher that looks at it too often. */
  private static final class Watched implements CharSequence {
    private final CharSequence text;
    private final int[] left;

    Watched(CharSequence text, int[] left) {
      this.text = text;
      this.left = left;
    }

    @Override public int length() {
      return text.length();
    }

    @Override public char charAt(int i) {
      if (left[0]-- == 0)
        throw new TooLong();
      return text.charAt(i);
    }

    @Override public CharSequence subSequence(int from, int to) {
      return new Watched(text.subSequence(from, to), left);
    }

    @Override public String toString() {
      return text.toString();
    }
  }

  private static String match(Pattern pattern, String word) {
    try {
      Watched watched = new Watched(word, new int[] {3000000});
      return pattern.matcher(watched).matches() ? "1" : "0";
    } catch (TooLong | StackOverflowError e) {
      return "?";
    }
  }

  public static void main(String[] args) throws IOException {
    BufferedReader in = new BufferedReader(
        new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    StringBuilder out = new StringBuilder();
    Pattern pattern = null;
    for (String line; (line = in.readLine()) != null;) {
      String text = decode(line.substring(2));
      if (line.charAt(0) == 'w') {
        out.append(pattern == null ? "?" : match(pattern, text)).append('\n');
        continue;
      }
      try {
        pattern = Pattern.compile(text);
      } catch (PatternSyntaxException e) {
        pattern = null;
      }
      out.append(pattern == null ? "bad" : "ok").append('\n');
    }
    System.out.print(out);
  }
}
