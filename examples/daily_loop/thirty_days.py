#!/usr/bin/env python3
"""Thirty made-up days of one GPU: recorded and checked every night, diagnosed when the line breaks, calibrated and reported at the end.

    thirty_days.py BREAKEVEN [REPORT.html]

The report stays where REPORT.html says, else it is read and thrown away.

The driver changes on day 10 (kernels take 4 % longer), days 13 to 19 are hot (0.87 % longer for each kelvin, as on all days), and
from day 26 on the data loader stalls each step for a second. Everything is drawn from one seed, so every run says the same.
"""
import gzip
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCENARIO = ROOT / "data/scenarios/rtx4060-laptop-vs-a10.toml"
LINE = ["--set", 'line.base="12 %"']
MIDNIGHT_US = 1_793_491_200_000_000  # 2026-11-01T00:00:00Z
DAY_US = 86_400_000_000
NEW_DRIVER, HOT_WEEK, BROKEN_LOADER = 10, range(13, 20), 26


def write_log(path, random_, day, temperature, driver):
    """Forty steps of twenty kernels, as PyTorch's profiler writes them."""
    slower = (1.0 + 0.0087 * (temperature - 25.0)) * (1.04 if driver == "535" else 1.0)
    at = MIDNIGHT_US + (day - 1) * DAY_US + 2 * 3_600_000_000  # two in the morning
    events = []
    for step in range(40):
        begin = at
        at += 1_000_000 if day >= BROKEN_LOADER else 0  # the loader's second, before the first kernel
        for _ in range(20):
            length = round(10_500 * slower * random_.gauss(1.0, 0.002))
            events.append({"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": at, "dur": length,
                           "args": {"device": 0, "stream": 7, "grid": [64, 1, 1], "block": [256, 1, 1]}})
            at += 75_000
        events.append({"ph": "X", "cat": "user_annotation", "name": f"ProfilerStep#{step}", "pid": 1, "tid": 1, "ts": begin, "dur": at - begin})
    log = {"deviceProperties": [{"id": 0, "name": "RTX 4060 Laptop GPU"}], "traceEvents": events}
    path.write_bytes(gzip.compress(json.dumps(log).encode(), mtime=0))


def main():
    binary = str(pathlib.Path(sys.argv[1]).resolve())

    def run(*arguments, statuses=(0,)):
        done = subprocess.run([binary, *map(str, arguments)], capture_output=True, text=True, encoding="utf-8", timeout=60)
        assert done.returncode in statuses, (arguments, done.returncode, done.stdout, done.stderr)
        return done.returncode, done.stdout

    random_ = random.Random(20261101)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        history, log = folder / "history.db", folder / "night.json.gz"
        alarms = []
        for day in range(1, 31):
            temperature = round(random_.uniform(21.0, 27.0) + (8.0 if day in HOT_WEEK else 0.0), 1)
            driver = "535" if day >= NEW_DRIVER else "525"
            write_log(log, random_, day, temperature, driver)
            run("record", log, "--history", history, "--window", "15 s", "--work", 40, "--task", "vision", "--driver", driver,
                "--temperature", f"{temperature} degC", "--os", "linux")
            status, line = run("check", log, "--scenario", SCENARIO, *LINE, "--history", history, statuses=(0, 2))
            if status:
                alarms.append(day)
            if day in (1, NEW_DRIVER, HOT_WEEK.start, BROKEN_LOADER - 1, BROKEN_LOADER):
                print(f"day {day:2}  {line}", end="")
        _, why = run("diagnose", log, "--scenario", SCENARIO, *LINE, "--history", history, "--driver", driver)
        print("\n" + why.splitlines()[0])
        diagnosis = json.loads(run("diagnose", log, "--scenario", SCENARIO, *LINE, "--history", history, "--driver", driver, "--json")[1])
        _, weights = run("calibrate", history)
        print("\n" + weights)
        calibration = json.loads(run("calibrate", history, "--json")[1])
        report = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else folder / "report.html"
        run("report", SCENARIO, *LINE, "--log", log, "--history", history, "--driver", driver, "-o", report)
        page = report.read_text(encoding="utf-8")

    assert alarms == list(range(BROKEN_LOADER, 31)), alarms
    assert diagnosis["devices"][0]["causes"][0] == "data", diagnosis["devices"][0]["causes"]
    terms = {(term["name"], term["level"]): term for term in calibration["terms"]}
    assert calibration["target"] == "time-per-work" and calibration["rows"] >= 120, calibration["rows"]
    temperature = terms["temperature", None]["weight"]
    changed = terms.get(("driver", "525")) or terms["driver", "535"]
    # The reference is the most frequent driver, 535; the old one is 1/1.04 - 1 of it.
    expected = 1.0 / 1.04 - 1.0 if changed["level"] == "525" else 0.04
    assert abs(temperature - 0.0087) < 0.0005, temperature
    assert abs(changed["weight"] - expected) < 0.005, changed
    for shown in ("was below its line on 5 of 30 recorded days: 2026-11-26 to 2026-11-30",  # the broken data loader, by day
                  "The driver changed from 525 to 535 on 2026-11-10",
                  "on 2026-11-13 to 2026-11-19: up to",  # the hot week
                  "it waits for data before its steps"):
        assert shown in page, shown
    print(f"The alarm rang on day {alarms[0]}, the data loader was named, temperature and driver were found, and the report shows all three.")


if __name__ == "__main__":
    main()
