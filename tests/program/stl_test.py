# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests `heddle stl` with files that it must accept, on emulated warps and on the device that the program chooses by
default."""
import itertools
import math
import re
import unittest

from program import HEADER_BYTES, FACET, ProgramTest, from_stl, random_mesh, to_stl, with_right_normals


class stl_command(ProgramTest):
    device = "cpu"

    def repair(self, name="in.stl", out="out.stl"):
        result = self.run_well("stl", name, out, "--device", self.device)
        self.assertRegex(result.first_line(), r"\A(GPU: |No GPU \(|As asked, emulated warps)")
        return result

    def repair_mesh(self, facets):
        self.write("in.stl", to_stl(facets))
        return self.repair()

    def test_changes_the_normals_and_nothing_else(self):
        # Some counts fill whole warps, others do not. Emulation divides larger counts between threads.
        for count in (1, 31, 32, 33, 64, 65, 1000, 4097):
            before = random_mesh(count)
            result = self.repair_mesh(before)
            self.expect_mesh(before, "out.stl")
            self.assertEqual(to_stl(before)[:HEADER_BYTES], self.read("out.stl")[:HEADER_BYTES])
            self.assertEqual(to_stl(before), self.read("in.stl"))
            self.assertEqual([count, count, 0], [result.number(name) for name in (
                "triangles", "normals changed", "degenerate triangles")])
        self.assertEqual(["in.stl", "out.stl"], self.files())

    def test_counts_changed_normals(self):
        facets = with_right_normals(random_mesh(100))
        facets[3][:3] = [0, 0, 0]
        facets[5][:3] = [-x for x in facets[5][:3]]
        facets[7][1] = math.nan
        facets[9][2] += 0.0011
        facets[11][2] += 0.0009
        self.assertEqual(4, self.repair_mesh(facets).number("normals changed"))
        self.expect_mesh(facets, "out.stl")
        self.assertEqual(0, self.repair("out.stl", "again.stl").number("normals changed"))
        self.assertEqual(self.read("out.stl"), self.read("again.stl"))

    def test_measures_a_box(self):
        # The mesh is the box from (1, 2, 3) to (3, 5, 7). Each of the six sides consists of two triangles.
        facets, bounds = [], ((1, 2, 3), (3, 5, 7))
        for axis, upper in itertools.product(range(3), range(2)):
            corners = []
            for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)) if upper else ((0, 0), (0, 1), (1, 1), (1, 0)):
                side = {axis: upper, (axis + 1) % 3: a, (axis + 2) % 3: b}
                corners.append([bounds[side[k]][k] for k in range(3)])
            facets += [[0, 0, 0, *corners[0], *corners[1], *corners[2], 0],
                       [0, 0, 0, *corners[0], *corners[2], *corners[3], 0]]
        box = self.repair_mesh(facets)
        self.assertEqual(2 * (2 * 3 + 3 * 4 + 4 * 2), box.number("surface area"))
        self.assertEqual(2 * 3 * 4, box.number("signed volume"))
        self.assertIn("x 1 to 3, y 2 to 5, z 3 to 7\n", box.output)
        reversed_facets = [f[:3] + f[6:9] + f[3:6] + f[9:] for f in facets]
        self.assertEqual(-24, self.repair_mesh(reversed_facets).number("signed volume"))

    def test_gives_degenerate_triangles_the_zero_normal(self):
        facets = random_mesh(40)
        facets[2][3:12] = [1, 2, 3, 1, 2, 3, 1, 2, 3]
        facets[4][3:12] = [1, 2, 3, 1, 2, 3, 4, 5, 6]
        # The vertices lie on a line. The differences have too many bits for exact products.
        facets[6][3:12] = [1.1e-6] * 3 + [3.3] * 3 + [77.7] * 3
        facets[8][8] = math.nan
        facets[10][3] = math.inf
        facets[12][:12] = [0] * 12
        # Small and large triangles are not degenerate.
        facets[14][3:12] = [1e-38, 0, 0, 0, 1e-38, 0, 0, 0, 1e-38]
        facets[16][3:12] = [3e38, 0, 0, 0, 3e38, 0, 0, 0, 3e38]
        result = self.repair_mesh(facets)
        self.assertEqual(6, result.number("degenerate triangles"))
        self.assertIn("(2 of them with vertices that are not finite)", result.output)
        self.assertEqual(39, result.number("normals changed"))
        self.assertIn("x ", result.output)
        after = from_stl(self.read("out.stl"))
        for i in (2, 4, 6, 8, 10, 12):
            self.assertEqual([0, 0, 0], after[i][:3], f"facet {i}")
            self.assertEqual(FACET.pack(*facets[i])[12:48], FACET.pack(*after[i])[12:48], f"facet {i}")
        for x in after[14][:3] + after[16][:3]:
            self.assertAlmostEqual(0.57735027, x, delta=1e-7)

    def test_takes_a_mesh_without_triangles(self):
        result = self.repair_mesh([])
        self.assertEqual((0, 0), (result.number("triangles"), result.number("surface area")))
        self.assertIn("bounding box          none\n", result.output)
        self.assertEqual(to_stl([]), self.read("out.stl"))

    def test_is_not_fooled_by_a_title_that_looks_like_something_else(self):
        before = random_mesh(10)
        for title in ("solid as a rock", "SOLID", " solid", "<html>", "PK\x03\x04", "\x1f\x8b",
                      "version https://git-lfs.github.com/spec/v1"):
            self.write("in.stl", to_stl(before, title))
            self.repair()
            self.expect_mesh(before, "out.stl")

    def test_reads_text_in_any_spelling(self):
        before = [[*facet[:12], 0] for facet in random_mesh(3)]
        text = "solid a cube\n"
        for f in before:
            text += "  facet normal nan +0.0 -1e-50\n    outer loop\n"
            for x, y, z in (f[3:6], f[6:9], f[9:12]):
                text += f"      vertex {x:.9g} {y:.9g} {z:.9e}\n"
            text += "    endloop\n  endfacet\n"
        for spelled in (text + "endsolid a cube\n", text + "endsolid", text, " \t\r\n" + text, "\xef\xbb\xbf" + text,
                        "\xef\xbb\xbf  " + text.upper() + "ENDSOLID", text.replace("\n", "\r\n"),
                        text.replace("\n", "\r"), re.sub(r"\s+", " ", text), text.replace("a cube", ""),
                        text.replace("a cube", "facet solid facet"), text.replace("    endloop", "\n\tendloop"),
                        text.replace("a cube", "a\0cube"),
                        # As other programs write and read them.
                        text.replace("a cube", "facet normal"), text.replace("a cube", "my facet normal map"),
                        text.replace("endloop", "end loop").replace("endfacet", "End  Facet") + "end solid a cube",
                        text.replace("endfacet", "endfacet color 0.5 0 1"),
                        re.sub(r"\s+", " ", text.replace("endfacet", "endfacet color 0.5 0 1 ")),
                        text.replace("a cube\n", "a cube\ncolor 0.5 0 1\n"),
                        text.replace("nan +0.0 -1e-50", "0,5, 0,5, 0"), text.replace("nan +0.0 -1e-50", "0 , 0 , 1"),
                        text.replace("nan +0.0 -1e-50", "1.23456E+789 -1.#IND 0"),
                        text.replace("nan +0.0 -1e-50", "")):
            self.write("in.stl", spelled)
            self.assertEqual(3, self.repair().number("normals changed"), spelled)
            self.assertEqual(b"STL", self.read("out.stl")[:3], spelled)
            self.expect_mesh(before, "out.stl")
        self.assertEqual(["in.stl", "out.stl"], self.files())

        # Several solids are one mesh. A solid without triangles is a mesh, too.
        self.write("in.stl", text + "endsolid a\n" + text + "endsolid b\n")
        self.assertEqual(6, self.repair().number("triangles"))
        self.assertEqual(b"STL a cube\0", self.read("out.stl")[:11])
        self.write("in.stl", "solid\nendsolid\n")
        self.assertEqual(0, self.repair().number("triangles"))

    def test_repairs_a_file_in_place(self):
        before = random_mesh(100)
        self.write("mesh.stl", to_stl(before))
        (self.folder / "mesh.stl").chmod(0o640)
        (self.folder / "link.stl").symlink_to("mesh.stl")
        self.repair("mesh.stl", "link.stl")
        self.expect_mesh(before, "mesh.stl")
        self.assertTrue((self.folder / "link.stl").is_symlink())
        self.assertEqual(0o640, (self.folder / "mesh.stl").stat().st_mode & 0o7777)
        self.assertEqual(["link.stl", "mesh.stl"], self.files())

    def test_writes_to_a_pipe(self):
        before = random_mesh(100)
        self.write("in.stl", to_stl(before))
        result = self.run_shell("mkfifo pipe && { cat <pipe >out.stl & "
                                + self.command("stl", "in.stl", "pipe", "--device", self.device) + "; wait; }")
        self.assertEqual("", result.errors)
        self.expect_mesh(before, "out.stl")


class stl_command_by_default(stl_command):
    device = "auto"

    def test_finds_the_same_on_every_device(self):
        self.write("in.stl", to_stl(random_mesh(100000)))
        emulated = self.run_well("stl", "in.stl", "cpu.stl", "--device", "cpu")
        chosen = self.run_well("stl", "in.stl", "auto.stl")
        self.assertEqual(self.read("cpu.stl"), self.read("auto.stl"))
        for name in ("surface area", "signed volume"):
            expected = emulated.number(name)
            self.assertAlmostEqual(expected, chosen.number(name), delta=1e-12 * abs(expected))
        self.assertGreater(emulated.number("load sectors"), 0)


if __name__ == "__main__":
    unittest.main()
