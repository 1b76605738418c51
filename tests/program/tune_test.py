# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests `heddle tune`: arguments that it refuses on every machine, and its output on a machine with a GPU."""
import os
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
                ("--csv", ("missing/table.csv", "new/"), 1, "No such file or directory"),
                ("--csv", (".",), 1, "it is a directory")):
            for value in values:
                self.expect_refusal(self.heddle("tune", option, value), status, words)
        self.expect_refusal(self.heddle("tune", "--sizes", "12", "--sizes", "12"), 2, "more than once")
        self.expect_refusal(self.heddle("tune", "28"), 2, "28")
        self.assertEqual([], self.files())

    def test_leaves_files_alone_that_it_cannot_replace(self):
        self.write("table.csv", "precious")
        (self.folder / "link.csv").symlink_to("table.csv")
        self.write("table.csv.part", "precious, too")
        for name in ("table.csv", "link.csv"):
            self.expect_refusal(self.heddle("tune", "--csv", name), 1, "table.csv.part': File exists")
        (self.folder / "table.csv.part").unlink()
        # Root may write everywhere, unless the process gives up this capability.
        humbly = "setpriv --bounding-set=-dac_override " if os.geteuid() == 0 else ""
        if self.run_shell(humbly + "true").status == 0:
            for of_file, of_folder, name in ((0o400, 0o700, "table"), (0o600, 0o500, "table"), (0o600, 0o500, "new")):
                (self.folder / "table.csv").chmod(of_file)
                self.folder.chmod(of_folder)
                self.expect_refusal(self.run_shell(humbly + self.command("tune", "--csv", f"{name}.csv")), 1,
                                    "Permission denied")
            self.folder.chmod(0o700)
        # Without a GPU there is no table.
        self.run_shell("CUDA_VISIBLE_DEVICES=-1 " + self.command("tune", "--csv", "table.csv"))
        self.assertEqual(b"precious", self.read("table.csv"))
        self.assertEqual(["link.csv", "table.csv"], self.files())

    def test_names_the_sizes_that_it_knows_in_order(self):
        sizes = [int(size) for size in re.findall("[0-9]+(?=[,;])", self.heddle("tune", "--sizes", "28,29").errors)]
        self.assertIn(28, sizes)
        self.assertEqual(sorted(set(sizes)), sizes)

    def measure(self, *arguments, before="", behind=""):
        command = self.command("tune", "--mib", 8, "--repeats", 1, "--sizes", *arguments)
        result = self.run_shell(before + command + behind)
        if result.status == 3 and "tune needs a GPU" in result.errors:
            self.skipTest(result.errors)
        return result

    def test_measures_every_pattern(self):
        result = self.measure("28,12", "--csv", "table.csv")
        self.assertEqual(0, result.status, result.errors)
        self.assertEqual("", result.errors)
        table = self.read("table.csv").decode()
        self.assertEqual(1 + 2 * 5, table.count("\n"))
        for size in (28, 12):
            for pattern in ("load", "store", "copy", "gather", "scatter"):
                self.assertRegex(result.output, f"{size} +{pattern} +[0-9]+ ")
                self.assertIn(f"{size},4,{pattern},", table)

    def test_puts_its_table_elsewhere_where_standard_output_gets_the_csv(self):
        result = self.measure("12", "--csv", "-")
        self.assertEqual(0, result.status, result.errors)
        self.assertRegex(result.output, r"\Abytes,alignment,pattern,")
        self.assertEqual(1 + 5, result.output.count("\n"))
        self.assertRegex(result.errors, r"\AGPU: ")

    def test_replaces_its_table_as_a_whole_or_leaves_it_alone(self):
        self.write("table.csv", "precious")
        (self.folder / "table.csv").chmod(0o640)
        (self.folder / "link.csv").symlink_to("table.csv")
        # A limit on the size of files, in blocks of 512 bytes, simulates a disk that fills up.
        result = self.measure("12,28,64,128", "--csv", "link.csv", before="ulimit -f 1; ", behind=" >/dev/null")
        self.assertEqual(1, result.status)
        self.assertIn("File too large", result.errors)
        self.assertEqual(b"precious", self.read("table.csv"))
        self.assertEqual(0, self.measure("12", "--csv", "link.csv").status)
        self.assertEqual(1 + 5, self.read("table.csv").count(b"\n"))
        self.assertEqual(0o640, (self.folder / "table.csv").stat().st_mode & 0o7777)
        self.assertTrue((self.folder / "link.csv").is_symlink())
        # A pipe is written, not replaced.
        reader = "mkfifo pipe; timeout 60 cat pipe >copy.csv & "
        self.measure("12", "--csv", "pipe", before=reader, behind="; wait")
        self.assertTrue((self.folder / "pipe").is_fifo())
        self.assertEqual(1 + 5, self.read("copy.csv").count(b"\n"))
        self.assertEqual(["copy.csv", "link.csv", "pipe", "table.csv"], self.files())


if __name__ == "__main__":
    unittest.main()
