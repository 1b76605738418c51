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
