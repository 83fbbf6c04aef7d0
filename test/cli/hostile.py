"""Input that nobody would write by hand: no crash, no flood, no endless
wait, and whatever follows still works."""
import os
import random
import subprocess
import tempfile
import time

MB = 1 << 20


def feed(lyre, chunks, *flags, seconds=50):
    """Runs with CHUNKS as input; output, exit code, peak memory in bytes."""
    with tempfile.TemporaryFile() as out:
        p = subprocess.Popen([lyre, *flags], stdin=subprocess.PIPE, stdout=out, stderr=subprocess.STDOUT)
        try:
            for c in chunks:
                p.stdin.write(c if isinstance(c, bytes) else c.encode())
            p.stdin.close()
        except BrokenPipeError:
            pass
        peak = _wait(p, seconds)
        out.seek(0)
        return out.read(), p.returncode, peak


def _wait(p, seconds):
    end = time.time() + seconds
    while time.time() < end:
        pid, status, usage = os.wait4(p.pid, os.WNOHANG)
        if pid:
            p.returncode = os.waitstatus_to_exitcode(status)
            return usage.ru_maxrss * 1024
        time.sleep(0.01)
    p.kill()
    raise AssertionError("no end after %d s" % seconds)


def orderly(code):
    return code in (0, 1)


def sanitized(lyre):
    return any(word in lyre for word in ("asan", "debug", "fuzz", "coverage"))


def test_truncated(lyre):
    """A script cut anywhere is an error at most."""
    text = ('(set-logic QF_S)(declare-const |x y| String)(define-fun f ((a Int)) Int (+ a 1))'
            '(assert (! (let ((a "b""\\u{62}") (b 1.5)) (forall ((z Int)) (= |x y| a))) :named n))(check-sat)'
            '(get-value (|x y| (f #x1)))(set-info :a (b (c "d")))')
    for i in range(0, len(text), 3):
        out, code, _ = feed(lyre, [text[:i]], "--parse-only")
        assert orderly(code), (i, code, out)


def test_noise(lyre):
    r = random.Random(7)
    for n in range(20):
        out, code, _ = feed(lyre, [r.randbytes(20000)])
        assert orderly(code), (n, code)
    words = ["(", ")", "assert", "let", "(assert ", "forall", "x", '"', "|", ";", "\n", "1", "#x", "(_ ", "!", ":named ",
             "push", "(declare-const x Int)", "(check-sat)", "(pop)", "as", "\\", "(define-fun f ((a Int)) Int ", "f", "="]
    for n in range(200):
        text = " ".join(r.choice(words) for _ in range(200))
        out, code, _ = feed(lyre, [text], "-t:100")
        assert orderly(code), (n, code, text)


def test_open_parentheses(lyre):
    """300 MB of ( through a pipe, in bounded memory."""
    out, code, peak = feed(lyre, [b"(" * MB] * (20 if sanitized(lyre) else 300))
    assert code == 1 and out.count(b"\n") < 5, out[:200]
    assert sanitized(lyre) or peak < 200 * MB, peak


def test_closed_parentheses(lyre):
    out, code, peak = feed(lyre, [b")" * MB] * 20 + [b'(echo "end")'])
    assert code == 1 and out.endswith(b'"end"\n') and out.count(b"\n") < 5
    assert sanitized(lyre) or peak < 200 * MB, peak


def test_long_token(lyre):
    """A symbol, a comment, a string without end."""
    for head in ("(", "(assert ", ";", '(assert "', "(assert |", ""):
        out, code, peak = feed(lyre, [head] + [b"a" * MB] * 40)
        assert orderly(code), (head, code)


def test_nested_terms(lyre):
    n = 20000 if sanitized(lyre) else 1000000
    text = "(declare-const p Bool)(assert %sp%s)(assert p)(echo \"ok\")" % ("(not " * n, ")" * n)
    out, code, _ = feed(lyre, [text])
    assert (out, code) == (b'"ok"\n', 0), out[:200]


def test_nested_lets(lyre):
    n = 20000 if sanitized(lyre) else 500000
    lets = "".join("(let ((a%d (and a%d p)))" % (i + 1, i) for i in range(n))
    text = "(declare-const p Bool)(define-fun a0 () Bool p)(assert %sa%d%s)(echo \"ok\")" % (lets, n, ")" * n)
    out, code, _ = feed(lyre, [text])
    assert (out, code) == (b'"ok"\n', 0), out[:200]


def test_doubling_lets(lyre):
    """A term of 2^1000 nodes as a tree prints in a few lines."""
    n = 1000
    lets = "".join("(let ((a (and a a)))" for i in range(n))
    text = "(declare-const a Bool)(assert %s a%s)(get-assertions)" % (lets, ")" * n)
    out, code, _ = feed(lyre, [text])
    assert code == 0 and len(out) < 100000


def test_many_assertions(lyre):
    n = 200000
    text = "(declare-const x Int)" + "".join("(assert (> x %d))\n" % i for i in range(n)) + '(echo "ok")'
    start = time.time()
    out, code, _ = feed(lyre, [text])
    assert (out, code) == (b'"ok"\n', 0), out[:200]
    assert sanitized(lyre) or time.time() - start < 2, time.time() - start


def test_long_literal(lyre):
    """10 MB in one literal, plain and escaped."""
    text = ["(declare-const x String)", '(assert (= x "', "ab" * (5 * MB), '"))', '(assert (= x "', "\\u{41}" * MB,
            '"))(echo "ok")']
    out, code, _ = feed(lyre, text)
    assert (out, code) == (b'"ok"\n', 0), out[:200]


def test_huge_numerals(lyre):
    text = ["(declare-const x Int)", "(assert (= x ", "9" * 100000, "))", "(assert (= x ", "9" * (20 * MB), "))",
            "(assert ((_ divisible 99999999999999999999) x))", "(push 99999999999999999999)", "(push 4294967295)",
            '(assert (str.in_re "a" ((_ re.loop 0 4294967296) re.all)))', '(echo "ok")']
    out, code, _ = feed(lyre, text)
    assert code == 1 and out.endswith(b'"ok"\n'), out[-200:]


def test_too_deep(lyre):
    """Beyond the limit of nesting there is an error, and then the rest."""
    if sanitized(lyre):
        return
    n = 10000001
    text = ["(declare-const p Bool)(assert ", "(not " * n, "p", ")" * n, ')(echo "ok")']
    out, code, _ = feed(lyre, text)
    assert code == 1 and b"nested" in out and out.endswith(b'"ok"\n'), out[:200]


def test_memory_limit(lyre):
    """A command that needs too much is refused; the session goes on."""
    text = ["(declare-const p Bool)", "(assert (and ", "(not " * 3000000, "p", ")" * 3000000, "))",
            '(assert p)(check-sat)(echo "ok")']
    out, code, _ = feed(lyre, text, "-memory:20", "-t:2000")
    assert code == 1 and out.endswith(b'"ok"\n') and b"memory" in out, out[:200]
