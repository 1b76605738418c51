#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests that the matrix distinguishes refusals from failures, that it uses no incomplete toolkit, and that
docs/toolkits.md describes it."""
import pathlib
import tempfile
import unittest
import unittest.mock
import zipfile

import matrix
import rows
import toolkits

PAGE = rows.INCLUDE.parent / "docs" / "toolkits.md"


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
    PARTS = ("nvcc", "cccl")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.cache = pathlib.Path(folder.name)
        self.downloaded = []

    def download(self, wheel, folder):
        self.downloaded.append(wheel.package)
        path = folder / "part.whl"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(f"nvidia/cu13/bin/{wheel.package}", wheel.version)
            archive.writestr("nvidia/cu13/lib/libnvrtc.alt.so.13", "")
            archive.writestr("nvidia/cu13/../../outside", "")
            archive.writestr(f"{wheel.package}.dist-info/RECORD", "")
        return path

    def set_up(self):
        with unittest.mock.patch.object(toolkits, "download", self.download):
            return toolkits.set_up(self.cache, "13.0", self.PARTS)

    def test_programs_can_be_run_and_the_rest_is_left_out(self):
        folder = self.set_up()
        files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        self.assertEqual({"bin/nvidia-cuda-nvcc", "bin/nvidia-cuda-cccl"},
                         {name for name in files if not name.startswith(".")})
        self.assertTrue((folder / "bin" / "nvidia-cuda-nvcc").stat().st_mode & 0o100)

    def test_complete_parts_are_used_again(self):
        self.set_up()
        self.set_up()
        self.assertEqual(["nvidia-cuda-nvcc", "nvidia-cuda-cccl"], self.downloaded)

    def test_unfinished_toolkit_is_made_again(self):
        with unittest.mock.patch.object(toolkits, "unpack", side_effect=KeyboardInterrupt):
            with self.assertRaises(KeyboardInterrupt):
                self.set_up()
        (self.cache / "cuda-13.0" / "half").touch()
        self.assertFalse((self.set_up() / "half").exists())

    def test_toolkit_of_other_versions_is_made_again(self):
        folder = self.set_up()
        (folder / ".complete" / "nvidia-cuda-nvcc-13.0.1").touch()
        self.set_up()
        self.assertEqual(4, len(self.downloaded))

    def test_failed_download_is_one_sentence(self):
        wheel = toolkits.Wheel("nvidia-cuda-nvcc", "13.0.88")
        failed = unittest.mock.Mock(returncode=1, stderr="WARNING: a\nERROR: b\nERROR: No matching distribution\n")
        with unittest.mock.patch("subprocess.run", return_value=failed):
            with self.assertRaisesRegex(toolkits.Unavailable,
                                        "^nvidia-cuda-nvcc==13.0.88 could not be downloaded: No matching dist[a-z]+$"):
                toolkits.download(wheel, self.cache)


    def test_index_out_of_reach(self):
        failed = unittest.mock.Mock(returncode=1, stderr="ERROR: no such version (from versions: none)\nERROR: No match\n")
        with unittest.mock.patch("subprocess.run", return_value=failed):
            with self.assertRaisesRegex(toolkits.Unavailable, "is the package index within reach"):
                toolkits.download(toolkits.Wheel("nvidia-cuda-nvcc", "13.0.88"), self.cache)


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

    def test_summary_merges_what_is_alike(self):
        results = [(row(toolkit=toolkit, source=source, flags="-G"), matrix.Result("compiled", "", 0, "", ""))
                   for toolkit in ("13.0", "13.1", "13.2") for source in ("core.cu", "tiles.cu")]
        self.assertEqual(["| nvcc | 13.0 to 13.2 | `-G` | core, tiles | compiled |"], matrix.summary(results)[2:])

    def test_summary_of_a_failure(self):
        results = [(row(), matrix.Result("compiled", "", 0, "", "")),
                   (row(source="tiles.cu"), matrix.Result("FAILED", "no", 0, "", ""))]
        self.assertEqual(2, len(matrix.summary(results)[2:]))

    def test_page_has_the_table(self):
        lines = matrix.summary([(one, matrix.expected(one)) for one in rows.rows()])
        self.assertIn("\n".join(lines), PAGE.read_text(encoding="utf-8"),
                      "run: matrix.py --list --markdown FILE, and put it into docs/toolkits.md")


if __name__ == "__main__":
    unittest.main()
