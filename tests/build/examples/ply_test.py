# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the example gaussian_splats with PLY files, whole and damaged."""
import pathlib
import struct
import tempfile
import unittest

from programs import ProgramTest, run


class PlyFiles(ProgramTest):
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
            *result, is_copied = self.check(**arguments)
            self.assertIsNone(is_copied)
            self.expect_refusal(text, result)
        self.expect_refusal("cannot be opened", run("gaussian_splats", "/nowhere/scene.ply"))
        self.expect_refusal("cannot be read", run("gaussian_splats", "/"))
        self.assertIn("cannot be opened for writing", run("gaussian_splats", "--output", "/nowhere/scene.ply")[2])


if __name__ == "__main__":
    unittest.main()
