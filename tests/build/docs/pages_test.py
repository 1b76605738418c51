#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests that pages.py finds each kind of fault, and none in pages without faults."""
import pathlib
import tempfile
import unittest

import pages

SOUND = {
    "README.md": "# It\n\nSee [routes](docs/routes.md#the-table-of-it), [this](#it), [that](https://a.b/c#d), "
                 "`gone.hpp`, `docs/`, [page](tests/build/page.md).\n\n```cpp\n#include <heddle/plan/route.hpp>\n```\n",
    "docs/README.md": "- [routes](routes.md)\n",
    "docs/routes.md": "## The `table` of it\n\n## Again\n\n## Again\n\n[second](#again-1) [up](../README.md) "
                      "include/heddle/plan/route.hpp, `run.json`, OUT.svg, `tests/NAME_test.cpp`, `p[i](x)`\n\n"
                      "```sh\npython3 docs/tool.py run/access.csv\n# no heading\n```\n",
    "docs/tool.py": "def run():\n    return 1\n",
    "include/heddle/plan/route.hpp": "",
    "tests/a_test.cpp": "// docs/routes.md\n",
    "build/page.md": "[nowhere](nowhere.md)\n",
    "tests/build/page.md": "[up](../../README.md) is the folder of a page, not of a build\n",
}


class PagesTest(unittest.TestCase):
    def complaints(self, files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**SOUND, **files}.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return pages.check(pathlib.Path(folder))

    def test_sound_pages(self):
        self.assertEqual([], self.complaints({}))

    def test_faults(self):
        """Adds a text to a file, and expects one complaint and no other."""
        readme, routes = "README.md", "docs/routes.md"
        for name, text, sentence in (
                (readme, "[way](docs/way.md)", "README.md: the link to docs/way.md leads nowhere"),
                (routes, "[tool](docs/tool.py)", "docs/routes.md: the link to docs/tool.py leads nowhere"),
                (readme, "![picture](a.png)", "README.md: the link to a.png leads nowhere"),
                (readme, "[t](docs/routes.md#table)", "README.md: docs/routes.md has no heading for #table"),
                (readme, "[again](#again)", "README.md: README.md has no heading for #again"),
                (routes, "[third](#again-2)", "docs/routes.md: docs/routes.md has no heading for #again-2"),
                (routes, "[n](#no-heading)", "docs/routes.md: docs/routes.md has no heading for #no-heading"),
                (routes, "See `python3 docs/way.py`, then go on.", "docs/routes.md: there is no docs/way.py"),
                (readme, "```sh\npython3 benchmarks/plot.py a.csv\n```", "README.md: there is no benchmarks/plot.py"),
                (readme, "```cpp\n#include <heddle/way.cuh>\n```", "README.md: there is no include/heddle/way.cuh"),
                ("docs/tour.md", "A tour.", "docs/README.md: does not list tour.md"),
                (routes, "```cpp\nint i;\n```",
                 "docs/routes.md: has C++ code that nobody compiles: see tests/build/snippets"),
                ("tests/a_test.cpp", "// docs/way.md says why.", "tests/a_test.cpp: there is no docs/way.md"),
                (readme, "line\n" * 179, "README.md: has 188 lines, and should have less than 180")):
            with self.subTest(sentence):
                self.assertEqual([sentence], self.complaints({name: SOUND.get(name, "") + "\n" + text + "\n"}))


if __name__ == "__main__":
    unittest.main()
