# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests sanitize.py with a replacement for compute-sanitizer, which prints the contents of a given file."""

import contextlib
import io
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock

import sanitize

PASSED = "[ RUN      ] some_test.first\n[       OK ] some_test.first (12 ms)\n[  PASSED  ] 1 test.\n"
CLEAN = PASSED + "========= ERROR SUMMARY: 0 errors\n"
REPORT = """========= Uninitialized __global__ memory read of size 1 bytes
=========     at bar(char const *)+0x70 in bar.cu:41
"""


def is_running(number):
    try:
        return pathlib.Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for(condition):
    """Waits until the condition holds. The time limit of CTest ends a test whose condition never holds."""
    while not condition():
        time.sleep(0.05)


class SanitizeTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.program = self.script("program", "exit 0")
        self.without_bulk = self.script("program_without_bulk", "exit 0")
        self.addCleanup(setattr, sanitize, "count_gpus", sanitize.count_gpus)
        sanitize.count_gpus = lambda: 1

    def script(self, name, body):
        path = pathlib.Path(self.folder.name, name)
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        return str(path)

    def run_with(self, printed, *options, status=0, before=""):
        """Runs the script. The replacement runs `before`, and prints a text. Returns the exit status and the output."""
        stand_in = self.script("sanitizer", f"{before}\ncat <<'END'\n{printed}END\nexit {status}")
        text = io.StringIO()
        with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
            try:
                result = sanitize.main(["--program", self.program, "--sanitizer", stand_in, *options])
            except SystemExit as end:
                result = end.code
        return result, text.getvalue()

    def run_one(self, tool, printed, *options, **more):
        """Runs one share of a tool. Returns the exit status and the output."""
        return self.run_with(printed, "--without-bulk", self.without_bulk, "--tools", tool, "--shares", "1", *options,
                             **more)

    def test_passes_and_prints_a_closing_line_for_each_tool(self):
        result, text = self.run_with(CLEAN, "--without-bulk", self.without_bulk)
        self.assertEqual(0, result, text)
        for tool in sanitize.TOOLS:
            count = tool.shares
            self.assertIn(f"\n{tool.name}: passed: {count} tests, {count} of {count} shares\n", "\n" + text)

    def test_fails(self):
        errors = "========= ERROR SUMMARY: 0 errors\n"
        hazards = CLEAN.replace("ERROR SUMMARY: 0 errors",
                                "RACECHECK SUMMARY: 1 hazard displayed (0 errors, 1 warning)")
        unprinted = "========= ERROR SUMMARY: 157 errors were not printed. Use --print-limit option\n"
        skipped = "[  SKIPPED ] some_test.first (0 ms)\n[  PASSED  ] 0 tests.\n[  SKIPPED ] 1 test, listed below:\n"
        for tool, printed, status, sentence in (
                ("memcheck", CLEAN.replace("0 errors", "257 errors") + unprinted, 99, "257 reports"),
                ("racecheck", hazards, 0, "1 reports"), ("synccheck", CLEAN, 1, "the tests ended with status 1"),
                ("memcheck", PASSED, 0, "compute-sanitizer said nothing in the end"),
                ("initcheck", errors, 0, "no test ran"), ("initcheck", skipped + errors, 0, "no test ran")):
            with self.subTest(sentence):
                result, text = self.run_one(tool, printed, status=status)
                self.assertEqual(1, result)
                self.assertRegex(text, f"{tool}: FAILED, .*{sentence}")

    def test_ends_a_share_that_takes_too_long_and_prints_its_reports(self):
        pid, log = os.path.join(self.folder.name, "pid"), pathlib.Path(self.folder.name, "new", "log")
        result, text = self.run_one("initcheck", "", "--log", str(log), "--limit", "2",
                                    before=f"cat <<'END'\n{PASSED}{REPORT}END\nsleep 3600 &\necho $! > {pid}; wait")
        self.assertEqual(1, result)
        self.assertIn("initcheck: FAILED, share 1: not done within its limit: take more shares: 1 tests, 1 of 1", text)
        self.assertIn("[ RUN      ] some_test.first\n" + REPORT, text)
        self.assertEqual(PASSED + REPORT, (log / "initcheck_1_of_1.txt").read_text())
        self.expect_end_of(pid)

    def test_ends_all_that_a_share_started_when_it_is_ended_itself(self):
        pid = os.path.join(self.folder.name, "pid")
        stand_in = self.script("sanitizer", f"sleep 3600 &\necho $! > {pid}.new; mv {pid}.new {pid}; wait")
        code = (f"import sys, sanitize\nsanitize.count_gpus = lambda: 1\nsys.exit(sanitize.main(['--program', "
                f"{self.program!r}, '--sanitizer', {stand_in!r}, '--tools', 'memcheck']))")
        with subprocess.Popen([sys.executable, "-c", code], cwd=os.path.dirname(sanitize.__file__)) as script:
            wait_for(lambda: os.path.exists(pid))
            script.send_signal(signal.SIGTERM)
            self.assertEqual(143, script.wait())
        self.expect_end_of(pid)

    def expect_end_of(self, pid):
        """Expects the end of the process whose number is in a file."""
        number = pathlib.Path(pid).read_text().strip()
        self.addCleanup(subprocess.run, ["kill", "-9", number], stderr=subprocess.DEVNULL, check=False)
        ends = time.monotonic() + 60
        wait_for(lambda: not is_running(number) or time.monotonic() > ends)
        self.assertFalse(is_running(number))

    def test_prints_the_first_lines_of_reports_however_long_the_output(self):
        reports = "".join(REPORT.replace("bar", name) for name in ("one", "two", "three"))
        _, text = self.run_one("memcheck", PASSED + reports + "a line of a test\n" * 1000, "--lines", "5", status=99)
        self.assertIn("two(char", text)
        self.assertNotIn("three(char", text)
        self.assertLess(len(text), 3000)

    def test_asks_for_small_arrays_unless_told_otherwise(self):
        others = {name: value for name, value in os.environ.items() if name != "HEDDLE_TEST_SMALL"}
        for told, small in ((others, "1"), ({**others, "HEDDLE_TEST_SMALL": "0"}, "0")):
            with unittest.mock.patch.dict(os.environ, told, clear=True):
                _, text = self.run_one("memcheck", CLEAN, before='echo "small: $HEDDLE_TEST_SMALL"; exit 3')
                self.assertIn(f"small: {small}\n", text)

    def test_hands_shares_filters_and_programs_on(self):
        before = 'echo "$GTEST_SHARD_INDEX of $GTEST_TOTAL_SHARDS: $*"; exit 3'
        _, text = self.run_one("racecheck", CLEAN, "--share", "2", "--shares", "5", "--filter", "scratch_test.*",
                               before=before)
        self.assertIn("1 of 5: --tool racecheck --error-exitcode 99 --kernel-name-exclude", text)
        self.assertIn("--gtest_filter=scratch_test.*-*planner_test.*:"
                      "thrust_policy_test.waits_for_its_own_stream_alone:far_test.*:", text)
        # initcheck runs the tests without bulk copies.
        for tool, program in (("initcheck", self.without_bulk), ("memcheck", self.program)):
            self.assertIn(f" {program} --gtest_filter", self.run_one(tool, CLEAN, before=before)[1])

    def test_says_what_is_missing(self):
        for sentence, *options in (("name the tests compiled for sm_80 with --without-bulk", "--tools", "initcheck"),
                                   ("there is no program", "--without-bulk", "/none"),
                                   ("compute-sanitizer was not found", "--tools", "memcheck", "--sanitizer", "")):
            result, text = self.run_with(CLEAN, *options)
            self.assertEqual(2, result)
            self.assertIn(sentence, text)
        sanitize.count_gpus = lambda: 0
        self.assertEqual((sanitize.NO_GPU, "sanitize: there is no GPU here: nothing was run\n"),
                         self.run_with(CLEAN, "--tools", "memcheck"))


if __name__ == "__main__":
    unittest.main()
