#!/usr/bin/env python3
"""collect, with a stand-in for the profiler that hands out real exports, and with a stand-in for PyTorch.

    collect_test.py BREAKEVEN SOURCE_FOLDER
"""
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

BREAKEVEN = str(pathlib.Path(sys.argv[1]).resolve())
SOURCE = pathlib.Path(sys.argv[2]).resolve()
HERE = SOURCE / "tests" / "collect"
EXPORT = SOURCE / "tests/data/cases/C13.sqlite"  # 45 kernels, 3.6 s of 6 s
SCENARIO = str(SOURCE / "data/scenarios/rtx4060-laptop-vs-a10.toml")
failures = []


def check(condition, what):
    print(("ok      " if condition else "FAILED  ") + what)
    if not condition:
        failures.append(what)


class Place:
    """A folder with a place for temporary files, and the stand-in on PATH."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()
        self.log = self.folder / "told.jsonl"

    def run(self, *arguments, behave="", path=None, status=None, **environment):
        env = {**os.environ, "PATH": str(HERE) + ":" + os.environ["PATH"] if path is None else path, "TMPDIR": str(self.temporary),
               "STAND_IN_LOG": str(self.log), "STAND_IN_EXPORT": str(EXPORT), "STAND_IN_AS": behave, **environment}
        done = subprocess.run([BREAKEVEN, "collect", *arguments], cwd=self.folder, env=env, capture_output=True, text=True, timeout=120)
        if status is not None:
            check(done.returncode == status, f"exit status {status} (was {done.returncode}: {done.stderr.strip()[:200]})")
        return done

    def told(self):
        return [json.loads(line) for line in self.log.read_text().splitlines()] if self.log.exists() else []

    def nothing_left(self):
        return list(self.temporary.iterdir()) == []


def in_a_place(test):
    with tempfile.TemporaryDirectory() as folder:
        print(f"-- {test.__name__}: {test.__doc__.splitlines()[0]}")
        test(Place(folder))


def the_right_flags(place):
    """the program is run under the profiler with graph nodes traced, its log exported, audited, recorded and deleted."""
    done = place.run("--scenario", SCENARIO, "--history", "history.db", "--task", "vision", "--json", "--", sys.executable, "-c", "print('from the program')")
    answer = json.loads(done.stdout)
    profile = next(words for words in place.told() if words[0] == "profile" and "--help" not in words)
    check("--cuda-graph-trace=node" in profile and "--trace=cuda,nvtx" in profile and "--sample=none" in profile, "flags of good evidence")
    check("from the program" in done.stderr and "from the program" not in done.stdout, "the program speaks on standard error")
    check(answer["devices"][0]["kernels"] == 45 and answer["devices"][0]["kernel_time_union_ns"] == 3_600_000_000, "the figures of the log")
    check(answer["collected"]["program_status"] == 0 and answer["collected"]["windows_recorded"] >= 1, "what was collected is said")
    check(place.nothing_left(), "nothing is left among the temporary files")
    with sqlite3.connect(place.folder / "history.db") as history:
        check(b"from the program" not in (place.folder / "history.db").read_bytes(), "no command line in the history")
        del history


def arguments_as_they_are(place):
    """no shell reads the program's arguments."""
    odd = ["a b", "$(touch pwned)", "'; touch pwned; '", "`touch pwned`", "*", "--help", "two\nlines", "%d\\", ""]
    place.run("--", sys.executable, "-c", "import json, sys; open('seen.json', 'w').write(json.dumps(sys.argv[1:]))", *odd)
    check(json.loads((place.folder / "seen.json").read_text()) == odd, "each of them arrives as it was typed")
    check(not (place.folder / "pwned").exists(), "none of them was run")


def what_can_go_wrong(place):
    """each failure says what, and what to do, and leaves nothing behind."""
    done = place.run("--", "true", path="/usr/bin:/bin", status=1)
    check('the profiler "nsys" is not there' in done.stderr and "--profiler torch" in done.stderr, "a missing profiler")
    done = place.run("--", "true", behave="old", status=1)
    check("has no --cuda-graph-trace" in done.stderr and "update Nsight Systems" in done.stderr, "a profiler that is too old")
    done = place.run("--", "true", behave="mute", status=1)
    check("left no log" in done.stderr and "breakeven doctor" in done.stderr, "a profiler that leaves no log")
    done = place.run("--", "true", behave="broken", status=1)
    check("could not export" in done.stderr, "a profiler that cannot export")
    done = place.run(status=1)
    check("there is no program to profile" in done.stderr, "no program")
    done = place.run("--scenario", "none.toml", "--", "touch", "ran", status=1)
    check(not (place.folder / "ran").exists(), "a scenario that is not there is found before the program runs")
    done = place.run("--json", "--", "sh", "-c", "exit 7")
    check(json.loads(done.stdout)["collected"]["program_status"] == 7 and "ended with status 7" in done.stderr + done.stdout, "a program that fails is told, its log audited")
    check(place.nothing_left(), "nothing is left among the temporary files")


def kept(place):
    """--keep keeps the log, and what stands there is a whole export."""
    done = place.run("--keep", "logs", "--json", "--", "true")
    check((place.folder / "logs/log.sqlite").read_bytes() == EXPORT.read_bytes(), "the log, whole")
    check(json.loads(done.stdout)["collected"]["log"] == "logs/log.sqlite", "its place is said")


def printed_jobs(place):
    """a printed job runs as it stands, with its words unharmed."""
    odd = "100 % of $HOME it's"
    program = [sys.executable, "-c", "import json, sys; open('seen.json', 'w').write(json.dumps(sys.argv[1:]))", odd]
    cron = place.run("--print", "cron", "--scenario", SCENARIO, "--history", "history.db", "--", *program, status=0).stdout
    line = next(text for text in cron.splitlines() if not text.startswith("#"))
    check(line.startswith("17 3 * * * cd ") and " && { " in line, "a line of a crontab")
    # As cron does it: \% is a %, and the rest goes to sh.
    command = line.split(" ", 5)[5].replace("\\%", "%")
    env = {**os.environ, "PATH": str(HERE) + ":" + os.environ["PATH"], "TMPDIR": str(place.temporary), "STAND_IN_LOG": str(place.log), "STAND_IN_EXPORT": str(EXPORT)}
    subprocess.run(["/bin/sh", "-c", command], cwd="/", env=env, check=False, timeout=120)
    check(json.loads((place.folder / "seen.json").read_text()) == [odd], "the program's words come through cron and sh")
    said = (place.folder / "breakeven.log").read_text()
    check("effective=" in said or "recorded" in said, "what the steps say is kept")
    units = place.run("--print", "systemd", "--scenario", SCENARIO, "--", *program, status=0).stdout
    check(units.count("ExecStart=") == 2 and '"100 %% of $$HOME it\'s"' in units and "OnCalendar=" in units, "a service and a timer")
    done = place.run("--print", "cron", "--", "echo", "two\nlines", status=1)
    check("cannot hold a line end" in done.stderr, "a line end is refused")


def the_frameworks_profiler(place):
    """PyTorch's profiler runs the program inside it; a trace without GPU activity is refused."""
    torch = place.folder / "torch"
    torch.mkdir()
    (torch / "__init__.py").write_text("class cuda:\n    is_available = staticmethod(lambda: False)\n    synchronize = staticmethod(lambda: None)\n")
    (torch / "profiler.py").write_text(
        "import os, shutil\nclass ProfilerActivity:\n    CPU = 'cpu'\n    CUDA = 'cuda'\n"
        "class profile:\n    def __init__(self, activities): pass\n    def __enter__(self): return self\n    def __exit__(self, *_): return False\n"
        "    def export_chrome_trace(self, path): shutil.copy(os.environ['TRACE'], path)\n")
    (place.folder / "train.py").write_text("import sys\nprint('args', sys.argv[1:])\nassert __name__ == '__main__'\nsys.exit(int(sys.argv[1]))\n")
    env = {"PYTHONPATH": str(place.folder)}
    trace = str(SOURCE / "tests/data/cases/C25.json")
    done = place.run("--profiler", "torch", "--json", "--", "python3", "train.py", "0", TRACE=trace, **env)
    check(json.loads(done.stdout)["devices"][0]["kernels"] == 10, "the trace that the profiler wrote")
    check("args ['0']" in done.stderr, "the program's own arguments")
    done = place.run("--profiler", "torch", "--json", "--", "python3", "train.py", "5", TRACE=trace, **env)
    check(json.loads(done.stdout)["collected"]["program_status"] == 5, "the program's status")
    cpu_only = SOURCE / "tests/data/collect/torch-1.13-cpu-only.json.gz"
    done = place.run("--profiler", "torch", "--", "train.py", "0", TRACE=str(cpu_only), **env)
    check(done.returncode in (1, 3) and "%" not in done.stdout, "a real trace of a machine without a GPU has no share")
    done = place.run("--profiler", "torch", "--", "ls", status=1)
    check("is no Python program" in done.stderr, "a program that is not Python")
    check(place.nothing_left(), "nothing is left among the temporary files")


for test in (the_right_flags, arguments_as_they_are, what_can_go_wrong, kept, printed_jobs, the_frameworks_profiler):
    in_a_place(test)
print(f"{len(failures)} failed")
sys.exit(1 if failures else 0)
