package lyre;

import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Runs probes on the virtual machine and writes down what they do.
 *
 * Probe OUTPUT MILLISECONDS ORDER CLASS... calls run(i) of every class for
 * i from 0 to count() - 1, backwards if ORDER is "backwards", and writes a line
 * per probe, fields separated by tabs:
 *   CLASS i value KIND EXPRESSION        KIND says which assertion fits
 *   CLASS i throw EXCEPTION MESSAGE FRAME...
 *   CLASS i endless
 * Expressions and messages are Java source in ASCII.
 */
public final class Probe {
    private static final int LONGEST = 4000;

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(args[0]), true, "US-ASCII");
        long limit = Long.parseLong(args[1]);
        silence();
        for (int k = 3; k < args.length; k++) {
            Class<?> probes = Class.forName(args[k]);
            Method run = probes.getDeclaredMethod("run", int.class);
            Method count = probes.getDeclaredMethod("count");
            run.setAccessible(true);
            count.setAccessible(true);
            int n = (Integer) count.invoke(null);
            for (int i = 0; i < n; i++) {
                int which = args[2].equals("backwards") ? n - 1 - i : i;
                out.println(args[k] + "\t" + which + "\t" + outcome(run, which, limit));
            }
        }
        out.close();
        Runtime.getRuntime().halt(0); // endless probes may still run
    }

    private static void silence() {
        OutputStream nowhere = new OutputStream() {
            @Override public void write(int b) { }
        };
        System.setOut(new PrintStream(nowhere));
        System.setErr(new PrintStream(nowhere));
        System.setIn(new InputStream() {
            @Override public int read() { return -1; }
        });
    }

    private static String outcome(Method run, int which, long limit) throws InterruptedException {
        String[] result = {"endless"};
        Thread thread = new Thread(null, () -> {
            String text;
            try {
                text = describe(run.invoke(null, which));
            } catch (InvocationTargetException e) {
                text = describe(e.getCause());
            } catch (Throwable e) {
                text = describe(e);
            }
            result[0] = text;
        }, "probe", 1 << 20);
        thread.setDaemon(true);
        thread.start();
        thread.join(limit);
        return thread.isAlive() ? "endless" : result[0];
    }

    // ------------------------------------------------------------- exceptions

    private static String describe(Throwable t) {
        StringBuilder b = new StringBuilder("throw\t").append(t.getClass().getName());
        String message = null;
        try {
            message = t.getMessage();
        } catch (Throwable ignored) {
            // An exception whose message throws has none.
        }
        b.append('\t').append(message == null || message.length() > LONGEST ? "null" : literal(message));
        int n = 0;
        for (StackTraceElement e : t.getStackTrace()) {
            if (e.getClassName().contains("LyreProbe") || n++ == 40)
                break;
            b.append('\t').append(e.getClassName()).append('#').append(e.getMethodName())
                .append(':').append(e.getLineNumber());
        }
        return b.toString();
    }

    // ----------------------------------------------------------------- values

    private static final class Nothing extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** What a probe of a void method returns. */
    public static final Object VOID = new Object();

    private static String describe(Object o) {
        if (o == VOID)
            return "value\tvoid\t";
        if (o == null)
            return "value\tnull\tnull";
        if (o instanceof Double || o instanceof Float)
            return "value\tfloat\t" + source(o);
        if (o instanceof Boolean)
            return "value\tboolean\t" + o;
        try {
            return (o.getClass().isArray() ? "value\tarray\t" : "value\tvalue\t") + source(o);
        } catch (Nothing e) {
            return text(o);
        }
    }

    /** Anything else is known by its text, if it has one of its own. */
    private static String text(Object o) {
        try {
            if (o.getClass().getMethod("toString").getDeclaringClass() != Object.class) {
                String s = String.valueOf(o);
                if (s.length() <= LONGEST && !s.matches("(?s).*@[0-9a-f]{4,8}.*"))
                    return "value\ttext\t" + literal(s);
            }
        } catch (Throwable ignored) {
            // It has no text, then.
        }
        return "value\tobject\t" + (o.getClass().isAnonymousClass() || o.getClass().isSynthetic()
            ? "" : literal(o.getClass().getName()));
    }

    private static String source(Object o) {
        if (o == null)
            return "null";
        if (o instanceof String)
            return literal((String) o);
        if (o instanceof Character)
            return "'" + escape((Character) o, '\'') + "'";
        if (o instanceof Long)
            return o + "L";
        if (o instanceof Byte)
            return "(byte) " + o;
        if (o instanceof Short)
            return "(short) " + o;
        if (o instanceof Integer || o instanceof Boolean)
            return o.toString();
        if (o instanceof Float)
            return special((Float) o, "Float", o + "f");
        if (o instanceof Double)
            return special((Double) o, "Double", o.toString());
        if (o instanceof Enum)
            return constant((Enum<?>) o);
        if (o.getClass().isArray())
            return array(o);
        throw new Nothing();
    }

    private static String special(double d, String type, String plain) {
        if (Double.isNaN(d))
            return type + ".NaN";
        if (Double.isInfinite(d))
            return type + (d > 0 ? ".POSITIVE_INFINITY" : ".NEGATIVE_INFINITY");
        return plain;
    }

    private static String constant(Enum<?> e) {
        String name = e.getDeclaringClass().getCanonicalName();
        if (name == null)
            throw new Nothing();
        return name + "." + e.name();
    }

    private static String array(Object a) {
        String name = a.getClass().getCanonicalName();
        int n = Array.getLength(a);
        if (name == null || n > 200)
            throw new Nothing();
        List<String> items = new ArrayList<>();
        for (int i = 0; i < n; i++)
            items.add(source(Array.get(a, i)));
        return "new " + name + "{" + String.join(", ", items) + "}";
    }

    private static String literal(String s) {
        if (s.length() > LONGEST) {
            char c = s.charAt(0);
            if (!s.equals(String.join("", Collections.nCopies(s.length(), String.valueOf(c)))))
                throw new Nothing();
            return "new String(new char[" + s.length() + "]).replace('\\0', '" + escape(c, '\'') + "')";
        }
        StringBuilder b = new StringBuilder("\"");
        for (char c : s.toCharArray())
            b.append(escape(c, '"'));
        return b.append('"').toString();
    }

    private static String escape(char c, char quote) {
        switch (c) {
        case '\n': return "\\n";
        case '\r': return "\\r";
        case '\t': return "\\t";
        case '\b': return "\\b";
        case '\f': return "\\f";
        case '\\': return "\\\\";
        default: break;
        }
        if (c == quote)
            return "\\" + c;
        if (c >= ' ' && c <= '~')
            return String.valueOf(c);
        return String.format("\\u%04x", (int) c);
    }
}
