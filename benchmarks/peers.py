#!/usr/bin/env python3
"""Whole processes of breakeven beside others that answer the same question from the same file, in the same run.

    peers.py BREAKEVEN [--rows N] [--large N] [--repeats N]

Each answer is compared with breakeven's before anything is timed. Times are medians after one run to warm up: processor time first,
since a busy machine moves it least, then wall time and the peak of memory. A peer that is not installed is named and left out.
Big files go to a temporary folder, which is removed at the end.
"""
import argparse
import csv
import io
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SCENARIO = HERE.parent / "data/scenarios/rtx4060-laptop-vs-a10.toml"
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
TIME = "/usr/bin/time"

# The design both Python peers use: intercept, kelvins from 25, and a column for each level but the most frequent of its category.
DESIGN = """
import csv, json, sys, collections
import numpy as np
with open(sys.argv[1], newline="") as file:
    rows = csv.reader(file)
    names = next(rows)
    at = {n: i for i, n in enumerate(names)}
    columns = list(zip(*rows))
line = np.array(columns[at["line"]], dtype=float)
x = [np.ones(len(line)), np.array(columns[at["temperature_c"]], dtype=float) - 25.0]
terms = ["temperature"]
for category in ("task", "driver", "os", "virtualization", "network"):
    found = collections.Counter(columns[at[category]])
    reference = max(found, key=found.get)
    held = np.array(columns[at[category]])
    for level in sorted(found):
        if level != reference:
            x.append((held == level).astype(float))
            terms.append(category + "." + level)
X = np.column_stack(x)
"""
NUMPY = DESIGN + """
b = np.linalg.solve(X.T @ X, X.T @ line)
print(json.dumps({t: w / b[0] for t, w in zip(terms, b[1:])}))
"""
STATSMODELS = DESIGN + """
import statsmodels.api as sm
lag = int(4 * (len(line) / 100) ** (2 / 9))
fit = sm.OLS(line, X).fit(cov_type="HAC", cov_kwds={"maxlags": lag, "use_correction": True})
print(json.dumps({t: w / fit.params[0] for t, w in zip(terms, fit.params[1:])}))
"""
PANDAS = """
import json, sys
import numpy as np, pandas as pd
data = pd.read_csv(sys.argv[1], dtype={c: "category" for c in ("gpu", "task", "driver", "os", "virtualization", "network")})
x, terms = [np.ones(len(data)), data["temperature_c"].to_numpy() - 25.0], ["temperature"]
for category in ("task", "driver", "os", "virtualization", "network"):
    found = data[category].value_counts()
    for level in sorted(found.index):
        if level != found.index[0]:
            x.append((data[category] == level).to_numpy(dtype=float)); terms.append(f"{category}.{level}")
X = np.column_stack(x)
b = np.linalg.solve(X.T @ X, X.T @ data["line"].to_numpy())
print(json.dumps({t: w / b[0] for t, w in zip(terms, b[1:])}))
"""
R = """
d <- read.csv(commandArgs(TRUE)[1], colClasses = c(driver = "character"), na.strings = "")
for (c in c("task", "driver", "os", "virtualization", "network")) {
  d[[c]] <- factor(d[[c]]); d[[c]] <- relevel(d[[c]], names(which.max(table(d[[c]]))))
}
d$temperature <- d$temperature_c - 25
fit <- lm(line ~ temperature + task + driver + os + virtualization + network, d)
if (requireNamespace("sandwich", quietly = TRUE)) v <- sandwich::NeweyWest(fit, lag = floor(4 * (nrow(d) / 100)^(2 / 9)), prewhite = FALSE, adjust = TRUE)
b <- coef(fit); n <- sub("^(task|driver|os|virtualization|network)", "\\\\1.", names(b))
cat("{", paste0('"', n[-1], '": ', format(b[-1] / b[1], digits = 15), collapse = ", "), "}")
"""
SWEEP = """
import sys, numpy as np
values, lines = np.loadtxt(sys.argv[1], delimiter=",", skiprows=1, usecols=(0, 2), unpack=True)
np.savetxt(sys.stdout, np.column_stack([values, lines]), fmt="%.17g", delimiter=",")
"""


def installed(module):
    return subprocess.run([PYTHON, "-c", f"import {module}"], capture_output=True).returncode == 0


def once(command):
    """Runs `command`: (what it printed, CPU seconds, wall seconds, MiB)."""
    with tempfile.NamedTemporaryFile() as report:
        timed = [TIME, "-o", report.name, "-f", "%M", *command] if os.path.exists(TIME) else command
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        done = subprocess.run(timed, capture_output=True)
        wall = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))[:200]}: status {done.returncode}\n{done.stderr.decode()[-2000:]}")
        # Without GNU time the peak is the largest child's so far, and Python's own is its floor.
        peak = int(report.read().split()[-1]) if os.path.exists(TIME) else after.ru_maxrss
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.stdout, cpu, wall, peak / 1024


class Table:
    def __init__(self, repeats):
        self.repeats = repeats
        self.rows = []

    def measure(self, what, who, command, check):
        """Checks the answer, then takes medians. Returns the processor time."""
        check(once(command)[0])  # to warm up, too
        runs = [once(command)[1:] for _ in range(self.repeats)]
        cpu, wall, peak = (statistics.median(column) for column in zip(*runs))
        ours = next((r[2] for r in self.rows if r[0] == what), cpu)
        self.rows.append((what, who, cpu, wall, peak, cpu / ours if ours > 0 else float("nan")))
        print(f"  {what}, {who}: {cpu:.3f} s", file=sys.stderr)
        return cpu

    def without(self, what, who):
        self.rows.append((what, who, None, None, None, None))

    def show(self):
        print("| what | by | cpu | wall | peak memory | cpu / ours |\n|---|---|---:|---:|---:|---:|")
        for what, who, cpu, wall, peak, ratio in self.rows:
            if cpu is None:
                print(f"| {what} | {who} | not installed | | | |")
            else:
                print(f"| {what} | {who} | {cpu:.3f} s | {wall:.3f} s | {peak:.0f} MiB | {ratio:.2f} |")


def weights_of(output):
    return {t["name"] + ("." + t["level"] if t["level"] else ""): t["weight"] for t in json.loads(output)["terms"]}


def same_weights(expected):
    def check(output):
        found = json.loads(output)
        assert set(found) == set(expected), (sorted(found), sorted(expected))
        for term, weight in expected.items():
            assert abs(found[term] - weight) <= 1e-7 * (1.0 + abs(weight)), (term, found[term], weight)
    return check


def calibrations(table, binary, folder, rows, large):
    small, big = folder / "small.csv", folder / "large.csv"
    for path, count, gpus, step in ((small, rows, 1, 308.7), (big, large, 4, 1)):
        subprocess.run([PYTHON, HERE / "generate/windows.py", path, str(count), str(gpus), str(step)], check=True)
    plain = ["--prior", "none", "--json"]

    def right(output):
        """The weights that the file was made from."""
        answer = json.loads(output)
        assert answer["rows_used"] in (rows, large), answer["rows_used"]
        nlp = weights_of(output)["task.nlp"]
        assert abs(nlp - 0.233) < 0.005, nlp

    what = f"calibrate {rows} windows, Newey-West"
    command = [binary, "calibrate", small, *plain]
    expected = same_weights(weights_of(once(command)[0]))
    table.measure(what, "breakeven", command, right)
    if installed("statsmodels.api"):
        table.measure(what, "statsmodels", [PYTHON, "-c", STATSMODELS, small], expected)
    else:
        table.without(what, "statsmodels")
    if shutil.which("Rscript"):
        script = folder / "fit.R"
        script.write_text(R, encoding="utf-8")
        table.measure(what, "R", ["Rscript", "--vanilla", script, small], expected)
    else:
        table.without(what, "R")

    what = f"calibrate {large} windows ({big.stat().st_size / 1e6:.0f} MB), classical errors"
    command = [binary, "calibrate", big, *plain, "--errors", "ols", "--threads", "2"]
    expected = same_weights(weights_of(once(command)[0]))
    table.measure(what, "breakeven, two threads", command, right)
    for module, who, script in (("numpy", "numpy, normal equations", NUMPY), ("pandas", "pandas and numpy", PANDAS)):
        if installed(module):
            table.measure(what, who, [PYTHON, "-c", script, big], expected)
        else:
            table.without(what, who)
    if installed("duckdb"):
        script = "import duckdb, sys; print(duckdb.sql(f\"select avg(line), count(*) from read_csv_auto('{sys.argv[1]}')\").fetchone())"
        table.measure(what, "DuckDB, one mean of it", [PYTHON, "-c", script, big], lambda out: None)
    else:
        table.without(what, "DuckDB, one mean of it")
    if shutil.which("sqlite3"):
        command = ["sqlite3", ":memory:", ".mode csv", f".import {big} w", "select count(*), avg(line) from w;"]
        table.measure(what, "sqlite3, import and one mean", command, lambda out: check_count(out, large))
    else:
        table.without(what, "sqlite3, import and one mean")


def check_count(output, rows):
    assert int(output.split(b",")[0]) == rows, output


def sweeps(table, binary, folder):
    what = "sweep of 100000 values, printed as CSV"
    command = [binary, "whatif", SCENARIO, "--sweep", "electricity.price=0.2..2.0 CNY/kWh/100000", "--format", "csv", "--quiet"]
    output = once(command)[0]
    lines = list(csv.reader(io.StringIO(output.decode())))
    values = folder / "sweep.csv"
    values.write_bytes(output)

    def right(found):
        assert len(found.splitlines()) == 100001
        # One point by another way: the scenario itself at that price.
        again = json.loads(once([binary, "line", SCENARIO, "--set", f'electricity.price="{lines[500][0]} CNY/kWh"', "--json"])[0])
        assert abs(again["line"] - float(lines[500][2])) < 1e-13, (again["line"], lines[500])

    def same(found):
        for ours, theirs in zip(lines[1:], csv.reader(io.StringIO(found.decode()))):
            assert float(ours[0]) == float(theirs[0]) and float(ours[2]) == float(theirs[1])

    table.measure(what, "breakeven", command, right)
    if installed("numpy"):
        table.measure(what, "numpy, reads and prints them alone", [PYTHON, "-c", SWEEP, values], same)
    else:
        table.without(what, "numpy, reads and prints them alone")


def growth(binary, folder, repeats):
    print("\n| growth | 1x | 4x | 16x |\n|---|---:|---:|---:|")
    files = [folder / f"grow{n}.csv" for n in (1, 4, 16)]
    for path, n in zip(files, (1, 4, 16)):
        subprocess.run([PYTHON, HERE / "generate/windows.py", path, str(65536 * n), "4", "1"], check=True)
    sweep = [[binary, "whatif", SCENARIO, "--sweep", f"electricity.price=0.2..2.0 CNY/kWh/{6250 * n}", "--format", "csv", "--quiet"] for n in (1, 4, 16)]
    for name, commands in (("calibrate, from 65,536 windows", [[binary, "calibrate", f, "--json"] for f in files]), ("sweep, from 6,250 values", sweep)):
        cells = []
        for command in commands:
            runs = [once(command)[1:] for _ in range(repeats)]
            cells.append(f"{min(r[0] for r in runs):.3f} s, {max(r[2] for r in runs):.0f} MiB")
        print(f"| {name} | {' | '.join(cells)} |")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("breakeven")
    options.add_argument("--rows", type=int, default=8396, help="windows of the small calibration")
    options.add_argument("--large", type=int, default=10_400_000, help="windows of the large one")
    options.add_argument("--repeats", type=int, default=5)
    given = options.parse_args()
    binary = str(pathlib.Path(given.breakeven).resolve())
    table = Table(given.repeats)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        line = [binary, "line", SCENARIO, "--json"]
        table.measure("line on the shipped scenario", "breakeven", line, lambda out: json.loads(out)["line"])
        sweeps(table, binary, folder)
        calibrations(table, binary, folder, given.rows, given.large)
        table.show()
        growth(binary, folder, given.repeats)


if __name__ == "__main__":
    main()
