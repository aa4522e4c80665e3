#!/usr/bin/env python3
"""A report is one well-formed page that fetches nothing, whatever the scenario's texts hold.

    report_page.py BREAKEVEN
"""
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
VOID = {"meta", "br", "hr", "img", "link", "input"}
HOSTILE = """name = 'A <script>alert(1)</script> & "quoted" name that goes on and on, 研究室, </title><img src=x onerror=y>'
currency = "JPY"
[gpu]
name = "<b>no such GPU</b>"
memory = "24 GB"
[ownership]
price = "1980000 JPY"
lifetime = "4 yr"
[electricity]
price = "31 JPY/kWh"
active_power = "575 W"
[cloud]
price = "420 JPY/h"
"""


class Checker(html.parser.HTMLParser):
    """Every element that opens closes, in order; nothing is fetched or run."""

    def __init__(self):
        super().__init__()
        self.open, self.seen = [], set()

    def handle_starttag(self, tag, attributes):
        self.seen.add(tag)
        for name, value in attributes:
            assert name not in ("src", "href", "onerror", "onload"), f"{tag} has {name}"
            assert name == "xmlns" or "//" not in (value or ""), f"{tag} points outside: {value}"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.add(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"


def check(page, pictures, sections=()):
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert not checker.open, f"not closed: {checker.open}"
    assert not checker.seen & {"script", "img", "link", "iframe", "b"}, checker.seen
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", page), "something is fetched"
    svgs = re.findall(r"<svg.*?</svg>", page, re.S)
    assert len(svgs) == pictures, len(svgs)
    for svg in svgs:
        xml.etree.ElementTree.fromstring(svg)
    for name in ("timeline", "kernels", "history", "calibration"):
        found = re.search(f'<section id="{name}">(.*?)</section>', page, re.S)
        assert bool(found) == (name in sections), f"{name}: {'missing' if name in sections else 'not asked for'}"
        if found and "<svg" in found.group(1):  # these pictures are told in words too, to the eye and to a screen reader
            told = found.group(1)
            assert told.count("<figcaption>") == told.count("<desc>") == told.count("<svg"), name


def report(*arguments):
    return subprocess.run([sys.argv[1], "report", *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=60)


shipped = report("data/scenarios/rtx4060-laptop-vs-a10.toml", "--log", "data/traces/v100-resnet50-training.json.gz", "-o", "-")
assert shipped.returncode == 0, shipped.stderr
check(shipped.stdout, 6, ("timeline", "kernels"))
timeline = re.search('<section id="timeline">(.*?)</section>', shipped.stdout, re.S).group(1)
assert 0 < len(re.findall('<rect class="a"', timeline)) <= 200  # a bar for each of 200 bins that is not idle
assert "idle" in re.search("<figcaption>(.*?)</figcaption>", timeline).group(1)
kernels = re.search('<section id="kernels">(.*?)</section>', shipped.stdout, re.S).group(1)
assert len(re.findall('<rect class="a"', kernels)) == 11 + 4  # ten names and the rest; four classes
with tempfile.TemporaryDirectory() as folder:
    scenario = pathlib.Path(folder) / "hostile.toml"
    scenario.write_text(HOSTILE, encoding="utf-8")
    page = pathlib.Path(folder) / "page.html"
    made = report(str(scenario), "-o", str(page))
    assert made.returncode == 0, made.stderr
    check(page.read_text(encoding="utf-8"), 3)
    spoken = json.loads(report(str(scenario), "-o", str(page), "--json").stdout)
    assert spoken["schema"] == "breakeven.report/1" and spoken["line"]["outcome"] == "line" and spoken["audit"] is None
    # A stated line hangs on nothing: no tornado. An absurd price is named by its size.
    stated = report("data/scenarios/rtx4060-laptop-vs-a10.toml", "--set", "line.base=12 %", "--task", "nlp", "-o", str(page))
    assert stated.returncode == 0, stated.stderr
    check(page.read_text(encoding="utf-8"), 2)
    absurd = report("data/scenarios/rtx4060-laptop-vs-a10.toml", "--set", "ownership.price=1e300 CNY", "-o", str(page))
    assert "lie at 7.42e+296 %" in absurd.stdout, absurd.stdout
    # Samples of a GPU are no kernel log: the page says so.
    samples = "tests/data/nvidia-smi-csv/linux-x86_64__nvidia-l40s__595.80__load.csv"
    sampled = report("data/scenarios/rtx4060-laptop-vs-a10.toml", "--log", samples, "-o", str(page))
    assert sampled.returncode == 3, sampled
    assert "samples are no kernel log" in page.read_text(encoding="utf-8")
    # A log that is not trusted: the page is whole, and the status says so.
    doubted = report("data/scenarios/rtx4060-laptop-vs-a10.toml", "--log", "tests/data/cases/C21.json", "-o", str(page))
    assert doubted.returncode == 3, doubted.returncode
    check(page.read_text(encoding="utf-8"), 6, ("timeline", "kernels"))
    # A history: its days against their line. Two windows teach no weight of their own, and the page says so.
    history = pathlib.Path(folder) / "history.db"
    record = ["record", "data/traces/v100-resnet50-training.json.gz", "--history", str(history), "--task", "vision", "--driver", "460", "--window", "500 ms"]
    assert subprocess.run([sys.argv[1], *record], cwd=ROOT, capture_output=True, timeout=60).returncode == 0
    remembered = report("data/scenarios/rtx4060-laptop-vs-a10.toml", "--history", str(history), "-o", str(page))
    assert remembered.returncode == 0, remembered.stderr
    text = page.read_text(encoding="utf-8")
    check(text, 5, ("history", "calibration"))
    assert "was never below its line on 1 recorded day" in text and "tell nothing that is sure to move it" in text
    spoken = json.loads(report("data/scenarios/rtx4060-laptop-vs-a10.toml", "--history", str(history), "-o", str(page), "--json").stdout)
    assert len(spoken["history"][0]["days"]) == 1 and not any(term["identified"] for term in spoken["calibration"]["terms"])
    dear = report("data/scenarios/rtx4060-laptop-vs-a10.toml", "--set", "line.base=70 %", "--history", str(history), "-o", str(page))
    assert re.search(r"was below its line on 1 of 1 recorded day: \d{4}-\d\d-\d\d\.", page.read_text(encoding="utf-8")), dear.stdout
    # Bad input leaves no page behind.
    page.unlink()
    assert report("no-such-scenario.toml", "-o", str(page)).returncode == 1
    assert report("data/scenarios/rtx4060-laptop-vs-a10.toml", "--history", str(folder) + "/none.db", "-o", str(page)).returncode == 1
    assert not page.exists()
print("12 passed, 0 failed")
