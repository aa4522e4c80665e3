#!/usr/bin/env python3
"""Runs every command of cases.txt and holds its output against the file of the same name.

    golden.py BREAKEVEN            compare; exit status 1 when anything differs
    golden.py BREAKEVEN --update   write the files anew, for a person to read before they are committed

Runs from the repository root, so that paths in outputs are the same everywhere.
"""
import difflib
import os
import pathlib
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def cases():
    """(name, arguments, expected exit status) of each line `name | status | arguments`."""
    for line in (HERE / "cases.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            name, status, arguments = (part.strip() for part in line.split("|", 2))
            yield name, shlex.split(arguments), int(status)


def main():
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    update = "--update" in sys.argv[2:]
    failed = passed = 0
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1780272000"}  # 2026-06-01: ages and dates stay as they are
    for name, arguments, status in cases():
        run = subprocess.run([binary, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=60)
        shown = run.stdout + ("--- standard error ---\n" + run.stderr if run.stderr else "")
        path = HERE / f"{name}.txt"
        if update:
            path.write_text(shown, encoding="utf-8")
        wanted = path.read_text(encoding="utf-8") if path.exists() else ""
        if shown != wanted or run.returncode != status:
            failed += 1
            print(f"FAILED {name}: exit status {run.returncode}, expected {status}")
            sys.stdout.writelines(difflib.unified_diff(wanted.splitlines(True), shown.splitlines(True), "expected", "shown"))
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
