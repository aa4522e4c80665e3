#!/usr/bin/env python3
"""Every picture is XML, its texts stay inside it and none covers another: for long names and amounts in CNY, JPY and USD.

    pictures.py BREAKEVEN

Widths are this script's own: 0.58 of the font size for a letter, 1 for an East Asian one (DejaVu Sans: 0.60 on the mean).
"""
import pathlib
import subprocess
import sys
import tempfile
import unicodedata
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SVG = "{http://www.w3.org/2000/svg}"
SCENARIO = """name = "{name}"
currency = "{c}"
ownership.price = "{price} {c}"
ownership.lifetime = "4 yr"
ownership.capital_rate = "3 %/yr"
electricity.price = "{kwh} {c}/kWh"
electricity.active_power = "{watts} W"
electricity.idle_power = "35 W"
cloud.price = "{rent} {c}/h"
cloud.storage = "{storage} {c}/month"
[uncertain]
"cloud.price" = {{ lognormal = ["{rent} {c}/h", 0.25] }}
"""
SCENARIOS = {
    "CNY": dict(name="RTX 4060", c="CNY", price=8500, kwh=0.85, watts=115, rent=2.8, storage=20),
    "JPY": dict(name="研究室のワークステーション, bought second-hand in Osaka <&> and held against an on-demand H100 SXM5 80 GB in Tokyo",
                c="JPY", price=7980000000, kwh=31, watts=900000, rent=920000, storage=9000),
    "USD": dict(name="A name without any blank: " + "W" * 120, c="USD", price=1599, kwh=0.1545, watts=450, rent=1.39, storage=3),
}


def boxes(svg):
    for element in svg.iter(SVG + "text"):
        text = element.text or ""
        size = 13.0
        letter = 0.58 if element.get("class") != "title" else 0.64
        width = size * sum(1.0 if unicodedata.east_asian_width(c) in "WF" else 0.32 if c in " .,:;'|il" else letter for c in text)
        x, y = float(element.get("x")), float(element.get("y"))
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[element.get("text-anchor", "start")]
        if element.get("transform"):  # reads upwards
            yield text, (x - 10.0, y - width / 2.0, x + 2.0, y + width / 2.0)
        else:
            yield text, (x - shift * width, y - 10.0, x + (1.0 - shift) * width, y + 2.0)


def check(path, what):
    svg = xml.etree.ElementTree.parse(path).getroot()
    wide, high = float(svg.get("width")), float(svg.get("height"))
    placed = list(boxes(svg))
    assert placed, f"{what}: no text"
    for i, (text, (left, top, right, bottom)) in enumerate(placed):
        assert left >= 0 and top >= 0 and right <= wide and bottom <= high, f"{what}: {text!r} leaves the picture"
        for other, (l, t, r, b) in placed[:i]:
            assert right <= l or r <= left or bottom <= t or b <= top, f"{what}: {text!r} covers {other!r}"


passed = 0
with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    for key, values in SCENARIOS.items():
        (folder / f"{key}.toml").write_text(SCENARIO.format(**values), encoding="utf-8")
    for key, v in SCENARIOS.items():
        c, file, other = v["c"], str(folder / f"{key}.toml"), str(folder / ("USD.toml" if key != "USD" else "JPY.toml"))
        dear = f"{2 * v['kwh']} {c}/kWh"
        power = f"electricity.price={v['kwh'] / 4}..{4 * v['kwh']} {c}/kWh/9"
        rent = f"cloud.price={v['rent'] / 2}..{4 * v['rent']} {c}/h/12"
        for name, arguments in {
            "crossover": [file], "changed": [file, "--set", f"electricity.price={dear}"], "several": [file, other],
            "costs": [file, "--picture", "costs"], "tornado": [file, "--tornado", "20%"], "sweep": [file, "--sweep", power],
            "two sweeps": [file, "--sweep", power, "--sweep", rent], "distribution": [file, "--monte-carlo", "5000"],
        }.items():
            picture = folder / "picture.svg"
            run = subprocess.run([sys.argv[1], "whatif", *arguments, "-o", str(picture)], cwd=ROOT, capture_output=True, text=True, timeout=60)
            assert run.returncode == 0, f"{key} {name}: {run.stderr}"
            check(picture, f"{key} {name}")
            passed += 1
print(f"{passed} passed, 0 failed")
