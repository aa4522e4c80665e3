#!/usr/bin/env python3
"""Figures of sampled telemetry, computed independently of breakeven.

Usage: reference_samples.py FILE...   (paths are printed from the folder that holds the sample folders)

Prints one row for each file and GPU: rows, known utilisations, observed seconds (steps up to five medians or 5 s), outage seconds,
plain means of utilisation (0 to 1), power and temperature, and how many rows lack each. Only the standard library is used; no
reader is general: each knows just enough of its sample files.
"""
import csv
import datetime
import json
import os
import re
import statistics
import sys


def number(text):
    found = re.match(r"-?[0-9.]+", text.strip())
    return float(found.group()) if found else None


def nvidia_smi(path):
    with open(path, newline="") as file:
        rows = list(csv.reader(file, skipinitialspace=True))
    names = [name.split(" [")[0] for name in rows[0]]
    for row in rows[1:]:
        cell = dict(zip(names, (value.strip() for value in row)))
        time = datetime.datetime.strptime(cell["timestamp"], "%Y/%m/%d %H:%M:%S.%f").replace(tzinfo=datetime.timezone.utc)
        yield cell["index"], time.timestamp(), (number(cell["utilization.gpu"]), number(cell["power.draw"]), number(cell["temperature.gpu"]))


def home_made(path):
    with open(path, newline="") as file:
        for row in csv.DictReader(file, skipinitialspace=True):
            time = datetime.datetime.fromisoformat(row["timestamp"].replace("Z", "+00:00")).timestamp()
            yield row["gpu_index"], time, (number(row["utilization_gpu_percent"]), number(row["power_W"]), number(row["temperature_C"]))


def dmon(path):
    names, seen = None, {}
    for line in open(path):
        words = line.strip().lstrip("#").split()
        if line.startswith("#"):
            names = names or words
            continue
        cell = dict(zip(names, words))
        gpu = cell["gpu"]
        seen[gpu] = seen.get(gpu, -1) + 1
        yield gpu, float(seen[gpu]), (number(cell["sm"]), number(cell["pwr"]), number(cell["gtemp"]))


def prometheus(path):
    column = {"DCGM_FI_DEV_GPU_UTIL": 0, None: 0, "DCGM_FI_DEV_POWER_USAGE": 1, "DCGM_FI_DEV_GPU_TEMP": 2}
    points = {}
    for series in json.load(open(path))["data"]["result"]:
        for time, text in series["values"]:
            value = float(text)
            row = points.setdefault((series["metric"]["gpu"], time), [None, None, None])
            if value == value and abs(value) != float("inf"):
                row[column[series["metric"].get("__name__")]] = value
    for (gpu, time), values in sorted(points.items()):
        yield gpu, time, values


def figures(rows):
    gpus = {}
    for gpu, time, values in rows:
        gpus.setdefault(gpu, []).append((time, values))
    for gpu, samples in gpus.items():
        steps = [b[0] - a[0] for a, b in zip(samples, samples[1:])]
        limit = max(5.0, 5.0 * statistics.median_low(steps)) if steps else 0.0
        columns = [[values[i] for _, values in samples if values[i] is not None] for i in range(3)]
        means = [statistics.fmean(column) if column else None for column in columns]
        if means[0] is not None:
            means[0] /= 100.0
        yield [gpu, len(samples), len(columns[0]), round(sum(s for s in steps if s <= limit), 6), round(sum(s for s in steps if s > limit), 6),
               *("" if mean is None else repr(mean) for mean in means), *(len(samples) - len(column) for column in columns)]


def main():
    readers = {"nvidia-smi-csv": nvidia_smi, "home-made-csv": home_made, "nvidia-smi-dmon": dmon, "prometheus": prometheus}
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["file", "gpu", "rows", "count", "observed_s", "outage_s", "utilization", "power_w", "temperature_c",
                  "missing_utilization", "missing_power_w", "missing_temperature_c"])
    for path in sys.argv[1:]:
        folder = os.path.basename(os.path.dirname(path))
        for row in figures(readers[folder](path)):
            out.writerow([folder + "/" + os.path.basename(path), *row])


if __name__ == "__main__":
    main()
