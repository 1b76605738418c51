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

from reporting import Line, write  # noqa: E402 (the path comes first)

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
        pathlib.Path(path).write_text(content, encoding="utf-8")
        return path

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
