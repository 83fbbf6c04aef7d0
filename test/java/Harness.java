import java.lang.reflect.*;
import java.util.*;

/** Runs the static methods without parameters of the classes named, and prints what {@code lyre test} would print. */
public class Harness {
  public static void main(String[] args) throws Exception {
    for (String name : args) {
      Class<?> c = Class.forName(name);
      Method[] ms = c.getDeclaredMethods();
      Arrays.sort(ms, Comparator.comparing(Method::getName));
      for (Method m : ms) {
        if (!Modifier.isStatic(m.getModifiers()) || m.isSynthetic() || m.getParameterCount() != 0) continue;
        m.setAccessible(true);
        String r;
        try {
          Object v = m.invoke(null);
          r = m.getReturnType() == void.class ? "returns nothing" : "returns " + show(v);
        } catch (InvocationTargetException e) {
          Throwable t = e.getCause();
          r = "throws " + t.getClass().getName().replace('$', '.');
          if (t.getMessage() != null && !(t instanceof NullPointerException) && !(t instanceof ClassCastException)) r += ": " + quote(t.getMessage());
        }
        System.out.println(name + "." + m.getName() + "() " + r);
      }
    }
  }

  interface Call { Object run() throws Throwable; }

  /** Prints a line if the call comes out differently. */
  static void expect(int number, String wanted, Call call) {
    String got;
    try {
      got = "returns " + show(call.run());
    } catch (Throwable t) {
      got = "throws " + t.getClass().getName().replace('$', '.');
    }
    if (!got.equals(wanted)) System.out.println("path " + number + ": lyre says it " + wanted + ", the JVM " + got);
  }

  static String show(Object v) {
    if (v instanceof String) return quote((String) v);
    if (v instanceof Character) { String q = quote(v.toString()); return "'" + q.substring(1, q.length() - 1) + "'"; }
    if (v instanceof Integer && (Integer) v == Integer.MIN_VALUE) return "Integer.MIN_VALUE";
    if (v instanceof Long) return v.equals(Long.MIN_VALUE) ? "Long.MIN_VALUE" : v + "L";
    if (v instanceof Double) { double d = (Double) v; if (Double.isInfinite(d)) return "Double." + (d > 0 ? "POSITIVE" : "NEGATIVE") + "_INFINITY"; return v.toString(); }
    if (v instanceof Enum) return v.getClass().getName().replace('$', '.') + "." + v;
    return String.valueOf(v);
  }

  static String quote(String s) {
    StringBuilder b = new StringBuilder("\"");
    for (char c : s.toCharArray()) {
      if (c == '"' || c == '\\') b.append('\\').append(c);
      else if (c == '\n') b.append("\\n");
      else if (c == '\t') b.append("\\t");
      else if (c == '\r') b.append("\\r");
      else if (c >= 0x20 && c < 0x7f) b.append(c);
      else b.append(String.format("\\u%04x", (int) c));
    }
    return b.append('"').toString();
  }
}
