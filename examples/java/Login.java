/** What `lyre test` finds in a small method: every branch, and the input that nobody thought of. */
public class Login {
  static String check(String user, int pin) {
    if (user.isEmpty()) throw new IllegalArgumentException("no user");
    if (user.startsWith("admin:") && user.length() == 9) {
      if (pin * 7 == 1) return "back door";
      return "admin";
    }
    switch (user) {
      case "guest": return "guest";
      case "root": assert pin != 0 : "root without a pin"; return "root";
      default: return "user " + pin;
    }
  }
}
