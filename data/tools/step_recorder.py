"""A recorder for training loops: GPU time of each step by CUDA events, as rows that `breakeven calibrate` reads.

    recorder = StepRecorder("windows.csv", task="vision", driver="535")
    for batch in loader:
        with recorder.step():
            train(batch)
    recorder.close()

A step's time is what lies between two events that the GPU itself records in the step's stream; the host's clock is never used for
it, for a host only sees when work was handed over. Idle time inside a step counts as effective, so a row is an upper bound; a kernel
log is exact. Every `window_s` one row is written, whole, with how many steps it held (`work`).
"""
import contextlib
import csv
import os
import time

import torch

HEADER = ["timestamp", "gpu", "task", "driver", "temperature_c", "os", "virtualization", "network", "window_s", "effective_s", "work"]


class StepRecorder:
    def __init__(self, path, *, window_s=308.7, gpu=None, task="", driver="", temperature_c=None, os_name="linux", virtualization="none",
                 network="local"):
        """`temperature_c`: a number, or a function that tells it when a row is written."""
        if not torch.cuda.is_available():
            raise RuntimeError("no CUDA GPU: there is nothing that CUDA events could time")
        self._window_s = float(window_s)
        self._gpu = gpu if gpu is not None else torch.cuda.current_device()
        self._levels = [task, driver]
        self._temperature = temperature_c if callable(temperature_c) else lambda: temperature_c
        self._rest = [os_name, virtualization, network]
        self._pending = []  # (start, end) of steps that the GPU may not have finished
        self._effective_ms = 0.0
        self._steps = 0
        new = not os.path.exists(path) or os.path.getsize(path) == 0
        self._file = open(path, "a", newline="", encoding="utf-8")
        self._rows = csv.writer(self._file)
        if new:
            self._rows.writerow(HEADER)
            self._file.flush()
        self._begin()

    def _begin(self):
        self._started = time.time()
        self._began = time.monotonic()  # the window is wall time; only effective time is the GPU's

    @contextlib.contextmanager
    def step(self):
        start = torch.cuda.Event(enable_timing=True)
        end = torch.cuda.Event(enable_timing=True)
        start.record()
        try:
            yield
        finally:
            end.record()
            self._pending.append((start, end))
        self._collect(wait=False)
        if time.monotonic() - self._began >= self._window_s:
            self._write()

    def _collect(self, wait):
        while self._pending:
            start, end = self._pending[0]
            if wait:
                end.synchronize()
            elif not end.query():
                return
            self._effective_ms += start.elapsed_time(end)
            self._steps += 1
            self._pending.pop(0)

    def _write(self):
        self._collect(wait=True)
        window_s = time.monotonic() - self._began
        temperature = self._temperature()
        stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self._started))
        self._rows.writerow([stamp, self._gpu, *self._levels, "" if temperature is None else temperature, *self._rest,
                             f"{window_s:.6f}", f"{min(self._effective_ms / 1000.0, window_s):.6f}", self._steps])
        self._file.flush()
        os.fsync(self._file.fileno())
        self._effective_ms = 0.0
        self._steps = 0
        self._begin()

    def close(self):
        """Writes the window that is under way, unless it held no step."""
        self._collect(wait=True)
        if self._steps:
            self._write()
        self._file.close()
