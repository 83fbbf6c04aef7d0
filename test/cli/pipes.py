"""Driving the command through a pipe, as programs do."""
import os
import select
import signal
import subprocess
import tempfile
import time

# Nobody finds a model of this one, as there is none. It takes a proof of 1770
# to see that, so the only answer is unknown, sooner or later.
HARD = """
(declare-const a Int)(declare-const b Int)(declare-const c Int)
(assert (and (> a 1000) (> b 1000) (> c 1000)))
(assert (= (+ (* a a a) (* b b b)) (* c c c)))
"""

# Every assignment takes long to evaluate. Tests that need a check to be
# running must be content if it is over: engines get better.
SLOW = """
(declare-const x String)(declare-const y String)(declare-const z String)(assert (> (str.len z) 1))
(assert (= 777 (mod (str.len (str.replace_all (str.++ x "%s" y) z (str.++ y x))) 1000003)))
""" % ("ab" * 200000)


class Pipe:
    """A session: send a command, read its answer before sending the next."""

    def __init__(self, lyre, *flags):
        self.p = subprocess.Popen([lyre, *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, bufsize=0)
        self.buffer = b""

    def send(self, text):
        self.p.stdin.write(text.encode())

    def line(self, seconds=20):
        end = time.time() + seconds
        while b"\n" not in self.buffer:
            ready, _, _ = select.select([self.p.stdout], [], [], max(0, end - time.time()))
            assert ready, "no answer; so far %r" % self.buffer
            data = os.read(self.p.stdout.fileno(), 65536)
            assert data, "the session ended; so far %r" % self.buffer
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line.decode()

    def ask(self, text, seconds=20):
        self.send(text)
        return self.line(seconds)

    def silent(self, seconds=0.1):
        ready, _, _ = select.select([self.p.stdout], [], [], seconds)
        return not ready and not self.buffer

    def close(self):
        self.p.stdin.close()
        return self.p.wait(20)


def test_interleaved(lyre):
    """An answer comes as soon as the closing parenthesis has, without a line
    feed after it."""
    s = Pipe(lyre, "-in")
    s.send("(declare-const x String)")
    assert s.ask('(assert (= x "a"))(check-sat)') == "sat"
    assert s.ask("(get-value (x))") == '((x "a"))'
    s.send("(check-")
    assert s.silent()
    assert s.ask("sat)") == "sat"
    assert s.ask("(push)(assert (= x \"b\"))(check-sat)") == "unsat"
    assert s.ask("(pop)(check-sat)") == "sat"
    assert s.close() == 0


def test_print_success(lyre):
    """With :print-success every command has an answer of its own."""
    s = Pipe(lyre)
    for command in ("(set-option :print-success true)", "(set-logic QF_SLIA)", "(declare-const x Int)",
                    "(push 1)", "(assert (> x 1))", "(pop 1)", "(reset-assertions)"):
        assert s.ask(command) == "success", command
    assert s.ask("(frobnicate)") == "unsupported"
    assert s.ask("(assert y)").startswith("(error ")
    assert s.ask("(exit)") == "success"
    assert s.p.wait(20) == 1


def test_one_byte_at_a_time(lyre):
    s = Pipe(lyre)
    for c in '(declare-const |x y| String)(assert (= |x y| "a""\\u{62}"))(check-sat)(get-value (|x y|))':
        s.send(c)
    assert s.line() == "sat"
    assert s.line() == '((|x y| "a""b"))'
    assert s.close() == 0


def test_end_of_input(lyre):
    """The end of the input ends the process; inside a command it is an
    error."""
    s = Pipe(lyre)
    s.send("(check-sat")
    assert s.close() == 1
    assert s.line() == '(error "line 1 column 11: end of input inside a command")'


def test_interrupt(lyre):
    """SIGINT stops the check and not the session."""
    s = Pipe(lyre)
    s.send("(push)" + SLOW + '(echo "go")')
    assert s.line() == '"go"'
    s.send("(check-sat)")
    if s.silent(0.5):
        s.p.send_signal(signal.SIGINT)
        assert s.line(5) == "unknown"
        assert s.ask("(get-info :reason-unknown)") == "(:reason-unknown interrupted)"
    else:
        s.line()
    assert s.ask("(pop)(check-sat)") == "sat"
    assert s.close() == 0


def test_terminate(lyre):
    """SIGTERM ends the process, at once if it waits for input."""
    s = Pipe(lyre)
    assert s.ask('(echo "hi")') == '"hi"'
    time.sleep(0.1)
    s.p.send_signal(signal.SIGTERM)
    assert s.p.wait(5) in (143, -15)
    s = Pipe(lyre)
    s.send(SLOW + "(check-sat)")
    time.sleep(0.3)
    s.p.send_signal(signal.SIGTERM)
    assert s.p.wait(5) in (143, -15)
    s = Pipe(lyre)
    s.send(SLOW + "(check-sat)")
    time.sleep(0.3)
    s.p.send_signal(signal.SIGINT)
    s.p.send_signal(signal.SIGINT)
    s.p.stdin.close()
    assert s.p.wait(10) in (0, 130, -2)


def test_kill(lyre):
    """Nothing is left behind by a process that is killed in a query."""
    s = Pipe(lyre)
    s.send(SLOW + '(echo "go")')
    assert s.line() == '"go"'
    s.send("(check-sat)")
    time.sleep(0.1)
    s.p.kill()
    assert s.p.wait(5) == -9


def test_closed_output(lyre):
    """A reader that goes away ends us quietly."""
    s = Pipe(lyre)
    s.p.stdout.close()
    try:
        s.send('(echo "x")\n' * 100000)
    except BrokenPipeError:
        pass
    try:
        s.p.stdin.close()
    except BrokenPipeError:
        pass
    s.p.wait(10)
    assert s.p.stderr.read() == b""


def test_timeout_per_check(lyre):
    """-t: and :timeout give unknown and the session goes on."""
    for flags, text in ((["-t:200"], ""), (["--tlimit-per=200"], ""), (["timeout=200"], ""),
                        ([], "(set-option :timeout 200)")):
        s = Pipe(lyre, *flags)
        start = time.time()
        answer = s.ask(text + "(push)" + SLOW + "(check-sat)", 10)
        assert time.time() - start < 5
        if answer == "unknown":
            assert s.ask("(get-info :reason-unknown)") == "(:reason-unknown timeout)"
        assert s.ask("(pop)(push)" + HARD + "(check-sat)") == "unknown"
        assert s.ask("(pop)(check-sat)") == "sat"
        assert s.close() == 0


def test_total_timeout(lyre):
    """-T: limits the run; the rest is unknown, the exit code 0."""
    start = time.time()
    p = subprocess.run([lyre, "-T:1"], input=(SLOW + "(check-sat)" + HARD + "(check-sat)").encode(),
                       capture_output=True, timeout=20)
    assert p.stdout.endswith(b"unknown\n") and p.stdout.count(b"\n") == 2 and p.returncode == 0, p
    assert time.time() - start < 6


def test_output_channel(lyre):
    """:regular-output-channel names a file, \"stdout\" is the usual place."""
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "out")
        s = Pipe(lyre)
        s.send('(set-option :regular-output-channel "%s")(echo "file")(check-sat)' % name)
        assert s.ask('(set-option :regular-output-channel "stdout")(echo "out")') == '"out"'
        assert open(name).read() == '"file"\nsat\n'
        assert s.close() == 0


def test_long_session(lyre):
    """Ten thousand questions, each answered before the next."""
    s = Pipe(lyre)
    s.send("(declare-const x Int)")
    for i in range(10000):
        assert s.ask('(push)(declare-const y Int)(assert (= x y %d))(pop)(echo "%d")' % (i, i)) == '"%d"' % i
    assert s.close() == 0
