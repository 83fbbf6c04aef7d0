import java.util.*;
import java.util.function.*;

/** Classes, interfaces, exceptions, lambdas, records, enums. */
public class Classes {
  interface Shape { double area(); default String describe() { return name() + ":" + area(); } String name(); static Shape unit() { return new Square(1); } }
  static abstract class Base implements Shape { public String name() { return getClass().getSimpleName(); } }
  static class Square extends Base { final double a; Square(double a) { this.a = a; } public double area() { return a * a; } }
  static class Rect extends Square { final double b; Rect(double a, double b) { super(a); this.b = b; } @Override public double area() { return a * b; } @Override public String name() { return "R" + super.name(); } }
  static String shapes() { String r = ""; for (Shape s : new Shape[] {new Square(2), new Rect(2, 3), Shape.unit()}) r += s.describe() + ";"; return r; }

  static int order = 0;
  static class First { static int at = ++order; static int x = 5; }
  static class Second extends First { static int at2 = ++order; }
  static int initialisers() { int a = Second.at2; return a * 10 + First.at; }
  static class Lazy { static { order += 100; } static final int CONST = 7; static int v = 8; }
  static int lazy() { int a = Lazy.CONST; int before = order; int b = Lazy.v; return a + b + (order - before); }

  enum Color { RED, GREEN { @Override int weight() { return 20; } }, BLUE; int weight() { return ordinal() + 1; } }
  static String enums() { String r = ""; for (Color c : Color.values()) r += c + "" + c.weight() + c.compareTo(Color.GREEN); return r + Color.valueOf("BLUE").ordinal(); }
  static int enumSwitch() { int n = 0; for (Color c : Color.values()) switch (c) { case RED: n += 1; break; case BLUE: n += 100; break; default: n += 10; } return n; }
  static Color enumFails() { return Color.valueOf("PINK"); }
  static String enumMap() { EnumMap<Color, Integer> m = new EnumMap<>(Color.class); m.put(Color.BLUE, 1); m.put(Color.RED, 2); return m.toString() + EnumSet.of(Color.GREEN, Color.RED); }

  record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException("x " + x); } int sum() { return x + y; } static Point of(int v) { return new Point(v, v); } }
  record Mixed(String s, double d, long l, Point p, int[] a) {}
  static String records() { Point p = new Point(3, 4); return p + " " + p.equals(new Point(3, 4)) + p.equals(new Point(4, 3)) + p.equals(null) + p.hashCode() + p.sum() + Point.of(2).x(); }
  static String mixed() { Mixed m = new Mixed("s", 1.5, 2L, new Point(1, 2), null); return m + "" + m.equals(new Mixed("s", 1.5, 2L, new Point(1, 2), null)) + new Mixed(null, 0, 0, null, null).hashCode(); }
  static Point recordFails() { return new Point(-1, 0); }

  static String finallyOrder() { String[] r = {""}; try { try { r[0] += "a"; throw new IllegalStateException("x"); } catch (IllegalStateException e) { r[0] += e.getMessage(); throw new RuntimeException("y", e); } finally { r[0] += "f"; } } catch (RuntimeException e) { r[0] += e.getMessage() + e.getCause().getMessage(); } return r[0]; }
  @SuppressWarnings("finally") static int finallyWins() { try { return 1; } finally { return 2; } }
  static int finallyValue() { int x = 1; try { return x; } finally { x = 5; } }
  static class Res implements AutoCloseable { static String log = ""; final String n; Res(String n) { this.n = n; log += "+" + n; } public void close() { log += "-" + n; } }
  static String resources() { Res.log = ""; try (Res a = new Res("a"); Res b = new Res("b")) { Res.log += "body"; throw new RuntimeException(); } catch (RuntimeException e) { Res.log += "caught"; } return Res.log; }
  static class Custom extends Exception { final int code; Custom(int c) { super("code " + c); code = c; } }
  static int custom() { try { deep(3); return 0; } catch (Custom e) { return e.code; } }
  static void deep(int n) throws Custom { if (n == 0) throw new Custom(42); deep(n - 1); }
  static void uncaught() throws Custom { throw new Custom(7); }
  static Object castFails() { Object o = "s"; return (Integer) o; }
  static int arrayFails() { int[] a = new int[3]; return a[3]; }
  static int negativeSize() { int n = -1; return new int[n].length; }
  static void storeFails() { Object[] a = new String[1]; a[0] = 1; }
  static int nullField() { Rect r = null; return (int) r.b; }
  static int multiCatch() { int n = 0; for (int i = 0; i < 4; i++) try { if (i == 0) throw new IllegalArgumentException(); if (i == 1) throw new ArithmeticException(); if (i == 2) { int[] a = {}; a[0] = 1; } n += 1000; } catch (IllegalArgumentException | ArithmeticException e) { n += 1; } catch (RuntimeException e) { n += 10; } return n; }
  static void asserts() { int x = 3; assert x == 4 : "x is " + x; }

  static int lambdas() { Function<Integer, Integer> f = x -> x + 1; BiFunction<Integer, Integer, Integer> g = Integer::sum; Supplier<String> s = () -> "abc"; IntUnaryOperator u = x -> x * 2; Predicate<String> p = String::isEmpty; int k = 10; IntBinaryOperator h = (a, b) -> a * b + k; return f.andThen(x -> x * 3).apply(4) + g.apply(2, 3) + s.get().length() + u.applyAsInt(21) + (p.negate().test("") ? 1 : 0) + h.applyAsInt(3, 4); }
  static String references() { Function<String, Integer> parse = Integer::parseInt; Function<Integer, int[]> make = int[]::new; Supplier<List<String>> list = ArrayList::new; List<String> l = list.get(); l.add("q"); Function<String, StringBuilder> sb = StringBuilder::new; Comparator<String> c = String::compareToIgnoreCase; return parse.apply("12") + make.apply(3).length + l.toString() + sb.apply("z").append("!") + c.compare("a", "B"); }
  static int counter = 0;
  static int sideEffects() { Runnable r = () -> counter++; r.run(); r.run(); return counter; }
  class Inner { int v = 3; int outer() { return v + base; } }
  int base = 4;
  static int inner() { return new Classes().new Inner().outer(); }
  static int anonymous() { Comparator<Integer> c = new Comparator<>() { @Override public int compare(Integer a, Integer b) { return b - a; } }; return c.compare(1, 5); }
  static int local() { class L { int f(int x) { return x <= 1 ? 1 : x * f(x - 1); } } return new L().f(6); }
  static <T extends Comparable<T>> T max(List<T> l) { T m = l.get(0); for (T t : l) if (t.compareTo(m) > 0) m = t; return m; }
  static String generics() { return max(Arrays.asList("b", "d", "a")) + max(Arrays.asList(3, 9, 4)); }
  static int varargs(int... xs) { int s = 0; for (int x : xs) s += x; return s; }
  static int varargs() { return varargs(1, 2, 3) + varargs(new int[0]); }
  static boolean instances() { Object o = new Rect(1, 2); return o instanceof Square && o instanceof Shape && !(o instanceof String) && !(null instanceof Object) && o instanceof Square s && s.a == 1; }
  static int clones() { int[] a = {1, 2, 3}; int[] b = a.clone(); b[0] = 9; return a[0] * 10 + b[0]; }
  static String arrays() { int[] a = {5, 2, 8, 1}; Arrays.sort(a); Object[] o = {1, "a", null}; return Arrays.toString(a) + Arrays.toString(o) + Arrays.equals(a, new int[] {1, 2, 5, 8}) + Arrays.hashCode(a) + Arrays.asList(3, 4) + Arrays.binarySearch(a, 5) + Arrays.stream(a).sum() + Arrays.copyOf(a, 6).length + Arrays.toString(Arrays.copyOfRange(a, 1, 3)); }
  static String longSwitch() { Object[] os = {1, "s", 2.0, null, 'c'}; String r = ""; for (Object o : os) { if (o instanceof Integer i) r += "i" + i; else if (o instanceof String s) r += "s" + s; else r += o; } return r; }
  static int switchExpr() { int s = 0; for (int i = 0; i < 5; i++) s += switch (i) { case 0, 1 -> 10; case 2 -> { int t = i * 7; yield t; } default -> -1; }; return s; }
  static String textBlock() { return """
      line "one"
        two\tthree
      """; }
  sealed interface Expr permits Num, Add, Mul {}
  record Num(int v) implements Expr {}
  record Add(Expr l, Expr r) implements Expr {}
  record Mul(Expr l, Expr r) implements Expr {}
  static int eval(Expr e) { if (e instanceof Num n) return n.v(); if (e instanceof Add a) return eval(a.l()) + eval(a.r()); Mul m = (Mul) e; return eval(m.l()) * eval(m.r()); }
  static int exprs() { return eval(new Add(new Num(3), new Mul(new Num(4), new Num(5)))); }
  static String exprText() { return new Add(new Num(3), new Num(4)).toString(); }
  static synchronized int sync() { synchronized (Classes.class) { return 5; } }
}
