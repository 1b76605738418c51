#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests that packaging.py finds each kind of fault, and none in the project."""
import pathlib
import re
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import packaging  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[3]
MANIFEST, PORT, CONAN = f"{packaging.PORT}/vcpkg.json", *packaging.RECIPES
VERSION, CHANGES = "include/heddle/version.hpp", "CHANGELOG.md"


class Packaging(unittest.TestCase):
    def complaints(self, name=None, old="", new=""):
        """Returns the complaints about copies of the project's files, one of which is changed."""
        with tempfile.TemporaryDirectory() as folder:
            for path in (MANIFEST, PORT, CONAN, VERSION, CHANGES, "CMakeLists.txt"):
                text, copy = (ROOT / path).read_text(encoding="utf-8"), pathlib.Path(folder, path)
                self.assertTrue(path != name or re.search(old, text, re.M))
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_text(re.sub(old, new, text, flags=re.M) if path == name else text, encoding="utf-8")
            return packaging.check(pathlib.Path(folder))

    def test_sound(self):
        self.assertEqual(self.complaints(), [])

    def test_faults(self):
        for fault, said in (
                ((VERSION, r"_PATCH \d+", "_PATCH"), "does not define the version"),
                ((VERSION, r"\Z", "#define OTHER\n"), "defines OTHER"),
                ((CHANGES, r"^## \d.*", "## 1.2.4"), "first release is 1.2.4, not "),
                ((MANIFEST, r'"version": ".*"', '"version": "1.2.4"'), "version is '1.2.4', not "),
                ((MANIFEST, r"\}\s*\Z", ""), "is no JSON"),
                ((MANIFEST, '"vcpkg-cmake"', '"other"'), "no host dependency vcpkg-cmake,"),
                ((PORT, "BUILD_TESTS", "BUILD_TEST"), "has no option HEDDLE_BUILD_TEST"),
                ((PORT, "-DHEDDLE_BUILD_TESTS=OFF", ""), "does not turn off HEDDLE_BUILD_TESTS"),
                ((CONAN, '"TESTS"', '"TEST"'), "has no option HEDDLE_BUILD_TEST")):
            with self.subTest(fault=fault):
                complaints = self.complaints(*fault)
                self.assertTrue(any(said in complaint for complaint in complaints), complaints)


if __name__ == "__main__":
    unittest.main()
