"""lyre regex: answers, errors, exit codes."""
import subprocess


def run(lyre, *args):
    p = subprocess.run([lyre, "regex", *args], capture_output=True, timeout=30)
    return p.stdout.decode(), p.stderr.decode(), p.returncode


def test_prints_terms(lyre):
    assert run(lyre, "ab+") == ('(re.++ (str.to_re "a") (re.+ (str.to_re "b")))\n', "", 0)
    assert run(lyre, "--search", "a") == ('(re.++ re.all (str.to_re "a") re.all)\n', "", 0)
    assert run(lyre, "-i", "--", "-") == ('(str.to_re "-")\n', "", 0)
    assert run(lyre, "--syntax=smt2", '(re.* (str.to_re "a"))')[0] == '(re.* (str.to_re "a"))\n'


def test_a_term_reads_back(lyre):
    pattern = r"(?=.*\d)\b[a-z\d]{3,}(?!x)"
    term = run(lyre, pattern)[0].strip()
    assert run(lyre, "--syntax=smt2", term)[0].strip() == term


def test_answers_questions(lyre):
    for args, out in [
            (["--shortest", "a{3}|b{2}"], '"bb"\n'),
            (["--shortest", "(?!a)a"], "none\n"),
            (["--count", "2", "[0-9]*"], "100\n"),
            (["--count=30", "[0-9]*"], "1" + "0" * 30 + "\n"),
            (["--subset", "a*", "a+"], "true\n"),
            (["--subset", "a+", "a*"], 'false\n""\n'),
            (["--equal", "(a|b)*", "(a*b*)*"], "true\n"),
            (["--intersect", "[ab]+", "[bc]+"], 'true\n"b"\n'),
            (["--intersect", "a", "b"], "false\n"),
            (["--match", "ab", "--match=b", "a?b"], "true\ntrue\n"),
            (["--syntax=java", "--match", "A", "(?i)a"], "true\n")]:
        assert run(lyre, *args) == (out, "", 0), args


def test_samples(lyre):
    out, err, code = run(lyre, "--sample", "5", "[a-z]{4}")
    assert (len(set(out.split())), err, code) == (5, "", 0)
    assert run(lyre, "--sample", "5", "[a-z]{4}")[0] == out
    assert run(lyre, "--seed=1", "--sample", "5", "[a-z]{4}")[0] != out


def test_draws(lyre):
    out, err, code = run(lyre, "--dot", "a|b")
    assert (out.startswith("digraph"), err, code) == (True, "", 0)
    assert run(lyre, "--dot=min", "aa|ba")[0].count("->") == 3


def test_gives_up(lyre):
    out, err, code = run(lyre, "-t:200", "--count", "100", "[ab]*a[ab]{60}")
    assert (out, code) == ("unknown\n", 0) and "gave up" in err


def test_errors(lyre):
    assert run(lyre, r"(a)\1") == ("", "lyre regex: column 4: unsupported: back-reference\n", 1)
    assert run(lyre, "--subset", "(", "a") == ("", "lyre regex: column 1: ( without )\n", 1)
    assert run(lyre, "--syntax=smt2", "(re.*")[2] == 1


def test_usage(lyre):
    for args in ([], ["a", "b"], ["--nonsense", "a"], ["--syntax=perl", "a"], ["a", "--count"], ["--count", "x", "a"],
                 ["--sample", "-1", "a"]):
        out, err, code = run(lyre, *args)
        assert (out, code) == ("", 2) and err, args
    assert "PATTERN" in run(lyre, "--help")[0]
    assert "lyre regex" in subprocess.run([lyre, "--help"], capture_output=True).stdout.decode()
