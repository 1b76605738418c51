# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Helpers that the tests of the scripts share: a folder, results in this folder, and the output of a script."""

import contextlib
import io
import os
import pathlib
import sys
import tempfile
import unittest

ROOT = str(pathlib.Path(__file__).resolve().parents[3])
BENCHMARKS = os.path.join(ROOT, "benchmarks")
RESULTS = os.path.join(BENCHMARKS, "results")
sys.path.insert(0, BENCHMARKS)

from reporting.results_file import COLUMNS, Line, write  # noqa: E402 (the path comes first)

MACHINE = {"family": "access", "gpu": "NVIDIA H200", "gpu_driver": "580.1", "cuda_runtime": "13.0",
           "clocks": "not recorded", "heddle_commit": "0123456"}


def line(name, value, unit="GB/s", spread=0.001, repetitions=7, note="", shared_bytes=None):
    """Returns a Line. If it has a note, its results are wrong."""
    return Line(name, value, unit, 100.0, spread, repetitions, not note, note, shared_bytes)


def access(pattern, size, variant, value, alignment=4, case="", **more):
    return line((pattern, size, alignment, case, variant), value, **more)


def warp(pattern, kind, size, variant, value, unit="ns/op/SM", **more):
    return line((pattern, kind, size, variant), value, unit, shared_bytes=0, **more)


class ScriptTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def results(self, name, lines, **machine):
        path = self.path(name)
        write(path, {**MACHINE, **machine}, {line.name: line for line in lines})
        return path

    def text(self, name, content):
        path = self.path(name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)
        return path

    def table(self, name, rows, family="access", columns=None):
        """Writes a results file with these lines, which may be invalid."""
        machine = '# {"family": "' + family + '", "gpu": "NVIDIA H200", "gpu_driver": "1", ' \
                  '"cuda_runtime": "1", "clocks": "1", "heddle_commit": "1"}'
        return self.text(name, "\n".join([machine, ",".join(columns or COLUMNS[family]), *rows, ""]))

    def output(self, script, *arguments):
        """Runs a script. Returns its exit status and its output, including standard error."""
        text, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(text), contextlib.redirect_stderr(errors):
            try:
                status = script.main(list(arguments))
            except SystemExit as exit_of_argparse:
                status = exit_of_argparse.code
        return status, text.getvalue() + errors.getvalue()

    def expect(self, status, sentence, script, *arguments):
        got, text = self.output(script, *arguments)
        self.assertEqual(status, got, text)
        self.assertIn(sentence, text)
        return text


class BadInput:
    """Tests for every script that reads results: invalid files, which it must refuse with one sentence. refuse() passes
    a file to the script."""

    GOOD = "copy,28,4,,plain,4000.5,GB/s,100,,0.001,7,yes,"

    def refuse(self, path, sentence):
        raise NotImplementedError

    def test_refuses_a_missing_file(self):
        self.refuse(self.path("none.csv"), "none.csv: No such file or directory")

    def test_refuses_an_empty_file(self):
        self.refuse(self.text("empty.csv", ""), "empty.csv: the file is empty")

    def test_refuses_what_is_no_text(self):
        path = self.path("picture.csv")
        with open(path, "wb") as file:
            file.write(b"\x89PNG\xff\xfe\x00")
        self.refuse(path, "this is no text")

    def test_refuses_json(self):
        self.refuse(self.text("a.json", '{"context": {}}'), "to_csv.py makes results of it")

    def test_refuses_a_file_without_a_machine(self):
        self.refuse(self.text("a.csv", "pattern,bytes\n"), "a.csv:1: the first line does not tell the machine")
        self.refuse(self.text("a.csv", "# {\n"), "a.csv:1: the first line does not tell the machine")
        self.refuse(self.text("a.csv", '# {"family": "access", "gpu": "A"}\n'),
                    "does not tell gpu_driver, cuda_runtime, clocks, heddle_commit")

    def test_refuses_an_unknown_family(self):
        path = self.table("a.csv", [self.GOOD])
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.refuse(self.text("a.csv", text.replace('"access"', '"excess"')), 'no family "excess"')

    def test_refuses_missing_columns(self):
        columns = [column for column in COLUMNS["access"] if column not in ("spread", "unit")]
        self.refuse(self.table("a.csv", [self.GOOD], columns=columns),
                    "a.csv:2: these are not the columns of results: without unit, spread")

    def test_refuses_columns_in_another_order(self):
        self.refuse(self.table("a.csv", [self.GOOD], columns=COLUMNS["access"][::-1]),
                    "they should be pattern,bytes,alignment")

    def test_refuses_a_file_without_lines(self):
        self.refuse(self.table("a.csv", []), "a.csv: no measurement in it")

    def test_refuses_values_that_cannot_be(self):
        for value in ("nan", "NaN", "inf", "-1"):
            self.refuse(self.table("a.csv", [self.GOOD, self.GOOD.replace("4000.5", value)]),
                        f'a.csv:4: value is "{value}", which nothing that is measured can be')
        self.refuse(self.table("a.csv", [self.GOOD.replace("4000.5", "fast")]), "which is no number")
        for value in ("0", ""):
            self.refuse(self.table("a.csv", [self.GOOD.replace("4000.5", value)]),
                        "copy/28/4/plain has no value")

    def test_refuses_other_fields_that_cannot_be(self):
        for old, new, sentence in [
                ("0.001", "nan", 'spread is "nan"'), ("GB/s", "MB/s", 'unit is "MB/s"'),
                (",7,", ",,", 'repetitions is "", which is no count'),
                ("yes", "perhaps", 'correct is "perhaps"'), ("copy", "cope", 'no pattern "cope"'),
                ("28", "x", 'bytes is "x"'), ("4,,plain", "4,some,plain", 'case is "some"'),
                ("plain", "", "the variant is missing"), (",yes", "", "12 fields instead of 13")]:
            with self.subTest(new):
                self.refuse(self.table("a.csv", [self.GOOD.replace(old, new, 1)]), "a.csv:3: ")
                self.refuse(self.table("a.csv", [self.GOOD.replace(old, new, 1)]), sentence)

    def test_refuses_a_line_that_is_there_twice(self):
        self.refuse(self.table("a.csv", [self.GOOD, self.GOOD]), "here for the second time")
