# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the built program in a folder of its own, and checks its output and its files. The environment variable
HEDDLE_PROGRAM is the path of the program:

    HEDDLE_PROGRAM=build/test/bin/heddle python3 tests/program/plan_test.py
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import typing
import unittest

PROGRAM = os.path.abspath(os.environ["HEDDLE_PROGRAM"])


class Outcome(typing.NamedTuple):
    status: int
    output: str  # each character is a byte
    errors: str

    def number(self, name):
        """Returns the number after `name`, in the first line that begins with `name`. Ignores line 1 of the output."""
        match = re.search(rf"\n *{name} *:? +(-?[0-9.e+-]+)", self.output)
        if not match:
            raise AssertionError(f"no {name} in:\n{self.output}")
        return float(match[1])


class ProgramTest(unittest.TestCase):
    """Runs each test in an empty folder, which is removed after the test."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="heddle-program-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def run_shell(self, command):
        # These files lie beside the folder, so that the folder contains only files of the program and of the test.
        captured = [pathlib.Path(f"{self.folder}.{end}") for end in ("out", "err")]
        with open(captured[0], "wb") as output, open(captured[1], "wb") as errors:
            status = subprocess.run(command, shell=True, cwd=self.folder, stdout=output, stderr=errors).returncode
        result = Outcome(status, *(path.read_bytes().decode("latin-1") for path in captured))
        for path in captured:
            path.unlink()
        return result

    @staticmethod
    def command(*arguments):
        return shlex.join([PROGRAM, *map(str, arguments)])

    def heddle(self, *arguments):
        return self.run_shell(self.command(*arguments))

    def run_well(self, *arguments):
        """Runs the program. Checks that the program succeeds and writes nothing to standard error."""
        result = self.heddle(*arguments)
        self.assertEqual((0, ""), (result.status, result.errors), arguments)
        return result

    def write(self, name, content):
        (self.folder / name).write_bytes(content.encode("latin-1") if isinstance(content, str) else content)

    def read(self, name):
        return (self.folder / name).read_bytes()

    def files(self):
        return sorted(os.listdir(self.folder))

    def expect_refusal(self, result, status, words):
        """Checks the exit status, and checks that standard error is one line that contains `words`."""
        self.assertEqual(status, result.status, result.errors)
        self.assertRegex(result.errors, r"\Aheddle: [^\n]*\n\Z")
        self.assertIn(words, result.errors)
