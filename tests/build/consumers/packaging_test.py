#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests packaging.py with small projects, each of which has one fault."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import packaging  # noqa: E402

SOUND = {
    "include/heddle/version.hpp": "#define HEDDLE_VERSION_MAJOR 1\n#define HEDDLE_VERSION_MINOR 2\n"
                                  "#define HEDDLE_VERSION_PATCH 3\n",
    "CHANGELOG.md": "# Changelog\n\n## What a release is\n\n## 1.2.3\n\n## 1.2.2\n",
    "CMakeLists.txt": "option(HEDDLE_BUILD_PROGRAM \"\" ON)\noption(HEDDLE_BUILD_TESTS \"\" ON)\n"
                      "option(HEDDLE_BUILD_BENCHMARKS \"\" ON)\n",
    "src/packaging/vcpkg/vcpkg.json": '{"name": "heddle", "version": "1.2.3", "license": "Apache-2.0", "dependencies": '
                                      '[{"name": "vcpkg-cmake", "host": true}, '
                                      '{"name": "vcpkg-cmake-config", "host": true}]}',
    "src/packaging/vcpkg/portfile.cmake": "-DHEDDLE_BUILD_PROGRAM=OFF -DHEDDLE_BUILD_TESTS=OFF "
                                          "-DHEDDLE_BUILD_BENCHMARKS=OFF",
    "src/packaging/conan/conanfile.py": 'for part in ("PROGRAM", "TESTS", "BENCHMARKS"):\n'
                                        '    toolchain.cache_variables[f"HEDDLE_BUILD_{part}"] = False\n',
}


class Packaging(unittest.TestCase):
    def complaints(self, name=None, old="", new=""):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for path, text in SOUND.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                self.assertTrue(path != name or old in text)
                (root / path).write_text(text.replace(old, new) if path == name else text, encoding="utf-8")
            return packaging.check(root)

    def test_sound(self):
        self.assertEqual(self.complaints(), [])

    def test_faults(self):
        manifest, port = "src/packaging/vcpkg/vcpkg.json", "src/packaging/vcpkg/portfile.cmake"
        for fault, said in (
                (("include/heddle/version.hpp", "PATCH 3", "PATCH"), "does not define the version"),
                (("include/heddle/version.hpp", "PATCH 3\n", "PATCH 3\n#define OTHER\n"), "defines OTHER"),
                (("CHANGELOG.md", "## 1.2.3", "## 1.2.4"), "first release is 1.2.4, not 1.2.3"),
                ((manifest, "1.2.3", "1.2.4"), "version is '1.2.4', not '1.2.3'"),
                ((manifest, "]}", ""), "is no JSON"),
                ((manifest, '"vcpkg-cmake"', '"other"'), "no host dependency vcpkg-cmake,"),
                ((port, "BUILD_TESTS", "BUILD_TEST"), "has no option HEDDLE_BUILD_TEST"),
                ((port, "-DHEDDLE_BUILD_TESTS=OFF ", ""), "does not turn off HEDDLE_BUILD_TESTS"),
                (("src/packaging/conan/conanfile.py", '"TESTS"', '"TEST"'), "has no option HEDDLE_BUILD_TEST")):
            with self.subTest(fault=fault):
                complaints = self.complaints(*fault)
                self.assertTrue(any(said in complaint for complaint in complaints), complaints)


if __name__ == "__main__":
    unittest.main()
