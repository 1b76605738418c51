#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the examples: a wrong form, wrong options, and LAS and PLY files, whole and damaged.

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
RECORD_BYTES = {0: 20, 1: 28, 3: 34, 6: 30}


def run(program, *arguments):
    """Returns the exit status, the output and the errors."""
    done = subprocess.run([FOLDER / program, *arguments], capture_output=True, text=True, check=False)
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

    def test_struct_that_is_hard_to_copy(self):
        status, output, errors = run("heddle_example_page", "awkward")
        self.assertEqual((status, errors), (0, ""))
        self.assertIn("\nSoA ", output)

    def test_no_threads(self):
        status, output, errors = run("heddle_example_page", "empty")
        self.assertEqual((status, output), (2, ""))
        self.assertIn("the first array has 0 elements", errors)

    def test_no_recommended_form_looks_slower(self):
        """Sectors that L1 keeps are not counted again."""
        for program in ("field_by_field", "gaussian_splats", "lattice_qcd", "lidar", "random_numbers", "rigid_bodies",
                        "tracks"):
            if program == "random_numbers" and not (FOLDER / program).exists():
                continue  # the toolkit has no curand
            output = run(program, "--emulated")[1]
            gains = re.findall(r"^(?:word alone = best|best|copy|load_if|store_if) .* ([0-9.]+)$", output, re.M)
            self.assertLess(0, len(gains) + (program == "random_numbers"))
            self.assertEqual([], [gain for gain in gains if float(gain) < 1])

    def test_code_for_the_gpu_alone(self):
        if not (FOLDER / "heddle_example_device_only").exists():
            self.skipTest("without a GPU it is only compiled")
        status, output, errors = run("heddle_example_device_only", "--emulated")
        self.assertEqual((status, output), (2, ""))
        self.assertIn("no code for emulated warps (DEVICE_ONLY)", errors)

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


class PlyFiles(unittest.TestCase):
    NAMES = ["x", "y", "z", "nx", "ny", "nz", *(f"f_dc_{k}" for k in range(3)), *(f"f_rest_{k}" for k in range(45)),
             "opacity", *(f"scale_{k}" for k in range(3)), *(f"rot_{k}" for k in range(4))]

    def check(self, names=None, count=5, begin="ply\nformat binary_little_endian 1.0\n", promised=None, end="end_header\n",
              float_name="float", cut=0, line_end="\n"):
        """Writes a file of splats, and runs the example with it."""
        lines = "".join(f"property {float_name} {name}\n" for name in names or self.NAMES)
        promised = count if promised is None else promised
        records = b"".join(struct.pack("<62f", *(i + k / 64 for k in range(62))) for i in range(count))
        header = f"{begin}element vertex {promised}\n{lines}{end}".replace("\n", line_end)
        content = header.encode() + records
        with tempfile.TemporaryDirectory() as folder:
            path, copy = pathlib.Path(folder, "scene.ply"), pathlib.Path(folder, "copy.ply")
            path.write_bytes(content[:len(content) - cut])
            refused = run("gaussian_splats", "--emulated", str(path), "--output", str(path))
            self.assertIn("--output would replace", refused[2])
            result = run("gaussian_splats", "--emulated", str(path), "--output", str(copy))
            return *result, copy.read_bytes()[-len(records):] == records if copy.exists() else None

    def test_files(self):
        begin = "ply\nformat binary_little_endian 1.0\ncomment made by hand\nobj_info none\n"
        for arguments in ({}, {"begin": begin, "float_name": "float32"}, {"begin": begin, "line_end": "\r\n"}):
            status, output, errors, is_copied = self.check(**arguments)
            self.assertEqual((status, errors, is_copied), (0, "", True))
            self.assertEqual(output.count(": 5 threads"), 6)

    def test_refusals(self):
        nx, names = self.NAMES.index("nx"), self.NAMES
        for arguments, text in (
                ({"begin": "plywood\n"}, "is not a PLY file"),
                ({"begin": "ply\rformat\n"}, "is not a PLY file"),
                ({"begin": "ply\nformat ascii 1.0\n"}, 'has the format "ascii 1.0"'),
                ({"begin": "ply\n"}, 'has no line "format"'),
                ({"begin": "ply\nelement face 2\n"}, 'has the element "face"'),
                ({"end": "element face 2\nend_header\n"}, 'has the element "face"'),
                ({"begin": "ply\nproperty float x\n"}, "has a property before"),
                ({"begin": "ply\nmaterial 1\n"}, 'has the line "material 1"'),
                ({"promised": -1}, 'has "-1" vertices'), ({"promised": 10 ** 18}, 'has "1000000000000000000" vertices'),
                ({"promised": 10 ** 17}, "is truncated: its header promises 100000000000000000 splats, and it has 5"),
                ({"cut": 1}, "is truncated: its header promises 5 splats, and it has 4"),
                ({"count": 0}, "has no splats"), ({"end": "", "count": 0}, "is truncated: its header has no end"),
                ({"end": "end_hea", "count": 0}, "is truncated: its header has no end"),
                ({"names": names[:nx] + names[nx + 3:]}, 'has the property "f_dc_0" where "nx" is expected'),
                ({"names": names[:-1]}, 'lacks the property "rot_3"'),
                ({"names": [*names, "red"]}, 'has the additional property "red"'),
                ({"float_name": "double"}, 'has the property "x" of type double')):
            status, output, errors, is_copied = self.check(**arguments)
            self.assertEqual((status, output, is_copied), (2, "", None))
            self.assertIn(text, errors)
        self.assertIn("cannot be opened", run("gaussian_splats", "/nowhere/scene.ply")[2])
        self.assertIn("cannot be read", run("gaussian_splats", "/")[2])
        self.assertIn("cannot be opened for writing", run("gaussian_splats", "--output", "/nowhere/scene.ply")[2])


if __name__ == "__main__":
    unittest.main()
