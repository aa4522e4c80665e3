#!/usr/bin/env python3
"""Kernel figures of PyTorch traces and Nsight Systems SQLite exports, computed independently of breakeven.

Usage: reference_kernel_times.py [--json] FILE...

Prints one row for each file and device: kernels, copies, sets, the sum and the union of kernel intervals, the first start and the
last end, all in whole nanoseconds (kernels with start = end = 0 have no time and count in `kernels` alone), and for graphs traced
as a whole `busy_union_ns`. Decimal microseconds are read as decimals; digits beyond the nanosecond round half to even. Only the
standard library is used.
"""
import csv
import decimal
import gzip
import json
import os
import re
import sqlite3
import sys

decimal.getcontext().prec = 60


def nanoseconds(value):
    return int((decimal.Decimal(str(value)) * 1000).to_integral_value(decimal.ROUND_HALF_EVEN))


def union(intervals):
    total, open_start, open_end = 0, None, None
    for start, end in sorted(intervals):
        if open_end is None or start > open_end:
            if open_end is not None:
                total += open_end - open_start
            open_start, open_end = start, end
        else:
            open_end = max(open_end, end)
    return total + (open_end - open_start if open_end is not None else 0)


class Device:
    def __init__(self):
        self.kernels, self.without_time, self.copies, self.sets, self.graphs = [], 0, 0, 0, []
        self.graphs_without_time = 0


def load_json(path):
    with (gzip.open(path, "rb") if path.endswith(".gz") else open(path, "rb")) as file:
        text = file.read().decode("utf-8-sig", "replace")
    # Bare nan and inf, and escapes that JSON does not know (Windows paths), as PyTorch really writes them.
    text = re.sub(r"(?<=[:\s\[,])-?(nan|inf|Infinity)(?=[\s,\]}])", "null", text)
    text = re.sub(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|\\', lambda match: match[0] if len(match[0]) > 1 else "\\\\", text)
    return json.loads(text, parse_float=decimal.Decimal, parse_int=decimal.Decimal, strict=False)


def kineto(path):
    trace = load_json(path)
    events = trace if isinstance(trace, list) else trace["traceEvents"]
    base = 0 if isinstance(trace, list) else int(trace.get("baseTimeNanoseconds", 0))
    properties = [] if isinstance(trace, list) else trace.get("deviceProperties", trace.get("computeProperties", []))
    devices = {int(gpu["id"]): Device() for gpu in properties}
    for event in events:
        if event.get("ph") != "X":
            continue
        category = event.get("cat")
        if category not in ("kernel", "Kernel", "gpu_memcpy", "Memcpy", "gpu_memset", "Memset"):
            continue
        number = event.get("args", {}).get("device", event["pid"])
        device = devices.setdefault(int(number), Device())
        if category in ("gpu_memcpy", "Memcpy"):
            device.copies += 1
        elif category in ("gpu_memset", "Memset"):
            device.sets += 1
        else:
            start, length = nanoseconds(event["ts"]), max(0, nanoseconds(event.get("dur", 0)))
            if start == 0 and length == 0:
                device.without_time += 1
            else:
                device.kernels.append((start + base, start + base + length))
    return devices


def nsys(path):
    connection = sqlite3.connect("file:" + os.path.abspath(path) + "?immutable=1", uri=True)
    connection.text_factory = bytes
    tables = {row[0].decode() for row in connection.execute("select name from sqlite_master")}
    devices = {}

    def rows(table):
        return connection.execute('select start, "end", deviceId from ' + table) if table in tables else []

    for start, end, number in rows("CUPTI_ACTIVITY_KIND_KERNEL"):
        device = devices.setdefault(number, Device())
        if start == 0 and end == 0:
            device.without_time += 1
        else:
            device.kernels.append((start, end))
    for _, _, number in rows("CUPTI_ACTIVITY_KIND_MEMCPY"):
        devices.setdefault(number, Device()).copies += 1
    for _, _, number in rows("CUPTI_ACTIVITY_KIND_MEMSET"):
        devices.setdefault(number, Device()).sets += 1
    for start, end, number in rows("CUPTI_ACTIVITY_KIND_GRAPH_TRACE"):
        device = devices.setdefault(number, Device())
        if start == 0 and end == 0:
            device.graphs_without_time += 1
        else:
            device.graphs.append((start, end))
    if "TARGET_INFO_GPU" in tables:
        for (number,) in connection.execute("select coalesce(cuDevice, id) from TARGET_INFO_GPU"):
            devices.setdefault(number, Device())
    return devices


def figures(path, number, device):
    kernels = device.kernels
    return {
        "file": os.path.basename(path),
        "device": number,
        "kernels": len(kernels) + device.without_time,
        "without_time": device.without_time,
        "copies": device.copies,
        "sets": device.sets,
        "sum_ns": sum(end - start for start, end in kernels),
        "union_ns": union(kernels),
        "busy_union_ns": union(kernels + device.graphs),
        "first_start_ns": min((start for start, _ in kernels), default=""),
        "last_end_ns": max((end for _, end in kernels), default=""),
        "graph_executions": len(device.graphs),
        "graph_without_time": device.graphs_without_time,
    }


def main():
    paths = [argument for argument in sys.argv[1:] if argument != "--json"]
    found = []
    for path in paths:
        devices = nsys(path) if open(path, "rb").read(15) == b"SQLite format 3" else kineto(path)
        found += [figures(path, number, device) for number, device in sorted(devices.items())]
    if "--json" in sys.argv[1:]:
        json.dump(found, sys.stdout, indent=1)
        return
    writer = csv.DictWriter(sys.stdout, fieldnames=list(found[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)


if __name__ == "__main__":
    main()
