#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the examples: a wrong form, and wrong options.

    HEDDLE_EXAMPLES=build/test/bin python3 tests/build/examples/examples_test.py
"""
import os
import pathlib
import re
import subprocess
import unittest

FOLDER = pathlib.Path(os.environ["HEDDLE_EXAMPLES"])
ROOT = pathlib.Path(__file__).resolve().parents[3]


def run(program, *arguments):
    """Returns the exit status, the output and the errors."""
    done = subprocess.run([FOLDER / program, *arguments], capture_output=True, text=True, timeout=100, check=False)
    return done.returncode, done.stdout, done.stderr


class Forms(unittest.TestCase):
    def test_wrong_form(self):
        status, output, errors = run("heddle_example_page", "broken")
        self.assertEqual(status, 1)
        self.assertRegex(output, r"\nbroken .* WRONG\n")
        self.assertNotRegex(output, r"\nplain .* WRONG\n")
        self.assertIn("a result is WRONG", errors)

    def test_counts_of_the_pages(self):
        """The host compiler loads and stores every field of plain code once, as nvcc does."""
        for program in ("rigid_bodies",):
            page = (ROOT / "examples" / program / "README.md").read_text(encoding="utf-8")
            shown = re.search(rf"^```\n({program}.*?\n)…?\n?```$", page, re.M | re.S)[1]
            self.assertTrue(run(program, "--emulated")[1].startswith(shown))

    def test_options(self):
        for arguments in (["--elements", "0"], ["--mib", "many"], ["--fast"], ["--elements", "3000000000"]):
            status, output, errors = run("rigid_bodies", *arguments)
            self.assertEqual((status, output), (2, ""))
            self.assertRegex(errors, "^error: .*" + arguments[0])
        self.assertEqual(run("rigid_bodies", "--help")[0], 0)
        self.assertIn(" 33 structs", run("rigid_bodies", "--elements", "33")[1])


if __name__ == "__main__":
    unittest.main()
