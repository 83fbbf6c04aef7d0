/** Java 21: switches over patterns. */
public class Patterns {
  sealed interface S permits Circle, Square {}
  record Circle(int r) implements S {}
  record Square(int a, int b) implements S {}
  enum E { X, Y }
  static String kind(Object o) { return switch (o) { case null -> "null"; case Integer i when i > 5 -> "big"; case Integer i -> "int"; case String s -> "str" + s.length(); case E e -> "enum" + e; case Square(int a, int b) -> "sq" + (a + b); default -> "other"; }; }
  static String all() { return kind(7) + kind(3) + kind("abc") + kind(E.Y) + kind(new Square(2, 3)) + kind(null) + kind(2.0); }
  static int area(S s) { return switch (s) { case Circle c -> c.r() * c.r() * 3; case Square(int a, int b) -> a * b; }; }
  static int areas() { return area(new Circle(2)) + area(new Square(3, 4)); }
  static int sym(Integer i) { return switch (i) { case 1 -> 10; case Integer k when k > 100 -> 20; case Integer k -> 30; }; }
}
