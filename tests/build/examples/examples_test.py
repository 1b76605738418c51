#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the examples: a wrong form, wrong options, and LAS, PLY and STL files, whole and damaged.

    HEDDLE_EXAMPLES=build/test/bin python3 tests/build/examples/examples_test.py
"""
import itertools
import math
import os
import pathlib
import random
import re
import resource
import stat
import struct
import subprocess
import tempfile
import unittest

FOLDER = pathlib.Path(os.environ["HEDDLE_EXAMPLES"]).resolve()
RECORD_BYTES = {0: 20, 1: 28, 3: 34, 6: 30}


def run(program, *arguments, **options):
    """Returns the exit status, the output and the errors."""
    done = subprocess.run([FOLDER / program, *arguments], capture_output=True, text=True, check=False, **options)
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
        for program in ("field_by_field", "gaussian_splats", "lattice_qcd", "lidar", "mesh_repair", "random_numbers",
                        "rigid_bodies", "tracks"):
            if program == "random_numbers" and not (FOLDER / program).exists():
                continue  # the toolkit has no curand
            with tempfile.TemporaryDirectory() as folder:
                output = run(program, "--emulated", cwd=folder)[1]
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


class StlFiles(unittest.TestCase):
    # A facet is a list of 13 numbers: the normal, three vertices, and the attribute.
    FACET = struct.Struct("<12fH")
    TITLE = b"solid a title"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.input, self.output = self.folder / "in.stl", self.folder / "out.stl"

    def stl(self, facets):
        return struct.pack("<80sI", self.TITLE, len(facets)) + b"".join(self.FACET.pack(*f) for f in facets)

    def random_mesh(self, count):
        source = random.Random(count)
        facets = [[*(source.uniform(-100, 100) for _ in range(12)), source.randrange(1 << 16)] for _ in range(count)]
        return [list(facet) for facet in self.FACET.iter_unpack(self.stl(facets)[84:])]

    def box(self):
        """Returns the box from (1, 2, 3) to (3, 5, 7): each of the six sides consists of two triangles."""
        facets, bounds = [], ((1, 2, 3), (3, 5, 7))
        for axis, upper in itertools.product(range(3), range(2)):
            corners = []
            for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)) if upper else ((0, 0), (0, 1), (1, 1), (1, 0)):
                side = {axis: upper, (axis + 1) % 3: a, (axis + 2) % 3: b}
                corners.append([bounds[side[k]][k] for k in range(3)])
            facets += [[0, 0, 0, *corners[0], *corners[1], *corners[2], 0],
                       [0, 0, 0, *corners[0], *corners[2], *corners[3], 0]]
        return facets

    def repair(self, *arguments, **options):
        return run("mesh_repair", "--emulated", *map(str, arguments), cwd=self.folder, **options)

    def repair_mesh(self, facets):
        """Returns the numbers of the report, and the facets that were written."""
        self.input.write_bytes(self.stl(facets))
        status, output, errors = self.repair("in.stl", "--output", "out.stl")
        self.assertEqual((0, ""), (status, errors))
        self.assertIn("on the emulated warp", output.splitlines()[0])
        self.assertEqual({"in.stl", "out.stl"}, set(os.listdir(self.folder)))
        content = self.output.read_bytes()
        self.assertEqual(self.input.read_bytes()[:84], content[:84])
        numbers = re.findall(r"^([a-z ]+?) +([-0-9.e+]+)(?: \(|$)", output, re.M)
        facets = [list(facet) for facet in self.FACET.iter_unpack(content[84:])]
        return {name: float(value) for name, value in numbers}, facets

    def expect_refusal(self, words, *arguments, **options):
        """Checks that the program refuses its arguments, and leaves all files alone."""
        before = {path: path.read_bytes() for path in self.folder.iterdir()}
        status, output, errors = self.repair(*arguments, **options)
        self.assertEqual(2, status, output)
        self.assertRegex(errors, r"\Aerror: [^\n]*\n\Z")
        self.assertIn(words, errors)
        self.assertEqual(before, {path: path.read_bytes() for path in self.folder.iterdir()})

    def test_changes_the_normals_and_nothing_else(self):
        for count in (1, 31, 32, 33, 1000):
            before = self.random_mesh(count)
            numbers, after = self.repair_mesh(before)
            self.assertEqual((count, 3 * count, count, 0), tuple(numbers[name] for name in (
                "triangles", "open edges", "normals changed", "degenerate triangles")))
            for old, new in zip(before, after):
                self.assertEqual(old[3:], new[3:])
                u, v = ([old[vertex + k] - old[3 + k] for k in range(3)] for vertex in (6, 9))
                normal = [u[a] * v[b] - u[b] * v[a] for a, b in ((1, 2), (2, 0), (0, 1))]
                for x, right in zip(new, normal):
                    self.assertAlmostEqual(right / math.hypot(*normal), x, delta=1e-7)

    def test_reports_a_box(self):
        box = self.box()
        names = ("triangles", "points", "open edges", "surface area", "signed volume", "normals changed")
        for facets, expected in ((box, (12, 8, 0, 52, 24, 12)), (box[:-1], (11, 8, 3, 49, 24 - 3 * 4 / 3, 11)),
                                 ([f[:3] + f[6:9] + f[3:6] + f[9:] for f in box], (12, 8, 0, 52, -24, 12))):
            numbers, after = self.repair_mesh(facets)
            self.assertEqual(expected, tuple(numbers[name] for name in names))
        numbers, _ = self.repair_mesh(after)
        self.assertEqual(0, numbers["normals changed"])
        # 0 and -0 are the same point.
        moved = [[0 if k % 3 == 0 and x == 1 else x for k, x in enumerate(f)] for f in box]
        moved = [[-0.0 if x == 0 and i % 2 else x for x in f[:12]] + [0] for i, f in enumerate(moved)]
        self.assertEqual((8, 0), tuple(self.repair_mesh(moved)[0][name] for name in ("points", "open edges")))

    def test_gives_degenerate_triangles_the_zero_normal(self):
        facets = self.random_mesh(40)
        facets[0][3] = math.nan
        facets[2][3:12] = [1, 2, 3, 1, 2, 3, 4, 5, 6]
        # The vertices lie on a line. The differences have too many bits for exact products.
        facets[6][3:12] = [1.1e-6] * 3 + [3.3] * 3 + [77.7] * 3
        facets[8][8] = math.inf
        # Small and large triangles are not degenerate.
        facets[14][3:12] = [1e-38, 0, 0, 0, 1e-38, 0, 0, 0, 1e-38]
        facets[16][3:12] = [3e38, 0, 0, 0, 3e38, 0, 0, 0, 3e38]
        numbers, after = self.repair_mesh(facets)
        self.assertEqual((4, 40), (numbers["degenerate triangles"], numbers["normals changed"]))
        self.assertTrue(numbers["surface area"] > 0 and math.isfinite(numbers["signed volume"]))
        for i in (0, 2, 6, 8):
            self.assertEqual([0, 0, 0], after[i][:3], i)
        for x in after[14][:3] + after[16][:3]:
            self.assertAlmostEqual(0.57735027, x, delta=1e-7)

    def test_refusals(self):
        whole = self.stl(self.random_mesh(10))
        self.output.write_bytes(b"precious")
        for content, words in (
                (b"", "has 0 bytes"), (b"\0" * 83, "has 83 bytes"), (self.stl([]), "has no triangles"),
                (b"solid cube\nendsolid\n", "is a text STL file"), (whole[:300], "is a text STL file, or damaged"),
                *((b"\0" * 5 + bad, words) for bad, words in (
                    (whole[5:583], "promises 10 triangles, 584 bytes in all, and it has 583"),
                    (whole[5:] + b"\0", "and it has 585"),
                    (whole[5:80] + b"\xff" * 4 + whole[84:], "promises 4294967295 triangles")))):
            self.input.write_bytes(content)
            self.expect_refusal(words, "in.stl", "--output", "out.stl")
        self.expect_refusal("none.stl cannot be opened: No such file", "none.stl", "--output", "out.stl")
        self.expect_refusal("is not a regular file", "/", "--output", "out.stl")
        self.expect_refusal("is not a regular file", "/dev/null", "--output", "out.stl")

    def test_output_is_replaced_as_a_whole_or_left_alone(self):
        facets = self.random_mesh(2000)
        self.input.write_bytes(self.stl(facets))
        self.input.chmod(0o640)
        (self.folder / "link.stl").symlink_to("in.stl")
        self.expect_refusal("cannot be written: File too large", "in.stl", "--output", "in.stl", restore_signals=False,
                            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50000, 50000)))
        self.expect_refusal("cannot be written: No such file", "in.stl", "--output", "none/out.stl")
        self.expect_refusal("cannot be written: ", "in.stl", "--output", ".")
        with tempfile.TemporaryDirectory() as folder:
            # As root, a broken program could replace /dev/full, so it gets a device of its own.
            full = pathlib.Path("/dev/full") if os.geteuid() else pathlib.Path(folder, "full")
            try:
                if not os.geteuid():
                    os.mknod(full, 0o600 | stat.S_IFCHR, os.makedev(1, 7))
                full.open("wb").close()
            except OSError:
                full = None  # there is no such device here
            if full:
                self.expect_refusal("cannot be written: No space left", "in.stl", "--output", full)
                self.assertTrue(full.is_char_device())
        part = self.folder / "in.stl.part"
        part.write_bytes(b"precious")
        self.expect_refusal("exists", "in.stl", "--output", "link.stl")
        part.unlink()
        self.assertEqual(0, self.repair("in.stl", "--output", "link.stl")[0])
        self.assertTrue((self.folder / "link.stl").is_symlink())
        self.assertEqual(0o640, self.input.stat().st_mode & 0o7777)
        self.assertNotEqual(self.stl(facets), self.input.read_bytes())

    def test_makes_a_torus(self):
        status, output, errors = self.repair("--elements", "20000")
        self.assertEqual((0, "", ["torus-20000.stl"]), (status, errors, os.listdir(self.folder)))
        for name, value in (("triangles", 20000), ("points", 10000), ("open edges", 0), ("normals changed", 7500)):
            self.assertRegex(output, rf"(?m)^{name} +{value}( |$)")
        area, volume = (float(re.search(name + " +(.*)", output)[1]) for name in ("surface area", "signed volume"))
        self.assertAlmostEqual(8 * math.pi ** 2, area, delta=0.1)
        self.assertAlmostEqual(4 * math.pi ** 2, volume, delta=0.1)
        # A file of this name is read, not replaced.
        (self.folder / "torus-20000.stl").write_bytes(self.stl(self.box()))
        self.assertIn("triangles             12\n", self.repair("--elements", "20000")[1])


if __name__ == "__main__":
    unittest.main()
