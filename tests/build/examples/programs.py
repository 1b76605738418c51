# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Runs a program of the examples: HEDDLE_EXAMPLES=build/check/bin python3 tests/build/examples/NAME_test.py"""
import os
import pathlib
import subprocess
import unittest

FOLDER = pathlib.Path(os.environ["HEDDLE_EXAMPLES"]).resolve()


def run(program, *arguments, **options):
    """Returns the exit status, the output and the errors."""
    done = subprocess.run([FOLDER / program, *map(str, arguments)], capture_output=True, text=True, **options)
    return done.returncode, done.stdout, done.stderr


class ProgramTest(unittest.TestCase):
    def expect_refusal(self, words, result, is_silent=True):
        status, output, errors = result
        self.assertEqual((2, ""), (status, output if is_silent else ""))
        self.assertRegex(errors, r"\Aerror: [^\n]*\n\Z")
        self.assertIn(words, errors)
