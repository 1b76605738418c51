#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests that the matrix distinguishes refusals from failures, and that it uses no incomplete toolkit."""
import pathlib
import tempfile
import unittest
import unittest.mock

import matrix
import rows
import toolkits

def row(**changes) -> rows.Row:
    return rows.Row(**{"compiler": "nvcc", "toolkit": "13.0", "flags": "", "source": "core.cu", "command": ("NVCC",),
                       **changes})


class judgement(unittest.TestCase):
    def test_compiled(self):
        self.assertEqual(("compiled", ""), matrix.judge(row(), 0, "warning: unused"))
        self.assertEqual(("compiled and run", ""), matrix.judge(row(runs=True), 0, ""))

    def test_failure_by_the_first_sentence(self):
        for output, sentence in (
                ("a.cuh(9): catastrophic error: cannot open source file \"cstddef\"\n  #include\n",
                 "cannot open source file \"cstddef\""),
                ("a.cuh:1:2: note: x\na.cuh:7:10: fatal error: par.h: No such file\n", "par.h: No such file"),
                ("a.cuh(5): error: static assertion failed with \"heddle: T is not trivially copyable\"\n",
                 "heddle: T is not trivially copyable"),
                ("a.cuh:12:6: error: #error heddle needs C++17: compile with -std=c++17\n",
                 "heddle needs C++17: compile with -std=c++17"),
                ("a.cuh(3): error #20012-D: no. Another sentence. b\n", "no"),
                ("killed", "killed"), ("", "it says nothing")):
            with self.subTest(output):
                self.assertEqual(("FAILED", sentence), matrix.judge(row(), 1, output))

    def test_refusal_by_its_sentence(self):
        refused = row(refusal="is the host's")
        self.assertEqual("refused", matrix.judge(refused, 1, "error: #error heddle: this is the host's\n")[0])
        self.assertEqual("refused", matrix.judge(row(refusal="needs C++17"), 1, "error: #error heddle needs C++17: a\n")[0])
        self.assertEqual("FAILED", matrix.judge(refused, 1, "error: no such file\n")[0])
        self.assertEqual("FAILED", matrix.judge(refused, 0, "")[0])


class cache(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.installs = []

    def install(self, wheel, folder):
        self.installs.append(wheel)
        for name in ("cu13/bin/" + wheel.package, "cu13/lib/libnvrtc.alt.so.13", "cu13/lib/a.a", "cu13/__init__.py"):
            path = folder / "nvidia" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(wheel.version)

    def test_a_toolkit_has_the_files_of_its_packages_and_an_older_cccl(self):
        machine = matrix.Machine(self.folder / "cache")
        chosen = [row(parts=("nvcc", "cccl")), row(parts=("nvcc", "cccl"), cccl="12.4")]
        with unittest.mock.patch.object(toolkits, "install", self.install):
            for work in ("first", "second"):
                machine.set_up(chosen, self.folder / work)
        for name, cccl in (("13.0", "nvidia-cuda-cccl"), ("13.0, CCCL 12.4", "nvidia-cuda-cccl-cu12")):
            files = [path for path in machine.folders[name].rglob("*") if path.is_file()]
            self.assertEqual({"nvidia-cuda-nvcc", cccl}, {path.name for path in files})
        # Each package is installed once.
        self.assertEqual(3, len(self.installs))

    def test_unfinished_package_is_installed_again(self):
        wheel = toolkits.Wheel("nvidia-cuda-nvcc", "13.0.88")
        with unittest.mock.patch.object(toolkits, "install", side_effect=KeyboardInterrupt):
            with self.assertRaises(KeyboardInterrupt):
                toolkits.installed(self.folder, wheel)
        self.assertEqual([], list(self.folder.iterdir()))


class the_table(unittest.TestCase):
    def test_no_row_twice(self):
        names = [one.name() for one in rows.rows()]
        self.assertEqual(len(names), len(set(names)))

    def test_sources_are_there(self):
        for one in rows.rows():
            self.assertTrue(any((folder / one.source).is_file()
                                for folder in (rows.HERE / "sources", rows.INCLUDE)), one.source)

    def test_every_toolkit_compiles_every_source(self):
        compiled = {(one.cccl or one.toolkit, one.source) for one in rows.rows() if not one.refusal}
        self.assertLessEqual({(toolkit, source) for toolkit in (*rows.CUDA12, *rows.CUDA13)
                              for source in rows.SOURCES}, compiled)

    def test_short_form_has_oldest_and_newest(self):
        short = [one for one in rows.rows() if one.is_short]
        self.assertLessEqual({"12.4", "13.5"}, {one.cccl or one.toolkit for one in short if one.compiler == "nvcc"})
        self.assertEqual({"12.9", "13.5"}, {one.toolkit for one in short if one.compiler == "NVRTC"})
        self.assertEqual(["g++-12"], [one.compiler for one in short if one.runs])


if __name__ == "__main__":
    unittest.main()
