# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the example jcudf_table with one batch and with several, and with options that it refuses."""
import re
import unittest

from programs import ProgramTest, run


class JcudfTable(ProgramTest):
    def check(self, rows, *options):
        """Returns the number of batches and their bytes, which are the same on this machine and on the host."""
        found = set()
        for more in ([], ["--host"]):
            status, output, errors = run("jcudf_table", "--rows", rows, *options, *more)
            self.assertEqual((0, ""), (status, errors))
            lines = output.splitlines()
            self.assertRegex(lines[0], r"\A(the host|one .*) writes rows and reads them; ")
            sizes = re.search(rf"\A{rows} rows of 9 columns, (\d+) bytes, are (\d+) bytes of JCUDF rows in (\d+) batch",
                              lines[1])
            self.assertEqual("the table is the same after it was rows", lines[-1])
            speeds = re.findall(r"(?m)^(.*\w) +[\d.]+ ms +\d+ GB/s +\d+% of memcpy$", output)
            is_on_gpu = lines[0].startswith("one ")
            self.assertEqual(["columns to rows", "rows to columns", "memcpy of rows"] if is_on_gpu else [], speeds)
            found.add((int(sizes[2]), int(sizes[3])))
        self.assertEqual(1, len(found))
        return found.pop()

    def test_batches(self):
        row_bytes, batches = self.check(5000)
        self.assertEqual(1, batches)
        # Each batch but the last is filled except for fewer than 32 rows.
        limit = 20_000
        parts, batches = self.check(5000, "--batch", limit)
        self.assertLessEqual(row_bytes / limit, batches)
        self.assertLessEqual(batches, row_bytes / (limit - 32 * 128) + 1)
        self.check(123_457, "--batch", 1_000_001)

    def test_nulls(self):
        for percent in (0, 50):
            self.check(1000, "--nulls", percent, "--batch", 10_000)
        # 68 bytes of fields and 2 of validity are padded to 72.
        self.assertEqual((1001 * 72, 1), self.check(1001, "--nulls", 100))

    def test_few_rows(self):
        for rows in (1, 31, 32, 33):
            self.check(rows)

    def test_refusals(self):
        for words, arguments in (
                ("exceed the limit of a batch (100 bytes), which has at least 32 rows", ["--batch", 100]),
                ("--rows: Value 0 not in range", ["--rows", 0]), ("--nulls: Value 101 not in", ["--nulls", 101]),
                ("--batch: Value 2147483648 not in range", ["--batch", 2 ** 31]), ("--fast", ["--fast"]),
                ("--rows", ["--rows", "many"])):
            self.expect_refusal(words, run("jcudf_table", *arguments), is_silent=False)
        self.assertIn("--batch N", run("jcudf_table", "--help")[1])


if __name__ == "__main__":
    unittest.main()
