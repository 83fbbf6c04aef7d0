"""HAMPI files: answers, errors, exit codes."""
import re
import subprocess


def run(lyre, text, *flags):
    p = subprocess.run([lyre, "--lang=hampi", *flags, "-"], input=text.encode("latin-1"), capture_output=True, timeout=60)
    return p.stdout.decode("latin-1"), p.returncode


def solved(lyre, text, value):
    assert run(lyre, text) == ("{VAR(v)=%s}\n" % value, 0), (text, run(lyre, text))


def value(lyre, text):
    out, code = run(lyre, text)
    assert out.startswith("{VAR(v)=") and code == 0, (text, out)
    return out[8:-2]


def refused(lyre, text, place, message):
    out, code = run(lyre, text)
    assert (out, code) == (f"ERROR line {place[0]} column {place[1]}: {message}\n", 2), (text, out)


def test_answers(lyre):
    solved(lyre, 'var v:1; reg a := or("a", "b"); reg b := "a"; assert v in a; assert v not in b;', "b")
    solved(lyre, 'var v:0; reg a := star("x"); assert v in a;', "")
    assert run(lyre, 'var v:2; reg a := star("abc"); assert v in a;') == ("UNSAT\n", 1)
    solved(lyre, 'var v:2..9; reg a := star("abc"); assert v in a;', "abc")
    solved(lyre, 'var v:9 .. 2; reg a := star("abc"); assert v in a;', "abc")


def test_substrings(lyre):
    """A size where a substring does not fit is no solution."""
    solved(lyre, 'var v : 1 .. 8; val x := v[1:3]; reg r := star("ab"); reg s := concat("aba"); assert x in s;', "aaba")
    assert run(lyre, 'var v:5; val p := v[0:3]; val s := v[2:3]; reg a := star("a"); reg b := star("b");'
                     'assert p in a; assert s in b;') == ("UNSAT\n", 1)
    refused(lyre, 'var v:5;\nval p := v[4:3];\nassert p contains "a";', (2, 10),
            "subsequence cannot end after the variable ends")


def test_grammars(lyre):
    nest = 'cfg S := | "(" S ")" S | "[" S "]" S ; '
    assert value(lyre, "var v:6; " + nest + 'assert v in S; assert v contains "([";') in ("([])()", "([])[]", "()([])", "[]([])")
    assert run(lyre, "var v:5; " + nest + "assert v in S;") == ("UNSAT\n", 1)
    solved(lyre, "var v; " + nest + 'val q := concat("((", v, "]"); assert q in S;', "))[")
    # not in holds where the grammar has no word of that size
    solved(lyre, "var v:1; " + nest + 'reg r := fix(S, 1); reg x := "x"; assert v not in r; assert v in x;', "x")
    # a fix inside a reg
    solved(lyre, "var v:*; " + nest + 'reg r := concat("x", fix(S, 2), star(fix(S, 4)), "y"); assert v in r; assert v contains "[]y";', "x[]y")


def test_paper_spellings(lyre):
    text = 'var v:3; cfg A := "ab" | "abc"; reg r := fixsize(A, 3); val w := "abc"; assert v in r; assert v = w;'
    solved(lyre, text, "abc")
    assert run(lyre, text.replace("v = w", "v != w"))[1] == 1
    assert run(lyre, text.replace("v = w", "v not = w"))[1] == 1


def test_characters(lyre):
    solved(lyre, "var v:2; cfg A := \\255 [\\000-\\000]; assert v in A;", "\xff\0")
    assert run(lyre, "var v:2; cfg A := \\097\\098; assert v in A;", "--codes") == ('{VAR(v)="\\97\\98" (2)\n}\n', 0)
    solved(lyre, 'var v:2; reg r := "\\n"; assert v in r;', "\\n")
    found = value(lyre, 'var v:4; reg r := pcre("[a-c]+\\d{2}"); assert v in r; assert v contains "c9";')
    assert re.fullmatch(r"[a-c]c9\d", found), found


def test_several_variables(lyre):
    out, code = run(lyre, 'var a; var b; cfg P := | "x" P "y"; val w := concat(a, b); assert w in P; assert a contains "xy";')
    assert (out, code) == ("{VAR(a)=xy, VAR(b)=}\n", 0), out


def test_errors(lyre):
    refused(lyre, "var v:1", (1, 8), "expected ';', not the end of the file")
    refused(lyre, 'reg r := "a"; assert r in r;', (1, 29), "no string variable declared")
    refused(lyre, "var v:1;", (1, 9), "at least one assert expected")
    refused(lyre, 'var v:1;\nvar v:2; assert v contains "a";', (2, 5), "multiply defined variable v")
    refused(lyre, 'var v:1; cfg A := B; assert v in A;', (1, 19), "undefined nonterminal B")
    refused(lyre, 'var v:1; cfg A := v; assert v in A;', (1, 19), "expected a nonterminal v")
    refused(lyre, 'var v:1; reg r := fix(B, 3); assert v in r;', (1, 23), "B not of type CFG_TYPE")
    refused(lyre, 'var v:1; assert v in r;', (1, 22), "extected reg or cfg type on right in 'in' but got null in v in r")
    refused(lyre, 'var v:1; assert w contains "a";', (1, 17), "undefined variable w in 'contains'")
    refused(lyre, 'var v:1; reg r := star(s); reg s := star(r); assert v in r;', (1, 42), "r is defined by itself")
    refused(lyre, 'var v:1; assert v in "a";', (1, 22), "expected a name, not 'a'")
    refused(lyre, 'var v:1 /* assert', (1, 9), "the comment does not end")
    refused(lyre, 'var v:1; cfg A := \\999;', (1, 19), "a character code is at most \\255")


def test_smt2(lyre):
    """The SMT-LIB rendering is solved like the file."""
    text = 'var v : 3 .. 6; cfg A := | "a" A "b"; val q := concat("aa", v); assert q in A; assert v contains "bb";'
    script, code = run(lyre, text, "--smt2")
    assert code == 0
    p = subprocess.run([lyre, "-"], input=script.encode(), capture_output=True, timeout=60)
    assert p.stdout.decode() == 'sat\n((v "abbb"))\n', (script, p.stdout)


def test_deep_nesting(lyre):
    n = 100000
    text = "var v:1; reg r := " + "star(" * n + '"a"' + ")" * n + "; assert v in r;"
    assert run(lyre, text)[0] == "{VAR(v)=a}\n"
