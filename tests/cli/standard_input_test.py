#!/usr/bin/env python3
"""A log on standard input is the log: every command that reads one says of it what it says of the file.

    standard_input_test.py BREAKEVEN
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCENARIO = "data/scenarios/rtx4060-laptop-vs-a10.toml"
LOGS = ["data/traces/v100-resnet50-training.json.gz", "tests/data/nvidia-smi-csv/" + sorted(p.name for p in (ROOT / "tests/data/nvidia-smi-csv").glob("*.csv"))[0]]
COMMANDS = {
    "audit": ["audit", "{log}", "--scenario", SCENARIO, "--allow-samples", "--json"],
    "check": ["check", "{log}", "--scenario", SCENARIO, "--allow-samples"],
    "report": ["report", SCENARIO, "--log", "{log}", "--allow-samples", "-o", "-"],
}


def run(binary, arguments, log, piped):
    named = "-" if piped else log
    with open(ROOT / log, "rb") as file:
        done = subprocess.run([binary, *(a.replace("{log}", named) for a in arguments)], cwd=ROOT, stdin=file if piped else subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout.replace(log, "-"), done.stderr.replace(log, "-")


def main():
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    failed = 0
    for log in LOGS:
        for name, arguments in COMMANDS.items():
            named, piped = (run(binary, arguments, log, piped) for piped in (False, True))
            if named[0] not in (0, 2, 3) or not named[1] or named != piped:  # 2 is check's CRITICAL
                failed += 1
                print(f"FAILED {name} of {log}: {named[0]} and {piped[0]}\n{named[2][:300]}\n{piped[2][:300]}")
    print(f"{len(LOGS) * len(COMMANDS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
