"""What the test runners share: run a command under a limit, run many side by
side, and close with one line that says how it went."""
import concurrent.futures
import subprocess
import sys
from dataclasses import dataclass


@dataclass
class Outcome:
    out: str
    err: str
    code: int  # negative: the signal that ended it
    timed_out: bool = False

    def trouble(self, expected_code=0):
        """What is wrong with the way it ended, in a few words; '' if nothing."""
        if self.timed_out:
            return "ran out of time"
        if self.code != expected_code:
            what = "signal %d" % -self.code if self.code < 0 else "exit code %d" % self.code
            last = self.err.strip()[-2000:]
            return "%s, expected exit code %d%s" % (what, expected_code, "\n" + last if last else "")
        return ""


def run(command, input="", seconds=20):
    """Runs COMMAND (a list) with INPUT as its standard input."""
    text = lambda b: (b or b"").decode("utf-8", "replace")
    try:
        p = subprocess.run(command, input=input.encode(), capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired as e:
        return Outcome(text(e.stdout), text(e.stderr), 0, timed_out=True)
    return Outcome(text(p.stdout), text(p.stderr), p.returncode)


def run_all(tests, test, jobs=2):
    """Calls test (t) for every t, in parallel; the answers come in order of
    TESTS. An answer is the story of the failure, or '' for a pass. Prints
    the failures, then the closing line, and ends the process."""
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for t, story in zip(tests, pool.map(test, tests)):
            if story:
                failed += 1
                print("FAIL %s\n  %s" % (t, story.rstrip().replace("\n", "\n  ")), flush=True)
            else:
                passed += 1
    close(passed, failed)


def close(passed, failed):
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed else 0)
