#!/usr/bin/env python3
"""Facts about data/tools/refresh_cloud_prices.py. The catalog read is made up in a public catalog's layout, trap by trap."""

import csv
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SCRIPT = os.path.join(ROOT, "data", "tools", "refresh_cloud_prices.py")
CATALOG = os.path.join(ROOT, "tests", "data", "catalog", "vms.csv")
EXPECTED = os.path.join(ROOT, "tests", "data", "catalog", "refreshed.csv")
ORIGIN = ["--provider", "Example Cloud", "--date", "2026-11-20"]


def run(*arguments):
    return subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True, check=False)


class RefreshCloudPrices(unittest.TestCase):
    def test_offers_are_kept_and_traps_left_out_with_the_reason(self):
        result = run(CATALOG, *ORIGIN)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(EXPECTED, encoding="utf-8") as file:
            self.assertEqual(result.stdout, file.read())
        self.assertEqual(result.stderr.splitlines(), [
            "left out: 2 x accelerator that is no GPU", "left out: 1 x further zone of a region",
            "left out: 2 x host without its GPU, or GPU without its host", "left out: 1 x no price",
            "left out: 1 x placeholder price of 700", "left out: 1 x price of zero or less", "kept: 5 offers"])

    def test_a_table_keeps_other_providers_and_gets_this_one_s_rows_anew(self):
        with tempfile.TemporaryDirectory() as folder:
            table, output = os.path.join(folder, "table.csv"), os.path.join(folder, "new.csv")
            shipped = os.path.join(ROOT, "data", "cloud_prices.csv")
            self.assertEqual(run(CATALOG, *ORIGIN, "--table", shipped, "-o", table).returncode, 0)
            self.assertEqual(run(CATALOG, *ORIGIN, "--table", table, "-o", output).returncode, 0)
            with open(shipped, encoding="utf-8") as file:
                before = list(csv.DictReader(file))
            with open(output, encoding="utf-8") as file:
                after = list(csv.DictReader(file))
            self.assertEqual(after[:len(before)], before)
            self.assertEqual(len(after), len(before) + 5)
            self.assertEqual(sorted(os.listdir(folder)), ["new.csv", "table.csv"])

    def test_what_is_no_catalog_is_refused_and_nothing_is_written(self):
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "new.csv")
            for wrong in (os.path.join(ROOT, "data", "gpus.csv"), os.path.join(folder, "none.csv")):
                result = run(wrong, *ORIGIN, "-o", output)
                self.assertEqual(result.returncode, 1)
                self.assertIn("error: ", result.stderr)
                self.assertNotIn("Traceback", result.stderr)
                self.assertFalse(os.path.exists(output))

    def test_a_day_that_does_not_exist_is_refused(self):
        self.assertEqual(run(CATALOG, "--provider", "Example", "--date", "2026-02-30").returncode, 2)


if __name__ == "__main__":
    unittest.main()
