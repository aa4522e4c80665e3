#!/usr/bin/env python3
"""What a filter at 1.5 interquartile ranges does to real traces: the table of docs/formats.md.

    outlier_table.py BREAKEVEN [LOG…]      without logs: the kernel traces of tests/data

A row for each GPU with at least 20 kernels, most kernels first within a file. "pooled" is the article's filter over all kernels,
"per kernel" judges each kernel name by itself; the shares are of kernels and of their time, added.
"""
import json
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def audit(binary, path, outliers):
    done = subprocess.run([binary, "audit", str(path), "--window", "8760 h", "--outliers", outliers, "--json", "--quiet"], capture_output=True, text=True)
    return json.loads(done.stdout)["devices"] if done.stdout.startswith("{") else []


def main():
    binary, logs = sys.argv[1], [pathlib.Path(p) for p in sys.argv[2:]]
    data = ROOT / "tests" / "data"
    logs = logs or sorted([*(data / "kineto").glob("*.json*"), *(data / "nsys-sqlite").glob("*.sqlite")])
    rows = []
    for path in logs:
        for plain, pooled, single in zip(*(audit(binary, path, kind) for kind in ("none", "pooled-iqr", "per-kernel-iqr"))):
            if plain["kernels"] < 20 or not plain["window"]:
                continue
            article = plain["article"]
            effective = plain["window"]["effective_s"]
            rows.append((path.name, plain["kernels"], article["kept_kernels"] / article["kernels"],
                         article["effective_s"] * 1e9 / plain["kernel_time_sum_ns"],
                         pooled["window"]["effective_s"] / effective, single["window"]["effective_s"] / effective))
    print("| trace | kernels | pooled: kernels kept | kernel time kept | busy time kept | per kernel: busy time kept |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, kernels, *shares in rows:
        print(f"| {name} | {kernels} | " + " | ".join(f"{100 * share:.1f} %" for share in shares) + " |")
    medians = [statistics.median(row[i] for row in rows) for i in range(2, 6)]
    lowest = [min(row[i] for row in rows) for i in range(2, 6)]
    print("| **median** | | " + " | ".join(f"{100 * share:.1f} %" for share in medians) + " |")
    print("| **lowest** | | " + " | ".join(f"{100 * share:.1f} %" for share in lowest) + " |")


if __name__ == "__main__":
    main()
