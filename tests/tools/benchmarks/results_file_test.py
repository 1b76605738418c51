# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests the format of results: files that are written can be read, and the committed files have the format."""

import json
import os
import pathlib
import re
import unittest

from files import MACHINE, RESULTS, ScriptTest, access, warp
from report import MEDIAN_TARGETS, TARGETS, targets_of
from reporting import (COLUMNS, FAMILIES, ROWS, VARIANTS, InputError, Struct, family_of, limit_name, order_of, read)
from to_csv import gpu_slug


GOOD = "copy,28,4,,plain,4000.5,GB/s,100,,0.001,7,yes,"


def table(*rows, columns=None, family="access"):
    """Returns a results file with these lines, which may be invalid."""
    machine = "# " + json.dumps({**MACHINE, "family": family})
    return "\n".join([machine, ",".join(columns or COLUMNS["access"]), *rows, ""])


class ResultsFileTest(ScriptTest):
    def test_refuses(self):
        columns = COLUMNS["access"]
        for sentence, content in [
                ("a.csv:1: the first line is no comment", ""), ("to_csv.py makes results of JSON", '{"context": {}}'),
                ("a.csv:1: the first line is no comment", "pattern,bytes\n"),
                ("a.csv:1: the first line is no comment", "# {\n"), ("a.csv:1: the first line is no comment", "# [1]\n"),
                ("tells gpu_driver, cuda_runtime, clocks, heddle_commit", '# {"family": "access", "gpu": ""}\n'),
                ('no family "excess"', table(GOOD, family="excess")),
                ("a.csv:2: the columns of results should be pattern,bytes", '# ' + json.dumps(MACHINE)),
                *(("a.csv:2: the columns of results should be pattern,bytes", table(GOOD, columns=some))
                  for some in (columns[::-1], columns[1:])),
                ("a.csv:2: no measurement in it", table()), ("here for the second time", table(GOOD, GOOD)),
                *((f'a.csv:4: value is "{value}", which nothing that is measured can be',
                   table(GOOD, GOOD.replace("4000.5", value))) for value in ("nan", "NaN", "inf", "-1", "fast")),
                *(("a.csv:3: " + end, table(GOOD.replace(old, new, 1))) for old, new, end in [
                    ("4000.5", "0", "value of copy/28/4/plain is"), ("4000.5", "", "value of copy/28/4/plain is"),
                    ("0.001", "nan", 'spread is "nan"'), ("GB/s", "MB/s", 'unit of copy/28/4/plain is "MB/s"'),
                    (",7,", ",,", 'repetitions is ""'),
                    ("yes", "perhaps", 'correct of copy/28/4/plain is "perhaps"'),
                    ("copy", "cope", 'pattern of cope/28/4/plain is "cope", which the family "access" has not'),
                    ("28", "x", 'bytes is "x"'), ("4,,plain", "4,some,plain", 'case of copy/28/4/some/plain is "some"'),
                    ("plain", "", "variant of copy/28/4 is"), (",yes", "", "12 fields instead of 13")])]:
            with self.subTest(sentence), self.assertRaisesRegex(InputError, re.escape(sentence)):
                read(self.text("a.csv", content))

    def test_reads_what_it_has_written(self):
        lines = [access("copy", 28, "limit", 4211.98765), access("copy", 28, "plain", 1229.0, spread=None),
                 access("copy", 28, "tile", None, note='3 bytes, and "sums", are wrong')]
        file = read(self.results("access_h200.csv", lines, nvcc="13.0.88", heddle_commit="1; ü, 2"))
        self.assertEqual({**MACHINE, "nvcc": "13.0.88", "heddle_commit": "1; ü, 2"}, file.machine)
        self.assertEqual(lines, list(file.lines.values()))
        lines = [warp("sort", "int32", 64, "shuffle", 0.5)._replace(shared_bytes=128)]
        self.assertEqual(lines, list(read(self.results("warp_h200.csv", lines, family="warp")).lines.values()))

class CommittedResultsTest(unittest.TestCase):
    def test_are_in_the_format(self):
        names = {name for name in os.listdir(RESULTS) if name.endswith(".csv") and name.split("_")[0] in FAMILIES}
        self.assertLessEqual({f"{family}_h200.csv" for family in FAMILIES}, names)
        shares = 0
        for name in sorted(names):
            path = os.path.join(RESULTS, name)
            file = read(path)
            family = family_of(file)
            self.assertEqual(f"{family}_{gpu_slug(file.machine['gpu'])}.csv", name)
            self.assertEqual([], [line.name for line in file.lines.values() if not line.is_correct])
            self.assertEqual(sorted(file.lines, key=lambda of_line: order_of(family, of_line)), list(file.lines))
            column = COLUMNS[family].index("share_of_limit")
            rows = pathlib.Path(path).read_text(encoding="utf-8").splitlines()[2:]
            for row, line in zip(rows, file.lines.values()):
                limit = file.lines.get(limit_name(family, line.name))
                share = row.split(",")[column]
                self.assertEqual("" if limit is None else f"{line.value / limit.value:.4f}", share, row)
                shares += share != ""
        self.assertGreater(shares, 9000)

    def test_nothing_else_lies_there(self):
        kinds = {os.path.splitext(name)[1] for name in os.listdir(RESULTS)}
        self.assertEqual({".csv", ".svg"}, kinds)


class PatternsTest(unittest.TestCase):
    def test_every_row_has_28_bytes_for_the_tests_to_compile(self):
        for row in (row for row in ROWS if "structs" in row):
            self.assertTrue({"every", "28", "28m4", "1-64"} & set(row["structs"].split()), row["file"])

    def test_targets_are_of_variants_that_tables_have(self):
        for target in TARGETS + MEDIAN_TARGETS:
            self.assertIn(target.variant.split("+")[0], VARIANTS)
            self.assertIn(target.reference, VARIANTS)
            self.assertIn(target.applies(Struct(28, 4)), (True, False))
        with self.assertRaisesRegex(ValueError, '"coalesced > 1" is no target'):
            list(targets_of("copy", ["coalesced > 1"]))


if __name__ == "__main__":
    unittest.main()
