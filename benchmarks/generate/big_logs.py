#!/usr/bin/env python3
"""Large logs in the shapes that real ones have, the same bytes at every call.

    big_logs.py nsys     FILE [MILLIONS=5]     Nsight Systems SQLite: 4 kernels in 5 activities, rows nearly in order of time
    big_logs.py calls    FILE [MILLIONS=5]     the same with the launch call of every kernel
    big_logs.py kineto   FILE [MILLIONS=3.5]   PyTorch trace, about 290 MB a million events, a third of them kernels
    big_logs.py smi      FILE [MILLIONS=10.4]  nvidia-smi CSV of 4 GPUs at 1 Hz
    big_logs.py article  FILE [MILLIONS=1]     the article's XML, 225 MB a million events

Beside FILE stands FILE.expected with what an audit must say, counted while writing.
"""
import json
import random
import sqlite3
import sys

NAMES = [f"void at::native::vectorized_elementwise_kernel<{i}, at::native::FillFunctor<float>, at::detail::Array<char*, {i % 5}>>(int)"
         for i in range(40)]


class Union:
    """The union of intervals that come in order of start."""

    def __init__(self):
        self.total = self.end = self.sum = self.count = 0

    def add(self, start, end):
        self.count += 1
        self.sum += end - start
        self.total += max(0, end - max(start, self.end))
        self.end = max(self.end, end)


def activities(count, streams=4):
    """(start, end, stream, kind) in order of start: launches a few microseconds apart, some overlapping, every fifth a copy."""
    draw = random.Random(20261201)
    now = 1_000_000_000
    for i in range(count):
        now += draw.randrange(500, 6000)
        yield now, now + draw.randrange(800, 9000), i % streams, "copy" if i % 5 == 4 else "kernel"


def nearly_in_order(rows, depth=12):
    """Rows as profilers flush them: each a few places away from where it belongs."""
    draw = random.Random(7)
    held = []
    for row in rows:
        held.append(row)
        if len(held) > depth:
            yield held.pop(draw.randrange(min(4, len(held))))
    yield from held


def expected(path, devices):
    with open(path + ".expected", "w", encoding="utf-8") as file:
        json.dump([{"kernels": u.count, "kernel_time_sum_ns": u.sum, "kernel_time_union_ns": u.total} for u in devices], file)


def calls(path, millions):
    nsys(path, millions)
    base = sqlite3.connect(path)
    base.executescript("""
        PRAGMA journal_mode = off; PRAGMA synchronous = off;
        INSERT INTO StringIds VALUES (1, 'cudaLaunchKernel_v7000'), (2, 'cudaStreamSynchronize_v3020');
        CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER NOT NULL,
            globalTid INTEGER, correlationId INTEGER, nameId INTEGER NOT NULL, returnValue INTEGER NOT NULL, callchainId INTEGER);
        INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME SELECT start - 4000, start - 2000, 0, globalPid + 4242, correlationId, 1, 0, NULL
            FROM CUPTI_ACTIVITY_KIND_KERNEL;
        INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME SELECT start - 4000, end, 0, globalPid + 4242, correlationId, 2, 0, NULL
            FROM CUPTI_ACTIVITY_KIND_MEMCPY WHERE correlationId % 100 = 99;
    """)
    base.commit()
    base.close()


def nsys(path, millions):
    count = int(millions * 1e6)
    unions = [Union(), Union()]
    base = sqlite3.connect(path)
    base.executescript("""
        PRAGMA journal_mode = off; PRAGMA synchronous = off;
        CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);
        INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_SCHEMA_VERSION', '3.24.0'), ('EXPORT_PRODUCT_VERSION', '2025.5.2.266');
        CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
        CREATE TABLE TARGET_INFO_GPU (vmId INTEGER, id INTEGER, name TEXT, uuid TEXT, cuDevice INTEGER);
        INSERT INTO TARGET_INFO_GPU VALUES (0, 0, 'NVIDIA H100 80GB HBM3', 'aaaaaaaa-0000-0000-0000-000000000000', 0),
            (0, 1, 'NVIDIA H100 80GB HBM3', 'aaaaaaaa-0000-0000-0000-000000000001', 1);
        CREATE TABLE TARGET_INFO_CUDA_DEVICE (gpuId INTEGER, cudaId INTEGER NOT NULL, pid INTEGER NOT NULL);
        INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES (0, 0, 4242), (1, 1, 4242);
        CREATE TABLE ENUM_NONE (id INTEGER, name TEXT, label TEXT);
        CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL,
            contextId INTEGER NOT NULL, greenContextId INTEGER, streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER,
            demangledName INTEGER NOT NULL, shortName INTEGER NOT NULL, mangledName INTEGER, launchType INTEGER, cacheConfig INTEGER,
            registersPerThread INTEGER NOT NULL, gridX INTEGER NOT NULL, gridY INTEGER NOT NULL, gridZ INTEGER NOT NULL,
            blockX INTEGER NOT NULL, blockY INTEGER NOT NULL, blockZ INTEGER NOT NULL, staticSharedMemory INTEGER NOT NULL,
            dynamicSharedMemory INTEGER NOT NULL, localMemoryPerThread INTEGER NOT NULL, localMemoryTotal INTEGER NOT NULL,
            gridId INTEGER NOT NULL, sharedMemoryExecuted INTEGER, graphNodeId INTEGER, sharedMemoryLimitConfig INTEGER);
        CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL,
            contextId INTEGER NOT NULL, streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER, bytes INTEGER NOT NULL,
            copyKind INTEGER NOT NULL, srcKind INTEGER, dstKind INTEGER);
    """)
    base.executemany("INSERT INTO StringIds VALUES (?, ?)", [(i + 10, name) for i, name in enumerate(NAMES)])
    process = (1 << 48) | (4242 << 24)
    kernels, copies = [], []

    def flush():
        base.executemany(f"INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES ({','.join('?' * 28)})", kernels)
        base.executemany(f"INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES ({','.join('?' * 11)})", copies)
        kernels.clear()
        copies.clear()

    def counted():
        for i, (start, end, stream, kind) in enumerate(activities(count)):
            device = stream % 2
            if kind == "kernel":
                unions[device].add(start, end)
            yield i, start, end, stream, device, kind

    for i, start, end, stream, device, kind in nearly_in_order(counted()):
        if kind == "kernel":
            name = 10 + i % len(NAMES)
            kernels.append((start, end, device, 1, None, 7 + stream, i, process, name, name, name, 1, None, 32, 64 + i % 7, 1, 1, 256, 1, 1,
                            0, 1024, 0, 0, i, 16384, None, 0))
        else:
            copies.append((start, end, device, 1, 7 + stream, i, process, 4096, 1, 0, 2))
        if len(kernels) == 50_000:
            flush()
    flush()
    base.commit()
    base.close()
    expected(path, unions)


def kineto(path, millions):
    count = int(millions * 1e6)
    union = Union()
    with open(path, "w", encoding="utf-8") as file:
        file.write('{"schemaVersion":1,"deviceProperties":[{"id":0,"name":"NVIDIA H100 80GB HBM3","totalGlobalMem":84942979072}],'
                   '"baseTimeNanoseconds":1711964646000000000,"traceEvents":[\n')
        for i, (start, end, stream, _) in enumerate(activities(count // 3)):
            union.add(start, end)
            ts, dur = f"{start // 1000}.{start % 1000:03d}", f"{(end - start) // 1000}.{(end - start) % 1000:03d}"
            call = f"{(start - 4000) // 1000}.{(start - 4000) % 1000:03d}"
            name = NAMES[i % len(NAMES)]
            file.write(("," if i else "") +
                       f'{{"ph":"X","cat":"cpu_op","name":"aten::add_","pid":4242,"tid":4242,"ts":{call},"dur":3.211,'
                       f'"args":{{"External id":{i},"Sequence number":{i},"Fwd thread id":0,"Record function id":0,"Input Dims":[[64,256,56,56],[]],'
                       f'"Input type":["float","Scalar"],"Concrete Inputs":["","1"]}}}},\n'
                       f'{{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":4242,"tid":4242,"ts":{call},"dur":2.1,'
                       f'"args":{{"External id":{i},"cbid":211,"correlation":{i}}}}},\n'
                       f'{{"ph":"X","cat":"kernel","name":"{name}","pid":0,"tid":{7 + stream},"ts":{ts},"dur":{dur},'
                       f'"args":{{"External id":{i},"queued":0,"device":0,"context":1,"stream":{7 + stream},"correlation":{i},'
                       f'"registers per thread":40,"shared memory":400,"blocks per SM":4.740741,"warps per SM":75.851852,'
                       f'"grid":[{512 + i % 7},1,1],"block":[512,1,1],"est. achieved occupancy %":75}}}}\n')
        file.write('],"traceName":"big.json"}\n')
    expected(path, [union])


def smi(path, millions):
    rows = int(millions * 1e6) // 4
    draw = random.Random(20261201)
    day = 0
    with open(path, "w", encoding="utf-8") as file:
        file.write("timestamp, index, name, utilization.gpu [%], power.draw [W], temperature.gpu, memory.used [MiB], clocks.current.sm [MHz]\n")
        for i in range(rows):
            second, day = i % 86400, i // 86400
            time = f"2026/{6 + day // 28:02d}/{day % 28 + 1:02d} {second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}.{i % 1000:03d}"
            busy = second // 3600 in (9, 10, 11, 14, 15)
            file.write("".join(
                f"{time}, {gpu}, NVIDIA H100 80GB HBM3, {draw.randrange(60, 100) if busy else 0} %, {draw.randrange(6000, 70000) / 100:.2f} W, "
                f"{30 + draw.randrange(40)}, 18212 MiB, 1980 MHz\n" for gpu in range(4)))


def article(path, millions):
    count = int(millions * 1e6)
    union = Union()
    with open(path, "w", encoding="utf-8") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<events>\n')
        for i, (start, end, stream, kind) in enumerate(activities(count)):
            if kind == "copy":
                file.write(f'  <event name="cudaMemcpy" timestamp="{start}" duration="{end - start}" stream="{stream}" bytes="4096" direction="HtoD"/>\n')
                continue
            union.add(start, end)
            name = NAMES[i % len(NAMES)].replace("<", "&lt;").replace(">", "&gt;")
            file.write(f'  <event name="cudaLaunchKernel" timestamp="{start}" duration="{end - start}" stream="{stream}" '
                       f'kernelName="{name}"/>\n')
        file.write("</events>\n")
    expected(path, [union])


def main():
    kinds = {"nsys": (nsys, 5.0), "calls": (calls, 5.0), "kineto": (kineto, 3.5), "smi": (smi, 10.4), "article": (article, 1.0)}
    if len(sys.argv) < 3 or sys.argv[1] not in kinds:
        sys.exit(__doc__)
    write, usual = kinds[sys.argv[1]]
    write(sys.argv[2], float(sys.argv[3]) if len(sys.argv) > 3 else usual)


if __name__ == "__main__":
    main()
