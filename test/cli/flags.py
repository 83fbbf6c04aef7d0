"""Flags and exit codes."""
import json
import os
import re
import shutil
import subprocess
import tempfile
import time

SAT = '(declare-const x String)(assert (= x "a"))(check-sat)'
UNSAT = "(assert false)(check-sat)"


def run(lyre, *args, input=""):
    p = subprocess.run([lyre, *args], input=input.encode(), capture_output=True, timeout=30)
    return p.stdout.decode(), p.stderr.decode(), p.returncode


def test_standard_input(lyre):
    for args in ([], ["-"], ["-in"], ["-in", "-smt2"], ["--lang=smt2", "-i"], ["--lang", "smt2", "-q"],
                 ["--strings-exp", "--incremental", "--quiet", "-m", "--produce-models"]):
        assert run(lyre, *args, input=SAT) == ("sat\n", "", 0), args


def test_files(lyre):
    assert run(lyre, "/no/such/file")[2] == 2
    assert "/no/such/file" in run(lyre, "/no/such/file")[1]
    with tempfile.TemporaryDirectory() as folder:
        assert run(lyre, folder)[0] == ""
        a = os.path.join(folder, "-a=b.smt2")
        open(a, "w").write(SAT)
        assert run(lyre, a) == ("sat\n", "", 0)
        assert run(lyre, "--", a) == ("sat\n", "", 0)
        assert run(lyre, a, a)[2] == 2


def test_rules_can_be_switched(lyre):
    rule = "rule-len-concat"
    script = "(declare-const x String)(assert (not (= (str.len (str.++ x x)) 3)))(check-sat)(get-option :%s)" % rule
    assert rule in run(lyre, "--stats", input=script)[1]
    out, stats, code = run(lyre, "--stats", "--no-" + rule, input=script)
    assert (out, rule in stats, code) == ("sat\nfalse\n", False, 0)
    assert rule not in run(lyre, "--stats", input="(set-option :%s false)" % rule + script)[1]
    assert run(lyre, "--no-rule-none", input=script)[2] == 2


def test_exit_codes(lyre):
    assert run(lyre, input=UNSAT)[2] == 0
    assert run(lyre, "--exit-status=answer", input=SAT)[2] == 10
    assert run(lyre, "--exit-status=answer", input=UNSAT)[2] == 20
    assert run(lyre, "--exit-status=answer", input="")[2] == 0
    assert run(lyre, input="(assert nonsense)" + SAT)[2] == 1
    assert run(lyre, "--exit-status=answer", input="(assert nonsense)" + SAT)[2] == 1
    assert run(lyre, input="(unheard-of)")[2] == 0


def test_misspelt(lyre):
    for arg, meant in (("--tlimt=5", "--tlimit="), ("--stat", "--stats"), ("--no-rewrit", "--no-rewrite"),
                       ("--vesion", "--version"), ("--legacy-escape", "--legacy-escapes")):
        out, err, code = run(lyre, arg)
        assert (out, code) == ("", 2), arg
        assert arg in err and meant in err, err
    out, err, code = run(lyre, "--qwertyuiop-asdf")
    assert code == 2 and "did you mean" not in err


def test_bad_values(lyre):
    for arg in ("-T:x", "-t:x", "--tlimit=", "-memory:lots", "--stats=xml", "--exit-status=maybe", "--timeout",
                "--timeout=x", "timeout=x", "--lang=cnf"):
        out, err, code = run(lyre, arg)
        assert (out, code) == ("", 2), arg
        assert err.startswith("lyre: ") and err.count("\n") == 1, err


def test_options(lyre):
    ask = "(get-option :timeout)(get-option :strict)(get-option :rewrite)(reset)(get-option :timeout)"
    assert run(lyre, input=ask)[0] == "0\nfalse\ntrue\n0\n"
    assert run(lyre, "--timeout=7", "--strict", "--no-rewrite", input=ask)[0] == "7\ntrue\nfalse\n7\n"
    assert run(lyre, "timeout=7", "strict=true", "rewrite=false", input=ask)[0] == "7\ntrue\nfalse\n7\n"
    assert run(lyre, "-t:9", input=ask)[0].startswith("9\n")
    assert run(lyre, "-T:2.5", input="(get-option :total-timeout)")[0] == "2500\n"
    assert run(lyre, "--tlimit=2500", input="(get-option :total-timeout)")[0] == "2500\n"
    assert run(lyre, "-memory:100", input="(get-option :memory)")[0] == "100\n"


def test_stats(lyre):
    for arg in ("--stats", "-st"):
        out, err, code = run(lyre, arg, input=SAT)
        assert (out, code) == ("sat\n", 0)
        assert re.fullmatch(r"\((\s*:[a-z0-9.-]+ \d+)+\)\n", err), err
    out, err, code = run(lyre, "--stats=json", input=SAT)
    assert out == "sat\n" and json.loads(err)["checks"] == 1


def test_models(lyre):
    out, err, code = run(lyre, "-model", input=SAT + UNSAT)
    assert out == 'sat\n(\n  (define-fun x () String "a")\n)\nunsat\n', out


def test_information(lyre):
    for arg in ("--version", "-version", "-V"):
        out, err, code = run(lyre, arg)
        assert re.fullmatch(r"lyre \d+\.\d+\.\d+.*\n", out) and code == 0
    for arg in ("--help", "-h"):
        out, err, code = run(lyre, arg)
        assert out.startswith("usage: lyre") and "--timeout" in out and code == 0


def test_manual(lyre):
    """--man is mdoc that mandoc has nothing to say about."""
    out, err, code = run(lyre, "--man")
    assert out.startswith(".Dd ") and code == 0
    if shutil.which("mandoc"):
        p = subprocess.run(["mandoc", "-Tlint"], input=out.encode(), capture_output=True)
        assert p.stdout == b"", p.stdout


def test_start_is_quick(lyre):
    best = min(_time(lyre) for _ in range(10))
    limit = 0.02 if "asan" not in lyre and "debug" not in lyre else 0.5
    assert best < limit, best


def _time(lyre):
    start = time.time()
    run(lyre, input="(check-sat)")
    return time.time() - start
