package lyre;

import java.io.File;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.ILine;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.tools.ExecFileLoader;

/**
 * Coverage OUTPUT EXEC CLASS...: what JaCoCo saw. The classes are resources of the class path. Lines, with tabs:
 * class NAME; method NAME DESC LINES COVERED BRANCHES COVERED; line NUMBER INSTRUCTIONS COVERED BRANCHES COVERED
 */
public final class Coverage {
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(args[0]), true, "UTF-8");
        ExecFileLoader exec = new ExecFileLoader();
        exec.load(new File(args[1]));
        CoverageBuilder builder = new CoverageBuilder();
        Analyzer analyzer = new Analyzer(exec.getExecutionDataStore(), builder);
        for (int i = 2; i < args.length; i++)
            try (InputStream in = ClassLoader.getSystemResourceAsStream(args[i] + ".class")) {
                if (in != null)
                    analyzer.analyzeClass(in, args[i]);
            }
        for (IClassCoverage c : builder.getClasses())
            print(out, c);
        out.close();
    }

    private static void print(PrintStream out, IClassCoverage c) {
        out.println("class\t" + c.getName());
        for (IMethodCoverage m : c.getMethods())
            out.println("method\t" + m.getName() + "\t" + m.getDesc() + "\t" + text(m.getLineCounter()) + "\t"
                + text(m.getBranchCounter()));
        for (int i = c.getFirstLine(); i >= 0 && i <= c.getLastLine(); i++) {
            ILine line = c.getLine(i);
            if (line.getInstructionCounter().getTotalCount() > 0)
                out.println("line\t" + i + "\t" + text(line.getInstructionCounter()) + "\t"
                    + text(line.getBranchCounter()));
        }
    }

    private static String text(ICounter c) {
        return c.getTotalCount() + "\t" + c.getCoveredCount();
    }
}
