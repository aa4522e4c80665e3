#!/usr/bin/env python3
"""The report in a real browser (Debian's Chromium, headless): nothing to complain of, nothing fetched, every part there.

    report_in_browser_test.py BREAKEVEN

Exit status 77 (skipped) where no chromium is installed.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CHROMIUM = shutil.which("chromium")
failures = []


def check(condition, what):
    print(("ok      " if condition else "FAILED  ") + what)
    if not condition:
        failures.append(what)


def browse(folder, page, *arguments):
    return subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", f"--user-data-dir={folder}/profile",
                           *arguments, page.as_uri()], cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def png_size(path):
    head = path.read_bytes()[:24]
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def main():
    if CHROMIUM is None:
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        page = folder / "report.html"
        subprocess.run([str(pathlib.Path(sys.argv[1]).resolve()), "report", "data/scenarios/rtx4060-laptop-vs-a10.toml", "--log",
                        "data/traces/v100-resnet50-training.json.gz", "-o", str(page), "--quiet"], cwd=ROOT, check=True, capture_output=True)
        seen = browse(folder, page, "--dump-dom")
        complaints = [line for line in seen.stderr.splitlines() if "CONSOLE" in line]
        check(not complaints, "no complaint on the console " + " ".join(complaints)[:300])
        dom = seen.stdout
        check("6.31 % of every hour" in dom[: dom.index("<h2")], "the verdict comes before every part")
        for part in ("What the line is made of", "Where owning and renting cost the same", "What the line hangs on", "What the log shows"):
            check(part in dom, f"the part \"{part}\"")
        pictures = re.findall(r"<svg.*?</svg>", dom, flags=re.S)
        check(len(pictures) >= 3 and all("<title" in picture for picture in pictures), f"{len(pictures)} pictures, each with a text in its place")
        for width in (390, 1100):
            shot = folder / f"{width}.png"
            browse(folder, page, f"--window-size={width},2400", f"--screenshot={shot}")
            check(shot.exists() and shot.stat().st_size > 20_000 and png_size(shot)[0] >= width, f"drawn {width} pixels wide")
    print(f"{len(failures)} failed")
    return 1 if failures else 0


sys.exit(main())
