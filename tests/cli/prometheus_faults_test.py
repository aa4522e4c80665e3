#!/usr/bin/env python3
"""Servers that refuse, fail, lie or are no Prometheus: a clear error, status 1, no figure, and no secret in anything that is said.

    prometheus_faults_test.py BREAKEVEN

Basic authentication and TLS are a real Prometheus' own; bearer tokens, and what goes wrong, are a small server's here.
"""
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

import dcgm_month as month
import prometheus_servers as servers

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = str(pathlib.Path(sys.argv[1]).resolve())
USER, PASSWORD = "reader", "right-password-4711"
HASH = "$2b$04$abcdefghijklmnopqrstuujWJJ7v3q27QO2SyMq5EA0XwPhP.GKmq"  # bcrypt of PASSWORD
TOKEN, KEY = "token-0815-hush", "query-key-hush"
SECRETS = (PASSWORD, "wrong-password-1234", TOKEN, KEY, "wrong-token-1234")
NAMES = {"status": "success", "data": ["DCGM_FI_DEV_GPU_UTIL", "up"]}
MONTH = ["--since", "2025-03-01", "--until", "2025-03-03"]


def run(*arguments, **environment):
    clean = {k: v for k, v in os.environ.items() if not k.startswith("BREAKEVEN_") and k != "SSL_CERT_FILE"}
    done = subprocess.run([BINARY, *arguments], cwd=ROOT, env=clean | environment, capture_output=True, text=True, timeout=120)
    for secret in SECRETS:
        assert secret not in done.stdout + done.stderr, (arguments, done.stdout, done.stderr)
    return done


def refused(wanted, *arguments, **environment):
    done = run("audit", *arguments, "--json", **environment)
    assert done.returncode == 1 and not done.stdout and wanted in done.stderr, (wanted, done.returncode, done.stdout[:500], done.stderr[:2000])
    assert "\x1b" not in done.stderr and len(done.stderr) < 2000, done.stderr[:3000]
    return done


def figures(*arguments, status=3, **environment):
    done = run("audit", *arguments, "--json", **environment)
    assert done.returncode == status, (done.returncode, done.stderr[:2000], done.stdout[:500])
    return json.loads(done.stdout)


def matrix(values, name="DCGM_FI_DEV_GPU_UTIL", **label):
    return {"status": "success", "data": {"resultType": "matrix", "result": [
        {"metric": {"__name__": name, "gpu": "0", "UUID": "GPU-x", **label}, "values": values}]}}


class Faulty(http.server.BaseHTTPRequestHandler):
    """Gives the names, and then what `answers` says, the last of them again and again: (status, body, headers) or a function."""
    protocol_version = "HTTP/1.1"
    names, answers, given, token = NAMES, [], 0, None

    def do_GET(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.token and self.headers.get("Authorization") != f"Bearer {self.token}":
            return self.give(401, {"status": "error", "error": f"no such token: {self.headers.get('Authorization')}"})
        if "/label/" in self.path:
            return self.give(200, self.names)
        answer = Faulty.answers[min(Faulty.given, len(Faulty.answers) - 1)]
        Faulty.given += 1
        return answer(self) if callable(answer) else self.give(*answer)

    do_POST = do_GET

    def give(self, status, body, headers=(), length=None):
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content) if length is None else length))
        self.end_headers()
        try:
            self.wfile.write(content)
        except OSError:
            pass  # whoever asked has given up
        if length is not None:
            self.close_connection = True

    def log_message(self, *_):
        pass


def half(handler):
    content = json.dumps(matrix([[1740787300.5, "50"]] * 50)).encode()
    handler.give(200, content[:len(content) // 2], length=len(content))


def slow(handler):
    time.sleep(4)
    handler.give(200, matrix([[1740787300.5, "50"]]))


def test_faults(port):
    address = f"prometheus+http://127.0.0.1:{port}/?apikey={KEY}"
    good = (200, matrix([[1740787300.5 + 60 * i, str(i)] for i in range(50)]))
    empty = (200, {"status": "success", "data": {"resultType": "matrix", "result": []}})
    error = {"status": "error", "errorType": "internal", "error": f"expanding series: \x1b[31m broken\ndisk {KEY}"}

    def ask(*answers, names=NAMES):
        Faulty.answers, Faulty.given, Faulty.names = list(answers), 0, names

    for wanted, answers in (
            ("the answer is cut off or no JSON", [(200, b'{"status":"success","data":{"resultType":"matrix","result":[{"metric":{')]),
            ("this is no answer of Prometheus", [(200, b"<html>\x1b[31mWelcome " + KEY.encode() + b"</html>")]),
            ("this is no answer of Prometheus", [(200, b"")]),
            ("this is no answer of Prometheus", [(200, {"hello": "world"})]),
            ("gives no whole answer", [half]),
            ("Prometheus answered with an error (internal): expanding series: [31m broken disk …", [(500, error)]),
            ("Prometheus answered with an error (internal)", [(200, error)]),
            ("HTTP 500", [(500, b"oops " + KEY.encode())]),
            ("HTTP 503", [(503, b"down for repair")]),
            ("(timeout): too slow", [(503, {"status": "error", "errorType": "timeout", "error": "too slow"})]),
            ("(execution): query processing would load too many samples", [(422, {"status": "error", "errorType": "execution", "error": "query processing would load too many samples into memory"})]),
            ("HTTP 403", [(403, b"no")]), ("HTTP 404", [(404, b"404 page not found")]),
            ("is not followed", [(302, b"", [("Location", f"http://127.0.0.1:{port}/elsewhere")])]),
            ("the value of a point is no number", [(200, matrix([[1740787300.5, "many"]]))]),
            ("which is of no GPU", [(200, {"status": "success", "data": {"resultType": "scalar", "result": [1, "2"]}})]),
            ("no sample of them in the time asked for", [empty])):
        ask(*answers)
        refused(wanted, address, *MONTH, BREAKEVEN_TOKEN=TOKEN)
        if answers[0] is not empty and len(answers) == 1:  # and the same once a first piece was had
            ask(good, *answers)
            if "503" not in wanted and "timeout" not in wanted:  # which are waited for; once is enough
                assert "nothing of it is shown" in refused(wanted, address, *MONTH, BREAKEVEN_TOKEN=TOKEN).stderr
    ask(empty, names={"status": "success", "data": ["up", "node_load1"]})
    refused("no metric of GPUs that is known here", address, *MONTH)
    ask(empty, names={"status": "error", "errorType": "bad_data", "error": "no"})
    refused("Prometheus answered with an error (bad_data): no", address, *MONTH)

    # What passes is waited for, and nothing is counted twice.
    ask(good)
    whole = figures(address, *MONTH)
    assert whole["devices"][0]["rows"] == 50
    ask((503, b"starting"), (502, b""), good)
    assert figures(address, *MONTH)["devices"] == whole["devices"]
    # Every sample comes with every answer here; of each only the piece that was asked for is taken.
    ask((422, {"status": "error", "errorType": "execution", "error": "too many samples"}), good)
    assert figures(address, *MONTH)["devices"] == whole["devices"]
    # The server says itself that its answer may not be whole.
    ask((200, good[1] | {"warnings": [f"store 10.0.0.1 is \x1b[31mgone {KEY}"]}))
    partial = figures(address, *MONTH)
    assert partial["partial"] and "may not be whole: store 10.0.0.1 is [31mgone …" in partial["partial_reason"], partial
    assert figures(address, *MONTH, "--allow-samples", "--scenario", "data/scenarios/rtx4060-laptop-vs-a10.toml")["devices"][0]["verdict"] is None
    # A server that is slow, and one that is slow with everything.
    ask(slow)
    begin = time.monotonic()
    refused("gives no whole answer: Timeout was reached", address + "&timeout=1s", *MONTH)
    assert time.monotonic() - begin < 60

    hostile = {"modelName": 'A\n"100"\x1b]0;owned\x07\u009b31m \\', "Hostname": "n" * 1_000_000, "pod": "x\r\ny\x00z", "namespace": "\ud7ff\uffff"}
    ask((200, matrix(good[1]["data"]["result"][0]["values"], **hostile)))
    answer = figures(address, *MONTH)["devices"][0]
    assert answer["name"] == 'A "100"]0;owned31m \\' and answer["node"] == "n" * 256 and answer["pod"] == "x  yz", answer
    shown = run("audit", address, *MONTH)
    assert shown.returncode == 3 and "\x1b" not in shown.stdout + shown.stderr and len(shown.stdout) < 5000, shown.stdout[:3000]


def test_addresses(port):
    unused = servers.free_port()
    for wanted, address in (
            ("gives no whole answer", f"prometheus+http://127.0.0.1:{unused}/?apikey={KEY}"),
            ("check the host's name", f"prometheus+http://no-such-host.invalid/?apikey={KEY}"),
            ("must not hold a user or a password", f"prometheus+http://me:{PASSWORD}@127.0.0.1:{port}/"),
            ("no http or https address", f"prometheus+ftp://127.0.0.1/?apikey={KEY}"),
            ("no number from 1 to 65535", "prometheus+http://127.0.0.1:x/"),
            ("is no date and time", f"prometheus+http://127.0.0.1:{port}/?start={KEY}"),
            ("is nearly \"start\"", f"prometheus+http://127.0.0.1:{port}/?strat={KEY}"),
            ("not after its start", f"prometheus+http://127.0.0.1:{port}/?start=2026-02-01&end=2026-01-01&k={KEY}"),
            ("prometheus+http://", f"http://127.0.0.1:{port}/?apikey={KEY}")):
        refused(wanted, address)
    # Where no log belongs, the address is not repeated either.
    address = f"prometheus+http://127.0.0.1:{port}/?apikey={KEY}"
    for arguments in (["calibrate", address], ["history", address], ["line", address], [address], ["audit", address, "--bogus"], ["audit", "--scenario", address, "x"],
                      ["check", address, "--scenario", "no-such.toml"], ["metrics", address, "--scenario", "data/scenarios/rtx4060-laptop-vs-a10.toml"]):
        assert run(*arguments).returncode != 0


def test_bearer(port, folder):
    Faulty.token, Faulty.names = TOKEN, NAMES
    Faulty.answers, Faulty.given = [(200, matrix([[1740787300.5 + 60 * i, str(i)] for i in range(50)])), (200, {"status": "success", "data": {"result": []}})], 0
    address = f"prometheus+http://127.0.0.1:{port}"
    refused("HTTP 401", address, *MONTH)
    refused("HTTP 401", address, *MONTH, BREAKEVEN_TOKEN="wrong-token-1234")
    assert figures(address, *MONTH, BREAKEVEN_TOKEN=TOKEN)["devices"][0]["rows"] == 50
    file = folder / "credentials.toml"
    file.write_text(f'token = "{TOKEN}"\n')
    file.chmod(0o644)
    refused("others than its owner", address, *MONTH, "--credentials", str(file))
    file.chmod(0o600)
    Faulty.given = 0
    assert figures(address, *MONTH, "--credentials", str(file), BREAKEVEN_TOKEN="wrong-token-1234")["devices"][0]["rows"] == 50
    Faulty.token = None


def certificates(folder):
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True, timeout=60)

    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=made for a test", "-days", "2")
    openssl("req", *key, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=127.0.0.1")
    (folder / "san").write_text("subjectAltName=IP:127.0.0.1\n")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "server.pem", "-days", "2", "-extfile", "san")


def test_basic_and_tls(folder):
    certificates(folder)
    (folder / "web.yml").write_text("tls_server_config: {cert_file: server.pem, key_file: server.key}\nbasic_auth_users: {%s: '%s'}\n" % (USER, HASH))
    month.write(folder / "days.om", days=2)
    servers.backfill(folder / "days.om", folder / "data")
    ca = {"SSL_CERT_FILE": str(folder / "ca.pem")}
    right = {"BREAKEVEN_USER": USER, "BREAKEVEN_PASSWORD": PASSWORD}
    with servers.running(folder / "data", web_config=folder / "web.yml", scheme="https") as port:
        address = f"prometheus+https://127.0.0.1:{port}"
        whole = figures(address, *MONTH, **ca, **right)
        assert sorted(whole["devices"], key=str) == sorted(figures(str(folder / "days.om"))["devices"], key=str)
        refused("SSL_CERT_FILE", address, *MONTH, **right)
        refused("HTTP 401", address, *MONTH, **ca)
        refused("HTTP 401", address, *MONTH, **ca, **right | {"BREAKEVEN_PASSWORD": "wrong-password-1234"})
        refused("HTTP 401", address, *MONTH, **ca, BREAKEVEN_TOKEN=TOKEN)
        refused("", address.replace("https", "http"), *MONTH, **right)  # the port speaks TLS alone
        file = folder / "basic.toml"
        file.write_text(f'user = "{USER}"\npassword = "{PASSWORD}"\n')
        file.chmod(0o600)
        assert figures(address, *MONTH, "--credentials", str(file), **ca)["devices"] == whole["devices"]


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Faulty)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as name:
        test_addresses(server.server_address[1])
        test_bearer(server.server_address[1], pathlib.Path(name))
        test_faults(server.server_address[1])
        test_basic_and_tls(pathlib.Path(name))
    server.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
