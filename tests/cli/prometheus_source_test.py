#!/usr/bin/env python3
"""Thirty days in a real Prometheus: the audit of the server is the audit of the same samples in a file, to the last digit.

    prometheus_source_test.py BREAKEVEN

Needs prometheus and promtool, and fails without them. Bearer tokens, passwords and certificates have a test of their own.
"""
import http.server
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request

import dcgm_month as month
import prometheus_servers as servers

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCENARIO = "data/scenarios/rtx4060-laptop-vs-a10.toml"
BINARY = str(pathlib.Path(sys.argv[1]).resolve())
DAY_MS = 86_400_000
MONTH = ["--since", "2025-03-01", "--until", "2025-04-01"]


def run(*arguments, status, **environment):
    done = subprocess.run([BINARY, *arguments], cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == status, (arguments, done.returncode, done.stdout[-2000:], done.stderr[-2000:])
    return done


def audit(*arguments, status=3):
    return json.loads(run("audit", *arguments, "--json", status=status).stdout)


def devices(answer):
    return {(one.get("uuid"), one.get("mig_instance")): one for one in answer["devices"]}


def pod_change():
    """Two hours after the month: train-2 leaves GPU 0 in the middle, and train-3 comes three minutes later."""
    out, energy = [], 9.9e13
    for minute in range(120):
        t = month.START_MS + month.DAYS * DAY_MS + minute * month.MINUTE_MS + month.GPUS[0][3]
        if 60 <= minute < 63:
            continue
        label = month.labels(0, t) | ({"pod": "train-3"} if minute >= 63 else {})
        energy += 1000.0
        for metric, value in zip(month.METRICS, (float(minute % 50), 100.5 + minute, 40.0, energy, 2000.0)):
            out.append((metric, label, value, t))
    return out


def write_changes(port, more):
    """As a scrape would: train-2's series end in stale markers."""
    series, last = {}, {}
    for metric, label, value, t in more:
        key = (metric, label["pod"])
        series.setdefault(key, ({"__name__": metric, **label}, []))[1].append((t, struct.pack("<d", value)))
        last[key] = t
    stale = month.START_MS + month.DAYS * DAY_MS + 60 * month.MINUTE_MS + month.GPUS[0][3]
    for (_, pod), (_, points) in series.items():
        if pod == "train-2":
            points.append((stale, servers.STALE))
    for pod in ("train-2", "train-3"):  # in order of time
        servers.remote_write(port, [one for (_, its), one in series.items() if its == pod])
    return stale


class Proxy(http.server.BaseHTTPRequestHandler):
    """Hands requests on and notes them; after `whole` of them the server is as good as gone."""
    target, asked, whole = 0, [], 1 << 30
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if len(self.asked) >= self.whole:
            self.close_connection = True
            return
        self.asked.append((self.path, urllib.parse.parse_qs(body.decode())))
        request = urllib.request.Request(f"http://127.0.0.1:{self.target}{self.path}", data=body or None, method=self.command)
        with urllib.request.urlopen(request, timeout=120) as answer:
            content = answer.read()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_POST = do_GET

    def log_message(self, *_):
        pass


def test_equality(address, file, port):
    before = servers.requests_served(port)
    begin, cpu = time.monotonic(), os.times()
    live = audit(address, *MONTH)
    spent = os.times()
    asked = servers.requests_served(port) - before
    saved = audit(str(file))
    print(f"30 days x 4 GPUs: {asked} requests, {time.monotonic() - begin:.1f} s with the file's audit, "
          f"{spent.children_user + spent.children_system - cpu.children_user - cpu.children_system:.1f} s of CPU")
    assert asked <= 16, asked
    assert devices(live) == devices(saved), [(key, one, devices(saved).get(key)) for key, one in devices(live).items() if one != devices(saved).get(key)]
    assert live["remarks"] == saved["remarks"], (live["remarks"], saved["remarks"])
    assert live["source"]["format"] == "prometheus-server", live["source"]
    # What went into the month is seen in it, so that two equal wrongs are found out.
    by = devices(live)
    assert len(by) == 5, list(by)
    first, second, third, fourth = (by[gpu[1], None] for gpu in month.GPUS)
    assert (first["node"], first["pod"], first["namespace"], first["other_pods"]) == ("node-a", "train-3", "team-b", True), first
    assert (second["pod"], second.get("other_pods")) == ("serve-0", None) and "pod" not in third, (second, third)
    assert by[month.GPUS[2][1], "7 1g.10gb"]["samples"]["engine_active_mean"] > 0
    assert any(abs(o["end_ns"] - o["start_ns"] - 5 * 3600e9) < 61e9 for o in third["outages"]), third["outages"]
    assert any(abs(o["end_ns"] - o["start_ns"] - 2400e9) < 61e9 for o in second["outages"]), second["outages"]
    # The GPU's energy by its power over all minutes, without the outage's; the reset is no loss of more than a minute of it.
    power = [float(v) for m, label, v, _ in month.samples() if m == "DCGM_FI_DEV_POWER_USAGE" and month.GPUS[1][1] in label]
    assert abs(second["samples"]["energy_j"] / (60.0 * sum(power)) - 1.0) < 2e-3, second["samples"]["energy_j"]
    blanks = sum(v == month.BLANK for _, _, v, _ in month.samples())
    assert any(remark.startswith(f"{blanks} blank values") for remark in live["remarks"]), live["remarks"]
    # And so with a verdict, and as telemetry beside a kernel log.
    how = ["--allow-samples", "--scenario", SCENARIO]
    assert devices(audit(address, *MONTH, *how, status=0)) == devices(audit(str(file), *how, status=0))


def test_stale(port, stale, address, more):
    """The marker is really there: just behind it a query sees nothing, and the raw range does not show it either."""
    query = 'DCGM_FI_DEV_GPU_UTIL{pod="train-2"}'
    for at, count in ((stale - 1, 1), (stale + 1, 0)):
        url = f"http://127.0.0.1:{port}/api/v1/query?" + urllib.parse.urlencode({"query": query, "time": at / 1000})
        with urllib.request.urlopen(url, timeout=30) as answer:
            assert len(json.load(answer)["data"]["result"]) == count, at
    two_hours = audit(address, "--since", "2025-03-31", "--until", "2025-03-31T02:00:00Z")
    assert two_hours["devices"][0]["rows"] == 117 == len({t for *_, t in more}), two_hours["devices"]
    assert two_hours["devices"][0]["samples"]["missing"]["utilization"] == 0


def test_parts(address):
    """Two halves hold every sample once; labels select; nothing there is an error."""
    whole = devices(audit(address, *MONTH))
    halves = [devices(audit(address, "--since", a, "--until", b)) for a, b in (("2025-03-01", "2025-03-17T03:04:05.678Z"), ("2025-03-17T03:04:05.678Z", "2025-04-01"))]
    for key, one in whole.items():
        assert one["rows"] == sum(half[key]["rows"] for half in halves), key
    boundary = month.START_MS + 5 * DAY_MS + month.GPUS[0][3]  # the instant of a sample: it belongs to the range that begins there
    iso = f"2025-03-06T00:00:00.{boundary % 1000:03d}Z"
    at = [devices(audit(address, "--since", a, "--until", b))[month.GPUS[0][1], None]["rows"] for a, b in (("2025-03-05", iso), (iso, "2025-03-07"))]
    assert at == [1440, 1440], at
    only = audit(address, *MONTH, "--match", '{Hostname="node-a",gpu="1"}')
    assert [one["uuid"] for one in only["devices"]] == [month.GPUS[1][1]]
    same = audit(address + "/?start=2025-03-01&end=2025-04-01&match=Hostname=%22node-a%22,gpu=%221%22")
    assert same["devices"] == only["devices"] and "?" not in same["source"]["path"], same["source"]
    for arguments, wanted in (
            (["--since", "2019-01-01", "--until", "2019-02-01"], "none in the time asked for: from 2019-01-01T00:00:00Z to 2019-02-01T00:00:00Z"),
            (["--since", "2025-03-21T12:10:00Z", "--until", "2025-03-21T12:30:00Z"], "no sample of them in the time asked for"),
            (["--since", "2025-04-01", "--until", "2025-03-01"], "not after its start"),
            ([*MONTH, "--match", 'Hostname="node-z"'], "no metric of GPUs that is known here, with these labels"),
            ([*MONTH, "--match", "Hostname=node-a"], "Prometheus answered with an error (bad_data)"),
            (["--since", "yesterday"], "is no date and time"), (["--step", "0"], "is no length of time")):
        done = run("audit", address, *arguments, "--json", status=1)
        assert wanted in done.stderr and not done.stdout, (arguments, done.stderr, done.stdout)


def test_steps(address, port):
    """Means over steps: a range query for each metric, never more than 11,000 points, and the means are those of the samples."""
    Proxy.target, Proxy.asked, Proxy.whole = port, [], 1 << 30
    stepped = devices(audit(address, *MONTH, "--step", "2m"))
    ranges = [{name: float(value[0]) for name, value in form.items() if name != "query"} for path, form in Proxy.asked if path.endswith("query_range")]
    points = [round((one["end"] - one["start"]) / one["step"]) + 1 for one in ranges]
    assert ranges and max(points) <= 11_000, points
    assert sum(points) == 6 * 31 * 720, (sum(points), len(points))  # every step of each metric once
    print(f"30 days in steps of two minutes: {len(Proxy.asked)} requests, at most {max(points)} points each")
    for number in (0, 1):
        steps = {}
        for metric, label, value, t in month.samples():
            if metric == month.METRICS[0] and month.GPUS[number][1] in label:
                steps.setdefault((t - month.START_MS) // 120_000, []).append(float(value) / 100)
        if number == 0:
            for metric, label, value, t in pod_change():
                if metric == month.METRICS[0]:
                    steps.setdefault((t - month.START_MS) // 120_000, []).append(value / 100)
        mean = sum(sum(one) / len(one) for one in steps.values()) / len(steps)
        found = stepped[month.GPUS[number][1], None]["samples"]
        assert found["count"] == len(steps), (found, len(steps))
        # Where the pod changes within a step, the step's mean is of one of the two.
        assert abs(found["utilization_mean"] - mean) < 1e-4, (found, mean)


def test_cut_off(address, port):
    """The server goes away in the middle: an error that says how far, and not a figure."""
    Proxy.target, Proxy.asked, Proxy.whole = port, [], 4
    for command in (["audit"], ["check", "--scenario", SCENARIO, "--allow-samples"]):
        Proxy.asked.clear()
        done = run(command[0], address, *MONTH, *command[1:], status=3 if command[0] == "check" else 1)
        said = done.stdout + done.stderr
        assert "gives no whole answer" in said and "nothing of it is shown" in said and "2025-03-" in said, said
        assert "%" not in said, said


def test_commands(address, port):
    """Wherever a log or telemetry is accepted: check, report, record, metrics, diagnose."""
    trace = "data/traces/v100-resnet50-training.json.gz"
    one_gpu = [*MONTH, "--match", f'UUID="{month.GPUS[1][1]}"']
    out = run("check", address, *one_gpu, "--scenario", SCENARIO, "--allow-samples", status=0).stdout
    assert "OK" in out, out
    for command in ("audit", "metrics", "diagnose"):
        done = run(command, trace, "--telemetry", address, *one_gpu, "--scenario", SCENARIO, status=0)
        assert done.stdout
    beside = json.loads(run("audit", trace, "--telemetry", address, *one_gpu, "--json", status=0).stdout)
    assert abs(beside["devices"][0]["long_run"]["days"] - 30) < 0.01, beside["devices"][0].get("long_run")
    with tempfile.TemporaryDirectory() as folder:
        run("record", trace, "--telemetry", address, *one_gpu, "--history", f"{folder}/h.db", status=0)
        secret = address + "/?apikey=hush-hush"
        run("report", SCENARIO, "--log", secret, *one_gpu, "--allow-samples", "-o", f"{folder}/r.html", status=0)
        page = pathlib.Path(f"{folder}/r.html").read_text(encoding="utf-8")
        assert address in page and "hush-hush" not in page
    done = run("record", secret, "--history", "/tmp/never-made.db", status=1)
    assert "hush-hush" not in done.stdout + done.stderr and "samples" in done.stderr, done.stderr
    # The flags ask servers, and say so where there is none.
    assert "no log here is one" in run("audit", "tests/data/cases/C39.json", "--since", "2025-03-01", status=1).stderr
    assert "no log here is one" in run("metrics", trace, "--scenario", SCENARIO, "--credentials", "x", status=1).stderr


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        more = pod_change()
        month.write(folder / "month.om")
        servers.backfill(folder / "month.om", folder / "data")
        month.write(folder / "both.om", more=[(metric, month.text_of(label), repr(value), t) for metric, label, value, t in more])
        with servers.running(folder / "data") as port:
            stale = write_changes(port, more)
            address = f"prometheus+http://127.0.0.1:{port}"
            proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
            threading.Thread(target=proxy.serve_forever, daemon=True).start()
            through = f"prometheus+http://127.0.0.1:{proxy.server_address[1]}"
            test_equality(address, folder / "both.om", port)
            test_stale(port, stale, address, more)
            test_parts(address)
            test_steps(through, port)
            test_cut_off(through, port)
            test_commands(address, port)
            proxy.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
