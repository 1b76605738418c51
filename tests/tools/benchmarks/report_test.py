# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests report.py: its tables, the targets, and the files that it refuses."""

import os
import unittest

from files import RESULTS, ScriptTest, access, line

import report
from reporting import FAMILIES, STRUCT_PATTERNS, read

COPY = [access("copy", 28, "limit", 4200), access("copy", 28, "plain", 1050),
        access("copy", 28, "coalesced", 4158), access("copy", 96, "limit", 4000, alignment=16),
        access("copy", 96, "plain", 99.96, alignment=16), access("copy", 28, "coalesced+160", 3990)]


class ReportTest(ScriptTest):
    def report(self, status, lines, *options, **machine):
        path = self.results("a.csv", lines, **machine)
        got, text = self.output(report, path, *options)
        self.assertEqual(status, got, text)
        return text

    def test_prints_rates_and_shares_of_the_limit(self):
        text = self.report(0, COPY)
        self.assertIn("gpu: NVIDIA H200; gpu driver: 580.1; cuda runtime: 13.0; clocks: not recorded; "
                      "heddle commit: 0123456.", text)
        self.assertIn("### copy\n\nGB/s, and the share of the limit: cudaMemcpyAsync, device to device.\n\n"
                      "| bytes (alignment) | limit | plain | coalesced | coalesced / plain |\n"
                      "| ---: | ---: | ---: | ---: | ---: |\n"
                      "| 28 (4) | 4200 | 1050 (25 %) | 4158 (99 %) | 3.96 |\n"
                      "| 96 (16) | 4000 | 100 (2 %) | – | – |\n"
                      "\nWorst case: coalesced 0.99 of limit at 28 (4); coalesced 3.96 of plain at 28 (4).\n",
                      text)
        self.assertIn("| 28 (4) | coalesced | 0.99 | 0.95 |", text)

    def test_prints_every_pattern_of_the_committed_results(self):
        files = [path for family in FAMILIES
                 if os.path.exists(path := os.path.join(RESULTS, f"{family}_h200.csv"))]
        _, text = self.output(report, *files)
        patterns = {str(name[0]) for path in files for name in read(path).lines}
        self.assertLess({"copy", "masked_copy", "scan", "route_load"}, patterns)
        for pattern in patterns & {*STRUCT_PATTERNS, "masked_copy", "scan", "nbody", "transpose", "route_load"}:
            self.assertIn(f"### {pattern}", text)

    def test_fails_where_a_result_is_wrong(self):
        text = self.report(1, [*COPY, access("copy", 28, "tile", None, note="3 bytes are wrong")])
        self.assertIn("FAILED: copy/28/4/tile: 3 bytes are wrong", text)
        self.assertIn("FAILED: update/28/4/plain_exits: x", self.report(1, [access("update", 28, "plain_exits", None,
                                                                                   note="x")]))
        self.assertIn("copy/28/4/tile failed", self.report(1, [access("copy", 28, "tile", None, note="x")], "--check"))

    def test_checks_targets(self):
        text = self.report(0, COPY, "--check")
        self.assertIn("3 targets tested, 0 missed; ", text)
        missed = [one._replace(value=3900) if one.name[-1] == "coalesced" else one for one in COPY]
        text = self.report(1, missed, "--check")
        self.assertIn("MISSED: copy of 28 (4): coalesced is 0.929 of limit, the target is 0.95", text)
        self.assertIn("3 targets tested, 1 missed", text)

    def test_checks_medians_and_shuffles_alone_in_l2(self):
        lines = [access("l2_copy", size, variant, value) for size, value in ((12, 1), (16, 1000), (20, 901), (28, 950))
                 for variant, value in (("limit", 1000), ("scratch", value))]
        text = self.report(0, lines, "--check")
        self.assertIn("1 targets tested, 0 missed; ", text)
        missed = [one._replace(value=899) if one.name[1:] == (28, 4, "", "scratch") else
                  one._replace(value=880) if one.name[1:] == (16, 4, "", "scratch") else one for one in lines]
        text = self.report(1, missed, "--check")
        self.assertIn("MISSED: l2_copy: scratch is 0.899 of limit in the median over 3 structs, the target is 0.9",
                      text)
        text = self.report(1, [*lines, access("l2_copy", 28, "rows", 970)], "--check")
        self.assertIn("MISSED: l2_copy of 28 (4): scratch is 0.979 of rows, the target is 0.98", text)
        self.assertIn("2 targets tested, 1 missed; ", text)

    def test_a_check_of_nothing_fails(self):
        self.assertIn("0 targets tested", self.report(1, [access("copy", 28, "limit", 1)], "--check"))

    def test_refuses_two_gpus_and_two_files_of_a_family(self):
        first = self.results("a.csv", COPY)
        other = self.results("b.csv", [line(("masked_copy", 64, 4, "prefix1", "plain"), 1)], family="masked",
                             gpu="NVIDIA H100")
        self.expect(2, "is of NVIDIA H200, ", report, first, other)
        self.expect(2, "a second file of the family access", report, first, self.results("c.csv", COPY))


if __name__ == "__main__":
    unittest.main()
