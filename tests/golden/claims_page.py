#!/usr/bin/env python3
"""Holds docs/claims.md against `breakeven claims --format markdown`.

    claims_page.py BREAKEVEN            compare; exit status 1 when the page is old
    claims_page.py BREAKEVEN --update   write it anew
"""
import pathlib
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "claims.md"
HEAD = """# The article's figures, one by one

What the article this project began with states, held against the engine: `breakeven claims` prints it, `breakeven claims C02` one
of them with its reason. Published figures stand once, in [data/claims.csv](../data/claims.csv); ours are computed when the command
runs, and tests assert every verdict. This page is its output (`tests/golden/claims_page.py`).

"""

shown = HEAD + subprocess.run([sys.argv[1], "claims", "--format", "markdown"], capture_output=True, text=True, encoding="utf-8", check=True).stdout
if "--update" in sys.argv[2:]:
    PAGE.write_text(shown, encoding="utf-8")
if PAGE.read_text(encoding="utf-8") != shown:
    sys.exit("docs/claims.md is not what breakeven claims says: write it anew with --update, and read it")
print("1 passed, 0 failed")
