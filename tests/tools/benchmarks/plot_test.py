# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests plot.py: its pictures if matplotlib is installed, and the files that it refuses, which needs no matplotlib."""

import importlib.util
import os
import struct
import unittest
import xml.dom.minidom

from files import RESULTS, ScriptTest, access, warp

import plot

HAS_MATPLOTLIB = importlib.util.find_spec("matplotlib") is not None


class RefusalTest(ScriptTest):
    def refuse(self, path, sentence):
        self.expect(2, sentence, plot, path, self.path("a.png"))
        self.assertFalse(os.path.exists(self.path("a.png")))

    def test_refuses_a_file_that_is_not_there(self):
        self.refuse(self.path("none.csv"), "No such file or directory")

    def test_refuses_families_that_have_no_picture(self):
        one = [access("copy", 28, "plain", 1)]
        scan = self.results("w.csv", [warp("scan", "int32", 64, "cub", 1)], family="warp")
        self.expect(2, "in a picture of its own", plot, scan, self.results("a.csv", one), self.path("a.png"))

    def test_refuses_an_overview_of_anything_else(self):
        scan = self.results("w.csv", [warp("scan", "int32", 64, "cub", 1)], family="warp")
        self.expect(2, "the access family alone", plot, "--overview", scan, self.path("a.svg"))
        copy = self.results("a.csv", [access("copy", 28, v, 1) for v in ("plain", "coalesced")])
        self.expect(2, "gather was not measured", plot, "--overview", copy, self.path("a.svg"))
        self.assertFalse(os.path.exists(self.path("a.svg")))

    @unittest.skipIf(HAS_MATPLOTLIB, "there is matplotlib")
    def test_says_that_matplotlib_is_missing(self):
        self.refuse(self.results("a.csv", [access("copy", 28, "plain", 1)]), "pip install matplotlib")


class OverviewTest(ScriptTest):
    def draw(self, *files):
        path = self.path("overview.svg")
        self.assertEqual((0, ""), self.output(plot, "--overview", *files, path))
        with open(path, encoding="utf-8") as file:
            return file.read()

    def test_the_committed_picture_is_that_of_the_committed_results(self):
        with open(os.path.join(RESULTS, "overview_h200.svg"), encoding="utf-8") as file:
            committed = file.read()
        self.assertEqual(committed, self.draw(os.path.join(RESULTS, "access_h200.csv")),
                         "draw it again, as benchmarks/README.md says")

    def test_has_a_dot_for_each_size_of_each_pattern(self):
        lines = [access(pattern, size, variant, 1000, alignment=4) for pattern in ("copy", "gather", "scatter")
                 for size in (4, 28, 256) for variant in ("plain", "coalesced", "limit")]
        lines += [access("copy", 64, "plain", 900, alignment=16)]  # not packed, so not in the picture
        picture = self.draw(self.results("a.csv", lines))
        self.assertEqual(3 * 2 * 3, picture.count("h.01"))
        xml.dom.minidom.parseString(picture)
        # 1000 of 5000 GB/s is a fifth of the panel's height. 256 bytes is the panel's whole width.
        self.assertIn("M266 160h.01", picture)


@unittest.skipUnless(HAS_MATPLOTLIB, "without matplotlib there are no pictures")
class PictureTest(ScriptTest):
    def draw(self, *files):
        path = self.path("a.png")
        self.assertEqual((0, ""), self.output(plot, *files, path))
        with open(path, "rb") as file:
            head = file.read(24)
        self.assertEqual(b"\x89PNG", head[:4])
        return struct.unpack(">II", head[16:])

    def test_draws_the_committed_results(self):
        for family, size in (("access", (1800, 1368)), ("algorithm", None), ("remote", None),
                             ("warp", (1320, 480))):
            with self.subTest(family):
                drawn = self.draw(os.path.join(RESULTS, f"{family}_h200.csv"))
                self.assertIn(size, (drawn, None))

    def test_refuses_what_has_nothing_to_draw(self):
        masks = [access("masked_copy", 64, "plain", 100, case="prefix8")]
        self.expect(2, "only masks were measured", plot, self.results("m.csv", masks, family="masked"),
                    self.path("a.png"))
        scan = [warp("scan", "int32", 64, "cub", 1)]
        self.expect(2, "transposes or n-body were not measured", plot,
                    self.results("w.csv", scan, family="warp"), self.path("a.png"))

    def test_says_where_it_cannot_write(self):
        self.expect(2, "No such file", plot, self.results("a.csv", [access("copy", 28, "plain", 1)]),
                    os.path.join(self.folder, "none", "a.png"))


if __name__ == "__main__":
    unittest.main()
