# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests standard streams that are closed, full, pipes without a reader, or a terminal. Also passes standard output as
OUT."""
import itertools
import os
import pathlib
import pty
import shutil
import subprocess
import unittest

from program import PROGRAM, ProgramTest, from_stl, random_mesh, to_stl

BEFORE = random_mesh(1000)


@unittest.skipUnless(pathlib.Path("/dev/full").exists(), "/dev/full is missing")
class standard_streams(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("in.stl", to_stl(BEFORE))

    def repair(self, out, behind=""):
        """Repairs in.stl to OUT. `behind` is the end of the shell command, such as a redirection."""
        return self.run_shell(self.command("stl", "in.stl", out) + behind)

    def test_errors_have_their_status_though_nobody_hears_them(self):
        for deaf in (" 2>&-", " 2>/dev/full", " >&- 2>&-", " <&- >&- 2>&-"):
            for status, *arguments in ((2, "plan", 0), (2, "weave"), (1, "stl", "none.stl", "out.stl"), (3, "tune")):
                result = self.run_shell("CUDA_VISIBLE_DEVICES=-1 " + self.command(*arguments) + deaf)
                self.assertEqual(status, result.status, deaf)

    def test_work_is_done_though_nobody_hears_of_it(self):
        for deaf in (" >/dev/full", " >/dev/full 2>/dev/full", " >&-", " <&- >&- 2>&-"):
            self.assertEqual(1, self.repair("out.stl", deaf).status, deaf)
            self.expect_mesh(BEFORE, "out.stl")
            (self.folder / "out.stl").unlink()
            demo = self.command("demo", "--subdivisions", 3, "--directory", "demo", "--device", "cpu")
            self.assertEqual(1, self.run_shell(demo + deaf).status, deaf)
            self.expect_mesh(from_stl(self.read("demo/sphere.stl")), "demo/sphere-repaired.stl")
            shutil.rmtree(self.folder / "demo")
        for deaf in (" 2>/dev/full", " 2>&-"):
            self.assertEqual(0, self.repair("out.stl", deaf).status, deaf)

    def test_failure_of_standard_output_is_explained(self):
        for out, behind, words in (
                ("out.stl", " >/dev/full", "cannot write to standard output: No space left on device"),
                ("out.stl", " >&-", "cannot write to standard output: "),
                ("-", " >&-", "cannot write '-': it is not open for writing"),
                ("/dev/stdout", " >&-", "it is not open for writing")):
            self.expect_refusal(self.repair(out, behind), 1, words)
        full = self.repair("-", " >/dev/full")
        self.assertEqual(1, full.status)
        self.assertIn("cannot write '-': No space left on device", full.errors)

    def test_a_pipe_that_nobody_reads_is_an_error_after_the_work(self):
        reader, writer = os.pipe()
        os.close(reader)
        result = subprocess.run([PROGRAM, "stl", "in.stl", "out.stl"], cwd=self.folder, stdout=writer,
                                stderr=subprocess.PIPE, text=True)
        os.close(writer)
        self.assertEqual((1, "heddle: cannot write to standard output: Broken pipe\n"),
                         (result.returncode, result.stderr))
        self.expect_mesh(BEFORE, "out.stl")

    def test_output_goes_there_and_the_report_to_standard_error(self):
        for out, behind in itertools.product(("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"), ("", " | cat")):
            result = self.repair(out, behind)
            self.assertEqual(0, result.status, out + behind)
            self.expect_repaired(BEFORE, from_stl(result.output.encode("latin-1")))
            self.assertIn("normals changed       1000\n", result.errors, out + behind)
        self.assertEqual(["in.stl"], self.files())

    def test_output_may_be_the_same_file_by_name(self):
        result = self.repair("out.stl", " >out.stl")
        self.assertEqual(0, result.status, result.errors)
        self.expect_mesh(BEFORE, "out.stl")
        once = self.read("out.stl")
        self.assertEqual(0, self.repair("-", " >>out.stl").status)
        self.assertEqual(once + once, self.read("out.stl"))
        self.assertEqual(["in.stl", "out.stl"], self.files())

    def test_output_does_not_mix_with_messages(self):
        words = "it is standard error, where messages go"
        for behind in (" 2>&1", " 2>&1 | cat"):
            self.assertIn(words, self.repair("-", behind).output)
        self.expect_refusal(self.repair("/dev/stderr"), 1, words)
        self.assertEqual(1, self.repair("out.stl", " 2>out.stl").status)
        self.assertIn(words.encode(), self.read("out.stl"))
        # /dev/null discards the output, so that output and messages do not mix.
        for out, behind in (("/dev/null", " >/dev/null 2>&1"), ("-", " >/dev/null 2>&1"), ("/dev/null", " >/dev/null")):
            result = self.repair(out, behind)
            self.assertEqual((0, ""), (result.status, result.errors))


class terminal(ProgramTest):
    def setUp(self):
        super().setUp()
        try:
            self.ours, self.theirs = pty.openpty()
        except OSError as error:
            self.skipTest(f"no terminals here: {error}")

    def start(self, stream, *arguments):
        """Runs the program on one processor. `stream` is the terminal; the other standard streams are /dev/null."""
        streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        processor = min(os.sched_getaffinity(0))
        child = subprocess.Popen([PROGRAM, *arguments], cwd=self.folder, **{**streams, stream: self.theirs},
                                 preexec_fn=lambda: os.sched_setaffinity(0, {processor}))
        os.close(self.theirs)  # so that reads from the terminal end when the program ends
        return child

    def test_gets_no_mesh(self):
        self.write("in.stl", to_stl(random_mesh(1)))
        self.assertEqual(1, self.start("stdout", "stl", "in.stl", "-").wait())
        os.close(self.ours)

    def test_that_hangs_up_does_not_keep_the_work_from_being_done(self):
        child = self.start("stderr", "demo", "--subdivisions", "7", "--device", "cpu", "--directory", "demo")
        self.assertIn(b"% of 327680 triangles", os.read(self.ours, 256))
        os.close(self.ours)
        self.assertEqual(0, child.wait())
        self.assertEqual(84 + 50 * 327680, (self.folder / "demo/sphere-repaired.stl").stat().st_size)


if __name__ == "__main__":
    unittest.main()
