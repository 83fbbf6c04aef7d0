"""lyre grammar: Bison's and CFGAnalyzer's files, and questions about them."""
import os
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CALC = os.path.join(HERE, "../../examples/calc.y")
TOKENS = "--tokens=" + os.path.join(HERE, "../../examples/calc.tokens")


def run(lyre, *args):
    p = subprocess.run([lyre, "grammar", *args], capture_output=True, timeout=60)
    return p.stdout.decode(), p.stderr.decode(), p.returncode


def on(lyre, suffix, text, *args):
    with tempfile.NamedTemporaryFile("w", suffix=suffix) as f:
        f.write(text)
        f.flush()
        return run(lyre, *args, f.name)


def test_bison(lyre):
    text = r"""
%{ #include "x" %}
%union { int i; struct { char *s; } t; }
%token <i> NUM 258 "number" /* { */
%token IF "if" ';'
%type <t> s
%start s
%%
unused: IF s
s[result]: %empty | s IF '(' "then" NUM[n] ')' { if ('}') { puts ("}"); } /* } */ }
 | error ';' { yyerrok; } | '\n' %prec IF
t: ;
%%
int main () { '
"""
    out, err, code = on(lyre, ".y", text)
    rules = out.split("\n", 1)[1]
    assert code == 0 and '(s "" (re.++ s IF "(then" NUM ")") "\\u{a}")' in rules, out + err
    assert rules.startswith("  ((s ") and '(NUM "number")' in rules and '(IF "if")' in rules, rules


def test_reads_back(lyre):
    """What is printed means the same, in both languages."""
    smt2 = run(lyre, TOKENS, CALC)[0]
    smt2 += '(declare-const x String)(assert (str.in_grammar x calc))(assert (str.contains x "(12+3)*"))(check-sat)(get-value (x))'
    p = subprocess.run([lyre, "-"], input=smt2.encode(), capture_output=True, timeout=60)
    assert p.stdout.decode().startswith("sat"), p
    hampi = run(lyre, "--hampi", TOKENS, CALC)[0] + 'var v; assert v in line; assert v contains "(12+3)*";'
    p = subprocess.run([lyre, "--lang=hampi", "-"], input=hampi.encode(), capture_output=True, timeout=60)
    assert p.returncode == 0 and p.stdout.startswith(b"{VAR(v)=(12+3)*"), p


def test_questions(lyre):
    assert run(lyre, TOKENS, "--word", CALC)[0].startswith("yes, length 2: ")
    assert run(lyre, TOKENS, "--ambiguous", CALC)[0].startswith("yes, length 5: ")
    same = 'S : "a" S "b" ;\n  : ;\n'
    other = 'T : "a" T "b" ;\n : "a" "b" ;\n /* comment */ : "b" ;\n'
    with tempfile.NamedTemporaryFile("w", suffix=".cfg") as f:
        f.write(other)
        f.flush()
        assert on(lyre, ".cfg", same, "--intersect=" + f.name)[0] == 'yes, length 2: "ab"\n'
        assert on(lyre, ".cfg", same, "--intersect=" + f.name, "--length=5")[0] == "no\n"
        assert on(lyre, ".cfg", same, "--minus=" + f.name)[0] == 'yes, length 0: ""\n'
        assert on(lyre, ".cfg", same, "--minus=" + f.name, "--length=1..12")[0] == "no\n"
        assert on(lyre, ".cfg", same, "--unequal=" + f.name, "--length=1..9")[0] == 'yes, length 1: "b"\n'
    assert on(lyre, ".cfg", same, "--ambiguous", "--length=0..8")[0] == "no, up to length 8\n"


def test_errors(lyre):
    out, err, code = on(lyre, ".y", "a : b\n ( ;\n")
    assert code == 1 and "line 2 column 2: expected a name" in err, err
    out, err, code = on(lyre, ".cfg", 'A : "a" ;\n"b" : ;')
    assert code == 1 and "line 2 column 1: expected a nonterminal and ':'" in err, err
    with tempfile.NamedTemporaryFile("w", suffix=".tokens") as f:
        f.write("NUMBER /[/\n")
        f.flush()
        out, err, code = run(lyre, "--tokens=" + f.name, CALC)
        assert code == 1 and f.name + ": line 1" in err, err
    assert run(lyre, "no-such-file")[2] == 1
    assert run(lyre)[2] == 2
