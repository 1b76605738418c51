# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests `heddle demo`, which measures and repairs a sphere with wrong normals. If admesh is installed, compares the
results of the program with those of admesh."""
import math
import random
import re
import shutil
import unittest

from program import ProgramTest, from_stl, has_right_normal, to_stl, with_right_normals


class demo_command(ProgramTest):
    def test_repairs_a_sphere(self):
        result = self.run_well("demo", "--subdivisions", 6, "--directory", self.folder, "--device", "cpu")
        self.assertRegex(result.output, r"\AAs asked, emulated warps")
        self.assertIn(f"{self.folder}/sphere.stl", result.output)
        self.assertIn(f"{self.folder}/sphere-repaired.stl", result.output)
        self.assertEqual(["sphere-repaired.stl", "sphere.stl"], self.files())
        for name, count in (("triangles", 81920), ("normals changed", 81920 * 3 / 8), ("degenerate triangles", 0)):
            self.assertEqual(count, result.number(name))
        # The facets lie within the sphere.
        for name, of_sphere, delta in (("surface area", 4 * math.pi, 0.002), ("signed volume", 4 * math.pi / 3, 0.001)):
            self.assertLess(result.number(name), of_sphere)
            self.assertAlmostEqual(result.number(name), of_sphere, delta=delta)
        before = from_stl(self.read("sphere.stl"))
        self.assertEqual(len(before) * 3 / 8, sum(not has_right_normal(facet) for facet in before))
        self.expect_mesh(before, "sphere-repaired.stl")

    def test_counts_fewer_sectors_for_coalesced_access(self):
        output = self.run_well("demo", "--subdivisions", 3, "--directory", "a/b", "--device", "cpu").output
        for kind in ("load", "store"):
            plain, coalesced = map(int, re.search(kind + " sectors +([0-9]+) +([0-9]+) ", output).groups())
            self.assertGreater(plain, 5 * coalesced)
            # Accesses to all bytes touch at least the sectors that hold these bytes.
            self.assertGreaterEqual(coalesced * 32, 1280 * 50)

    def test_needs_a_directory_that_it_can_make(self):
        self.write("file", "precious")
        self.expect_refusal(self.heddle("demo", "--subdivisions", 0, "--directory", "file"), 1, "file")
        self.assertEqual(b"precious", self.read("file"))


@unittest.skipUnless(shutil.which("admesh"), "admesh is not installed")
class admesh(ProgramTest):
    def examine(self, name):
        result = self.run_shell("admesh " + name)
        self.assertEqual(0, result.status, result.errors)
        return result

    def expect_agreement(self, ours, name, repaired):
        """Checks that the results of the program and of admesh agree for a file. admesh has single precision."""
        theirs = self.examine(name)
        for of_theirs, of_ours in (("Number of facets", "triangles"), ("Normals fixed", "normals changed")):
            self.assertEqual(theirs.number(of_theirs), ours.number(of_ours))
        volume = ours.number("signed volume")
        of_theirs = float(re.search("Volume *: *([0-9.e+-]+)", theirs.output)[1])
        self.assertAlmostEqual(of_theirs, volume, delta=1e-5 * volume)
        own = re.search(r"bounding box +x (\S+) to (\S+), y (\S+) to (\S+), z (\S+) to (\S+)\n", ours.output).groups()
        box = re.findall("Min [XYZ] = *([0-9.-]+), Max [XYZ] = *([0-9.-]+)", theirs.output)
        self.assertEqual(3, len(box))
        for mine, other in zip(own, sum(box, ())):
            self.assertAlmostEqual(float(mine), float(other), delta=1e-6)
        self.assertEqual(0, self.examine(repaired).number("Normals fixed"))

    def test_agrees_about_the_sphere(self):
        # admesh adds up the volume in single precision. Its error would exceed the tolerance for a finer mesh.
        result = self.run_well("demo", "--subdivisions", 6, "--directory", ".")
        self.expect_agreement(result, "sphere.stl", "sphere-repaired.stl")

    def test_agrees_about_a_moved_sphere_with_broken_normals(self):
        self.run_well("demo", "--subdivisions", 5, "--directory", ".")
        facets = from_stl(self.read("sphere-repaired.stl"))
        for facet in facets:
            for at in (3, 6, 9):
                x, y, z = facet[at:at + 3]
                facet[at:at + 3] = 2 * x + 1, y - 2, 3 * z
        facets = with_right_normals(facets)
        source = random.Random(5)
        broken = source.sample(range(len(facets)), len(facets) // 3)
        for at in broken:
            normal = facets[at][:3]
            facets[at][:3] = source.choice(([0] * 3, [math.nan] * 3, [-x for x in normal]))
        self.write("broken.stl", to_stl(facets))
        result = self.run_well("stl", "broken.stl", "mended.stl")
        self.assertEqual(len(broken), result.number("normals changed"))
        self.expect_agreement(result, "broken.stl", "mended.stl")


if __name__ == "__main__":
    unittest.main()
