"""Models are SMT-LIB that other solvers read, and they satisfy the script."""
import shutil
import subprocess

SCRIPTS = [
    # Names, strings and numbers that are awkward to print.
    '''(declare-const x String)(declare-const |a b| Int)(declare-const r Real)(declare-const p Bool)
(assert (= x "q""uote\\u{5c}u{41} \\u{7f}\\u{0}\\u{2ffff}\\u"))
(assert (= |a b| (- 5)))(assert (= r (/ (- 1) 3)))(assert (not p))''',
    '''(declare-const x String)(declare-const y String)
(assert (str.in_re x (re.+ (re.range "a" "c"))))(assert (= (str.len x) 3))(assert (= y (str.++ x "\\u{e9}")))''',
    '''(declare-const n Int)(declare-const s String)
(assert (= n 123456789012345678901234567890))(assert (= s (str.from_int 42)))''',
]
PEERS = [("z3", ["z3", "-in", "-T:20"]), ("cvc5", ["cvc5", "--lang=smt2", "--strings-exp", "--tlimit=20000", "-q"])]


def run(command, text):
    p = subprocess.run(command, input=text.encode(), capture_output=True, timeout=40)
    return p.stdout.decode()


def definitions(model):
    """The lines between the parentheses, as assertions."""
    lines = model.strip().split("\n")
    assert lines[0] == "(" and lines[-1] == ")", model
    return "\n".join(lines[1:-1])


def test_peers_accept(lyre):
    """The definitions of the model in place of the declarations."""
    for script in SCRIPTS:
        out = run([lyre, "-t:10000"], script + "(check-sat)(get-model)")
        assert out.startswith("sat\n"), out
        model = definitions(out[4:])
        asserts = script[script.index("(assert"):]
        question = "(set-logic ALL)\n%s\n%s\n(check-sat)\n" % (model, asserts)
        for name, command in PEERS:
            if shutil.which(name):
                assert run(command, question).strip() == "sat", (name, question, run(command, question))


def test_read_back(lyre):
    """Our own reader agrees."""
    for script in SCRIPTS:
        out = run([lyre, "-t:10000"], script + "(check-sat)(get-model)")
        question = definitions(out[4:]) + script[script.index("(assert"):] + "(check-sat)"
        assert run([lyre], question) == "sat\n", question
