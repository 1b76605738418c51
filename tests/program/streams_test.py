# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests standard streams that are closed, full, or pipes without a reader."""
import os
import pathlib
import subprocess
import unittest

from program import PROGRAM, ProgramTest


@unittest.skipUnless(pathlib.Path("/dev/full").exists(), "/dev/full is missing")
class standard_streams(ProgramTest):
    def test_errors_have_their_status_though_nobody_hears_them(self):
        for deaf in (" 2>&-", " 2>/dev/full", " >&- 2>&-", " <&- >&- 2>&-"):
            for status, *arguments in ((2, "plan", 0), (2, "weave"), (1, "tune", "--csv", "none/t.csv"), (3, "tune")):
                result = self.run_shell("CUDA_VISIBLE_DEVICES=-1 " + self.command(*arguments) + deaf)
                self.assertEqual(status, result.status, deaf)

    def test_work_is_done_though_nobody_hears_of_errors(self):
        for deaf in (" 2>/dev/full", " 2>&-", " <&- 2>&-"):
            result = self.run_shell(self.command("plan", 28) + deaf)
            self.assertEqual(0, result.status, deaf)
            self.assertIn("plan for elements of 28 bytes", result.output)

    def test_failure_of_standard_output_is_explained(self):
        for arguments, behind, words in (
                (("plan", 28), " >/dev/full", "cannot write to standard output: No space left on device"),
                (("plan", 28), " >&-", "cannot write to standard output: "),
                (("--help",), " >/dev/full", "cannot write to standard output: No space left on device"),
                (("tune", "--csv", "-"), " >&-", "cannot write '-': it is not open for writing"),
                (("tune", "--csv", "/dev/stdout"), " >&-", "it is not open for writing")):
            self.expect_refusal(self.run_shell(self.command(*arguments) + behind), 1, words)

    def test_a_pipe_that_nobody_reads_is_an_error(self):
        reader, writer = os.pipe()
        os.close(reader)
        result = subprocess.run([PROGRAM, "plan", "28"], stdout=writer, stderr=subprocess.PIPE, text=True)
        os.close(writer)
        self.assertEqual((1, "heddle: cannot write to standard output: Broken pipe\n"),
                         (result.returncode, result.stderr))


if __name__ == "__main__":
    unittest.main()
