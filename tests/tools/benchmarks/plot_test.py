# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests plot.py: the committed pictures are those of the committed results, and files without a picture are refused."""

import glob
import os
import pathlib
import unittest
import xml.dom.minidom

from files import RESULTS, ScriptTest, access, warp

import plot


class PictureTest(ScriptTest):
    def draw(self, *files):
        """Draws the pictures of files. Returns them by their names."""
        folder = self.path("pictures/none")[:-4]
        status, text = self.output(plot, *files, folder)
        self.assertEqual(0, status, text)
        pictures = {name: pathlib.Path(folder, name).read_text(encoding="utf-8") for name in os.listdir(folder)}
        for picture in pictures.values():
            xml.dom.minidom.parseString(picture)
        return pictures

    def test_the_committed_pictures_are_those_of_the_committed_results(self):
        folder, drawn = pathlib.Path(RESULTS), {}
        files = [path for path in sorted(folder.glob("*.csv")) if path.stem.split("_")[0] in plot.PICTURES]
        for gpu in {path.stem.partition("_")[2] for path in files}:
            drawn.update(self.draw(*(str(path) for path in files if path.stem.endswith(f"_{gpu}"))))
        committed = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.svg")}
        self.assertEqual(sorted(drawn), sorted(committed))
        for name, picture in drawn.items():
            self.assertTrue(picture == committed[name], f"draw {name} again, as benchmarks/README.md says")

    def test_has_a_dot_for_each_size_of_each_pattern(self):
        lines = [access(pattern, size, variant, 1000, alignment=4) for pattern in ("copy", "gather", "scatter")
                 for size in (4, 28, 256) for variant in ("plain", "coalesced")]
        lines += [access("copy", 28, "limit", 5000), access("copy", 256, "limit", 5000)]
        lines += [access("copy", 64, "plain", 900, alignment=16)]  # not packed, so not in the picture
        picture = self.draw(self.results("a.csv", lines))["access_h200.svg"]
        self.assertEqual(3 * 2 * 3, picture.count("h.01"))
        # 1000 of 5000 GB/s is a fifth of the height of 150, which ends at y = 216. 256 bytes is the whole width.
        self.assertIn("M228 186h.01", picture)
        self.assertIn("L228 66", picture)

    def test_has_a_bar_for_each_kernel_and_a_cell_for_each_mask(self):
        kernels = [access(pattern, 28, variant, value) for pattern, gain in (("key_points", 2), ("few_members", 0.5))
                   for variant, value in (("plain", 100), ("word", 100), ("best", 100 * gain))]
        picture = self.draw(self.results("m.csv", kernels, family="moved"))["moved_h200.svg"]
        self.assertIn("key points, 28 bytes", picture)
        self.assertLess(picture.index(">2.00<"), picture.index(">0.50<"))
        # Both bars are half of the logarithmic axis from 0.5 to 2.
        self.assertEqual(2, picture.count('width="204" height="14"'))
        masks = [access("masked_copy", 28, variant, value, case=case) for case in ("prefix8", "scattered8", "scattered16")
                 for variant, value in (("plain", 10), ("coalesced", 25))]
        picture = self.draw(self.results("n.csv", masks, family="masked"))["masked_h200.svg"]
        self.assertEqual(2, picture.count(">2.5<"))

    def test_refuses_what_has_nothing_to_draw(self):
        scan = self.results("w.csv", [warp("scan", "int32", 64, "cub", 1)], family="warp")
        wide = self.results("s.csv", [access("copy", 64, "plain", 900, alignment=16)])  # not packed
        one_size = self.results("o.csv", [warp("transpose", "4", 256, "shuffle", 1), warp("nbody", "fp32", 4096, "cub", 1)],
                                family="warp")
        for path, sentence in ((self.path("none.csv"), "No such file or directory"), (scan, "nothing to draw"),
                               (wide, "nothing to draw"), (one_size, "nothing to draw"),
                               (self.results("r.csv", [access("route_load", 28, "plain", 1)], family="route"),
                                "nothing to draw")):
            self.expect(2, sentence, plot, path, self.folder)
        self.assertEqual([], glob.glob(os.path.join(self.folder, "*.svg")))

    def test_says_where_it_cannot_write(self):
        self.expect(2, "No such file", plot, self.results("a.csv", [access("copy", 28, "plain", 1)]),
                    os.path.join(self.folder, "none"))


if __name__ == "__main__":
    unittest.main()
