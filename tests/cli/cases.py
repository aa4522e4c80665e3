#!/usr/bin/env python3
"""Small logs and scenarios on which tools of this kind fail, case by case: the right answer, or the right refusal.

    cases.py BREAKEVEN

Each case is a file of tests/data/cases and what is right for every file like it. Figures were written down together with the
files. Every case is also run from a copy under another name, since a log's format is told from its content.
"""
import json
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CASES = ROOT / "tests" / "data" / "cases"


def near(value, wanted):
    return value is not None and math.isclose(value, wanted, rel_tol=1e-12, abs_tol=1e-15)


class Run:
    """One run of the program, and what is wrong with it."""

    def __init__(self, binary, arguments):
        done = subprocess.run([binary, *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=60)
        self.status, self.errors, self.wrong = done.returncode, done.stderr, []
        self.out = json.loads(done.stdout) if done.stdout.startswith("{") else None
        self.text = done.stdout + done.stderr

    def check(self, what, fact):
        if not fact:
            self.wrong.append(what)

    def device(self, number=0):
        devices = [] if self.out is None else [one for one in self.out["devices"] if one["device"] == number]
        self.check(f"one GPU {number}", len(devices) == 1)
        return devices[0] if devices else {}

    def equal(self, found, **wanted):
        for key, value in wanted.items():
            got = found.get(key)
            same = near(got, value) if isinstance(value, float) and isinstance(got, (int, float)) else got == value
            self.check(f"{key} is {got}, not {value}", same)

    def has(self, *words):
        for word in words:
            self.check(f"no word of {word!r}", word in self.text)

    def has_not(self, *words):
        for word in words:
            self.check(f"says {word!r}", word not in self.text)

    def remarks(self, *words):
        said = "\n".join(self.out["remarks"] + self.out.get("incomplete", [])) if self.out else ""
        for word in words:
            self.check(f"no remark of {word!r}", word in said)

    def no_verdict(self):
        for device in (self.out or {}).get("devices", []):
            self.check("a verdict", device["verdict"] is None and device["winner"] is None)
            self.check("a ratio", device.get("window") is None)

    def kernels(self, count, sum_ns, union_ns=None, **more):
        self.equal(self.device(), kernels=count, kernel_time_sum_ns=sum_ns,
                   kernel_time_union_ns=sum_ns if union_ns is None else union_ns, **more)


def c01(run):
    run.check("trusted", run.status in (1, 3))
    run.no_verdict()
    run.equal(run.out, launches=3)
    run.equal(run.device(), kernels=0)
    run.has("CUPTI_ACTIVITY_KIND_KERNEL", "3 kernel launches", "permission", "--trace=cuda")
    run.has_not("SELECT", "0 %", "below")


def c03(run):
    run.kernels(150, 2_500_000_000, 1_800_000_000, first_start_ns=1_000_000_000, last_end_ns=2_996_000_000)
    run.check("a ratio above 1", run.device()["window"]["effective_ratio"] <= 1.0 and run.device()["capture_ratio"] <= 1.0)


def c05(run):
    run.equal(run.device(), kernels=5, kernel_time_union_ns=10_000_000, busy_union_ns=810_000_000, first_start_ns=1_000_000_000,
              graph_executions=20, graph_without_time=1)
    run.equal(run.device()["window"], method="union-upper-bound")
    run.remarks("upper bound", "--cuda-graph-trace=node")


def c07(run):
    run.kernels(30, 750_000_435, first_start_ns=1_000_000_000, last_end_ns=2_185_000_029)


def c09(run):
    run.kernels(30, 600_436_305, first_start_ns=1_000_000_000, last_end_ns=2_470_019_057, name=None)
    run.remarks("schema version is unknown")


def c11(run):
    run.check(f"status {run.status}", run.status == 1 and run.out is None)
    run.has(":6:110: error:", "&lt;")


def c13(run):
    run.kernels(45, 3_600_000_000, first_start_ns=1_000_000_000, last_end_ns=5_480_000_000)
    window = run.device()["window"]
    run.check("observed more than the capture", window["observed_s"] <= 6.0)
    run.check("which denominator", window["observed_to"] in ("capture", "last-kernel"))
    run.check(f"ratio {window['effective_ratio']}", 0.6 <= window["effective_ratio"] <= 3.6 / 4.48)
    run.equal(run.device()["article"], kernels=45, kept_kernels=45, effective_s=3.6, effective_ratio=3.6 / 308.7)
    run.remarks("far below 300 s")


def c15(run):
    run.kernels(4, 8_000_822, first_start_ns=1762000000000000000, last_end_ns=1762000000011000411)
    run.remarks("2 strings with bad escapes were repaired")


def c17(run):
    run.kernels(5, 10_000_110, copies=2, first_start_ns=1762000000000000000, last_end_ns=1762000000014000044)


def c19(run):
    run.check(f"status {run.status}", run.status == 3)
    run.equal(run.out, partial=True)
    run.equal(run.device(), kernels=232, kernel_time_sum_ns=57_048_663, verdict=None, winner=None)
    run.has("the gzip stream ends early")


def c21(run):
    run.check(f"status {run.status}", run.status == 3)
    run.kernels(12, 18_000_357, first_start_ns=1762000000000000000, verdict=None)
    zero = run.device()["health"]["checks"][0]
    run.equal(zero, name="zero_duration_share", value=0.25, limit=0.15, ok=False)
    run.equal(run.device()["window"], start_ns=1762000000000000000)


def c23(run):
    run.kernels(12, 7372, first_start_ns=1714953600123456789, last_end_ns=1714953600123464172)


def c25(run):
    run.kernels(10, 20_000_855, sets=1, copies=0, first_start_ns=1762000000000000000, last_end_ns=1762000000029000171)


def c27(run):
    run.check(f"status {run.status}", run.status in (1, 3))
    run.no_verdict()
    run.equal(run.out, launches=25)
    run.has("permission", "warms up")
    run.has_not("0 %")


def c29(run):
    run.equal(run.device(0)["samples"], count=10, utilization_mean=0.55, power_mean_w=46.0)
    run.equal(run.device(0)["samples"]["missing"], power_w=2)
    run.equal(run.device(1)["samples"], count=10, utilization_mean=0.4, power_mean_w=None)


def c31(run):
    run.equal(run.device()["samples"], count=11, utilization_mean=0.7045454545454545, outage_s=1150.0, observed_s=90.0)
    run.check("which lines", [reject["line"] for reject in run.out["rejects"]] == [8, 9, 10, 18])
    run.check("no outage", [outage["driver_message"] for outage in run.device()["outages"]] == [True])
    run.remarks("evidence of a crash")


def c33(run):
    run.equal(run.out["devices"][0]["samples"], count=19, observed_s=10800.0, utilization_mean=0.5789473684210526)
    run.remarks("line 11")


def c35(run):
    run.equal(run.device(0)["samples"], count=24, utilization_mean=0.485)
    run.equal(run.device(1)["samples"], count=18, utilization_mean=0.05)
    run.equal(run.device(1)["samples"]["missing"], utilization=6)


def c37(run):
    run.check(f"status {run.status}", run.status in (1, 3))
    run.equal(run.device(0)["samples"], utilization_mean=None, engine_active_mean=None, power_mean_w=69.437, energy_j=None)
    run.equal(run.device(1)["samples"], utilization_mean=0.37, engine_active_mean=0.3721, power_mean_w=310.25, energy_j=126272101.025)
    run.equal(run.device(2)["samples"], utilization_mean=None, engine_active_mean=None, power_mean_w=72.917, energy_j=126272106.318)
    run.equal(run.device(3)["samples"], utilization_mean=0.0, engine_active_mean=0.0, power_mean_w=71.0, energy_j=0.001)
    for number in range(4):
        run.equal(run.device(number), verdict=None, winner=None)


def c39(run):
    run.check(f"status {run.status}", run.status == 1 and run.out is None)
    run.has("exceeded maximum resolution of 11,000 points per timeseries", "shorter range or a larger step")
    run.has_not("ecreasing")


def c41(run):
    run.check("one GPU", len(run.out["devices"]) == 1)
    run.equal(run.out["devices"][0]["samples"], count=20, utilization_mean=0.461)


def c43(run):
    run.equal(run.out, line=0.5, outcome="line")
    run.equal(run.out["local"], standing_per_hour=1.0, busy_per_hour=0.1)
    run.equal(run.out["cloud"], busy_per_hour=2.1)


def refused_at(*places):
    def check(run):
        run.check(f"status {run.status}", run.status == 1 and run.out is None)
        run.check(f"none of {places}", any(f":{place}" in run.errors for place in places))
    return check


TABLE = [
    ("C01.sqlite", "audit", c01), ("C03.sqlite", "audit", c03), ("C05.sqlite", "audit", c05), ("C07.sqlite", "audit", c07),
    ("C09.sqlite", "audit", c09), ("C11.xml", "audit", c11), ("C13.sqlite", "audit", c13), ("C15.json", "audit", c15),
    ("C17.json", "audit", c17), ("C19.json.gz", "audit", c19), ("C21.json", "audit", c21), ("C23.json", "audit", c23),
    ("C25.json", "audit", c25), ("C27.json", "audit", c27), ("C29.csv", "audit", c29), ("C31.csv", "audit", c31),
    ("C33.csv", "audit", c33), ("C35.txt", "audit", c35), ("C37.prom", "audit", c37), ("C39.json", "audit", c39),
    ("C41.json", "audit", c41), ("C43.toml", "line", c43), ("C45.toml", "line", refused_at("10:9:")),
    ("C47.toml", "line", refused_at("37:12:", "37:15:")), ("C49.toml", "line", refused_at("54:", "56:")),
    ("C49b.toml", "line", refused_at("1:2:")),
]


ANY_BYTES = [
    ("kineto", b'{"deviceProperties":[{"id":0,"name":"G\xff\xfeU"}],"traceEvents":[{"ph":"X","cat":"kernel","name":"k\x80","ts":1,'
               b'"dur":2,"args":{"device":0}},{"ph":"X","cat":"user_annotation","name":"ProfilerStep#\xc3","ts":0,"dur":9}]}'),
    ("samples", b"timestamp,index,name,utilization.gpu [%]\n2026/01/01 00:00:00.000, 0, G\xe4U, 5 %\n"
                b"2026/01/01 00:00:01.000, 0, G\xe4U, 5 %\n2026/01/01 00:00:02.000, 0, G\xe4U, 5 %\n"),
    ("article", b'<?xml version="1.0" encoding="ISO-8859-1"?><events><event name="cudaLaunchKernel" timestamp="1" duration="2" '
                b'kernelName="k\xe4"/></events>'),
]


def any_bytes(binary, folder):
    """Names that are no UTF-8 cost no answer: in every format the program ends as it does for others."""
    wrong = []
    for kind, log in ANY_BYTES:
        path = pathlib.Path(folder) / kind
        path.write_bytes(log)
        for shape in ("json", "text", "csv", "markdown"):
            done = subprocess.run([binary, "audit", str(path), "--allow-samples", "--format", shape], capture_output=True, timeout=60)
            if done.returncode not in (0, 3) or (shape == "json" and not json.loads(done.stdout.decode("utf-8"))["devices"]):
                wrong.append(f"{kind} as {shape}: status {done.returncode}, {done.stderr[:200]}")
        path.unlink()
    return wrong


def main():
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    failed = passed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, command, check in TABLE:
            renamed = pathlib.Path(folder) / (name.split(".")[0] + "-renamed.log")
            shutil.copy(CASES / name, renamed)
            # Nothing may be written beside a log, so its folder is closed while it is read.
            before = renamed.read_bytes()
            pathlib.Path(folder).chmod(0o500)
            for path in (CASES / name, renamed):
                samples = ["--allow-samples"] if command == "audit" and int(name[1:3]) >= 29 else []
                run = Run(binary, [command, str(path), *samples, "--json"])
                try:
                    check(run)
                except (KeyError, TypeError, IndexError) as missing:
                    run.wrong.append(f"the answer lacks {missing!r}")
                passed, failed = passed + (not run.wrong), failed + bool(run.wrong)
                for wrong in run.wrong:
                    print(f"FAILED {path.name}: {wrong}")
            pathlib.Path(folder).chmod(0o700)
            if renamed.read_bytes() != before or len(list(pathlib.Path(folder).iterdir())) != 1:
                failed += 1
                print(f"FAILED {name}: reading it left something behind")
            renamed.unlink()
        for wrong in any_bytes(binary, folder):
            failed += 1
            print(f"FAILED {wrong}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
