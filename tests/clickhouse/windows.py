"""Made-up windows, the same each time, as rows for a table and as a file for the local calibration."""
import csv
import math
import random
import struct
import time

START = 1760000000  # 2025-10-09


def stamp(seconds):
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(seconds))


def windows(gpus=3, days=6, step=600, seed=1, noise=0.001, gap=True, temperature=lambda r, i: 25 + 6 * math.sin(i / 144 * 6.28) + r.gauss(0, 1)):
    """Windows of several GPUs whose errors resemble their neighbours', in five circumstances, some of them missing for hours."""
    r = random.Random(seed)
    rows = []
    for gpu in range(gpus):
        error = 0.0
        for i in range(days * 86400 // step):
            if gap and gpu == 1 and 300 < i < 340:
                continue
            error = 0.6 * error + r.gauss(0, noise)
            t = round(temperature(r, i), 10)
            task = ("nlp", "vision", "speech it's \\ \"quoted\"")[(i // 6 + gpu) % 3 if i % 7 else 1]
            driver, system = ("525", "535")[(i // 288) % 2], ("linux", "windows")[(i // 50) % 2 if gpu else 0]
            line = 0.12 * (1 + 0.009 * (t - 25) + 0.22 * (task == "nlp") + 0.05 * task.startswith("speech") + 0.01 * (driver == "535") + 0.13 * (system == "windows"))
            rows.append({"timestamp": stamp(START + i * step + gpu), "gpu": f"gpu{gpu}", "node": f"node{gpu % 2}", "task": task, "driver": driver, "os": system,
                         "temperature_c": t, "line": line + error})
    return rows


def as_float32(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def write_csv(path, rows, without=("node",)):
    names = [name for name in rows[0] if name not in without]
    with open(path, "w", newline="", encoding="utf-8", errors="surrogateescape") as file:
        writer = csv.DictWriter(file, names, extrasaction="ignore")
        writer.writeheader()
        for row in rows:
            out = dict(row)
            if out["timestamp"] is not None:
                out["timestamp"] = out["timestamp"].replace(" ", "T") + "Z"
            writer.writerow({name: "" if out[name] is None else out[name] for name in names})
