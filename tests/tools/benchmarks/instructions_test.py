# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests instructions.py with a replacement for Nsight Compute, which writes ncu's log and the program's JSON."""

import json
import os
import stat
import sys
import unittest

from files import ScriptTest
from to_csv_test import CONTEXT

import instructions
from reporting import read

# The log of ncu: the table's header, messages between the lines, and one line for each kernel. The benchmark's name is
# in the column of the range.
LOG = '''==PROF== Connected to process 1
"ID","Process Name","Kernel Name","Metric Name","Metric Unit","Metric Value"
"0","heddle_benchmarks","copy/coalesced/28","smsp__inst_executed.sum","inst","2,100"
"1","heddle_benchmarks","copy/coalesced/28","dram__bytes.sum","byte","9"
==PROF== Disconnected
"2","heddle_benchmarks","update/scratch_exits/28","smsp__inst_executed.sum","inst","3,000"
'''


def run(name, size, count, bytes_of_struct=2, **more):
    return {"name": name, "run_name": name + "/manual_time", "run_type": "iteration", "repetitions": 1,
            "time_unit": "us", "real_time": 1.0, "bytes": float(bytes_of_struct * size * count), **more}


class InstructionsTest(ScriptTest):
    def count(self, runs, log=LOG, status=0):
        """Runs the script. Returns its exit status and its output."""
        ncu = self.path("ncu")
        document = json.dumps({"context": CONTEXT, "benchmarks": runs})
        with open(ncu, "w", encoding="utf-8") as file:
            file.write(f"#!{sys.executable}\nimport sys\n"
                       f"value = lambda key: [a for a in sys.argv if key in a][0].split('=', 1)[1]\n"
                       f"open(sys.argv[sys.argv.index('--log-file') + 1], 'w').write({log!r})\n"
                       f"open(value('--benchmark_out='), 'w').write({document!r})\nsys.exit({status})\n")
        os.chmod(ncu, os.stat(ncu).st_mode | stat.S_IXUSR)
        return self.output(instructions, "program", self.path("a.csv"), "--ncu", ncu)

    def test_counts_those_of_32_structs(self):
        runs = [run("copy/coalesced/28", 28, 640), run("update/scratch_exits/28", 28, 320),
                run("copy/limit/28", 28, 640)]
        self.assertEqual((0, ""), self.count(runs))
        file = read(self.path("a.csv"))
        self.assertEqual("instructions", file.machine["family"])
        self.assertEqual({("copy", 28, 4, "", "coalesced"): 105.0, ("update", 28, 4, "", "scratch_exits"): 300.0},
                         {name: line.value for name, line in file.lines.items()})

    def test_fails_where_nothing_was_counted(self):
        runs = [run("copy/coalesced/28", 28, 640), run("update/scratch_exits/28", 28, 320),
                run("copy/tile/28", 28, 640)]
        self.assertIn("no instructions were counted for 1 benchmarks: copy/28/4/tile", self.count(runs)[1])
        self.assertFalse(os.path.exists(self.path("a.csv")))

    def test_fails_where_a_benchmark_does(self):
        runs = [run("copy/coalesced/28", 28, 640, error_occurred=True, error_message="3 bytes are wrong")]
        self.assertIn("copy/coalesced/28 failed: 3 bytes are wrong", self.count(runs)[1])

    def test_fails_where_ncu_does(self):
        self.assertIn("==ERROR== only root", self.count([], log="==ERROR== only root\n")[1])
        self.assertIn("exit status 3", self.count([], status=3)[1])


if __name__ == "__main__":
    unittest.main()
