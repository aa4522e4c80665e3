#!/usr/bin/env python3
"""One HTML file of the page's parts, the engine and the shipped scenarios.

    make_page.py OUTPUT VERSION ENGINE.js ENGINE.wasm SCENARIO.toml…

Scripts and style are named by their hashes in the page's Content-Security-Policy: nothing else runs, nothing is fetched.
"""
import base64
import hashlib
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
SCRIPTS = ("assumptions.js", "chart.js", "state.js", "page.js")


def source_of(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def main():
    output, version, engine, wasm, *scenarios = sys.argv[1:]
    style = (HERE / "style.css").read_text()
    scripts = [pathlib.Path(engine).read_text(), "\n".join((HERE / name).read_text() for name in SCRIPTS)]
    assert not any("</script" in script for script in scripts)
    # As JSON inside HTML: no "<", so that no text of a scenario ends the element.
    shipped = json.dumps({pathlib.Path(name).stem: pathlib.Path(name).read_text() for name in scenarios}).replace("<", "\\u003c")
    policy = "; ".join((
        "default-src 'none'", "script-src 'wasm-unsafe-eval' " + " ".join(source_of(script) for script in scripts),
        "style-src " + source_of(style), "base-uri 'none'", "form-action 'none'"))
    parts = {
        "@POLICY@": policy, "@VERSION@": version, "@STYLE@": "<style>" + style + "</style>",
        "@SCENARIOS@": '<script type="application/json" id="scenarios">' + shipped + "</script>",
        # Handed to the engine as bytes: left to itself it would fetch them, which the policy forbids.
        "@ENGINE@": '<script type="text/plain" id="engine">' + base64.b64encode(pathlib.Path(wasm).read_bytes()).decode() + "</script>",
        "@SCRIPTS@": "\n".join("<script>" + script + "</script>" for script in scripts),
    }
    page = (HERE / "page.html").read_text()
    for name, text in parts.items():
        assert page.count(name) == 1, name
        page = page.replace(name, text)
    pathlib.Path(output).write_text(page)


main()
