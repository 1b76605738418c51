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
                 "`plan/route.hpp`, `docs/`, [page](tests/build/page.md).\n\n```cpp\n#include <heddle/plan/route.hpp>\n```\n",
    "docs/README.md": "- [routes](routes.md)\n",
    "docs/routes.md": "## The `table` of it\n\n## Again\n\n## Again\n\n[second](#again-1) [up](../README.md) "
                      "include/heddle/plan/route.hpp, `run.json`, OUT.svg, `tests/NAME_test.cpp`, `p[i](x)`\n\n"
                      "```sh\npython3 docs/tool.py run/access.csv\n# no heading\n```\n",
    "docs/tool.py": "",
    "include/heddle/plan/route.hpp": "",
    "tests/a_test.cpp": "// docs/routes.md\n",
    "build/page.md": "[nowhere](nowhere.md)\n",
    "tests/build/page.md": "[up](../../README.md) is the folder of a page, not of a build\n",
}


class PagesTest(unittest.TestCase):
    def complaints(self, **files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**SOUND, **files.get("files", {})}.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return pages.check(pathlib.Path(folder))

    def expect(self, sentence, name, text):
        """Adds the text to a file, and expects this complaint and no other."""
        complaints = self.complaints(files={name: SOUND.get(name, "") + "\n" + text + "\n"})
        self.assertEqual([sentence], complaints)

    def test_sound_pages(self):
        self.assertEqual([], self.complaints())

    def test_broken_links(self):
        self.expect("README.md: the link to docs/way.md leads nowhere", "README.md", "[way](docs/way.md)")
        self.expect("docs/routes.md: the link to docs/tool.py leads nowhere", "docs/routes.md", "[tool](docs/tool.py)")
        self.expect("README.md: the link to a.png leads nowhere", "README.md", "![picture](a.png)")

    def test_broken_anchors(self):
        self.expect("README.md: docs/routes.md has no heading for #table", "README.md", "[t](docs/routes.md#table)")
        self.expect("README.md: README.md has no heading for #again", "README.md", "[again](#again)")
        self.expect("docs/routes.md: docs/routes.md has no heading for #again-2", "docs/routes.md", "[third](#again-2)")
        self.expect("docs/routes.md: docs/routes.md has no heading for #no-heading", "docs/routes.md", "[n](#no-heading)")

    def test_files_that_are_not_there(self):
        for name in ("plan/way.hpp", "detail/route.hpp", "rows.cuh", "docs/way.py", "tests/b_test.cpp"):
            with self.subTest(name):
                self.expect(f"docs/routes.md: there is no {name}", "docs/routes.md", f"It is in `{name}`.")
                self.expect(f"README.md: there is no {name}", "README.md", f"See {name}, then go on.")
        self.expect("README.md: there is no detail/", "README.md", "It is in `detail/`.")

    def test_files_of_commands_and_includes(self):
        self.expect("README.md: there is no benchmarks/plot.py", "README.md", "```sh\npython3 benchmarks/plot.py a.csv\n```")
        self.expect("README.md: there is no heddle/way.cuh", "README.md", "```cpp\n#include <heddle/way.cuh>\n```")

    def test_page_that_nobody_lists(self):
        self.expect("docs/README.md: does not list tour.md", "docs/tour.md", "A tour.")

    def test_code_that_nobody_compiles(self):
        self.expect("docs/routes.md: has C++ code that nobody compiles: see tests/build/snippets", "docs/routes.md",
                    "```cpp\nint i;\n```")

    def test_source_that_names_a_page_that_is_gone(self):
        self.expect("tests/a_test.cpp: there is no docs/way.md", "tests/a_test.cpp", "// docs/way.md says why.")

    def test_readme_that_is_too_long(self):
        complaints = self.complaints(files={"README.md": SOUND["README.md"] + "line\n" * 180})
        self.assertEqual(1, len(complaints), complaints)
        self.assertIn("should have less than 180", complaints[0])


if __name__ == "__main__":
    unittest.main()
