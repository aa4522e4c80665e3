#!/usr/bin/env python3
"""calibrate on a ClickHouse table of two shards against pulling its rows and fitting them here: time, bytes and the same answer.

    fleet.py BREAKEVEN [ROWS=20000000] [RUNS=3]

Rows are made on the servers (hashes of their numbers: the same each time), of 100 GPUs whose windows follow each other by a minute. The
servers stand on this machine. Their processor time and that of the command or the download are told beside wall time; of several runs
the least of each.
"""
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "clickhouse"))
from two_shards import TwoShards  # noqa: E402

COLUMNS = "timestamp DateTime, gpu String, task String, driver String, os String, temperature_c Float64, line Float64"
GPUS = 100

# Errors are sums of neighbouring hashes, so that they resemble each other.
ROWS = """SELECT toDateTime(1750000000 + 60 * intDiv(number, {gpus})) AS timestamp, concat('gpu', toString(number % {gpus} * 2 + {shard})) AS gpu,
 if(cityHash64(intDiv(number, {gpus} * 60), number % {gpus}) % 2 = 0, 'nlp', 'vision') AS task, if(intDiv(number, {gpus} * 7200) % 2 = 0, '525', '535') AS driver,
 if(number % {gpus} < 10, 'windows', 'linux') AS os, round(25 + 6 * sin(number / {gpus} / 229.2) + (cityHash64(number, 1) % 2000) / 1000 - 1, 3) AS temperature_c,
 round(0.12 * (1 + 0.0087 * (temperature_c - 25) + 0.233 * (task = 'nlp') + 0.15 * (os = 'windows'))
   + ((cityHash64(number) + cityHash64(number + {gpus}) + cityHash64(number + 2 * {gpus})) % 3000 - 1500) / 500000, 6) AS line
FROM system.numbers LIMIT {rows}"""


def ticks(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Measure:
    """Wall and processor seconds of a step: of the servers and of the processes that it starts."""

    def __init__(self, servers):
        self.pids = [servers.first.process.pid, servers.second.process.pid]

    def __enter__(self):
        self.before, self.own, self.begun = sum(map(ticks, self.pids)), os.times(), time.perf_counter()
        return self

    def __exit__(self, *_):
        self.wall, after = time.perf_counter() - self.begun, os.times()
        self.servers = sum(map(ticks, self.pids)) - self.before
        self.client = after.user + after.system + after.children_user + after.children_system - sum(self.own[:4])


def least(measures, figure):
    return min(getattr(one, figure) for one in measures)


def calibrated(binary, source, *more):
    done = subprocess.run([binary, "calibrate", source, "--json", *more], capture_output=True, check=False)
    if done.returncode:
        sys.exit(done.stderr.decode())
    return json.loads(done.stdout)


def pulled(server, path):
    """All rows as CSV, as a person would export them; how many bytes came."""
    query = ("SELECT concat(replaceOne(toString(timestamp), ' ', 'T'), 'Z') AS timestamp, gpu, task, driver, os, temperature_c, line FROM fleet "
             "ORDER BY timestamp FORMAT CSVWithNames")
    request = urllib.request.Request(f"http://127.0.0.1:{server.http}/?max_memory_usage=0&max_bytes_before_external_sort=2000000000", query.encode())
    size = 0
    with urllib.request.urlopen(request) as answer, open(path, "wb") as file:
        while block := answer.read(1 << 20):
            size += len(block)
            file.write(block)
    return size


class CountingProxy:
    """Hands on to a port and counts the bytes of both directions."""

    def __init__(self, port):
        self.target, self.counted = port, 0
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listening.accept()
            server = socket.create_connection(("127.0.0.1", self.target))
            for here, there in ((client, server), (server, client)):
                threading.Thread(target=self.hand_on, args=(here, there), daemon=True).start()

    def hand_on(self, here, there):
        while block := here.recv(1 << 16):
            self.counted += len(block)
            there.sendall(block)
        there.close()


def same(a, b):
    for x, y in zip(a["terms"], b["terms"]):
        for key in ("weight", "std_error"):
            if x[key] is not None and abs(x[key] - y[key]) > 1e-9 * (abs(x[key]) + x["std_error"]):
                sys.exit(f"a wrong answer: {x} {y}")


def main():
    binary, rows = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20_000_000
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    with TwoShards() as servers, tempfile.TemporaryDirectory(prefix="breakeven-fleet-") as folder:
        servers.distributed("fleet", COLUMNS, "(gpu, timestamp)")
        for shard, server in enumerate((servers.first, servers.second)):
            server.ask("INSERT INTO fleet_part " + ROWS.format(gpus=GPUS // 2, shard=shard, rows=rows // 2))
        both, one = f"clickhouse://127.0.0.1:{servers.first.http}/default.fleet", f"clickhouse://127.0.0.1:{servers.first.http}/default.fleet_part"
        answers, table = {}, []
        for name, source, count, kind in [("two shards, newey-west", both, rows, "newey-west"), ("two shards, hc3", both, rows, "hc3"), ("two shards, ols", both, rows, "ols"),
                                          ("one shard, newey-west", one, rows // 2, "newey-west"), ("one shard, ols", one, rows // 2, "ols")]:
            measures = []
            for _ in range(runs):
                with Measure(servers) as measure:
                    answers[name] = calibrated(binary, source, "--errors", kind)
                measures.append(measure)
            if answers[name]["rows_used"] != count:
                sys.exit(f"{answers[name]['rows_used']} rows instead of {count}")
            table.append((name, count, measures))
            print(f"| {name} | {least(measures, 'wall'):.2f} s | {least(measures, 'servers'):.2f} s | {least(measures, 'client'):.2f} s | "
                  f"{least(measures, 'wall') / count * 1e6:.3f} s | {least(measures, 'servers') / count * 1e6:.3f} s |", flush=True)
        for count in (rows, rows // 100):
            if count != rows:  # fewer minutes of the same GPUs
                servers.both("ALTER TABLE fleet_part DETACH PARTITION tuple()")
                for shard, server in enumerate((servers.first, servers.second)):
                    server.ask("INSERT INTO fleet_part " + ROWS.format(gpus=GPUS // 2, shard=shard, rows=count // 2))
            proxy = CountingProxy(servers.first.http)
            calibrated(binary, f"clickhouse://127.0.0.1:{proxy.port}/default.fleet")
            print(f"bytes to and from the cluster, newey-west, {count} rows: {proxy.counted}", flush=True)
        servers.both("ALTER TABLE fleet_part DROP PARTITION tuple()")
        servers.both("ALTER TABLE fleet_part ATTACH PARTITION tuple()")
        path = os.path.join(folder, "fleet.csv")
        with Measure(servers) as pull:
            size = pulled(servers.first, path)
        with Measure(servers) as fit:
            local = calibrated(binary, path, "--errors", "ols")
        same(local, answers["two shards, ols"])
        print(f"| pulled, {size / 1e6:.0f} MB | {pull.wall:.2f} s | {pull.servers:.2f} s | {pull.client:.2f} s |")
        print(f"| fitted here, ols | {fit.wall:.2f} s | | {fit.client:.2f} s |")
        ours = table[2][2]
        print(f"pull and fit / push-down (ols): wall {(pull.wall + fit.wall) / least(ours, 'wall'):.1f}, processor time of all "
              f"{(pull.servers + pull.client + fit.client) / (least(ours, 'servers') + least(ours, 'client')):.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
