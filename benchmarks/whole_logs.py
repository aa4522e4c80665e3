#!/usr/bin/env python3
"""Audits of large logs against other readers of the same files, in one run: time, ratio and peak memory.

    whole_logs.py BREAKEVEN FOLDER [RUNS=3]

Logs that are not in FOLDER are made there first (generate/big_logs.py, about 4 GB). The answer is checked before any time is
printed; times are medians of processor time, which other work on the machine disturbs least, after one run to warm up.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent

UNION = """with k as (select deviceId d, start s, end e, max(end) over (partition by deviceId order by start
  rows between unbounded preceding and 1 preceding) p from CUPTI_ACTIVITY_KIND_KERNEL)
  select d, count(*), sum(e - s), sum(max(0, e - max(s, coalesce(p, s)))) from k group by d"""

ELEMENT_TREE = """import sys, xml.etree.ElementTree as t
n = s = u = last = 0
for _, e in t.iterparse(sys.argv[1]):
    if e.get('name') == 'cudaLaunchKernel':
        b = int(e.get('timestamp')); d = int(e.get('duration'))
        n += 1; s += d; u += max(0, b + d - max(b, last)); last = max(last, b + d)
    e.clear()
print(n, s, u)"""

JSON = """import json, sys
k = sorted((e['ts'], e['dur']) for e in json.load(open(sys.argv[1]))['traceEvents'] if e.get('cat') == 'kernel')
print(len(k), sum(d for _, d in k))"""

CSV = """import sys
n = s = 0
for line in open(sys.argv[1]):
    f = line.split(', ')
    if f[1] == '0': n += 1; s += int(f[3].split()[0])
print(n, s / n)"""


def run(command, keep=True):
    """Processor seconds, wall seconds, peak MiB and output of `command`."""
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE if keep else subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    out = process.stdout.read() if keep else b""
    _, _, used = os.wait4(process.pid, 0)
    return used.ru_utime + used.ru_stime, time.perf_counter() - begun, used.ru_maxrss / 1024, out


def check(path, out):
    wanted = path.with_name(path.name + ".expected")
    devices = json.loads(out)["devices"]
    if wanted.exists():
        found = [{key: one[key] for key in ("kernels", "kernel_time_sum_ns", "kernel_time_union_ns")} for one in devices]
        if found != json.loads(wanted.read_text(encoding="utf-8")):
            sys.exit(f"{path}: a wrong answer: {found}")
    elif not all(one["samples"]["count"] > 0 for one in devices):
        sys.exit(f"{path}: no samples")


def main():
    binary, folder, runs = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 3
    jobs = [("nsys", [("sqlite3, window functions", ["sqlite3", "{}", UNION])]),
            ("calls", [("sqlite3, window functions", ["sqlite3", "{}", UNION])]),
            ("kineto", [("Python json", [sys.executable, "-c", JSON, "{}"])]),
            ("kineto.gz", [("gzip -dc alone", ["gzip", "-dc", "{}"])]),
            ("article", [("Python iterparse", [sys.executable, "-c", ELEMENT_TREE, "{}"])]),
            ("smi", [("Python, one GPU's mean", [sys.executable, "-c", CSV, "{}"])])]
    print("| log | size | breakeven, cpu | wall | peak memory | reference, cpu | peak memory | reference / breakeven |")
    print("|---|---:|---:|---:|---:|---|---:|---:|")
    for name, references in jobs:
        path = folder / name
        if name.endswith(".gz") and not path.exists():
            with open(path, "wb") as packed:
                subprocess.run(["gzip", "-1c", str(folder / name[:-3])], stdout=packed, check=True)
            plain = folder / (name[:-3] + ".expected")
            (folder / (name + ".expected")).write_text(plain.read_text(encoding="utf-8"), encoding="utf-8")
        elif not path.exists():
            subprocess.run([sys.executable, str(HERE / "generate" / "big_logs.py"), name, str(path)], check=True)
        ours = [binary, "audit", str(path), "--json", "--quiet", "--allow-samples"]
        check(path, run(ours)[3])
        mine = [run(ours) for _ in range(runs)]
        cpu, wall, peak = (statistics.median(one[i] for one in mine) for i in range(3))
        for words, command in references:
            other = run([part.replace("{}", str(path)) for part in command], keep=False)
            print(f"| {name} | {path.stat().st_size / 1e6:.0f} MB | {cpu:.2f} s | {wall:.2f} s | {peak:.0f} MiB | {words}, {other[0]:.2f} s | "
                  f"{other[2]:.0f} MiB | {other[0] / cpu:.1f} |", flush=True)


if __name__ == "__main__":
    main()
