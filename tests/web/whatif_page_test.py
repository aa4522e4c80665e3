#!/usr/bin/env python3
"""The page for browsers against the command: the same figures to 1e-12, the same words, and nothing asked of any network.

    whatif_page_test.py BREAKEVEN PAGE

The page's own engine answers some hundred scenarios under node; then the page itself is used in Chromium.
"""
import base64
import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse

from browser import Browser

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TODAY = "2026-06-01"
EPOCH = "1780272000"  # the same day
RELATIVE = 1e-12
failures = []
command, page = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()


def check(condition, what):
    print(("ok      " if condition else "FAILED  ") + what)
    if not condition:
        failures.append(what)


def native(path, sets=(), at=None, json_format=True):
    """The command's answer, or its error's text."""
    arguments = [command, "line", path, "--quiet"] + (["--json"] if json_format else [])
    for key, value in sets:
        arguments += ["--set", f"{key}={value}"]
    for name, value in (at or {}).items():
        arguments += ["--" + name, value]
    done = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, check=False, env=os.environ | {"SOURCE_DATE_EPOCH": EPOCH})
    if done.returncode == 0:
        return json.loads(done.stdout) if json_format else done.stdout
    return {"error": done.stderr.strip()}


def request(path, sets=(), at=None, toml=None):
    return {"toml": toml if toml is not None else (ROOT / path).read_text(), "name": path, "today": TODAY, "unset": [], "set": [list(one) for one in sets],
            "at": at or {}}


def difference(a, b, where=""):
    """Where two answers differ; None when they do not."""
    if isinstance(a, bool) or isinstance(b, bool) or a is None or b is None or isinstance(a, str):
        return None if a == b else f"{where}: {a} and {b}"
    if isinstance(a, (int, float)):
        same = isinstance(b, (int, float)) and abs(a - b) <= RELATIVE * max(abs(a), abs(b))
        return None if same else f"{where}: {a!r} and {b!r}"
    if type(a) is not type(b) or len(a) != len(b):
        return f"{where}: {a} and {b}"
    pairs = [(key, a[key], b.get(key, "nothing")) for key in a] if isinstance(a, dict) else [(i, *both) for i, both in enumerate(zip(a, b))]
    return next((found for key, one, other in pairs if (found := difference(one, other, f"{where}.{key}")) is not None), None)


def random_cases(count):
    """Changes of a shipped scenario, inside the models' ranges; some circumstances too."""
    rng = random.Random(20260601)
    scenarios = sorted(str(one.relative_to(ROOT)) for one in (ROOT / "data/scenarios").glob("*.toml"))
    money = {scenario: re.search(r'currency = "(\w+)"', (ROOT / scenario).read_text())[1] for scenario in scenarios}
    values = {
        "ownership.price": lambda c: f"{rng.uniform(500, 20000):.6g} {c}", "ownership.lifetime": lambda c: f"{rng.uniform(0.5, 8):.4g} yr",
        "ownership.gpu_share": lambda c: f"{rng.random():.6g}", "ownership.capital_rate": lambda c: f"{rng.uniform(0, 12):.4g} %/yr",
        "ownership.method": lambda c: rng.choice(["straight-line", "declining-balance", "sum-of-years-digits"]),
        "electricity.price": lambda c: f"{rng.uniform(0.02, 2):.6g} {c}/kWh", "electricity.active_power": lambda c: f"{rng.uniform(30, 700):.5g} W",
        "electricity.idle_power": lambda c: f"{rng.uniform(0, 60):.4g} W", "electricity.powered_on": lambda c: f"{rng.random():.5g}",
        "electricity.psu_efficiency": lambda c: f"{rng.uniform(0.6, 1):.4g}", "electricity.pue": lambda c: f"{rng.uniform(1, 2):.4g}",
        "cloud.price": lambda c: f"{rng.uniform(0.1, 30):.6g} {c}/h", "cloud.speed_ratio": lambda c: f"{rng.uniform(0.1, 3):.5g}",
        "cloud.busy_share": lambda c: f"{rng.uniform(0.2, 1):.4g}", "cloud.storage": lambda c: f"{rng.uniform(0, 40):.4g} {c}/month",
        "cloud.session": lambda c: f"{rng.uniform(60, 90000):.5g} s", "cloud.billing_granularity": lambda c: f"{rng.choice([1, 60, 3600])} s",
        "cloud.virtualization_loss": lambda c: f"{rng.uniform(0, 0.3):.3g}", "crash.rate": lambda c: f"{rng.uniform(0, 50):.4g} /yr",
        "crash.recovery": lambda c: f"{rng.uniform(0, 600):.4g} min", "crash.downtime_cost": lambda c: f"{rng.uniform(0, 50):.4g} {c}/h",
        "crash.checkpoint_cost": lambda c: f"{rng.uniform(1, 200):.4g} s", "cloud.spot_rework": lambda c: f"{rng.uniform(0, 0.4):.3g}",
        "memory.activity": lambda c: f"{rng.random():.4g}", "job.memory": lambda c: f"{rng.uniform(1, 30):.3g} GB",
        "line.reachable": lambda c: f"{rng.uniform(0.1, 1):.4g}", "line.weights.temperature": lambda c: f"{rng.uniform(-2, 2):.3g} %/K",
        "line.base": lambda c: f"{rng.uniform(1, 90):.4g} %",
    }
    out = [(scenario, [], {}) for scenario in scenarios]
    while len(out) < count:
        scenario = rng.choice(scenarios)
        keys = rng.sample(sorted(values), rng.randint(1, 8))
        if "line.base" in keys and rng.random() < 0.8:
            keys.remove("line.base")
        at = {}
        if rng.random() < 0.4:
            at = {"temperature": f"{rng.uniform(-5, 60):.3g} degC"} | ({"task": "nlp", "os": "windows"} if rng.random() < 0.5 else {})
        out.append((scenario, [(key, values[key](money[scenario])) for key in keys], at))
    return out


WRONG = [
    ("electricity.price", "abc"), ("electricity.price", "0.85"), ("electricity.price", "0.85 CNY/h"), ("electricity.price", "-1 CNY/kWh"),
    ("ownership.lifetime", "0 yr"), ("ownership.gpu_share", "1.5"), ("ownership.method", "\"straigt-line\""), ("cloud.prise", "1 CNY/h"),
    ("cloud.price", "1e999 CNY/h"), ("cloud.price", "€3"), ("electricity.pue", "0.5"), ("cloud.price", "3 USD/h"), ("cloud.reserved", "1 CNY/h"),
    ("gpu.memory", "8 gb"), ("line.shifts.os.windows", "0.018"), ("", "1"),
]
WRONG_TEXTS = ["", "[cloud]\nprice = 2.8\n", "a = [\n", "[cloud]\n[cloud]\n", "price = 8500 CNY\n", "\u0001", "[line]\ninclude = \"weights.toml\"\n", "x = " + "[" * 60]


# Scenarios whose lines are of the rarer kinds: a tariff with tiers, powered-on hours, a reserved instance, heat, two lines.
BENT = [
    """name = "tiers"\ncurrency = "CNY"\n[ownership]\nprice = "9000 CNY"\nlifetime = "3 yr"\n[electricity]\nactive_power = "400 W"\nidle_power = "40 W"
powered_on = 0.5\ntariff_use = "cheapest-first"\ntariff = [ { share = 0.3, price = "0.4 CNY/kWh" }, { share = 0.7, price = "1.4 CNY/kWh" } ]\n[cloud]\nprice = "2 CNY/h"\n""",
    """currency = "USD"\n[exchange]\ndate = "2026-05-01"\nCNY = 0.14\n[ownership]\nprice = "9000 CNY"\nlifetime = "3 yr"\n[electricity]\nprice = "0.2 USD/kWh"
active_power = "400 W"\n[cloud]\nreserved = "0.06 USD/h"\n""",
    """currency = "USD"\n[ownership]\nprice = "1200 USD"\nlifetime = "3 yr"\n[electricity]\nprice = "0.2 USD/kWh"\nactive_power = "700 W"\nidle_power = "10 W"
[heat]\nlimit = "85 degC"\nresistance = "0.2 K/W"\nambient = "30 degC"\n[cloud]\nprice = "0.4 USD/h"\n""",
    """currency = "USD"\n[ownership]\nprice = "2628 USD"\nlifetime = "3 yr"\n[electricity]\nidle_power = "0 W"\nactive_power = "1000 W"\ntariff_use = "cheapest-first"
tariff = [ { share = 0.5, price = "0.05 USD/kWh" }, { share = 0.5, price = "0.9 USD/kWh" } ]\n[cloud]\nprice = "0.3 USD/h"\n""",
]


def engine_answers(folder, asked):
    """The page's engine, taken out of the page, under node."""
    html = page.read_text()
    glue = folder / "glue.js"
    glue.write_text(next(script for script in re.findall(r"<script>(.*?)</script>", html, flags=re.S) if "var createEngine" in script[:400]))
    (folder / "engine.wasm").write_bytes(base64.b64decode(re.search(r'id="engine">([^<]*)<', html)[1]))
    lines = "".join(json.dumps(one) + "\n" for one in asked)
    done = subprocess.run(["node", HERE / "engine.js", glue, folder / "engine.wasm"], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_engine(folder):
    cases = random_cases(300)
    for i, text in enumerate(BENT):
        path = folder / f"bent{i}.toml"
        path.write_text(text)
        cases.append((str(path), [], {}))
    wrong = [(case, "data/scenarios/rtx4060-laptop-vs-a10.toml", [case]) for case in WRONG]
    asked = [{"what": "answer", "request": request(*case)} for case in cases]
    asked += [{"what": "answer", "request": request(path, sets)} for _, path, sets in wrong]
    files = []
    for i, text in enumerate(WRONG_TEXTS):
        files.append(folder / f"wrong{i}.toml")
        files[-1].write_text(text)
        asked.append({"what": "answer", "request": request(str(files[-1]), toml=text)})
    asked += [{"what": "file", "request": request(*case)} for case in cases]
    answers = engine_answers(folder, asked)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        expected = list(pool.map(lambda case: native(*case), cases))
        words = list(pool.map(lambda case: native(*case, json_format=False), cases[:40]))
    found = [(case, difference(want["error"], got.get("error", {}).get("text", "none").strip(), "error") if "error" in want else
              difference(want, got.get("line"), "line")) for case, want, got in zip(cases, expected, answers)]
    bad = [one for one in found if one[1] is not None]
    refused = sum("error" in want for want in expected)
    outcomes = sorted({want["outcome"] for want in expected if "error" not in want})
    check(not bad, f"{len(cases)} scenarios, {refused} of them refused, have the command's answers to {RELATIVE}: {outcomes} {bad[:2]}")
    check(refused < len(cases) / 4 and set(outcomes) == {"always", "between", "line", "never", "only-below"}, "most are answered, with every outcome")
    bad = [case for case, want, got in zip(cases, words, answers) if "error" not in got and want.split("\n")[0] != got["words"]]
    check(not bad, f"the first line is the command's {bad[:1]}")
    curves = [got for got in answers[:len(cases)] if "error" not in got]
    crossed = [abs(share - got["line"]["base_line"]) for got in curves if got["line"]["outcome"] == "line" and not got["stated"] for share, _ in got["curve"]["crossings"]]
    check(len(crossed) > 50 and max(crossed) == 0.0, f"{len(crossed)} crossings are drawn at the base line")

    rest = answers[len(cases):]
    for (case, path, sets), got in zip(wrong, rest):
        want = native(path, sets).get("error", "an answer")
        check(got.get("error", {}).get("text", "none").strip() == want, f"{case[0]} = {case[1]!r} is refused in the command's words")
        if case[0] and got.get("error"):
            check(got["error"]["key"] in (case[0], ""), f"... and the error is about it, not {got['error']['key']!r}")
    rest = rest[len(wrong):]
    for text, path, got in zip(WRONG_TEXTS, files, rest):
        want = native(str(path))
        check("error" in want and got.get("error", {}).get("text", "none").strip() == want["error"], f"the text {text[:30]!r} is refused in the command's words")

    # What the page writes as a file says the same to the command.
    written = rest[len(WRONG_TEXTS):]
    compared, bad = 0, []
    for i, (case, want, got) in enumerate(zip(cases, expected, written)):
        if "error" in want or i % 3:
            continue
        path = folder / "written.toml"
        path.write_text(got.get("toml", ""))
        again = native(str(path), at=case[2])
        compared += 1
        figures = ("outcome", "line", "base_line", "lines", "local", "cloud", "components", "context")
        different = again.get("error") or difference({key: want[key] for key in figures}, {key: again[key] for key in figures})
        if different:
            bad.append((case, different, got.get("error")))
    check(compared > 60 and not bad, f"{compared} written files have the lines of their scenarios {bad[:1]}")


def test_page(folder):
    shipped = "data/scenarios/rtx4060-laptop-vs-a10.toml"
    browser = Browser(folder, 1280, 800)
    try:
        browser.open(page.as_uri())
        browser.wait_for("document.querySelector('#tornado svg') !== null")
        answer = "document.getElementById('answer').textContent"
        check(browser.ask(answer) == native(shipped, json_format=False).split("\n")[0], "the page opens with the shipped scenario's answer")
        names = sorted(one.stem for one in (ROOT / "data/scenarios").glob("*.toml"))
        check(browser.ask("Object.keys(shipped).sort()") == names, f"every shipped scenario is there to start from: {names}")
        stated = [key for key, one in native(shipped)["inputs"].items() if one["source"] == "scenario"]
        missing = [key for key in stated if not browser.ask(f"rows.has({json.dumps(key)}) && rows.get({json.dumps(key)}).node.isConnected")]
        check(len(stated) > 35 and not missing, f"all {len(stated)} assumptions of the shipped scenario are there {missing}")
        check(not browser.ask("[...document.querySelectorAll('input,select,button')].filter((one) => !(one.labels && one.labels.length) && "
                              "!one.getAttribute('aria-label') && !one.textContent.trim()).map((one) => one.id).join()"), "every control has a name")

        def put(selector, value, event="input"):
            browser.ask(f"(() => {{ const at = document.querySelector({json.dumps(selector)}); at.focus(); at.value = {json.dumps(value)}; "
                        f"at.dispatchEvent(new Event({json.dumps(event)}, {{bubbles: true}})); }})()")

        put("#in-cloud-price-slider", "1.5")
        typed = browser.ask("document.getElementById('in-cloud-price').value")
        want = native(shipped, [("cloud.price", f"{typed} CNY/h")])
        check(typed == "1.5" and abs(browser.ask("shown.line.line") - want["line"]) <= RELATIVE * want["line"], "a slider moves the line to the command's")
        put("#in-electricity-price", "1.25")
        put("#in-line-shifts-os-windows", "2.5")
        put("#in-ownership-method", "sum-of-years-digits")
        put("#in-at-temperature", "40")
        put("#in-at-os", "windows")
        sets = [("cloud.price", "1.5 CNY/h"), ("electricity.price", "1.25 CNY/kWh"), ("line.shifts.os.windows", "2.5 pp"), ("ownership.method", "sum-of-years-digits")]
        want = native(shipped, sets, {"temperature": "40 degC", "os": "windows"})
        check(difference(want["line"], browser.ask("shown.line.line")) is None and want["adjustments"], "numbers, shifts, choices and circumstances are the command's")

        good = browser.ask(answer)
        put("#in-electricity-price", "1.25 CNY/h")
        said = browser.ask("document.getElementById('in-electricity-price-problem').textContent")
        refusal = native(shipped, [("electricity.price", "1.25 CNY/h")])["error"]
        message = re.search(r"error: (.*)", refusal)[1]
        check(said == message + " – " + re.search(r"hint: (.*)", refusal)[1], f"a refused value has the command's words beside it: {said}")
        check(browser.ask("document.getElementById('in-electricity-price').getAttribute('aria-invalid')") == "true" and browser.ask(answer) == good,
              "... is marked, and the answer stays")
        put("#in-electricity-price", "1.25")
        check(browser.ask("document.getElementById('in-electricity-price-problem').hidden && document.getElementById('problem').hidden"), "... until it is mended")

        link = browser.ask("fragmentOf(state)")
        check(urllib.parse.urlparse(browser.ask("location.href")).fragment == link[1:], "the address holds the state")
        line = browser.ask("shown.line.line")
        browser.open(page.as_uri() + link)
        check(browser.ask("shown.line.line") == line and browser.ask("fragmentOf(state)") == link, "a shared link brings the state back")

        browser.ask("document.getElementById('download').click()")
        file = folder / "rtx4060-laptop-vs-a10.toml"
        limit = time.monotonic() + 30
        while not file.exists() and time.monotonic() < limit:
            time.sleep(0.05)
        time.sleep(0.2)
        check(file.exists(), "the scenario is downloaded")
        again = native(str(file), at={"temperature": "40 degC", "os": "windows"})
        check(difference(again.get("line"), line) is None, f"the downloaded file gives the command the page's line {again.get('error', '')}")

        hostile = "<img src=http://example.org/x onerror=alert(1)>"
        own = folder / "own.toml"
        own.write_text(file.read_text().replace("RTX 4060 Laptop against a rented A10", hostile))
        document = browser.call("DOM.getDocument")["root"]["nodeId"]

        def load(path):
            node = browser.call("DOM.querySelector", nodeId=document, selector="#load")["nodeId"]
            browser.call("DOM.setFileInputFiles", files=[str(path)], nodeId=node)

        load(own)
        browser.wait_for("state.name === 'own'")
        check(browser.ask("document.getElementById('scenario-name').textContent") == hostile and browser.ask("document.querySelectorAll('img').length") == 0,
              "a loaded scenario's name is text, whatever it says")
        check(difference(native(str(own))["line"], browser.ask("shown.line.line")) is None, "a loaded file has the command's line")
        own_link = browser.ask("fragmentOf(state)")
        broken = folder / "broken.toml"
        broken.write_text("[cloud]\nprice = 2.8\n")
        load(broken)
        browser.wait_for("!document.getElementById('load-problem').hidden")
        check(browser.ask("state.name") == "own" and "error: " in browser.ask("document.getElementById('load-problem').textContent"), "a wrong file is refused and changes nothing")
        browser.open(page.as_uri() + own_link)
        check(browser.ask("document.getElementById('scenario-name').textContent") == hostile, "a link carries a scenario of one's own")

        for fragment in ("#scenario=nothing", "#x=1", "#scenario=__proto__", "#toml=%00", "#toml=////", "#scenario=rtx4060-laptop-vs-a10&set=1", "#toml=YQ",
                         "#scenario=rtx4060-laptop-vs-a10&at=moon%3Dfull", "#scenario=rtx4060-laptop-vs-a10&set=a%00b%3D1", "#toml=" + "A" * 200000):
            browser.open(page.as_uri() + fragment)
            check(not browser.ask("document.getElementById('load-problem').hidden") and browser.ask(answer) == native(shipped, json_format=False).split("\n")[0],
                  f"the link {fragment[:50]} is refused, and the shipped scenario shown")
        browser.open(page.as_uri() + "#scenario=rtx4060-laptop-vs-a10&set=cloud.price%3Dcheap&set=fan.colour%3Dred")
        check(not browser.ask("document.getElementById('problem').hidden"), "a link with a wrong value says so")

        browser.open(page.as_uri())
        for kind, row in (("gpu", "electricity.active_power"), ("cloud", "cloud.price"), ("electricity", "electricity.price")):
            put(f"#preset-{kind}", "7", "change")
            check(browser.ask(f"shown.line.inputs[{json.dumps(row)}].source").startswith("catalog"), f"a choice of the catalog's {kind} gives {row}")
        toml = browser.ask("ask('file', requestOf(state)).toml")
        own.write_text(toml)
        check(difference(native(str(own))["line"], browser.ask("shown.line.line")) is None, "what was chosen from the catalog is the command's line")
        put("#in-electricity-price", "0.5")
        check(browser.ask("document.getElementById('problem').hidden") and browser.ask("shown.line.inputs['electricity.price'].value") == 0.5,
              "a price of one's own takes the place of a region's")

        for width, dark in ((360, False), (360, True), (1280, True)):
            browser.call("Emulation.setDeviceMetricsOverride", width=width, height=740, deviceScaleFactor=1, mobile=width < 500)
            browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
            browser.open(page.as_uri())
            check(browser.ask("document.documentElement.scrollWidth <= window.innerWidth"), f"nothing is wider than {width} pixels, {'dark' if dark else 'light'}")
        asked = sorted({urllib.parse.urlparse(one).scheme for one in browser.requests})
        files = {one.split("#")[0] for one in browser.requests if one.startswith("file:")}
        check(files == {page.as_uri()} and set(asked) <= {"file", "blob", "about"}, f"the page's own file is all that was asked for: {asked}")
        check(not browser.complaints, f"no complaint on the console, and nothing that the policy had to stop {browser.complaints[:2]}")
    finally:
        browser.close()


def main():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        test_engine(pathlib.Path(name))
        test_page(pathlib.Path(name))
    print(f"{len(failures)} failed")
    return 1 if failures else 0


sys.exit(main())
