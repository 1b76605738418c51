# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the example mesh_repair with STL files, whole and damaged."""
import math
import os
import pathlib
import random
import re
import resource
import struct
import tempfile
import unittest

from programs import ProgramTest, run


class StlFiles(ProgramTest):
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

    def tetrahedron(self, first=1):
        """Returns the tetrahedron with its right angles at (first, 2, 3) and edges of length 6 there."""
        corners = (first, 2, 3), (first + 6, 2, 3), (first, 8, 3), (first, 2, 9)
        return [[0, 0, 0, *corners[a], *corners[b], *corners[c], 0]
                for a, b, c in ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))]

    def repair(self, *arguments, **options):
        return run("mesh_repair", "--emulated", *arguments, cwd=self.folder, **options)

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

    def expect_unchanged(self, words, *arguments, **options):
        """Checks that the program refuses its arguments, and leaves all files alone."""
        before = {path: path.read_bytes() for path in self.folder.iterdir()}
        self.expect_refusal(words, self.repair(*arguments, **options), is_silent=False)
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

    def test_reports_a_tetrahedron(self):
        sides = self.tetrahedron()
        names = ("triangles", "points", "open edges", "signed volume", "normals changed")
        for facets, expected in ((sides, (4, 4, 0, 36, 4)), (sides[:-1], (3, 4, 3, 0, 3)),
                                 ([f[:3] + f[6:9] + f[3:6] + f[9:] for f in sides], (4, 4, 0, -36, 4))):
            numbers, after = self.repair_mesh(facets)
            numbers["signed volume"] *= len(facets) == 4
            self.assertEqual(expected, tuple(numbers[name] for name in names))
        self.assertEqual(0, self.repair_mesh(after)[0]["normals changed"])
        # 0 and -0 are the same point.
        sides = [[-0.0 if x == 0 and i % 2 else x for x in f] for i, f in enumerate(self.tetrahedron(0))]
        numbers, _ = self.repair_mesh([f[:12] + [0] for f in sides])
        self.assertEqual((4, 0), (numbers["points"], numbers["open edges"]))

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
            self.expect_unchanged(words, "in.stl", "--output", "out.stl")
        self.expect_unchanged("none.stl cannot be opened: No such file", "none.stl", "--output", "out.stl")
        self.expect_unchanged("is not a regular file", "/", "--output", "out.stl")
        self.expect_unchanged("is not a regular file", "/dev/null", "--output", "out.stl")

    def test_output_is_replaced_as_a_whole_or_left_alone(self):
        facets = self.random_mesh(2000)
        self.input.write_bytes(self.stl(facets))
        self.input.chmod(0o640)
        (self.folder / "link.stl").symlink_to("in.stl")
        self.expect_unchanged("cannot be written: File too large", "in.stl", "--output", "in.stl", restore_signals=False,
                            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50000, 50000)))
        self.expect_unchanged("cannot be written: No such file", "in.stl", "--output", "none/out.stl")
        self.expect_unchanged("cannot be written: ", "in.stl", "--output", ".")
        part = self.folder / "in.stl.part"
        part.write_bytes(b"precious")
        self.expect_unchanged("exists", "in.stl", "--output", "link.stl")
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
        (self.folder / "torus-20000.stl").write_bytes(self.stl(self.tetrahedron()))
        self.assertRegex(self.repair("--elements", "20000")[1], r"triangles +4\n")


if __name__ == "__main__":
    unittest.main()
