# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests sanitize.py with a replacement for compute-sanitizer, which prints the contents of a given file."""

import contextlib
import io
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock

import sanitize
from output_test import INITCHECK, MEMCHECK, STARTED

CLEAN = """[==========] 7 tests from 2 test suites ran.
[  PASSED  ] 7 tests.
========= ERROR SUMMARY: 0 errors
"""

def is_running(number):
    try:
        with open(f"/proc/{number}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for(condition):
    for _ in range(200):
        if condition():
            return True
        time.sleep(0.05)
    return False


class SanitizeTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.program = self.script("program", "exit 0")
        self.without_bulk = self.script("program_without_bulk", "exit 0")
        self.gpus = sanitize.count_gpus
        sanitize.count_gpus = lambda: 1
        self.addCleanup(setattr, sanitize, "count_gpus", self.gpus)

    def script(self, name, body):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n" + body + "\n")
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return path

    def run_with(self, printed, *options, status=0, before=""):
        stand_in = self.script("sanitizer", f"{before}\ncat <<'END'\n{printed}END\nexit {status}")
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            result = sanitize.main(["--program", self.program, "--without-bulk", self.without_bulk,
                                    "--sanitizer", stand_in, *options])
        return result, text.getvalue()

    def test_passes_and_prints_a_closing_line_for_each_tool(self):
        result, text = self.run_with(CLEAN)
        self.assertEqual(0, result, text)
        for tool in sanitize.TOOLS:
            self.assertIn(f"\n{tool.name}: passed: {7 * tool.shares} tests, 0 skipped, "
                          f"{tool.shares} of {tool.shares} shares, 0 reports", "\n" + text)

    def test_fails_on_a_report(self):
        printed = CLEAN.replace("0 errors", "3 errors")
        result, text = self.run_with(printed, "--tools", "memcheck", "--shares", "2", status=99)
        self.assertEqual(1, result)
        self.assertIn("memcheck: FAILED, share 1: 3 reports; share 2: 3 reports: 14 tests", text)
        self.assertIn("6 reports", text)

    def test_fails_on_hazards_even_if_they_are_warnings(self):
        printed = CLEAN.replace(
            "ERROR SUMMARY: 0 errors",
            "RACECHECK SUMMARY: 1 hazard displayed (0 errors, 1 warning)")
        result, text = self.run_with(printed, "--tools", "racecheck", "--shares", "1")
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

    def run_cut_off(self, printed, *options):
        """Runs a tool that prints a text and then does not end."""
        return self.run_with(CLEAN, "--tools", "initcheck", "--shares", "1", "--limit", "1", *options,
                             before=f"cat <<'END'\n{printed}END\nsleep 60")

    def test_says_what_a_share_saw_that_takes_too_long(self):
        result, text = self.run_cut_off(STARTED + INITCHECK + MEMCHECK)
        self.assertEqual(1, result)
        self.assertIn("initcheck, share 1 of 1: 1 tests, 3 reports, 1 s not done within 1 s", text)
        self.assertIn("initcheck: FAILED, share 1: not done within 1 s: take more shares, 3 reports: 1 tests, "
                      "1 skipped, 1 of 1 shares, 3 reports", text)

    def test_prints_the_first_reports_however_long_the_output(self):
        noise = "a line of a test\n" * 1000
        reports = "".join(INITCHECK.replace("bar", name) for name in ("one", "two", "three", "four"))
        for cut_off in (True, False):
            if cut_off:
                _, text = self.run_cut_off(STARTED + reports + noise)
            else:
                ended = STARTED + reports + noise + "========= ERROR SUMMARY: 4 errors\n"
                _, text = self.run_with(ended, "--tools", "initcheck", "--shares", "1", status=99)
            for name in ("one", "two", "three"):
                self.assertIn("in some_test.third:\n" + "\n".join(
                    INITCHECK.replace("bar", name).splitlines()[:3]), text)
            self.assertNotIn("four.cu", text)
            self.assertIn("... 1 more reports", text)
            self.assertLess(len(text), 5000)

    def test_cuts_a_long_report(self):
        frames = "".join(f"=========         Host Frame: frame_{i} in program\n" for i in range(100))
        _, text = self.run_cut_off(STARTED + INITCHECK[:-len("=========\n")] + frames, "--tail", "1")
        self.assertIn("frame_56 in", text)
        self.assertNotIn("frame_57 in", text)
        self.assertIn("... 43 more lines", text)

    def test_writes_the_whole_output_to_a_log(self):
        folder = os.path.join(self.folder.name, "new", "log")
        noise = "a line of a test\n" * 1000
        self.run_cut_off(STARTED + noise, "--log", folder)
        with open(os.path.join(folder, "initcheck_1_of_1.txt"), encoding="utf-8") as file:
            self.assertEqual(STARTED + noise, file.read())

    def test_ends_all_that_a_share_started(self):
        pid = os.path.join(self.folder.name, "pid")
        self.run_with(CLEAN, "--tools", "memcheck", "--shares", "1", "--limit", "1",
                      before=f"sleep 60 &\necho $! > {pid}; wait")
        with open(pid, encoding="utf-8") as file:
            number = file.read().strip()
        self.assertTrue(wait_for(lambda: not is_running(number)))

    def test_ends_all_that_a_share_started_when_it_is_ended_itself(self):
        pid = os.path.join(self.folder.name, "pid")
        stand_in = self.script("sanitizer", f"sleep 60 &\necho $! > {pid}.new; mv {pid}.new {pid}; wait")
        code = ("import sys, sanitize; sanitize.count_gpus = lambda: 1; "
                f"sys.exit(sanitize.main(['--program', '{self.program}', '--sanitizer', '{stand_in}', "
                "'--tools', 'memcheck']))")
        with subprocess.Popen([sys.executable, "-c", code], cwd=os.path.dirname(sanitize.__file__)) as script:
            self.assertTrue(wait_for(lambda: os.path.exists(pid)))
            script.send_signal(signal.SIGTERM)
            self.assertEqual(143, script.wait(timeout=20))
        with open(pid, encoding="utf-8") as file:
            number = file.read().strip()
        self.assertTrue(wait_for(lambda: not is_running(number)))

    def test_asks_for_small_arrays_unless_told_otherwise(self):
        for told, small in ((None, "1"), ("0", "0")):
            with unittest.mock.patch.dict(os.environ):
                os.environ.pop("HEDDLE_TEST_SMALL", None)
                if told is not None:
                    os.environ["HEDDLE_TEST_SMALL"] = told
                _, text = self.run_with(CLEAN, "--tools", "memcheck", "--shares", "1",
                                        before='echo "small: $HEDDLE_TEST_SMALL"; exit 3')
                self.assertIn(f"small: {small}\n", text)

    def test_hands_shares_and_filters_on(self):
        before = 'echo "$GTEST_SHARD_INDEX of $GTEST_TOTAL_SHARDS: $*"; exit 3'
        result, text = self.run_with(CLEAN, "--tools", "racecheck", "--share", "2", "--shares", "5",
                                     "--filter", "scratch_test.*", before=before)
        self.assertEqual(1, result)
        self.assertIn("1 of 5: --tool racecheck --error-exitcode 99 --kernel-name-exclude", text)
        self.assertIn("--gtest_filter=scratch_test.*-*planner_test.*:far_test.*", text)

    def test_runs_initcheck_on_the_tests_without_bulk_copies(self):
        for tool, program in (("initcheck", self.without_bulk), ("memcheck", self.program)):
            _, text = self.run_with(CLEAN, "--tools", tool, "--shares", "1", before='echo "$*"; exit 3')
            self.assertIn(f"--error-exitcode 99 {program} --gtest_filter", text)

    def test_says_what_initcheck_needs(self):
        self.without_bulk = ""
        result, text = self.run_with(CLEAN, "--tools", "memcheck,initcheck")
        self.assertEqual(2, result)
        self.assertIn("name the tests compiled for sm_80 with --without-bulk", text)
        result, text = self.run_with(CLEAN, "--tools", "memcheck")
        self.assertEqual(0, result, text)

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
