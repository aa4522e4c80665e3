#!/usr/bin/env python3
"""What each public header costs the file that includes it: lines after preprocessing, and the compiler's time for that one line.

    include_cost.py BUILD [--time] [--bound LINES] [--compiler g++]

BUILD: a build folder, whose include folders are used. Lines are the same on every run; with --time each header is also compiled, the
least of three. With --bound the script fails when a header costs more lines than that.
"""
import argparse
import concurrent.futures
import pathlib
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LAYERS = ("core", "data", "models", "logs", "calibration", "decisions")


def public_headers(layer):
    """Those that the layer's CMakeLists.txt installs."""
    text = (ROOT / layer / "CMakeLists.txt").read_text(encoding="utf-8")
    inside = text[text.index("HEADERS"):] if "HEADERS" in text else ""
    end = min((inside.index(word) for word in ("SOURCES", "DEPENDS", "PRIVATE_DEPENDS", ")") if word in inside), default=0)
    return [name for name in inside[:end].split() if name.endswith(".hpp")]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("build", type=pathlib.Path)
    options.add_argument("--time", action="store_true")
    options.add_argument("--bound", type=int)
    options.add_argument("--compiler", default="g++")
    given = options.parse_args()
    flags = ["-std=c++20", "-x", "c++", "-", "-isystem", "/usr/include/eigen3"]
    for layer in LAYERS:
        flags += ["-I", str(given.build / "include" / layer)]

    def lines_of(header):
        source = f"#include <breakeven/{header}>\n".encode()
        done = subprocess.run([given.compiler, "-E", "-P", *flags], input=source, capture_output=True)
        if done.returncode != 0:
            sys.exit(f"{header} does not stand alone:\n{done.stderr.decode()[-2000:]}")
        return len(done.stdout.splitlines())

    def seconds_of(header):
        source = f"#include <breakeven/{header}>\n".encode()
        best = float("inf")
        for _ in range(3):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([given.compiler, "-fsyntax-only", *flags], input=source, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return best

    headers = [f"{layer}/{name}" for layer in LAYERS for name in public_headers(layer)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        lines = dict(zip(headers, pool.map(lines_of, headers)))
    ranked = sorted(headers, key=lambda h: -lines[h])
    print("| header | lines after preprocessing |" + (" compiling it |" if given.time else ""))
    print("|---|---:|" + ("---:|" if given.time else ""))
    for header in ranked:
        print(f"| {header} | {lines[header]} |" + (f" {seconds_of(header):.2f} s |" if given.time else ""))
    if given.bound is not None and lines[ranked[0]] > given.bound:
        sys.exit(f"{ranked[0]} costs {lines[ranked[0]]} lines, more than {given.bound}")


if __name__ == "__main__":
    main()
