# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests `heddle tune`: arguments that it refuses on every machine, and its output on a machine with a GPU."""
import re
import unittest

from program import ProgramTest


class tune_command(ProgramTest):
    def test_needs_a_gpu(self):
        result = self.run_shell("CUDA_VISIBLE_DEVICES=-1 " + self.command("tune"))
        self.expect_refusal(result, 3, "tune needs a GPU")
        self.assertEqual("", result.output)

    def test_refuses_what_it_cannot_measure(self):
        for option, values, status, words in (
                ("--sizes", ("29", "28,29", "0", "-28"), 2, "--sizes may name 4, 8, 12, "),
                ("--sizes", ("28,29",), 2, "no kernels for 29"),
                ("--sizes", ("", ",", "12,", ",12", "12,,28", "12 28", "12.0", "0x1c", "+12"), 2, "is no whole number"),
                ("--sizes", ("99999999999999999999", "-99999999999999999999"), 2, "is out of range"),
                ("--sizes", ("12,28,12",), 2, "--sizes names 12 more than once"),
                ("--sizes", ("034",), 2, "no kernels for 34"),  # Leading zeros do not make a number octal.
                ("--sizes", ("many",), 2, "many"),
                ("--mib", ("18446744073709551617",), 2, "is out of range"),
                ("--mib", ("0", "-1", "16385"), 2, "--mib must be from 1 to 16384"),
                ("--repeats", ("0", "-1", "1001"), 2, "--repeats must be from 1 to 1000"),
                ("--csv", ("",), 2, "--csv: a name is missing"), ("--csv", ("x" * 256,), 1, "File name too long"),
                ("--csv", ("missing/table.csv",), 1, "missing/table.csv"),
                ("--csv", ("/dev/stderr",), 1, "it is standard error")):
            for value in values:
                self.expect_refusal(self.heddle("tune", option, value), status, words)
        self.expect_refusal(self.heddle("tune", "--sizes", "12", "--sizes", "12"), 2, "more than once")
        self.expect_refusal(self.heddle("tune", "28"), 2, "28")
        self.assertEqual([], self.files())

    def test_names_the_sizes_that_it_knows_in_order(self):
        sizes = [int(size) for size in re.findall("[0-9]+(?=[,;])", self.heddle("tune", "--sizes", "28,29").errors)]
        self.assertIn(28, sizes)
        self.assertEqual(sorted(set(sizes)), sizes)

    def measure(self, *arguments):
        result = self.heddle("tune", "--mib", 8, "--repeats", 1, *arguments)
        if result.status == 3 and "tune needs a GPU" in result.errors:
            self.skipTest(result.errors)
        self.assertEqual(0, result.status, result.errors)
        return result

    def test_measures_every_pattern(self):
        result = self.measure("--sizes", "28,12", "--csv", "table.csv")
        self.assertEqual("", result.errors)
        table = self.read("table.csv").decode()
        self.assertEqual(1 + 2 * 5, table.count("\n"))
        for size in (28, 12):
            for pattern in ("load", "store", "copy", "gather", "scatter"):
                self.assertRegex(result.output, f"{size} +{pattern} +[0-9]+ ")
                self.assertIn(f"{size},4,{pattern},", table)

    def test_puts_its_table_elsewhere_where_standard_output_gets_the_csv(self):
        result = self.measure("--sizes", "12", "--csv", "-")
        self.assertRegex(result.output, r"\Abytes,alignment,pattern,")
        self.assertEqual(1 + 5, result.output.count("\n"))
        self.assertRegex(result.errors, r"\AGPU: ")


if __name__ == "__main__":
    unittest.main()
