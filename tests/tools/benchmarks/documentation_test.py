# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests that the tables of figures on the pages are those of the results. (tests/build/docs checks links.)"""

import os
import re
import unittest

from files import BENCHMARKS, RESULTS, ROOT

from ahead import OMITTED, tables_of
from report import route_tables
from reporting import FAMILIES, Results, Struct, read

README = os.path.join(BENCHMARKS, "README.md")
READING = os.path.join(ROOT, "docs", "results.md")
ROUTES = os.path.join(ROOT, "docs", "routes.md")


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class PagesTest(unittest.TestCase):
    def test_shares_of_routes_are_those_of_the_results(self):
        rows, patterns = 0, 0
        page = text_of(ROUTES)
        for pattern, (head, rule, *lines) in route_tables(Results([read(os.path.join(RESULTS, "route_h200.csv"))])):
            table = re.search(rf"^\| `{pattern}` (.*)\n(.*)\n((?:\|.*\n)+)", page, re.M)
            self.assertEqual(head, f"| bytes {table[1]}")
            self.assertEqual(rule, table[2])
            for row in table[3].splitlines():
                self.assertIn(row, lines)
                rows += 1
            patterns += 1
        self.assertEqual((4, 13), (patterns, rows))

    def test_everything_that_is_faster_is_named(self):
        page = text_of(READING)
        files = [read(path) for family in FAMILIES if family not in OMITTED and
                 os.path.exists(path := os.path.join(RESULTS, f"{family}_h200.csv"))]
        lines = tables_of(files)[0]
        self.assertIn("\n\n" + "\n".join(lines) + "\n\n", page, "benchmarks/ahead.py prints the table")

    def test_gains_are_those_of_the_results(self):
        results = Results([read(os.path.join(RESULTS, "access_h200.csv"))])
        rows = re.findall(r"^\| (\d+) \((\d+)\) ((?:\| \d+\.\d\d ){6})\|$", text_of(READING), re.M)
        self.assertEqual(8, len(rows))
        for size, alignment, gains in rows:
            self.assertEqual(gains, "".join(
                f"| {results.ratio(pattern, Struct(int(size), int(alignment)), 'coalesced', 'plain'):.2f} "
                for pattern in ("load", "store", "copy", "gather", "scatter", "l2_copy")))

if __name__ == "__main__":
    unittest.main()
