# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the short benchmark for one size."""

import os
import re
import subprocess
import tempfile
import unittest
from xml.etree import ElementTree

from files import BENCHMARKS

PROGRAM = os.environ["HEDDLE_SHORT_BENCHMARK"]
KERNELS = ["zero_force", "key_points", "voxel_reset", "sph_position", "snow_node", "wall_constraint", "boxes_tolerance"]


def run(*arguments, **environment):
    """Returns the exit status, the output and the errors."""
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False,
                          env={**os.environ, **environment})
    return done.returncode, done.stdout, done.stderr


class ShortTest(unittest.TestCase):
    def test_counts_without_a_gpu(self):
        """The numbers follow from sectors of 32 bytes: 1024 structs of 28 bytes fill 896."""
        status, output, errors = run("--emulated")
        self.assertEqual((status, errors), (0, ""))
        self.assertTrue(output.startswith("No GPU"))
        rows = {line.split()[0]: line.split()[1:] for line in output.splitlines()[2:-2]}
        self.assertEqual(list(rows), ["load", "store", "copy", "update", "gather", "scatter", *KERNELS])
        self.assertEqual(rows["store"], ["28", "6272", "896", "896", "896", "896", "7.00", "1.00"])
        self.assertEqual(rows["voxel_reset"], ["32", "8192", "-", "8192", "1024", "1024", "8.00", "1.00"])
        self.assertEqual([rows[name][5] for name in ("load", "copy", "update")], ["896", "1792", "1792"])
        for name, row in rows.items():
            with self.subTest(row=name):
                self.assertLessEqual(float(row[5]), float(row[4]))

    def test_rows_of_the_page(self):
        with open(os.path.join(BENCHMARKS, "README.md"), encoding="utf-8") as page:
            shown = re.search(r"^case .*\n(?:\w.*\n)+", page.read(), re.M)[0].splitlines()
        self.assertGreater(len(shown), 2)
        self.assertLessEqual(set(shown), set(run("--emulated")[1].splitlines()))

    def test_this_machine(self):
        """Runs on the GPU if there is one."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "picture.svg")
            status, output, errors = run("--mib", "64", path)
            self.assertEqual((status, errors), (0, ""))
            self.assertEqual(output.splitlines()[-1], "picture: " + path)
            bars = [each for each in ElementTree.parse(path).iter() if each.get("class") == "best"]
            self.assertEqual(len(bars), 6 + len(KERNELS) + 1)  # the last one is in the legend

    def test_wrong_kernel(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "picture.svg")
            status, output, errors = run("--mib", "64", path, HEDDLE_TEST_WRONG="1")
            self.assertEqual(status, 1)
            self.assertEqual(re.findall(r"^(\w+) .*  WRONG$", output, re.M), ["wrong_store"])
            self.assertIn("a result is WRONG", errors)
            with open(path, encoding="utf-8") as picture:
                self.assertEqual(picture.read().count("WRONG"), 1)

    def test_refusals(self):
        for arguments, message in ((["--mib", "5000"], "--mib is at most 4096"),
                                   (["--emulated", "/no/such/folder/picture.svg"], "the picture cannot be written")):
            status, _, errors = run(*arguments)
            self.assertEqual(status, 2)
            self.assertRegex(errors, "^error: " + message)


if __name__ == "__main__":
    unittest.main()
