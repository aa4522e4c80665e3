#!/usr/bin/env python3
"""breakeven calibrate on a ClickHouse table of two shards says what it says of the same rows in a file, or why it cannot.

    clickhouse_test.py BREAKEVEN [NAME…]      the tests, or those whose names hold one of NAME
"""
import contextlib
import http.server
import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

import two_shards
from two_shards import PASSWORD, USER, TwoShards
from windows import START, as_float32, stamp, windows, write_csv

COLUMNS = "timestamp DateTime, gpu String, node String, task String, driver String, os String, temperature_c Float64, line Float64"
KINDS = ("newey-west", "hc3", "ols")
# Figures that come from rows or from sums of them; hash, refinement and remarks are told apart elsewhere.
SAME = ("rows", "rows_used", "days", "target", "errors", "lag", "prior", "reference", "entangled", "rejected", "rejects_by_reason", "cross_validation", "advice")


class Failed(Exception):
    pass


def check(holds, words):
    if not holds:
        raise Failed(words)


class Bench:
    """The command, the servers, a folder, and everything that was ever printed."""

    def __init__(self, binary, servers, folder):
        self.binary, self.servers, self.folder, self.printed = binary, servers, pathlib.Path(folder), []

    def run(self, *arguments, environment=None, timeout=120):
        done = subprocess.run([self.binary, "calibrate", *arguments], capture_output=True, timeout=timeout,
                              env={**os.environ, "NO_COLOR": "1", **(environment or {})})
        done.stdout, done.stderr = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")  # both are UTF-8 whatever a table holds
        self.printed += [done.stdout, done.stderr]
        return done

    def address(self, table, server=None):
        return f"clickhouse://127.0.0.1:{(server or self.servers.first).http}/default.{table}"

    def json(self, *arguments, **keywords):
        done = self.run(*arguments, "--json", **keywords)
        check(done.returncode == 0, f"{arguments}: status {done.returncode}, {done.stderr}")
        return json.loads(done.stdout)

    def local(self, rows, *arguments, without=("node",)):
        path = self.folder / "rows.csv"
        write_csv(path, rows, without)
        return self.json(str(path), *arguments)

    def refused(self, words, *arguments, **keywords):
        """The command must end with status 1, say `words` on standard error and nothing on standard output."""
        done = self.run(*arguments, **keywords)
        check(done.returncode == 1, f"{arguments}: status {done.returncode}: {done.stdout[:300]} {done.stderr[:300]}")
        check(done.stdout == "", f"{arguments} prints part of an answer: {done.stdout[:200]}")
        check(words in done.stderr and "hint: " in done.stderr, f"{arguments}: {words!r} is not in: {done.stderr}")
        return done.stderr


def near(a, b, what, scale=0.0, tolerance=1e-9):
    if a is None or b is None:
        check(a is b, f"{what}: {a} and {b}")
        return
    check(abs(a - b) <= tolerance * (abs(a) + scale), f"{what}: {a!r} here, {b!r} there, apart by {abs(a - b) / (abs(a) + scale or 1):.2e}")


def close(a, b, what):
    """Equal, numbers to 1e-9 of themselves."""
    if isinstance(a, dict) and isinstance(b, dict):
        check(a.keys() == b.keys(), f"{what}: {sorted(a)} and {sorted(b)}")
        for key in a:
            close(a[key], b[key], f"{what}.{key}")
    elif isinstance(a, list) and isinstance(b, list):
        check(len(a) == len(b), f"{what}: {a} and {b}")
        for i, (x, y) in enumerate(zip(a, b)):
            close(x, y, f"{what}[{i}]")
    elif isinstance(a, float) and isinstance(b, float):
        near(a, b, what)
    else:
        check(a == b, f"{what}: {a!r} and {b!r}")


def same(local, pushed, tolerance=1e-9):
    """Every term, the base, the errors and what else is told of the rows: equal to 1e-9 of the figure and of its standard error."""
    for key in SAME:
        close(local[key], pushed[key], key)
    near(local["r_squared"], pushed["r_squared"], "r_squared", 1.0, tolerance)
    for key in ("base", "base_std_error", "residual_sd", "condition"):
        near(local[key], pushed[key], key, tolerance=tolerance)
    if pushed["autocorrelation"] is not None or pushed["errors"] == "newey-west":
        near(local["autocorrelation"], pushed["autocorrelation"], "autocorrelation", 1.0)
    check([(t["name"], t["level"]) for t in local["terms"]] == [(t["name"], t["level"]) for t in pushed["terms"]], "terms differ")
    for a, b in zip(local["terms"], pushed["terms"]):
        what = f"{a['name']} {a['level']}"
        error = a["std_error"] or 0.0
        near(a["weight"], b["weight"], what, error, tolerance)
        near(a["std_error"], b["std_error"], what + " std_error", tolerance=tolerance)
        near(a["vif"], b["vif"], what + " vif", tolerance=tolerance)
        check(a["identified"] == b["identified"] and a["prior"] == b["prior"] and a["verdict"] == b["verdict"], what)
        for x, y in zip(a["ci95"] or [], b["ci95"] or []):
            near(x, y, what + " ci95", error, tolerance)
    for key in ("first", "last", "gpus"):
        check(local["provenance"][key] == pushed["provenance"][key], key)
    check([d["date"] for d in local["influential_days"]] == [d["date"] for d in pushed["influential_days"]], "influential days")
    for a, b in zip(local["influential_days"], pushed["influential_days"]):
        near(a["distance"], b["distance"], "distance", tolerance=1e3 * tolerance)  # differences of fits that nearly agree


def rounding_remark(answer):
    return [remark for remark in answer["remarks"] if remark.startswith("sums of so many rows")]


# What it says of good rows


def test_every_kind_of_error_with_and_without_priors(b):
    rows = windows()
    b.servers.distributed("plain", COLUMNS, "(gpu, timestamp)")
    b.servers.insert("plain", rows)
    for kind in KINDS:
        for prior in ("published", "none"):
            local = b.local(rows, "--errors", kind, "--prior", prior)
            pushed = b.json(b.address("plain"), "--errors", kind, "--prior", prior)
            same(local, pushed)
            check(pushed["provenance"]["hash"] is None and pushed["refined"] is False, "hash and refinement are not had")
            check(any("no hash" in r for r in pushed["remarks"]) and not rounding_remark(pushed), pushed["remarks"])
    for lag in ("0", "1", "37"):
        same(b.local(rows, "--lag", lag), b.json(b.address("plain"), "--lag", lag))
    for terms in ("temperature^2", "temperature*task, temperature^3", "task*driver"):
        same(b.local(rows, "--terms", terms, "--prior", "none"), b.json(b.address("plain"), "--terms", terms, "--prior", "none"))
        same(b.local(rows, "--terms", terms, "--errors", "hc3"), b.json(b.address("plain"), "--terms", terms, "--errors", "hc3"))
    # One shard by itself has half of the rows, and so has its file.
    half = sorted(rows[::2], key=lambda row: row["timestamp"])
    same(b.local(half), b.json(b.address("plain_part")))
    scenario = "data/scenarios/rtx4060-laptop-vs-a10.toml"
    same(b.local(rows, "--scenario", scenario), b.json(b.address("plain"), "--scenario", scenario))
    check(b.servers.first.ask("SELECT count() FROM plain") == f"{len(rows)}\n", "the table is as it was")


def test_other_targets_and_weights(b):
    rows = windows(days=4, seed=5)
    for i, row in enumerate(rows):
        row.update(window_s=600.0, effective_s=600.0 * row["line"], work=float(50 + i % 3), weight=0.5 + (i % 5))
        del row["line"]
    columns = COLUMNS.replace("line Float64", "window_s Float64, effective_s Float64, work Float64, weight Float64")
    b.servers.distributed("work", columns, "timestamp")
    b.servers.insert("work", rows)
    for kind in KINDS:
        same(b.local(rows, "--errors", kind), b.json(b.address("work"), "--errors", kind))
        no_work = b.json(b.address("work"), "--errors", kind, "--columns", "work=work")
        check(no_work["target"] == "time-per-work", no_work["target"])
    b.servers.distributed("share", columns.replace("work Float64, ", ""), "timestamp")
    shares = [{k: v for k, v in row.items() if k != "work"} for row in rows]
    b.servers.insert("share", shares)
    for kind in KINDS:
        same(b.local(shares, "--errors", kind), b.json(b.address("share"), "--errors", kind))


def test_types(b):
    """Each column in a type of its own; the file holds the numbers that the types hold."""
    rows = windows(days=4, seed=9)
    columns = ("timestamp Nullable(DateTime), gpu LowCardinality(String), node FixedString(12), task Enum8('nlp' = 1, 'vision' = 2, 'text' = 3), driver UInt16, "
               "os LowCardinality(Nullable(String)), temperature_c Float32, line Nullable(Decimal64(9))")
    for row in rows:
        row["task"] = "text" if row["task"].startswith("speech") else row["task"]
        row["line"] = round(row["line"], 9)
        row["temperature_c"] = as_float32(row["temperature_c"])
    b.servers.distributed("types", columns, "node")
    b.servers.insert("types", [{**row, "driver": int(row["driver"])} for row in rows])
    for kind in KINDS:
        same(b.local(rows, "--errors", kind), b.json(b.address("types"), "--errors", kind))
    # Seconds and milliseconds since 1970 in whole numbers; a temperature in whole degrees.
    for factor, kind in ((1, "UInt32"), (1000, "UInt64"), (10**9, "Int64")):
        numbers = [{**row, "temperature_c": round(row["temperature_c"])} for row in rows]
        b.servers.distributed("numbers", columns.replace("Nullable(DateTime)", kind).replace("Float32", "Int8").replace("FixedString(12)", "String"), "timestamp")
        stamped = [{**row, "driver": int(row["driver"]), "timestamp": factor * int(time.mktime(time.strptime(row["timestamp"] + " UTC", "%Y-%m-%d %H:%M:%S %Z")) - time.timezone)}
                   for row in numbers]
        b.servers.insert("numbers", stamped)
        same(b.local(numbers), b.json(b.address("numbers")))


def test_names_are_mapped(b):
    rows = windows(days=3, seed=3)
    odd = "gpu `temp`\\\\ü"
    b.servers.distributed("mapped", COLUMNS.replace("temperature_c", "`gpu \\`temp\\`\\\\\\\\ü`").replace("line Float64", "`select` Float64"), "timestamp")
    b.servers.insert("mapped", [{**{k: v for k, v in row.items() if k not in ("temperature_c", "line")}, odd: row["temperature_c"], "select": row["line"]} for row in rows])
    same(b.local(rows), b.json(b.address("mapped"), "--columns", f"temperature_c={odd}, line=select"))
    b.servers.both("DROP TABLE IF EXISTS `a b;c`")
    b.servers.first.ask("CREATE TABLE `a b;c` AS mapped_part ENGINE = Distributed(both, default, mapped_part)")
    same(b.local(rows), b.json(b.address("a%20b%3Bc"), "--columns", f"temperature_c={odd}, line=select"))
    check("no column of a calibration" in b.refused("", b.address("mapped"), "--columns", "temprature_c=x"), "nearest")


def test_groups(b):
    rows = windows(gpus=4, days=5, seed=11)
    b.servers.distributed("groups", COLUMNS, "(gpu, timestamp)")
    few = [{**rows[0], "node": "node9", "timestamp": stamp(START + 90 * i)} for i in range(1)]
    none = [{**rows[0], "node": "node8", "line": 7.0}]
    b.servers.insert("groups", rows + few + none)
    for by in ("node", "gpu", "task", "driver"):
        for kind in KINDS:
            found = b.json(b.address("groups"), "--by", by, "--errors", kind)
            check(found["schema"] == "breakeven.calibrations/1" and found["by"] == by, found["schema"])
            names = sorted({row[by] for row in rows + few + none})
            check([g["group"] for g in found["groups"]] == names, found["groups"])
            for group in found["groups"]:
                if group["group"] in ("node8", "node9"):
                    check(group["calibration"] is None and ("too few rows" in group["error"] or "not one of 1 rows" in group["error"]), group["error"])
                    continue
                here = [row for row in rows + few + none if row[by] == group["group"]]
                same(b.local(here, "--errors", kind), group["calibration"])
    text = b.run(b.address("groups"), "--by", "node").stdout
    check(text.startswith("2 of 4 groups have a calibration of their own."), text[:100])
    csv = b.run(b.address("groups"), "--by", "node", "--format", "csv").stdout
    check(csv.splitlines()[0].startswith("node,term,level,weight") and "\nnode1,temperature," in csv, csv[:200])


def test_many_small_queries(b):
    """A few rows at a time: GPU by GPU, and group by group; the blocks of Newey-West are those of whole tables."""
    rows = windows(gpus=5, days=4, seed=21)
    b.servers.distributed("parts", COLUMNS, "(gpu, timestamp)")
    b.servers.insert("parts", rows)
    same(b.local(rows), b.json(b.address("parts"), "--rows-at-once", "700"))
    for by in ("node", "gpu"):
        whole, parts = b.json(b.address("parts"), "--by", by), b.json(b.address("parts"), "--by", by, "--rows-at-once", "700")
        for a, c in zip(whole["groups"], parts["groups"]):
            same(a["calibration"], c["calibration"])


def test_little_columns(b):
    """Times and lines alone, then times, GPUs and tasks: what a table lacks is what a file may lack."""
    rows = windows(gpus=1, days=4, seed=22)
    for names in (("timestamp", "line"), ("timestamp", "gpu", "task", "line"), ("timestamp", "temperature_c", "line")):
        some = [{name: row[name] for name in names} for row in rows]
        b.servers.distributed("little", ", ".join(c for c in COLUMNS.split(", ") if c.split()[0] in names), "timestamp")
        b.servers.insert("little", some)
        for kind in KINDS:
            same(b.local(some, "--errors", kind), b.json(b.address("little"), "--errors", kind))
        same(b.local(some, "--prior", "none"), b.json(b.address("little"), "--prior", "none"))
        twice = some + some[5:9]
        b.servers.insert("little", some[5:9])
        same(b.local(twice), b.json(b.address("little")))


def test_the_same_window_twice(b):
    rows = windows(days=3, seed=4)
    doubled = rows + rows[10:25] + [{**row, "line": row["line"] + 0.001} for row in rows[200:207]]
    b.servers.distributed("doubled", COLUMNS, "timestamp")
    b.servers.insert("doubled", doubled)
    for kind in KINDS:
        local, pushed = b.local(doubled, "--errors", kind), b.json(b.address("doubled"), "--errors", kind)
        same(local, pushed)
        check(pushed["rejects_by_reason"] == {"the same window again": 15} and pushed["rows_used"] == len(rows) + 7, pushed["rejects_by_reason"])
        check([r for r in local["remarks"] if "share time and GPU" in r] == [r for r in pushed["remarks"] if "share time and GPU" in r] != [], "conflicts")
    groups = b.json(b.address("doubled"), "--by", "node")
    same(b.local([row for row in doubled if row["node"] == "node1"]), groups["groups"][1]["calibration"])


def test_where_rounding_tells(b):
    """A temperature that hardly varies far from its reference still agrees; windows on the line itself cannot, and a remark says so."""
    for spread, told in ((1e-2, False), (1e-6, True)):
        rows = windows(days=4, seed=6, temperature=lambda r, i, spread=spread: 149 + spread * r.random())
        b.servers.distributed("narrow", COLUMNS, "timestamp")
        b.servers.insert("narrow", rows)
        pushed = b.json(b.address("narrow"), "--prior", "none", "--errors", "hc3")
        check(bool(rounding_remark(pushed)) == told, f"spread {spread}: {pushed['remarks']}")
        if not told:
            same(b.local(rows, "--prior", "none", "--errors", "hc3"), pushed)
    exact = windows(days=4, seed=6, noise=0.0)
    b.servers.distributed("exact", COLUMNS, "timestamp")
    b.servers.insert("exact", exact)
    pushed = b.json(b.address("exact"), "--prior", "none")
    check(rounding_remark(pushed), pushed["remarks"])
    local = b.local(exact, "--prior", "none")
    for a, c in zip(local["terms"], pushed["terms"]):  # what rounding leaves of the weights is still theirs
        near(a["weight"], c["weight"], a["name"], tolerance=1e-9)
    # Columns that always occur together, and one that never changes.
    tied = windows(days=4, seed=8)
    for row in tied:
        row.update(os="windows" if row["task"] == "nlp" else "linux", driver="525")
    b.servers.distributed("tied", COLUMNS, "timestamp")
    b.servers.insert("tied", tied)
    for prior in ("none", "published"):
        same(b.local(tied, "--prior", prior), b.json(b.address("tied"), "--prior", prior))
    constant = windows(days=4, seed=8, temperature=lambda r, i: 61.3)
    b.servers.distributed("constant", COLUMNS, "timestamp")
    b.servers.insert("constant", constant)
    same(b.local(constant), b.json(b.address("constant")))


# Rows that cannot be used


def test_rows_are_judged_as_in_a_file(b):
    rows = windows(days=3, seed=2)
    nan, inf = math.nan, math.inf
    bad = [("temperature_c", None), ("temperature_c", nan), ("temperature_c", inf), ("temperature_c", 151.0), ("temperature_c", -61.0), ("line", None), ("line", nan),
           ("line", -inf), ("line", -0.1), ("line", 1.5), ("task", ""), ("task", None), ("task", "x" * 201), ("task", "a\x1fb"), ("driver", "\x07"), ("gpu", "a\tb"),
           ("weight", 0.0), ("weight", nan), ("weight", inf), ("window_s", 0.0), ("window_s", inf), ("effective_s", -1.0), ("effective_s", 700.0), ("timestamp", None)]
    for row in rows:
        row.update(weight=1.0, window_s=600.0, effective_s=60.0)
    broken = []
    for i, (column, value) in enumerate(bad):
        broken += [{**rows[i], column: value} for _ in range(1 + i % 3)]
    broken += [{**rows[0], "temperature_c": None, "task": "\x01", "line": 2.0}, {**rows[0], "task": "\x01", "driver": ""}, {**rows[0], "driver": "\x01", "line": 2.0},
               {**rows[0], "task": "", "driver": "\x01"}]
    columns = ("timestamp Nullable(DateTime), gpu String, node String, task Nullable(String), driver String, os String, temperature_c Nullable(Float64), line Nullable(Float64), "
               "weight Nullable(Float64), window_s Nullable(Float64), effective_s Nullable(Float64)")
    b.servers.distributed("bad", columns, "node")
    for i, row in enumerate(rows + broken):  # JSON has no infinities; values are written as SQL
        row["_"] = i
    b.servers.insert("bad", [{k: v for k, v in row.items() if k != "_"} for row in rows])
    for row in broken:
        cells = ", ".join(sql(v) for k, v in row.items() if k != "_")
        b.servers.second.ask(f"INSERT INTO bad_part (timestamp, gpu, node, task, driver, os, temperature_c, line, weight, window_s, effective_s) VALUES ({cells})")
    local, pushed = b.local(rows + broken, without=("node", "_")), b.json(b.address("bad"))
    same(local, pushed)
    check(pushed["rejected"] == len(broken) and len(pushed["rejects_by_reason"]) == 20, pushed["rejects_by_reason"])
    for example in pushed["rejects"]:
        check(set(example) == {"table", "time", "reason"} and example["table"] == "`default`.`bad`", example)
        check((example["time"] is None) == example["reason"].startswith("timestamp"), example)
    times = {row["timestamp"].replace(" ", "T") + "Z" for row in broken if row["timestamp"]}
    check(all(example["time"] in times for example in pushed["rejects"] if example["time"]), pushed["rejects"])
    text = b.run(b.address("bad")).stdout
    check(f"{len(broken)} rows were left out" in text and "`default`.`bad` at 2025-10-09T" in text, text[-900:])


def sql(value):
    if value is None:
        return "NULL"
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return str(value)


def test_hostile_names(b):
    """Names of levels, GPUs and groups are texts, whatever is in them."""
    rows = windows(days=3, seed=12)
    hostile = ["'; DROP TABLE hostile_part; --", "\\'; DROP TABLE hostile_part; --", "`) OR 1=1 --", "a'b\"c\\d`e", "日本語 🚀", "{x} %s %n", "'\\"]
    for i, row in enumerate(rows):
        row["task"], row["gpu"], row["node"] = hostile[i // 4 % len(hostile)], hostile[i % 3], hostile[i % 2]
    b.servers.distributed("hostile", COLUMNS, "timestamp")
    b.servers.insert("hostile", rows)
    same(b.local(rows), b.json(b.address("hostile")))
    # A line end in a level, and bytes that are no UTF-8 in a GPU and a group, are left out with the reason.
    for column, code in (("task", "610A62"), ("gpu", "FFFE27"), ("node", "FFFE27")):
        names = ", ".join(f"unhex('{code}')" if name == column else name for name in ("gpu", "node", "task"))
        b.servers.first.ask(f"INSERT INTO hostile_part SELECT timestamp, {names}, driver, os, temperature_c, line FROM hostile_part LIMIT 5")
    found = b.json(b.address("hostile"))
    check(found["rejects_by_reason"] == {"task is no printable UTF-8 text": 5, "gpu is no printable UTF-8 text of at most 200 characters": 5,
                                         "the same window again": 5}, found["rejects_by_reason"])
    groups = b.json(b.address("hostile"), "--by", "node")
    check(groups["remarks"] == ["5 rows are in no group: their node is no printable UTF-8 text of at most 200 characters"], groups["remarks"])
    check([g["group"] for g in groups["groups"]] == sorted(hostile[:2]), "groups")
    check(b.servers.first.ask("EXISTS TABLE hostile_part") == "1\n" and b.servers.second.ask("EXISTS TABLE hostile_part") == "1\n", "tables are there")


def test_injection(b):
    rows = windows(days=2, seed=13)
    b.servers.distributed("intact", COLUMNS, "timestamp")
    b.servers.insert("intact", rows)
    before = b.servers.first.ask("SELECT count(), sum(line) FROM intact")
    end = "; DROP TABLE intact_part"
    for table in ("intact%3B%20DROP%20TABLE%20intact_part", "intact%60%3B%20DROP%20TABLE%20intact_part%3B%20--", "intact'%3B--", "intact%5C%60", "x%00y", "intact)", "a.b.c"):
        b.refused("", b.address(table))
    b.refused("names no host", "clickhouse://")
    for column in ("x" + end, "line`" + end, "line\\`" + end, "line) FROM intact" + end, "line'"):
        check("has no column" in b.refused("", b.address("intact"), "--columns", f"line={column}"), column)
        b.refused("has no column", b.address("intact"), "--by", column)
    b.refused("no printable", b.address("intact%0Ax"))
    b.refused("figure", b.address("intact"), "--by", "line")
    check(b.servers.first.ask("SELECT count(), sum(line) FROM intact") == before, "the table is as it was")


# What is not as it should be


def test_tables_and_columns_that_are_not_as_they_should_be(b):
    b.servers.distributed("odd", COLUMNS, "timestamp")
    b.refused("there is no such table", b.address("nothing"))
    b.refused("there is no such database", b.address("x").replace("default.x", "nowhere.x"))
    b.refused("there are no rows", b.address("odd"))
    b.servers.insert("odd", [{**row, "line": 3.0} for row in windows(days=1)])
    check("line is above 1" in b.refused("not one of", b.address("odd")), "reason")
    for change, words in (("line Float64", "line String"), ("temperature_c Float64", "temperature_c Array(Float64)"), ("timestamp DateTime", "timestamp String"),
                          ("timestamp DateTime", "timestamp Date"), ("task String", "task Array(String)")):
        b.servers.distributed("odd", COLUMNS.replace(change, words), "node")
        b.refused(words.split()[1], b.address("odd"))
    b.servers.distributed("odd", COLUMNS.replace("timestamp DateTime", "began DateTime"), "node")
    b.refused("no column `timestamp`", b.address("odd"))
    b.servers.distributed("odd", COLUMNS.replace("line Float64", "lime Float64"), "node")
    b.refused("no column says how the GPU did", b.address("odd"))
    b.refused("lime", b.address("odd"), "--columns", "line=lines")
    b.servers.distributed("odd", COLUMNS + ", be_time DateTime", "node")
    b.refused("be_", b.address("odd"))
    b.servers.distributed("odd", COLUMNS, "node")
    b.servers.insert("odd", windows(days=1)[:3])
    b.refused("too few rows", b.address("odd"))
    many = [{**row, "task": f"t{i % 65}"} for i, row in enumerate(windows(days=2))]
    b.servers.insert("odd", many)
    b.refused("more than 64 different values of task", b.address("odd"))


def test_what_needs_the_rows_is_refused(b):
    b.servers.distributed("asked", COLUMNS, "timestamp")
    b.servers.insert("asked", windows(days=2))
    b.refused("Huber", b.address("asked"), "--robust")
    b.refused("refinement", b.address("asked"), "--refine")
    b.refused("2000", b.address("asked"), "--lag", "3000")
    b.refused("by itself", b.address("asked"), "data/none.csv")
    b.refused("--weights-out", b.address("asked"), "--by", "node", "--weights-out", str(b.folder / "w.toml"))
    check(not (b.folder / "w.toml").exists(), "nothing is written")
    b.refused("--by is for", "data/none.csv", "--by", "gpu")
    done = b.run(b.address("asked"), "--weights-out", str(b.folder / "w.toml"))
    check(done.returncode == 0 and "[line" in (b.folder / "w.toml").read_text(), done.stderr)


def test_users(b):
    rows = windows(days=2)
    b.servers.distributed("read", COLUMNS, "timestamp")
    b.servers.insert("read", rows)
    given = {"BREAKEVEN_USER": USER, "BREAKEVEN_PASSWORD": PASSWORD}
    same(b.local(rows), b.json(b.address("read"), environment=given))  # readonly = 1: may select, and set nothing
    b.refused("password", b.address("read"), environment={"BREAKEVEN_USER": USER, "BREAKEVEN_PASSWORD": PASSWORD + "x"})
    b.refused("", b.address("read"), environment={"BREAKEVEN_USER": "nobody", "BREAKEVEN_PASSWORD": PASSWORD})
    b.refused("skip_unavailable_shards", b.address("read"), environment={"BREAKEVEN_USER": "careless"})
    b.refused("must not hold a user or a password", b.address("read").replace("127.", f"{USER}:{PASSWORD}@127."))
    secret = b.folder / "credentials.toml"
    secret.write_text(f'user = "{USER}"\npassword = "{PASSWORD}"\n')
    secret.chmod(0o644)
    b.refused("chmod 600", b.address("read"), "--credentials", str(secret))
    secret.chmod(0o600)
    same(b.local(rows), b.json(b.address("read"), "--credentials", str(secret)))
    explained = b.run(b.address("read"), "--explain", environment=given)
    check(explained.returncode == 0 and "be_reason" in explained.stdout, explained.stderr)


def test_time_is_limited(b):
    b.servers.distributed("slow", COLUMNS, "timestamp")
    b.servers.insert("slow", windows(days=2))
    b.servers.first.ask("DROP TABLE IF EXISTS slowly")
    # Each block of rows waits two seconds.
    b.servers.first.ask("CREATE VIEW slowly AS SELECT timestamp, gpu, node, task, driver, os, temperature_c + sleep(2) * 0 AS temperature_c, line FROM slow_part")
    b.refused("took longer than allowed", b.address("slowly"), "--timeout", "1")


# Servers that fail half way


class StandIn(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    answers = []  # what comes after the settings and the description

    def log_message(self, *_):
        pass

    def do_POST(self):
        query = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if "system.settings" in query:
            body = whole(["name", "value"], [["readonly", "0"]])
        elif query.startswith("DESCRIBE"):
            names = [column.split() for column in COLUMNS.split(", ")]
            body = whole(["name", "type"], [[name, kind] for name, kind in names])
        else:
            answer = self.server.answer
            if callable(answer):
                return answer(self)
            body = answer
        self.send(body)

    def send(self, body, length=None):
        self.send_response(200)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(body)


def whole(names, rows):
    return json.dumps({"meta": [{"name": name, "type": "String"} for name in names], "data": rows, "rows": len(rows)}).encode()


def test_answers_that_are_not_whole(b):
    good = whole(["hex(be_gpu)", "count()"], [["61", "5"], ["62", "7"]])
    exception = b"Code: 241, e.displayText() = DB::Exception: Memory limit (for query) exceeded, e.what() = DB::Exception"

    def cut(handler):
        handler.send(good[:30], len(good))
        handler.close_connection = True

    def silent(handler):
        time.sleep(15)

    cases = [(good[: len(good) // 2], "not whole"), (good[:-2] + exception, "lacks memory"), (good.replace(b'"rows": 2', b'"rows": 3'), "not whole"),
             (good.replace(b'["62", "7"]', b'["62"]'), "not whole"), (b"", "not whole"), (b"<html>hello</html>", "not whole"), (b"[1, 2]", "not whole"),
             (b"Poco::Exception. Code: 1000, e.code() = 104, e.displayText() = Connection reset by peer, e.what() = Connection reset by peer", "so no answer is whole"),
             (good.replace(b'"61"', b'"6"'), "something else"), (good.replace(b'"5"', b"-5"), ""), (cut, "no whole answer"), (silent, "no whole answer")]
    for answer, words in cases:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), StandIn)
        server.answer, server.daemon_threads = answer, True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        b.refused(words, f"clickhouse://127.0.0.1:{server.server_port}/default.t", "--timeout", "1",
                  environment={"BREAKEVEN_USER": USER, "BREAKEVEN_PASSWORD": PASSWORD})
        server.shutdown()
        server.server_close()
    echo = http.server.ThreadingHTTPServer(("127.0.0.1", 0), StandIn)
    echo.answer = f"Code: 62, e.displayText() = DB::Exception: you said {PASSWORD} \x1b[31m, e.what() = DB::Exception".encode()
    threading.Thread(target=echo.serve_forever, daemon=True).start()
    check("***" in b.refused("refuses the query", f"clickhouse://127.0.0.1:{echo.server_port}/t", environment={"BREAKEVEN_USER": USER, "BREAKEVEN_PASSWORD": PASSWORD}), "masked")
    echo.shutdown()
    echo.server_close()


def test_rows_that_change_meanwhile(b):
    """A table that tells one number of rows now and another one later is refused: here a view that shows more rows with each second."""
    b.servers.distributed("moving", COLUMNS, "timestamp")
    b.servers.insert("moving", windows(days=2))
    b.servers.first.ask("DROP TABLE IF EXISTS moved")
    b.servers.first.ask("CREATE VIEW moved AS SELECT * FROM moving_part WHERE cityHash64(timestamp, gpu) % 1000 + rand() % 50 < 900")
    b.refused("changed while they were read", b.address("moved"))


def test_a_shard_that_is_down(b):
    """The last test: it ends the second server."""
    b.servers.distributed("halved", COLUMNS, "timestamp")
    b.servers.insert("halved", windows(days=2))
    check(b.run(b.address("halved")).returncode == 0, "both are up")
    b.servers.second.process.send_signal(signal.SIGKILL)
    b.servers.second.process.wait()
    check("shard" in b.refused("so no answer is whole", b.address("halved")), "shard")
    b.refused("no whole answer", b.address("halved", b.servers.second))


def main():
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    os.chdir(pathlib.Path(__file__).resolve().parent.parent.parent)
    tests = [(name[5:], test) for name, test in globals().items() if name.startswith("test_")]
    wanted = [one for one in tests if not sys.argv[2:] or any(word in one[0] for word in sys.argv[2:])]
    failed = 0
    with TwoShards() as servers, tempfile.TemporaryDirectory(prefix="breakeven-rows-") as folder:
        bench = Bench(binary, servers, folder)
        for name, test in wanted:
            began = time.monotonic()
            try:
                test(bench)
                result = "ok"
            except (Failed, RuntimeError, subprocess.TimeoutExpired, ValueError, KeyError) as error:
                result = f"FAILED: {error}"
                failed += 1
            print(f"{name}: {result} ({time.monotonic() - began:.1f} s)", flush=True)
        shown = [text for text in bench.printed if PASSWORD in text]
        if shown:
            failed += 1
            print("FAILED: the password is shown:", shown[0][:300])
    print(f"{len(wanted) - failed} passed, {failed} failed")
    return 1 if failed or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
