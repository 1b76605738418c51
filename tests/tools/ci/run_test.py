#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests that .ci/run names a missing tool, runs both presets, counts their tests, and fails if one of them does."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[3] / ".ci/run"
PROGRAMS = ["bash", "cat", "dirname", "find", "grep", "head", "mkdir", "nproc", "readlink", "rm", "sed", "xargs"]


def results(passed=(), failed=(), skipped=()):
    """Returns a file of results as CTest writes it."""
    cases = "".join(f'\t<testcase name="{name}" classname="{name}" time="0" status="{status}">\n\t</testcase>\n'
                    for names, status in ((passed, "run"), (failed, "fail"), (skipped, "notrun")) for name in names)
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="(empty)"\n\ttests="'
            f'{len(passed) + len(failed) + len(skipped)}"\n\tfailures="{len(failed)}"\n\tdisabled="0"\n\t'
            f'skipped="{len(skipped)}"\n>\n{cases}</testsuite>\n')


class run_test(unittest.TestCase):
    def run_script(self, test="", check="", missing=None, failing=()):
        """Runs a copy of the script with programs that do nothing, except that cmake writes results."""
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            for name in (".ci", "bin", "include", "src", "tests", "benchmarks", "examples"):
                (folder / name).mkdir()
            shutil.copy(SCRIPT, folder / ".ci/run")
            for program in PROGRAMS:
                (folder / "bin" / program).symlink_to(shutil.which(program))
            (folder / "test.xml").write_text(test)
            (folder / "check.xml").write_text(check)
            cmake = ('echo "$*" >>"$PWD/calls"\n'
                     'case "$*" in *--workflow*) mkdir -p build/$3; [[ ! -s $3.xml ]] || cat $3.xml >build/$3/junit.xml;; '
                     '*) mkdir -p build/test; echo "CMAKE_CUDA_COMPILER:FILEPATH=/bin/true" >build/test/CMakeCache.txt;; '
                     'esac\n' + "".join(f'[[ "$*" != "--workflow --preset {each}" ]] || exit 8\n' for each in failing))
            for program, text in (("clang-format", ""), ("clang-tidy", ""), ("python3", ""), ("cmake", cmake)):
                if program != missing:
                    path = folder / "bin" / program
                    path.write_text(f"#!{shutil.which('bash')}\n{text}")
                    path.chmod(0o755)
            done = subprocess.run([shutil.which("bash"), folder / ".ci/run"], env={"PATH": str(folder / "bin")},
                                  capture_output=True, text=True)
            calls = folder / "calls"
            return done.returncode, done.stdout, calls.read_text().splitlines() if calls.exists() else []

    def test_missing_tools(self):
        for missing, name in (("clang-format", "clang-format"), ("clang-tidy", "clang-tidy"), ("python3", "pip")):
            status, printed, calls = self.run_script(missing=missing)
            self.assertNotEqual(0, status)
            self.assertIn(f"{name} was not found; install it", printed)
            self.assertEqual([], calls)

    def test_counts_both_presets(self):
        status, printed, calls = self.run_script(results(["a", "b"], [], ["c"]), results(["d"], [], ["e"]))
        self.assertEqual(0, status, printed)
        self.assertEqual("3 passed, 0 failed, 2 skipped", printed.splitlines()[-1])
        self.assertEqual(["--workflow --preset test", "--workflow --preset check"], calls[-2:])
        self.assertIn("Skipped:\n    c\n    e\n", printed)

    def test_fails_if_one_does(self):
        good = results(["a"])
        for test, check, failing, last in (
                (results(["a"], ["bad"]), good, ["test"], "2 passed, 1 failed, 0 skipped"),
                (good, results(["a"], ["bad"]), [], "2 passed, 1 failed, 0 skipped"),
                (good, good, ["check"], "2 passed, 0 failed, 0 skipped"),
                (good, results([], [], ["c"]), [], "1 passed, 0 failed, 1 skipped"),
                (good, results(["a"], [], ["build.toolkits"]), [], "2 passed, 0 failed, 1 skipped"),
                (good, good[:60], [], "0 passed, 0 failed, 0 skipped"),
                (good, "", [], "0 passed, 0 failed, 0 skipped"), ("", good, [], "0 passed, 0 failed, 0 skipped")):
            status, printed, calls = self.run_script(test, check, failing=failing)
            self.assertNotEqual(0, status, (test, check))
            self.assertEqual(last, printed.splitlines()[-1], (test, check))
            self.assertEqual("--workflow --preset check", calls[-1])
            self.assertEqual("bad" in test + check, "Failed:\n    bad\n" in printed)


if __name__ == "__main__":
    unittest.main()
