#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the examples: a wrong form, wrong options, and LAS files, whole and damaged.

    HEDDLE_EXAMPLES=build/test/bin python3 tests/build/examples/examples_test.py
"""
import os
import pathlib
import re
import struct
import subprocess
import tempfile
import unittest

FOLDER = pathlib.Path(os.environ["HEDDLE_EXAMPLES"])
ROOT = pathlib.Path(__file__).resolve().parents[3]
RECORD_BYTES = {0: 20, 1: 28, 3: 34, 6: 30}


def run(program, *arguments):
    """Returns the exit status, the output and the errors."""
    done = subprocess.run([FOLDER / program, *arguments], capture_output=True, text=True, timeout=100, check=False)
    return done.returncode, done.stdout, done.stderr


def las(point_format, count=100, version=2, record_bytes=None, header_bytes=None, promised=None, signature=b"LASF",
        scale=0.01):
    """Returns a LAS file."""
    record_bytes = record_bytes or RECORD_BYTES.get(point_format & 0x7f, 26)
    header_bytes = header_bytes or (375 if version == 4 else 227)
    promised = count if promised is None else promised
    header = bytearray(header_bytes)
    header[:4] = signature
    header[24:26] = 1, version
    struct.pack_into("<HII", header, 94, header_bytes, header_bytes, 0)
    struct.pack_into("<BHI", header, 104, point_format, record_bytes, 0 if version == 4 else promised)
    struct.pack_into("<6d", header, 131, scale, scale, scale, 500.0, 600.0, 0.0)
    if header_bytes == 375:
        struct.pack_into("<Q", header, 247, promised)
    points = b"".join(struct.pack("<3i", 10 * i, 7 * i, i % 300).ljust(record_bytes, b"\x85") for i in range(count))
    return bytes(header) + points


class Forms(unittest.TestCase):
    def test_wrong_form(self):
        status, output, errors = run("heddle_example_page", "broken")
        self.assertEqual(status, 1)
        self.assertRegex(output, r"\nbroken .* WRONG\n")
        self.assertNotRegex(output, r"\nplain .* WRONG\n")
        self.assertIn("a result is WRONG", errors)

    def test_several_arrays(self):
        status, output, _ = run("heddle_example_page", "some")
        self.assertEqual(status, 0)
        some, broken = output.split("broken: ")
        self.assertRegex(some, "some particles: .* threads, each reads 32 and writes 28 bytes ")
        self.assertEqual([line.split()[0] for line in some.splitlines()[2:5]], ["plain", "moved", "SoA"])
        self.assertNotIn("WRONG", some)
        self.assertRegex(broken, "each reads 30 and writes 28 bytes ")
        self.assertEqual(re.findall(r"^(.*?)  .* WRONG$", broken, re.M), ["broken", "broken SoA"])

    def test_counts_of_the_pages(self):
        """The host compiler loads and stores every field of plain code once, as nvcc does."""
        for program in ("field_by_field", "lattice_qcd", "lidar", "rigid_bodies", "tracks"):
            page = (ROOT / "examples" / program / "README.md").read_text(encoding="utf-8")
            shown = re.search(rf"^```\n({program}.*?\n)…?\n?```$", page, re.M | re.S)[1]
            self.assertTrue(run(program, "--emulated")[1].startswith(shown))

    def test_options(self):
        for arguments in (["--elements", "0"], ["--mib", "many"], ["--fast"], ["--elements", "3000000000"]):
            status, output, errors = run("rigid_bodies", *arguments)
            self.assertEqual((status, output), (2, ""))
            self.assertRegex(errors, "^error: .*" + arguments[0])
        self.assertEqual(run("rigid_bodies", "--help")[0], 0)
        self.assertIn(" 33 threads", run("rigid_bodies", "--elements", "33")[1])


class LasFiles(unittest.TestCase):
    def check(self, content, cut=0):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "scan.las")
            path.write_bytes(content[:len(content) - cut])
            return run("lidar", "--emulated", str(path))

    def test_formats(self):
        for point_format, bytes_of_record in RECORD_BYTES.items():
            for version in (2, 4):
                status, output, errors = self.check(las(point_format, version=version))
                self.assertEqual((status, errors), (0, ""))
                self.assertIn(f"format {point_format}: 100 threads, each reads {bytes_of_record} and writes ", output)

    def test_refusals(self):
        for content, cut, text in (
                (las(1, signature=b"LAZF"), 0, "is not a LAS file"), (b"", 0, "is not a LAS file"),
                (las(1, version=5), 0, "has LAS version 1.5"),
                (las(2), 0, "has points of format 2"), (las(1 | 0x80), 0, "is compressed"),
                (las(1, record_bytes=29), 0, "has point records of 29 bytes"),
                (las(1), 1, "is truncated: its header promises 100 points, and it has 99"),
                (las(6, version=4, promised=2 ** 63), 0, "is truncated: its header promises"),
                (las(1, count=0), 1, "is truncated: its header is incomplete"),
                (las(1, version=4, count=0), 100, "is truncated: its header is incomplete"),
                (las(1, version=4, header_bytes=227), 0, "has a header of 227 bytes"),
                (las(1, count=0), 0, "has no points"), (las(1, scale=0.0), 0, "has a scale that is not positive"),
                (las(1, scale=float("nan")), 0, "has a scale that is not positive")):
            status, output, errors = self.check(content, cut)
            self.assertEqual((status, output), (2, ""))
            self.assertIn(text, errors)
        self.assertIn("cannot be opened", run("lidar", "/nowhere/scan.las")[2])
        self.assertIn("cannot be read", run("lidar", "/")[2])


if __name__ == "__main__":
    unittest.main()
