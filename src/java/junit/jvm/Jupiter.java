package lyre;

import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Jupiter OUTPUT CLASS...: runs the tests, a line "pass|fail CLASS METHOD MESSAGE" for each. */
public final class Jupiter {
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(args[0]), true, "UTF-8");
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        Launcher launcher = LauncherFactory.create();
        launcher.execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(Arrays.stream(args).skip(1).map(DiscoverySelectors::selectClass)
                    .collect(Collectors.toList()))
                .build(),
            new TestExecutionListener() {
                @Override
                public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                    test.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast)
                        .ifPresent(m -> report(out, m, result));
                }
            });
        out.close();
        Runtime.getRuntime().exit(0);
    }

    private static void report(PrintStream out, MethodSource m, TestExecutionResult r) {
        boolean passed = r.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
        String message = r.getThrowable().map(String::valueOf).orElse("").replaceAll("\\s+", " ");
        out.println((passed ? "pass" : "fail") + "\t" + m.getClassName() + "\t" + m.getMethodName() + "\t" + message);
    }
}
