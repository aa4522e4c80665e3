#!/usr/bin/env python3
"""Audits of large logs against other readers of the same files, in one run: time, ratio and peak memory, and how both grow.

    whole_logs.py BREAKEVEN FOLDER [RUNS=5] [LOG...]

Logs that are not in FOLDER are made there first (generate/big_logs.py, about 5 GB for all). The answer is checked before any time
is printed; times are medians after one run to warm up, of processor time, which other work on the machine disturbs least, and of
wall time. The second table has each log at a sixteenth, a quarter and the whole of its length.

Peak memory is the program's own. A process begins with its parent's memory as its peak, so that nothing started from Python shows
less than Python's 10 to 15 MiB; here a shell starts the program and leaves, and this process takes its place as the parent. That
needs Linux.
"""
import ctypes
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
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

SQLITE = ("sqlite3, window functions", ["sqlite3", "{}", UNION])

# What big_logs.py makes, in millions of whatever it counts by, and the reference.
LOGS = {"nsys": (5.0, SQLITE), "calls": (5.0, SQLITE),
        "kineto": (3.5, ("Python json", [sys.executable, "-c", JSON, "{}"])),
        "kineto.gz": (3.5, ("gzip -dc alone", ["gzip", "-dc", "{}"])),
        "article": (1.0, ("Python iterparse", [sys.executable, "-c", ELEMENT_TREE, "{}"])),
        "smi": (10.4, ("Python, one GPU's mean", [sys.executable, "-c", CSV, "{}"]))}


def run(command, keep=True):
    """Processor seconds, wall seconds, peak MiB and output of `command`."""
    with tempfile.TemporaryFile() as kept:
        begun = time.perf_counter()
        shell = subprocess.run(["/bin/sh", "-c", 'exec 3>&2 2>/dev/null; "$@" 3>&- & echo $! >&3', "sh", *command],
                               stdout=kept if keep else subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
        _, _, used = os.wait4(int(shell.stderr), 0)
        wall = time.perf_counter() - begun
        kept.seek(0)
        return used.ru_utime + used.ru_stime, wall, used.ru_maxrss / 1024, kept.read()


def check(path, out):
    wanted = path.with_name(path.name + ".expected")
    devices = json.loads(out)["devices"]
    if wanted.exists():
        found = [{key: one[key] for key in ("kernels", "kernel_time_sum_ns", "kernel_time_union_ns")} for one in devices]
        if found != json.loads(wanted.read_text(encoding="utf-8")):
            sys.exit(f"{path}: a wrong answer: {found}")
    elif not all(one["samples"]["count"] > 0 for one in devices):
        sys.exit(f"{path}: no samples")


def made(folder, name, share=1):
    """The log called `name`, at a `share` of its length; made where it is not there yet."""
    kind, packed = name.removesuffix(".gz"), name.endswith(".gz")
    path = folder / (kind if share == 1 else f"{kind}-{share}")
    if not path.exists():
        subprocess.run([sys.executable, str(HERE / "generate" / "big_logs.py"), kind, str(path), str(LOGS[kind][0] * share)], check=True)
    if not packed:
        return path
    gz = path.with_name(path.name + ".gz")
    if not gz.exists():
        with open(gz, "wb") as out:
            subprocess.run(["gzip", "-1c", str(path)], stdout=out, check=True)
        gz.with_name(gz.name + ".expected").write_text(path.with_name(path.name + ".expected").read_text(encoding="utf-8"), encoding="utf-8")
    return gz


def audited(binary, path, runs):
    """Medians of processor seconds, wall seconds and peak MiB."""
    command = [binary, "audit", str(path), "--json", "--quiet", "--allow-samples"]
    check(path, run(command)[3])
    mine = [run(command) for _ in range(runs)]
    return tuple(statistics.median(one[i] for one in mine) for i in range(3))


def main():
    binary, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    names = sys.argv[4:] or list(LOGS)
    become_parent_of_orphans = 36
    if ctypes.CDLL(None).prctl(become_parent_of_orphans, 1, 0, 0, 0) != 0:
        sys.exit("peak memory cannot be told on this system")

    print("| log | size | breakeven, cpu | wall | peak memory | reference, cpu | peak memory | reference / breakeven |")
    print("|---|---:|---:|---:|---:|---|---:|---:|")
    for name in names:
        path = made(folder, name)
        cpu, wall, peak = audited(binary, path, runs)
        words, command = LOGS[name][1]
        other = run([part.replace("{}", str(path)) for part in command], keep=False)
        print(f"| {name} | {path.stat().st_size / 1e6:.0f} MB | {cpu:.2f} s | {wall:.2f} s | {peak:.0f} MiB | {words}, {other[0]:.2f} s | "
              f"{other[2]:.0f} MiB | {other[0] / cpu:.1f} |", flush=True)

    print("\n| log | a sixteenth: cpu, peak | a quarter | the whole |")
    print("|---|---:|---:|---:|")
    for name in names:
        cells = []
        for share in (1 / 16, 1 / 4, 1):
            cpu, _, peak = audited(binary, made(folder, name, share), runs)
            cells.append(f"{cpu:.3f} s, {peak:.1f} MiB")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
