# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""sanitize.py itself, with a stand-in for compute-sanitizer that prints what its one argument file says."""

import contextlib
import io
import os
import stat
import tempfile
import unittest

import sanitize

CLEAN = """[==========] 7 tests from 2 test suites ran.
[  PASSED  ] 7 tests.
========= ERROR SUMMARY: 0 errors
"""


class SanitizeTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.program = self.script("program", "exit 0")
        self.gpus = sanitize.count_gpus
        sanitize.count_gpus = lambda: 1
        self.addCleanup(setattr, sanitize, "count_gpus", self.gpus)

    def script(self, name, body):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n" + body + "\n")
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return path

    def run_with(self, output, *options, status=0, before=""):
        stand_in = self.script("sanitizer", f"{before}\ncat <<'END'\n{output}END\nexit {status}")
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            result = sanitize.main(["--program", self.program, "--sanitizer", stand_in, *options])
        return result, text.getvalue()

    def test_passes_and_prints_a_closing_line_for_each_tool(self):
        result, text = self.run_with(CLEAN)
        self.assertEqual(0, result, text)
        for tool in sanitize.TOOLS:
            self.assertIn(f"\n{tool.name}: passed: {7 * tool.shares} tests, 0 skipped, "
                          f"{tool.shares} of {tool.shares} shares, 0 reports", "\n" + text)

    def test_fails_on_a_report(self):
        output = CLEAN.replace("0 errors", "3 errors")
        result, text = self.run_with(output, "--tools", "memcheck", "--shares", "2", status=99)
        self.assertEqual(1, result)
        self.assertIn("memcheck: FAILED, share 1: 3 reports; share 2: 3 reports: 14 tests", text)
        self.assertIn("6 reports", text)

    def test_fails_on_hazards_even_if_they_are_warnings(self):
        output = CLEAN.replace(
            "ERROR SUMMARY: 0 errors",
            "RACECHECK SUMMARY: 1 hazard displayed (0 errors, 1 warning)")
        result, text = self.run_with(output, "--tools", "racecheck", "--shares", "1")
        self.assertEqual(1, result)
        self.assertIn("racecheck: FAILED, share 1: 1 reports", text)

    def test_fails_where_tests_fail(self):
        result, text = self.run_with(CLEAN, "--tools", "synccheck", "--shares", "1", status=1)
        self.assertEqual(1, result)
        self.assertIn("the tests ended with status 1", text)

    def test_fails_without_a_summary(self):
        result, text = self.run_with("[  PASSED  ] 7 tests.\n", "--tools", "memcheck")
        self.assertEqual(1, result)
        self.assertIn("compute-sanitizer said nothing in the end", text)

    def test_fails_if_nothing_ran(self):
        for ran in ("[  PASSED  ] 0 tests.\n", "[  PASSED  ] 0 tests.\n[  SKIPPED ] 4 tests, listed below:\n"):
            result, text = self.run_with(ran + "========= ERROR SUMMARY: 0 errors\n",
                                         "--tools", "initcheck", "--shares", "1")
            self.assertEqual(1, result)
            self.assertIn("initcheck: FAILED, no test ran", text)

    def test_fails_where_a_share_takes_too_long(self):
        result, text = self.run_with(CLEAN, "--tools", "memcheck", "--share", "2", "--limit", "1",
                                     before="exec sleep 5")
        self.assertEqual(1, result)
        self.assertIn("share 2: not done within 1 s", text)

    def test_hands_shares_and_filters_on(self):
        before = 'echo "$GTEST_SHARD_INDEX of $GTEST_TOTAL_SHARDS: $*"; exit 3'
        result, text = self.run_with(CLEAN, "--tools", "racecheck", "--share", "2", "--shares", "5",
                                     "--filter", "scratch_test.*", before=before)
        self.assertEqual(1, result)
        self.assertIn("1 of 5: --tool racecheck --error-exitcode 99 --kernel-name-exclude", text)
        self.assertIn("--gtest_filter=scratch_test.*-planner_test.*:far_test.*", text)

    def test_says_that_there_is_no_gpu(self):
        sanitize.count_gpus = lambda: 0
        result, text = self.run_with(CLEAN)
        self.assertEqual(sanitize.NO_GPU, result)
        self.assertEqual("sanitize: there is no GPU here: nothing was run\n", text)

    def test_says_what_is_missing(self):
        self.program = os.path.join(self.folder.name, "none")
        result, text = self.run_with(CLEAN)
        self.assertEqual(2, result)
        self.assertIn("there is no program", text)


if __name__ == "__main__":
    unittest.main()
