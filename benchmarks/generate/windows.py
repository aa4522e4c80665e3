#!/usr/bin/env python3
"""Windows of a calibration as CSV, the same bytes at every call.

    windows.py FILE [ROWS=8396] [GPUS=1] [STEP_S=308.7]

The levels of five categories make sixteen columns of a regression with its intercept and the temperature. Each line is that of
known weights plus noise, so that a fit must find them again. From row to row the time steps on; the rest is drawn from a seed
for the first 65,536 rows and comes again in a permuted order after that, which keeps millions of rows a matter of seconds.
"""
import datetime
import random
import sys

BASE = 0.12
TEMPERATURE = 0.0087  # for each kelvin from 25
LEVELS = {"task": {"vision": 0.0, "nlp": 0.233, "audio": 0.05, "graph": -0.04, "tabular": 0.11},
          "driver": {"525": 0.0, "535": 0.04, "545": 0.02, "550": -0.01},
          "os": {"linux": 0.0, "windows": 0.15, "wsl": 0.08},
          "virtualization": {"none": 0.0, "vgpu": 0.19, "mig": 0.06, "container": 0.01},
          "network": {"local": 0.0, "10gbe": 0.14, "25gbe": 0.07}}
POOL = 65536  # a power of two, so that any odd stride permutes it


def pool():
    draw = random.Random(20261201)
    names = [list(levels) for levels in LEVELS.values()]
    for _ in range(POOL):
        held = [n[0] if draw.random() < 0.4 else draw.choice(n) for n in names]
        celsius = round(draw.uniform(18.0, 34.0), 1)
        effect = 1.0 + TEMPERATURE * (celsius - 25.0) + sum(LEVELS[c][h] for c, h in zip(LEVELS, held))
        line = BASE * effect + draw.gauss(0.0, 0.002)
        task, driver, os, virtualization, network = held
        yield f",{task},{driver},{celsius},{os},{virtualization},{network},308.7,36.1,{line:.6f}\n"


def write(path, rows=8396, gpus=1, step_s=308.7):
    rests = list(pool())
    start = datetime.datetime(2026, 11, 1)
    with open(path, "w", encoding="ascii", buffering=1 << 20) as file:
        file.write("timestamp,gpu,task,driver,temperature_c,os,virtualization,network,window_s,effective_s,line\n")
        stamp, shown = "", -1
        for i in range(rows):
            step, gpu = divmod(i, gpus)
            if step != shown:
                stamp, shown = (start + datetime.timedelta(seconds=step * step_s)).isoformat(timespec="milliseconds" if step_s % 1 else "seconds"), step
            lap, place = divmod(i, POOL)
            file.write(f"{stamp}Z,{gpu}{rests[place * (2 * lap + 1) % POOL]}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    write(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 8396, int(sys.argv[3]) if len(sys.argv) > 3 else 1,
          float(sys.argv[4]) if len(sys.argv) > 4 else 308.7)
