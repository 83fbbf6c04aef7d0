"""lyre serve and lyre client."""
import contextlib
import os
import signal
import socket
import subprocess
import tempfile
import threading
import time

import harness

HELLO = b"lyre 1 smt2\n"


def pigeons(n):
    """N pigeons in fewer holes: there is no short way to see that they do not fit."""
    sits = lambda p, h: "s%d_%d" % (p, h)
    text = ["(declare-const %s Bool)" % sits(p, h) for p in range(n) for h in range(n - 1)]
    text += ["(assert (or %s))" % " ".join(sits(p, h) for h in range(n - 1)) for p in range(n)]
    text += ["(assert (not (and %s %s)))" % (sits(p, h), sits(q, h))
             for h in range(n - 1) for p in range(n) for q in range(p)]
    return "\n".join(text) + "\n(check-sat)\n"


HARD = pigeons(16)


class Client:
    """One connection, speaking the protocol by hand."""

    def __init__(self, path, hello=HELLO):
        self.s = socket.socket(socket.AF_UNIX)
        self.s.settimeout(60)
        self.s.connect(path)
        self.f = self.s.makefile("rb")
        if hello:
            self.s.sendall(hello)
            self.greeting = self.f.readline().decode()

    def send(self, text):
        lines = text.rstrip("\n").split("\n")
        self.s.sendall("".join(("." + l if l.startswith(".") else l) + "\n" for l in lines).encode() + b".\n")

    def answer(self):
        lines = []
        while True:
            line = self.f.readline().decode()
            assert line.endswith("\n"), "the connection ended after %r" % lines
            if line == ".\n":
                return "".join(lines)
            lines.append(line[1:] if line.startswith(".") else line)

    def ask(self, text):
        self.send(text)
        return self.answer()

    def close(self):
        self.f.close()
        self.s.close()


@contextlib.contextmanager
def server(lyre, *flags):
    """A server on a fresh socket; yields the path, checks that it ends well."""
    with tempfile.TemporaryDirectory() as d:
        path = os.path.join(d, "s")
        p = subprocess.Popen([lyre, "serve", "--socket=" + path, *flags], stderr=subprocess.PIPE)
        end = time.time() + 20
        while not os.path.exists(path) and p.poll() is None and time.time() < end:
            time.sleep(0.01)
        assert os.path.exists(path), p.stderr.read()
        path_of[path] = p
        try:
            yield path
        finally:
            p.send_signal(signal.SIGTERM)
            try:
                assert p.wait(20) == 0, p.stderr.read()
            finally:
                p.kill()
                p.stderr.close()
        assert not os.path.exists(path), "the socket is still there"


path_of = {}


def workers(path):
    """The children of the server, by what /proc says of every process."""
    pids = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/stat" % pid) as f:
                state, parent = f.read().rsplit(")", 1)[1].split()[:2]
        except OSError:
            continue
        if int(parent) == path_of[path].pid and state != "Z":
            pids.append(int(pid))
    return pids


def eventually(condition, seconds=20):
    end = time.time() + seconds
    while not condition():
        assert time.time() < end, "it does not happen"
        time.sleep(0.02)


def test_session(lyre):
    """State lives from frame to frame; errors end no session; exit does."""
    with server(lyre) as path:
        c = Client(path)
        assert c.greeting == "ok\n", c.greeting
        assert c.ask("(declare-const x String)") == ""
        assert c.ask('(assert (= x ".\n."))(check-sat)(get-value (x))') == 'sat\n((x ".\\u{a}."))\n'
        assert "(error" in c.ask("(check-sat")
        assert c.ask("(push)(assert (= x \"b\"))(check-sat)\n(pop)\n(check-sat)") == "unsat\nsat\n"
        assert c.ask("(exit)") == ""
        assert c.f.read() == b""


def test_client(lyre):
    """The client behaves as the solver does."""
    text = '(declare-const x String)\n(assert (= x "a)")) ; (\n(check-sat)\n(get-value (x))\n(oops)\n'
    with server(lyre) as path, tempfile.NamedTemporaryFile("w", suffix=".smt2") as f:
        f.write(text)
        f.flush()
        here = harness.run([lyre, f.name])
        there = harness.run([lyre, "client", "--socket=" + path, f.name])
        assert there.out == here.out and there.code == here.code, (here, there)
        piped = harness.run([lyre, "client", "--socket=" + path], text + "(exit)\n(check-sat)\n")
        assert piped.out.split("\n")[:2] == here.out.split("\n")[:2] and piped.err == "", piped
    gone = harness.run([lyre, "client", "--socket=/nonexistent/s", "x"])
    assert gone.code == 2 and "No such file" in gone.err, gone


def test_hampi(lyre):
    """A frame is one problem."""
    with server(lyre) as path:
        c = Client(path, b"lyre 1 hampi\n")
        assert c.greeting == "ok\n"
        assert c.ask('var v:2; reg r := star("ab"); assert v in r;') == "{VAR(v)=ab}\n"
        assert c.ask('var v:3; reg r := star("ab"); assert v in r;') == "UNSAT\n"
        assert c.ask("var v:3;").startswith("ERROR line ")
        c.close()


def test_hello(lyre):
    """Strangers are told what is wrong."""
    with server(lyre) as path:
        assert Client(path, b"GET / HTTP/1.1\r\n").greeting.startswith("error expected")
        assert Client(path, b"lyre 2 smt2\n").greeting.startswith("error this server")
        assert Client(path, b"lyre 1 prolog\n").greeting == "error unknown language\n"
        long = Client(path, None)
        long.s.sendall(b"x" * 4096)
        assert long.f.read() == b""


def test_token(lyre):
    """A server beyond the loopback needs a token, and so do its clients."""
    refused = harness.run([lyre, "serve", "--tcp=0.0.0.0:0"])
    assert refused.code == 2 and "token" in refused.err, refused
    with tempfile.NamedTemporaryFile("w") as f, tempfile.NamedTemporaryFile("w") as g:
        f.write("s3cret\n")
        f.flush()
        g.write("guess\n")
        g.flush()
        with server(lyre, "--token-file=" + f.name) as path:
            assert Client(path).greeting == "error wrong token\n"
            assert Client(path, b"lyre 1 smt2 s3cre\n").greeting == "error wrong token\n"
            assert Client(path, b"lyre 1 smt2 s3cret\n").greeting == "ok\n"
            ask = lambda *flags: harness.run([lyre, "client", "--socket=" + path, *flags], "(check-sat)")
            assert ask("--token-file=" + f.name).out == "sat\n"
            assert ask("--token-file=" + g.name).code == 3
            assert ask().code == 3


def test_tcp(lyre):
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    with server(lyre, "--tcp=%d" % port) as path:
        r = harness.run([lyre, "client", "--tcp=127.0.0.1:%d" % port], "(check-sat)")
        assert (r.out, r.code) == ("sat\n", 0), r


def test_busy(lyre):
    """One is served, one waits, the third is sent away."""
    with server(lyre, "--workers=1", "--queue=1") as path:
        first = Client(path)
        second = Client(path, None)
        second.s.sendall(HELLO)
        eventually(lambda: Client(path).greeting == "busy\n")
        first.close()
        assert second.f.readline() == b"ok\n"
        assert second.ask("(check-sat)") == "sat\n"


def test_time(lyre):
    """A request that takes too long is unknown; the session goes on."""
    with server(lyre, "--request-time=1") as path:
        c = Client(path)
        assert c.ask("(push)(set-option :timeout 0)" + HARD + "(get-info :reason-unknown)") == \
            "unknown\n(:reason-unknown interrupted)\n"
        assert c.ask("(pop)(check-sat)") == "sat\n"
    with server(lyre, "--session-time=1") as path:
        c = Client(path)
        c.send(HARD)
        assert b"used up its time" in c.f.read()


def test_vanishing(lyre):
    """Work for a client that has gone is dropped."""
    with server(lyre) as path:
        c = Client(path)
        c.send(HARD)
        eventually(lambda: workers(path))
        c.close()
        eventually(lambda: not workers(path))


def test_crash(lyre):
    """A worker's death is told to its client and harms no other."""
    with server(lyre) as path:
        a = Client(path)
        eventually(lambda: len(workers(path)) == 1)
        victim = workers(path)[0]
        b = Client(path)
        a.send(HARD)
        time.sleep(0.2)
        os.kill(victim, signal.SIGSEGV)
        assert "has died" in a.answer()
        assert b.ask("(check-sat)") == "sat\n"


def test_shutdown(lyre):
    """Open requests get their answers; nobody new is let in."""
    slow = HARD.replace("(check-sat)", "(set-option :timeout 1000)(check-sat)")
    with server(lyre) as path:
        idle, c = Client(path), Client(path)
        c.send(slow)
        time.sleep(0.3)
        path_of[path].send_signal(signal.SIGTERM)
        assert idle.f.read() == b""
        assert c.answer() == "unknown\n"


def test_second_server(lyre):
    """A socket in use stays; one left by a killed server is taken over."""
    with server(lyre) as path:
        r = harness.run([lyre, "serve", "--socket=" + path])
        assert r.code == 2 and "listening" in r.err, r
    with tempfile.TemporaryDirectory() as d:
        path = os.path.join(d, "s")
        stale = socket.socket(socket.AF_UNIX)
        stale.bind(path)
        stale.close()
        p = subprocess.Popen([lyre, "serve", "--socket=" + path])
        eventually(lambda: harness.run([lyre, "client", "--socket=" + path], "(check-sat)").out == "sat\n")
        p.terminate()
        assert p.wait(20) == 0


def test_load(lyre):
    """64 clients, 200 queries each, none lost; others vanish mid-query."""
    clients, queries = 64, 200
    failures, stop = [], threading.Event()

    def ask(path, k):
        try:
            c = Client(path)
            assert c.ask("(declare-const x String)(declare-const y String)") == ""
            for i in range(queries):
                length = (7 * k + i) % 40
                got = c.ask('(push)(assert (str.in_re x (re.* (re.union (str.to_re "ab") (str.to_re "c")))))'
                            '(assert (= (str.len x) %d))(assert (= x (str.++ "%s" y)))(check-sat)(pop)'
                            % (length, "c" if i % 2 else "d"))
                want = "sat\n" if i % 2 and length else "unsat\n"
                assert got == want, (k, i, got)
            c.close()
        except Exception as e:
            failures.append(e)

    def vanish(path):
        while not stop.is_set():
            c = Client(path)
            c.send(HARD)
            stop.wait(0.05)
            c.close()

    with server(lyre, "--workers=80") as path:
        threads = [threading.Thread(target=ask, args=(path, k)) for k in range(clients)]
        ghosts = [threading.Thread(target=vanish, args=(path,)) for _ in range(4)]
        for t in threads + ghosts:
            t.start()
        for t in threads:
            t.join()
        stop.set()
        for t in ghosts:
            t.join()
        assert not failures, failures[:3]
        eventually(lambda: not workers(path))
