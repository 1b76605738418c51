# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests the format of results: files that are written can be read, and the committed files have the format."""

import os
import re
import unittest

from files import BENCHMARKS, MACHINE, RESULTS, BadInput, ScriptTest, access, warp
from reporting.patterns import FAMILIES, LIMITS, ROWS, STRUCT_PATTERNS, VARIANTS, Struct, order_of
from reporting.results_file import COLUMNS, InputError, family_of, limit_name, read
from reporting.targets import MEDIAN_TARGETS, TARGETS, targets_of
from to_csv import gpu_slug


class ResultsFileTest(BadInput, ScriptTest):
    def refuse(self, path, sentence):
        with self.assertRaises(InputError) as caught:
            read(path)
        self.assertIn(sentence, str(caught.exception))

    def test_reads_what_it_has_written(self):
        lines = [access("copy", 28, "limit", 4211.98765), access("copy", 28, "plain", 1229.0, spread=None),
                 access("copy", 28, "tile", None, note='3 bytes, and "sums", are wrong')]
        file = read(self.results("access_h200.csv", lines, nvcc="13.0.88", heddle_commit="1; ü, 2"))
        self.assertEqual({**MACHINE, "nvcc": "13.0.88", "heddle_commit": "1; ü, 2"}, file.machine)
        self.assertEqual(lines, list(file.lines.values()))

    def test_reads_what_it_has_written_of_the_warp_toolbox(self):
        lines = [warp("sort", "int32", 64, "shuffle", 0.5)._replace(shared_bytes=128)]
        file = read(self.results("warp_h200.csv", lines, family="warp"))
        self.assertEqual(lines, list(file.lines.values()))

    def test_writes_the_share_of_the_limit(self):
        path = self.results("a.csv", [access("load", 28, "plain", 1000), access("load", 28, "limit", 4000),
                                      access("load", 32, "plain", 3000)])
        with open(path, encoding="utf-8") as file:
            shares = [row.split(",")[8] for row in file.read().splitlines()[2:]]
        self.assertEqual(["1.0000", "0.2500", ""], shares)

    def test_writes_lines_in_one_order(self):
        names = ["load/28/limit", "load/28/plain", "load/28/coalesced", "load/28/coalesced+160", "load/100/plain",
                 "copy/4/plain"]
        lines = [access(pattern, int(size), variant, 1000)
                 for pattern, size, variant in (name.split("/") for name in names)]
        for some in (lines, lines[::-1], lines[3:] + lines[:3]):
            self.assertEqual(lines, list(read(self.results("a.csv", some)).lines.values()))
        masks = [access("masked_copy", 28, "plain", 1, case=case) for case in ("prefix8", "prefix16", "scattered1")]
        file = read(self.results("m.csv", masks[::-1], family="masked"))
        self.assertEqual(masks, list(file.lines.values()))
        forms = [warp("transpose", kind, size, variant, 1) for kind in ("2", "10")
                 for variant in ("shuffle", "cub", "another_x2", "another_x10") for size in (64, 256)]
        file = read(self.results("w.csv", forms[::-1], family="warp"))
        self.assertEqual(forms, list(file.lines.values()))

    def test_a_machine_has_one_line(self):
        path = self.results("a.csv", [access("load", 28, "plain", 1000)])
        with open(path, encoding="utf-8") as file:
            rows = file.read().splitlines()
        self.assertEqual(["#", "p", "l"], [row[0] for row in rows])
        self.assertEqual(",".join(COLUMNS["access"]), rows[1])


class CommittedResultsTest(unittest.TestCase):
    def files(self):
        names = sorted(name for name in os.listdir(RESULTS)
                       if name.endswith(".csv") and name.split("_")[0] in FAMILIES)
        # These families were added after the last run of all families.
        missing = {f"{family}_h200.csv" for family in FAMILIES} - set(names)
        self.assertLessEqual(missing, {"diverged_h200.csv", "moved_h200.csv"})
        return [read(os.path.join(RESULTS, name)) for name in names]

    def test_are_named_by_family_and_gpu(self):
        for file in self.files():
            self.assertEqual(f"{family_of(file)}_{gpu_slug(file.machine['gpu'])}.csv", os.path.basename(file.path))

    def test_their_shares_are_those_of_their_values(self):
        tested = 0
        for file in self.files():
            column = COLUMNS[family_of(file)].index("share_of_limit")
            with open(file.path, encoding="utf-8") as text:
                rows = text.read().splitlines()[2:]
            for row, line in zip(rows, file.lines.values()):
                limit = file.lines.get(limit_name(family_of(file), line.name))
                share = row.split(",")[column]
                self.assertEqual("" if limit is None else f"{line.value / limit.value:.4f}", share, row)
                tested += share != ""
        self.assertGreater(tested, 9000)

    def test_are_right(self):
        for file in self.files():
            self.assertEqual([], [line.name for line in file.lines.values() if not line.is_correct])

    def test_their_lines_are_in_order(self):
        for file in self.files():
            names = list(file.lines)
            self.assertEqual(sorted(names, key=lambda name: order_of(family_of(file), name)), names)

    def test_nothing_else_lies_there(self):
        kinds = {os.path.splitext(name)[1] for name in os.listdir(RESULTS)}
        self.assertEqual({".csv", ".png", ".svg"}, kinds)


class PatternsTest(unittest.TestCase):
    def test_every_limit_is_of_a_pattern(self):
        self.assertLessEqual(set(LIMITS), set(STRUCT_PATTERNS))

    def test_every_file_of_a_family_is_one_row(self):
        files = []
        for folder, _, names in os.walk(BENCHMARKS):
            for path in (os.path.join(folder, name) for name in names if name.endswith(".cuh")):
                with open(path, encoding="utf-8") as file:
                    if re.search(r"^(inline )?void add\(\)$", file.read(), re.M):
                        files.append(os.path.relpath(path, BENCHMARKS).replace(os.sep, "/"))
        self.assertGreater(len(files), 20)
        self.assertEqual(sorted(files), sorted(row["file"] for row in ROWS))

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

    def test_a_pattern_that_stands_in_a_table_has_a_family(self):
        self.assertLessEqual(set(STRUCT_PATTERNS), {p for some in FAMILIES.values() for p in some})


if __name__ == "__main__":
    unittest.main()
