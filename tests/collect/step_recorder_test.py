#!/usr/bin/env python3
"""The recorder for training loops, with a stand-in for PyTorch whose events take 20 ms of GPU time: its rows calibrate.

    step_recorder_test.py BREAKEVEN SOURCE_FOLDER
"""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import types

torch = types.ModuleType("torch")
torch.now_ms = 0.0


class Event:
    def __init__(self, enable_timing):
        assert enable_timing

    def record(self):
        self.at = torch.now_ms

    def query(self):
        return True

    def synchronize(self):
        pass

    def elapsed_time(self, other):
        return other.at - self.at


torch.cuda = types.SimpleNamespace(is_available=lambda: True, current_device=lambda: 0, Event=Event)
sys.modules["torch"] = torch
sys.path.insert(0, str(pathlib.Path(sys.argv[2]) / "data" / "tools"))
import step_recorder  # noqa: E402

clock = {"now": 1_000_000.0}
step_recorder.time = types.SimpleNamespace(monotonic=lambda: clock["now"], time=lambda: 1_762_000_000.0 + clock["now"],
                                           gmtime=__import__("time").gmtime, strftime=__import__("time").strftime)

with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "windows.csv"
    recorder = step_recorder.StepRecorder(path, window_s=10.0, task="vision", driver="535", temperature_c=lambda: 25.0 + (clock["now"] // 10) % 7)
    for _ in range(40 * 100):
        with recorder.step():
            torch.now_ms += 20.0
            clock["now"] += 0.1
    recorder.close()
    rows = list(csv.DictReader(path.open()))
    assert len(rows) == 40, len(rows)
    for row in rows[:-1]:
        assert abs(float(row["effective_s"]) - 2.0) < 0.021 and abs(float(row["window_s"]) - 10.0) < 0.11 and int(row["work"]) in (100, 101), row
    assert sum(int(row["work"]) for row in rows) == 4000
    assert abs(sum(float(row["effective_s"]) for row in rows) - 80.0) < 1e-3
    done = subprocess.run([sys.argv[1], "calibrate", str(path), "--json"], capture_output=True, text=True, check=False)
    answer = json.loads(done.stdout)
    assert answer["target"] == "time-per-work" and answer["rows_used"] == 40, answer
    assert abs(answer["base"] - 0.02) < 1e-6, answer["base"]  # 20 ms of GPU time for a step
print("ok")
