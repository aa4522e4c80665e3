"""Thirty days of four GPUs on two nodes as dcgm-exporter tells them, made up and the same each time.

One line in OpenMetrics text for each sample; what really happens to such series is in it: an outage of one node and one of the whole
monitoring, an energy counter that starts again at 0, blank values and NaN, a GPU that changes hands twice and lies idle between, a MIG
instance. Times are in milliseconds, beside the full second, as scrapes are.
"""
import random

START_MS = 1740787200_000  # 2025-03-01T00:00:00Z
MINUTE_MS = 60_000
DAYS = 30
BLANK = "9223372036854775794"  # DCGM: not supported
GPUS = [  # gpu, UUID, node, milliseconds after the minute
    (0, "GPU-00000000-aaaa-0000-0000-000000000000", "node-a", 123),
    (1, "GPU-11111111-aaaa-0000-0000-000000000001", "node-a", 123),
    (0, "GPU-22222222-bbbb-0000-0000-000000000002", "node-b", 30_457),
    (1, "GPU-33333333-bbbb-0000-0000-000000000003", "node-b", 30_457),
]
METRICS = ["DCGM_FI_DEV_GPU_UTIL", "DCGM_FI_DEV_POWER_USAGE", "DCGM_FI_DEV_GPU_TEMP", "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", "DCGM_FI_DEV_FB_USED"]
SLICE_METRIC = "DCGM_FI_PROF_GR_ENGINE_ACTIVE"


def day(days):
    return START_MS + int(days * 86_400_000)


def present(node, t):
    """An outage of node-b of 5 h in day 12, of everything of 40 min in day 20."""
    if node == "node-b" and day(12.25) <= t < day(12.25) + 5 * 3_600_000:
        return False
    return not day(20.5) <= t < day(20.5) + 40 * 60_000


def user(number, t):
    """Pod and namespace of the workload; GPU 0 changes hands and is idle for a day between."""
    if number == 0:
        if t < day(10):
            return ("train-1", "team-a")
        return ("", "") if t < day(11) else ("train-2", "team-b")
    if number == 1:
        return ("serve-0", "team-a")
    return ("", "")


def labels(number, t, **more):
    gpu, uuid, node, _ = GPUS[number]
    out = {"gpu": str(gpu), "UUID": uuid, "modelName": "NVIDIA A100-SXM4-80GB", "Hostname": node}
    pod, namespace = user(number, t)
    if pod:
        out |= {"pod": pod, "namespace": namespace}
    return out | more


def text_of(label):
    return ",".join(f'{name}="{value}"' for name, value in label.items())


def samples(days=DAYS):
    """(metric, labels as text, value as text, time in ms), series by series and in order of time within each."""
    for number, (_, _, node, offset) in enumerate(GPUS):
        chance = random.Random(1000 + number)
        rows, energy = [], 5.0e9 + number
        for minute in range(int(days * 1440)):
            t = START_MS + minute * MINUTE_MS + offset
            busy = chance.random() < 0.2 + 0.15 * number
            util = chance.randrange(20, 101) if busy else 0
            power = 60.0 + 3.4 * util + chance.randrange(1000) / 1000
            energy += power * 60_000
            if number == 1 and minute == 7 * 1440:
                energy = 1234.0  # the driver was loaded again
            temp = BLANK if number == 3 and 500 <= minute < 800 else str(30 + util // 4)
            watt = "NaN" if number == 2 and minute % 997 == 0 else f"{power:.3f}"
            if present(node, t):
                rows.append((t, text_of(labels(number, t)), (str(util), watt, temp, f"{energy:.0f}", str(1000 + 400 * util))))
        for column, metric in enumerate(METRICS):
            for t, label, values in rows:
                yield metric, label, values[column], t
        if number == 2:
            for t, _, values in rows:
                label = text_of(labels(number, t, GPU_I_ID="7", GPU_I_PROFILE="1g.10gb"))
                yield SLICE_METRIC, label, f"{int(values[0]) / 200:.4f}", t


def line(metric, label, value, t):
    return f"{metric}{{{label}}} {value} {t // 1000}.{t % 1000:03d}\n"


def write(path, days=DAYS, more=()):
    """Writes the month, and `more` samples after it, as promtool and breakeven read it."""
    by_metric = {}
    for metric, label, value, t in samples(days):
        by_metric.setdefault(metric, []).append(line(metric, label, value, t))
    for metric, label, value, t in more:
        by_metric.setdefault(metric, []).append(line(metric, label, value, t))
    with open(path, "w", encoding="utf-8") as file:
        for metric, lines in by_metric.items():
            file.write(f"# TYPE {metric} gauge\n")
            file.writelines(lines)
        file.write("# EOF\n")
