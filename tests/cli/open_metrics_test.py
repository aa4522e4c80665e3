#!/usr/bin/env python3
"""Holds the output of `breakeven metrics` against the rules of OpenMetrics 1.0, and of the dashboard against the metrics.

    open_metrics_test.py BREAKEVEN [PROMTOOL]
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TRACE = "data/traces/v100-resnet50-training.json.gz"
SCENARIO = "data/scenarios/rtx4060-laptop-vs-a10.toml"
NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*$")
SAMPLE = re.compile(r'([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$')
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\n|\\")*)"(?:,|$)')


def run(binary, *arguments, status=0):
    done = subprocess.run([binary, *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=60)
    assert done.returncode == status, (arguments, done.returncode, done.stderr)
    return done.stdout


def parse(text):
    """Families by name, as {"type", "unit", "samples": {(name, labels): value}}; fails on whatever the format forbids."""
    assert text.endswith("# EOF\n") and text.count("# EOF") == 1, "one # EOF, at the end"
    families, current = {}, None
    for line in text.splitlines()[:-1]:
        assert line == line.strip() and line, "no blank line, no blanks around"
        if line.startswith("# "):
            kind, name, rest = line[2:].split(" ", 2)
            assert NAME.match(name) and kind in ("HELP", "TYPE", "UNIT"), line
            if name not in families:
                families[name] = {"samples": {}}
            current = name
            family = families[name]
            assert not family["samples"], "metadata stands before the samples, and families are not interleaved"
            assert kind not in family, "each once"
            family[kind] = rest
            if kind == "TYPE":
                assert rest in ("gauge", "counter"), rest
                assert not (rest == "counter" and name.endswith("_total")), "a family's name has no _total"
            if kind == "UNIT":
                assert name.endswith("_" + rest), "the unit ends the name"
            continue
        name, labels, value = SAMPLE.match(line).groups()
        expected = current + ("_total" if families[current]["TYPE"] == "counter" else "")
        assert name == expected, (name, expected)
        pairs, at = [], 0
        while at < len(labels or ""):
            pair = LABEL.match(labels, at)
            assert pair, labels
            pairs.append((pair[1], pair[2]))
            at = pair.end()
        assert len({label for label, _ in pairs}) == len(pairs), "each label once"
        key = (name, tuple(pairs))
        assert key not in families[current]["samples"], "each sample once"
        families[current]["samples"][key] = float(value)
    for name, family in families.items():
        assert family["samples"] and "HELP" in family, name
        for value in family["samples"].values():
            assert family["TYPE"] != "counter" or value >= 0.0
    return families


def values(families):
    return {key: value for family in families.values() for key, value in family["samples"].items()}


def main():
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    promtool = sys.argv[2] if len(sys.argv) > 2 else None
    known = set()
    with tempfile.TemporaryDirectory() as folder:
        history = folder + "/h.db"
        plain = run(binary, "metrics", TRACE, "--scenario", SCENARIO)
        parse(plain)
        if promtool:
            subprocess.run([promtool, "check", "metrics"], input=plain, text=True, check=True, timeout=60)

        # Counters rise with every new log and fall with nothing, not even pruning.
        before = {}
        for step in (["record", TRACE, "--history", history, "--window", "300 ms"],
                     ["record", "tests/data/kineto/a100_nccl_2024.json.gz", "--history", history],
                     ["record", TRACE, "--history", history, "--window", "300 ms"],
                     ["history", "--history", history, "--prune", "older than 0 s"]):
            run(binary, *step)
            families = parse(run(binary, "metrics", TRACE, "--scenario", SCENARIO, "--history", history))
            now = {key: value for key, value in values(families).items() if key[0].endswith("_total")}
            for key, value in before.items():
                assert now.get(key, -1.0) >= value, (step, key)
            before = now
            known |= {key[0] for key in values(families)}
        assert before and max(before.values()) > 0.0

        # A name with everything that must be escaped comes back whole.
        trace = pathlib.Path(folder) / "odd.json"
        name = 'quote " backslash \\ end'
        trace.write_text(json.dumps({"deviceProperties": [{"id": 0, "name": name}], "traceEvents": [
            {"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 1623142623531625 + 100 * i, "dur": 50,
             "args": {"device": 0, "stream": 7}} for i in range(100)]}))
        odd = parse(run(binary, "metrics", str(trace), "--scenario", SCENARIO))
        labels = dict(next(iter(odd["breakeven_effective_ratio"]["samples"]))[1])
        assert labels["name"].replace('\\"', '"').replace("\\\\", "\\") == name, labels

        # Written whole or not at all.
        target = pathlib.Path(folder) / "breakeven.prom"
        run(binary, "metrics", TRACE, "--scenario", SCENARIO, "-o", str(target))
        assert target.read_text(encoding="utf-8") == plain
        run(binary, "metrics", "no-such-log", "--scenario", SCENARIO, "-o", str(target), status=1)
        assert target.read_text(encoding="utf-8") == plain, "a failed run leaves the old figures, whose age gives it away"
        assert sorted(p.name for p in pathlib.Path(folder).glob("breakeven.prom*")) == ["breakeven.prom"]

    # Temperature and power come from telemetry, which these logs do not have.
    known |= {"breakeven_temperature_celsius", "breakeven_power_watts"}
    for file in ("breakeven-dashboard.json", "breakeven-alerts.yml"):
        used = set(re.findall(r"\bbreakeven_[a-z_]+", (ROOT / "data/monitoring" / file).read_text(encoding="utf-8")))
        assert used and used <= known, (file, used - known)
    dashboard = json.loads((ROOT / "data/monitoring/breakeven-dashboard.json").read_text(encoding="utf-8"))
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])
    print("all hold")


if __name__ == "__main__":
    main()
