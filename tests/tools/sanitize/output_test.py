# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests that output.py finds the reports in the output of each tool."""

import unittest

import output

# One report of each kind, as the tools print them, and lines that are not reports.
MEMCHECK = """========= Invalid __global__ read of size 4 bytes
=========     at 0x160 in foo(float *)
=========     by thread (1,0,0) in block (2,0,0)
=========     Saved host backtrace up to driver entry point at kernel launch time
=========         Host Frame: main [0x1754] in program
=========
========= Program hit cudaErrorInvalidValue (error 1) due to "invalid argument" on CUDA API call to cudaMalloc.
=========     Saved host backtrace up to driver entry point at error
=========
"""
INITCHECK = """========= Uninitialized __global__ memory read of size 1 bytes
=========     at bar(char const *)+0x70 in bar.cu:41
=========     by thread (31,0,0) in block (1,0,0)
=========
"""
RACECHECK = """========= Warning: Race reported between Write access at foo()+0x550 in foo.cu:100
=========     and Read access at foo()+0x580 in foo.cu:107 [65536 hazards]
=========
========= Error: Race reported between Write access at foo()+0x90 in foo.cu:41
========= and Read access at foo()+0x100 in foo.cu:51 [508 hazards]
=========
"""
SYNCCHECK = """========= Barrier error detected. Divergent thread(s) in warp
=========     at 0x58 in foo(int *)
========= Barrier error detected. Missing wait.
=========     at 0x90 in foo(int *)
"""
NONE = """========= COMPUTE-SANITIZER
========= Target application returned an error
========= Error: process didn't terminate successfully
========= LEAK SUMMARY: 0 bytes leaked in 0 allocations
========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)
========= ERROR SUMMARY: 257 errors
========= ERROR SUMMARY: 157 errors were not printed. Use --print-limit option to adjust the number of printed errors
"""
STARTED = """========= COMPUTE-SANITIZER
[ RUN      ] some_test.first
[       OK ] some_test.first (12 ms)
[ RUN      ] some_test.second
[  SKIPPED ] some_test.second (0 ms)
[ RUN      ] some_test.third
"""


class FindReportsTest(unittest.TestCase):
    def first_lines(self, text):
        return [report.lines[0] for report in output.find_reports(text)]

    def test_finds_the_reports_of_each_tool(self):
        for text, count in ((MEMCHECK, 2), (INITCHECK, 1), (RACECHECK, 2), (SYNCCHECK, 2), (NONE, 0)):
            self.assertEqual(count, len(self.first_lines(text)), text)

    def test_gives_a_report_its_lines_and_its_test(self):
        text = STARTED + MEMCHECK + "[       OK ] some_test.third (1 ms)\n"
        first, second = output.find_reports(text)
        self.assertEqual(MEMCHECK.splitlines()[:5], first.lines)
        self.assertEqual(MEMCHECK.splitlines()[6:8], second.lines)
        self.assertEqual("some_test.third", second.test)
        race = output.find_reports(RACECHECK)[1]
        self.assertEqual(RACECHECK.splitlines()[3:5], race.lines)

    def test_does_not_add_what_was_not_printed(self):
        self.assertEqual(257, output.judge(NONE, 1, 1).reports)


if __name__ == "__main__":
    unittest.main()
