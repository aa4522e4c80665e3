"""The Python module: python3 python_test.py SOURCE_DIR, with the module on PYTHONPATH. Values are those of the command."""
import pathlib
import subprocess
import sys
import threading
import unittest

import breakeven
import numpy as np

SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
SCENARIO = SOURCE / "data/scenarios/rtx4060-laptop-vs-a10.toml"
TRACE = SOURCE / "data/traces/v100-resnet50-training.json.gz"
LINE = 0.0630529232708616  # what `breakeven line` says of the shipped scenario


class LineTest(unittest.TestCase):
    def test_the_shipped_scenario_has_the_command_s_line(self):
        line = breakeven.line(SCENARIO)
        self.assertAlmostEqual(line["line"], LINE, delta=1e-14)
        self.assertEqual((line["outcome"], line["currency"]), ("line", "CNY"))
        self.assertAlmostEqual(sum(line["components"]["standing_per_h"]), line["own_standing_per_h"], delta=1e-15)

    def test_a_context_moves_it_by_the_scenario_s_weights(self):
        warm = breakeven.line(str(SCENARIO), {"temperature_c": 32, "task": "vision"})
        self.assertAlmostEqual(warm["line"], LINE * (1 + 7 * 0.0087), delta=1e-14)
        with self.assertRaisesRegex(breakeven.InputError, "no circumstance"):
            breakeven.line(SCENARIO, {"temprature_c": 32})

    def test_a_key_that_is_set_stays_and_a_refused_one_changes_nothing(self):
        scenario = breakeven.Scenario(SCENARIO)
        scenario.set("cloud.price", "5.6 CNY/h")
        dearer = breakeven.line(scenario)["line"]
        self.assertLess(dearer, LINE)
        with self.assertRaises(breakeven.InputError):
            scenario.set("cloud.price", "5.6 kg")
        self.assertEqual(breakeven.line(scenario)["line"], dearer)

    def test_an_error_names_file_line_and_column(self):
        with self.assertRaises(ValueError) as raised:
            breakeven.Scenario.from_text('schema = 1\nname = "x"\n\n[ownership]\nprice = "8500"\n', "office.toml")
        error = raised.exception
        self.assertEqual((error.file, error.line, error.column), ("office.toml", 5, 9))
        self.assertIn("currency", error.message)
        self.assertIn("CNY", error.hint)
        self.assertTrue(str(error).startswith("office.toml:5:9: error: "))


class WhatIfTest(unittest.TestCase):
    def test_each_value_has_the_line_of_the_scenario_so_changed(self):
        prices = np.array([0.85, 1.7, 1e6])
        found = breakeven.whatif(SCENARIO, "electricity.price", prices, "CNY/kWh")
        self.assertAlmostEqual(found["line"][0], LINE, delta=1e-14)
        scenario = breakeven.Scenario(SCENARIO)
        scenario.set("electricity.price", "1.7 CNY/kWh")
        self.assertAlmostEqual(found["line"][1], breakeven.line(scenario)["line"], delta=1e-14)
        self.assertEqual([breakeven.OUTCOMES[i] for i in found["outcome"]], ["line", "line", "never"])

    def test_a_float64_array_is_not_copied_and_keeps_its_shape(self):
        prices = np.linspace(0.2, 2.0, 12).reshape(3, 4)
        found = breakeven.whatif(SCENARIO, "electricity.price", prices, "CNY/kWh")
        self.assertTrue(np.shares_memory(found["value"], prices))
        self.assertEqual(found["line"].shape, (3, 4))
        self.assertTrue((np.diff(found["line"].ravel()) > 0).all())

    def test_strided_and_integer_arrays_give_the_same_as_their_copies(self):
        prices = np.linspace(0.2, 2.0, 11)
        whole = breakeven.whatif(SCENARIO, "electricity.price", prices, "CNY/kWh")["line"]
        every_other = breakeven.whatif(SCENARIO, "electricity.price", prices[::2], "CNY/kWh")["line"]
        np.testing.assert_array_equal(every_other, whole[::2])
        whole_numbers = breakeven.whatif(SCENARIO, "cloud.price", [2, 3], "CNY/h")["line"]
        np.testing.assert_array_equal(whole_numbers, breakeven.whatif(SCENARIO, "cloud.price", [2.0, 3.0], "CNY/h")["line"])

    def test_a_value_out_of_range_is_named_by_its_number(self):
        with self.assertRaisesRegex(breakeven.InputError, "value 1: "):
            breakeven.whatif(SCENARIO, "electricity.price", [0.85, -1.0], "CNY/kWh")

    def test_two_threads_get_the_same_lines(self):
        prices, found = np.linspace(0.2, 2.0, 3000), []
        ask = lambda: found.append(breakeven.whatif(SCENARIO, "electricity.price", prices, "CNY/kWh")["line"])
        threads = [threading.Thread(target=ask) for _ in range(2)]
        [thread.start() for thread in threads], [thread.join() for thread in threads]
        np.testing.assert_array_equal(found[0], found[1])


class AuditTest(unittest.TestCase):
    def test_the_shipped_trace_has_the_command_s_figures(self):
        audit = breakeven.audit([TRACE], SCENARIO)
        self.assertEqual(audit["name"][0], "Tesla V100-DGXS-32GB")
        self.assertAlmostEqual(audit["effective_ratio"][0], 0.595, delta=0.0005)
        # The log lists the machine's other GPUs too; nothing ran on them.
        self.assertEqual(audit["trusted"], [True, False, False, False])
        self.assertEqual(audit["verdict"], ["above", None, None, None])
        self.assertEqual(audit["winner"], ["own", None, None, None])
        self.assertEqual(audit["effective_ratio"][0], audit["effective_ns"][0] / audit["observed_ns"][0])
        self.assertEqual({len(column) for column in audit.values()}, {4})

    def test_pandas_takes_the_columns(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        frame = pandas.DataFrame(breakeven.audit(TRACE))
        self.assertEqual(frame["union_ns"].dtype, np.int64)
        self.assertEqual(frame["effective_ratio"].dtype, np.float64)
        self.assertTrue(frame["line"].isna().all())

    def test_a_scenario_is_no_log(self):
        with self.assertRaises(breakeven.InputError):
            breakeven.audit(SCENARIO)

    def test_the_example_prints_the_verdict(self):
        words = subprocess.run([sys.executable, SOURCE / "examples/python/verdict.py", TRACE, SCENARIO], check=True, capture_output=True, text=True)
        self.assertEqual(words.stdout.splitlines()[0], "Tesla V100-DGXS-32GB computed 59.5% of the time observed: above its line of 6.31%.")


class CalibrateTest(unittest.TestCase):
    def columns(self):
        """Windows without noise: 0.06 at 25 degC, 2 % more a kelvin, 30 % more for nlp."""
        hours = np.arange(400)
        warm = 20.0 + hours % 7 + 0.25 * (hours % 5)
        nlp = hours % 3 == 0
        return {
            "timestamp": np.datetime64("2026-11-01T00") + hours,
            "task": np.where(nlp, "nlp", "vision"),
            "temperature_c": warm,
            "line": 0.06 * (1 + 0.02 * (warm - 25) + 0.3 * nlp),
        }

    def test_the_weights_that_rows_were_made_with_come_back(self):
        found = breakeven.calibrate(self.columns(), prior="none")
        terms = {(name, level): weight for name, level, weight in zip(*(found["terms"][k] for k in ("name", "level", "weight")))}
        self.assertAlmostEqual(found["base"], 0.06, delta=1e-9)
        self.assertAlmostEqual(terms["temperature", None], 0.02, delta=1e-9)
        self.assertAlmostEqual(terms["task", "nlp"], 0.3, delta=1e-9)
        self.assertIn("[line.weights]", found["toml"])

    def test_rows_without_a_figure_are_left_out_with_the_reason(self):
        columns = self.columns()
        columns["line"][5] = np.nan
        found = breakeven.calibrate(columns)
        self.assertEqual((found["rows"], found["rows_used"]), (400, 399))
        self.assertEqual(found["rejects"], {"line is missing": 1})

    def test_a_short_column_is_refused(self):
        columns = self.columns()
        columns["line"] = columns["line"][:-1]
        with self.assertRaisesRegex(breakeven.InputError, "line has 399 values for 400 rows"):
            breakeven.calibrate(columns)

    def test_rows_in_memory_and_their_file_calibrate_alike(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        path = SOURCE / "data/examples/thirty-days.csv.gz"
        by_file = breakeven.calibrate(path)
        by_rows = breakeven.calibrate(pandas.read_csv(path, float_precision="round_trip"))
        self.assertEqual(by_rows["base"], by_file["base"])
        self.assertEqual(by_rows["terms"]["weight"], by_file["terms"]["weight"])


if __name__ == "__main__":
    unittest.main()
