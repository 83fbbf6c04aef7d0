package lyre;

import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** JUnit4 OUTPUT CLASS...: runs the tests, a line "pass|fail CLASS METHOD MESSAGE" for each. */
public final class JUnit4 {
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(args[0]), true, "UTF-8");
        System.setOut(new PrintStream(new ByteArrayOutputStream()));
        Class<?>[] classes = new Class<?>[args.length - 1];
        for (int i = 1; i < args.length; i++)
            classes[i - 1] = Class.forName(args[i]);
        JUnitCore core = new JUnitCore();
        core.addListener(new RunListener() {
            private final Map<Description, String> failures = new HashMap<>();

            @Override
            public void testFailure(Failure f) {
                failures.put(f.getDescription(), String.valueOf(f.getException()).replaceAll("\\s+", " "));
            }

            @Override
            public void testFinished(Description d) {
                String failure = failures.get(d);
                out.println((failure == null ? "pass" : "fail") + "\t" + d.getClassName() + "\t" + d.getMethodName()
                    + "\t" + (failure == null ? "" : failure));
            }
        });
        core.run(classes);
        out.close();
        Runtime.getRuntime().exit(0);
    }
}
