# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""plot.py: pictures, where there is matplotlib, and what it refuses where there is none."""

import importlib.util
import os
import struct
import unittest

from files import RESULTS, BadInput, ScriptTest, access, warp

import plot

HAS_MATPLOTLIB = importlib.util.find_spec("matplotlib") is not None


class RefusalTest(BadInput, ScriptTest):
    def refuse(self, path, sentence):
        self.expect(2, sentence, plot, path, self.path("a.png"))
        self.assertFalse(os.path.exists(self.path("a.png")))

    def test_refuses_families_that_have_no_picture(self):
        one = [access("copy", 28, "plain", 1)]
        scan = self.results("w.csv", [warp("scan", "int32", 64, "cub", 1)], family="warp")
        self.refuse(self.results("i.csv", one, family="instructions"), "instructions are not drawn")
        self.expect(2, "in a picture of its own", plot, scan, self.results("a.csv", one), self.path("a.png"))

    @unittest.skipIf(HAS_MATPLOTLIB, "there is matplotlib")
    def test_says_that_matplotlib_is_missing(self):
        self.refuse(self.results("a.csv", [access("copy", 28, "plain", 1)]), "pip install matplotlib")


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
