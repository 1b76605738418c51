# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests `heddle stl` with files that it must refuse. The program names the reason, and leaves all files unchanged."""
import os
import pathlib
import struct
import unittest

from program import HEADER_BYTES, ProgramTest, random_mesh, to_stl

WHOLE = to_stl(random_mesh(10))
WHOLE_TEXT = WHOLE.decode("latin-1")
FACET_TEXT = "facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet\n"


def changed(old, new):
    """Returns a text of two triangles, with a change in the second one."""
    return "solid cube\n" + FACET_TEXT + FACET_TEXT.replace(old, new, 1)


class stl_failure(ProgramTest):
    def expect_bad_input(self, name, words):
        """Checks that IN is refused, that an existing OUT is unchanged, and that a missing OUT is not created."""
        self.write("out.stl", "precious")
        self.expect_refusal(self.heddle("stl", name, "out.stl"), 1, words)
        self.assertEqual(b"precious", self.read("out.stl"))
        (self.folder / "out.stl").unlink()
        self.expect_refusal(self.heddle("stl", name, "out.stl"), 1, words)
        self.assertLessEqual(set(self.files()), {"in.stl"})

    def expect_bad_contents(self, *cases):
        for content, words in cases:
            self.write("in.stl", content)
            self.expect_bad_input("in.stl", words)

    def test_input_is_no_file(self):
        for name, words in (("none.stl", "No such file or directory"), ("none/in.stl", "No such file or directory"),
                            ("/", "it is a directory"), ("/dev/null", "it is not a regular file")):
            self.expect_bad_input(name, words)

    def test_input_has_another_size(self):
        self.expect_bad_contents(
            ("", "it is empty"), ("\0", "only 1 bytes"), (WHOLE[:83], "only 83 bytes"),
            *((WHOLE[:size], f"it must have 584 bytes, but it has {size}\n") for size in (84, 300, 583)),
            (to_stl(random_mesh(10), "solid")[:300], "it must have 584 bytes, but it has 300\n"),
            (WHOLE[:80] + b"\x09" + WHOLE[81:], "announces 9 triangles, so that it must have 534 bytes, but it has 584"),
            (WHOLE[:80] + b"\xff\xff\xff\xff" + WHOLE[84:], "announces 4294967295 triangles"),
            (to_stl([]) + b"\n", "it must have 84 bytes, but it has 85\n"))

    def test_input_has_more_bytes_than_its_triangles(self):
        """A byte that was inserted makes other triangles of all behind it."""
        for at in (84, 85, 300, 584):
            for more in (b"\0", b"\x80", b"\r\n", bytes(49), bytes(50), bytes(4096)):
                self.expect_bad_contents((WHOLE[:at] + more + WHOLE[at:], f"must have 584 bytes, but it has "
                                          f"{584 + len(more)}; if the rest is padding, cut it off by truncate -s 584"))

    def test_input_is_something_else(self):
        html = "<!DOCTYPE html>\n<html><head><title>Not found</title></head></html>\n"
        for page in (html, "\xef\xbb\xbf\r\n " + html, html[16:]):
            self.expect_bad_contents(*((page + end, "it is an HTML page, not a mesh") for end in ("", "." * 1000)))
        self.expect_bad_contents(
            ("PK\x03\x04" + WHOLE_TEXT, "it is a ZIP archive"),
            ("\x1f\x8b\x08" + WHOLE_TEXT, "it is a gzip file, not a mesh"),
            ("\x1f\x8b\x08", "it is a gzip file, not a mesh"),
            ("version https://git-lfs.github.com/spec/v1\n"
             "oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n",
             "it is a Git LFS pointer, not a mesh; fetch it by git lfs pull"),
            ("x", "it is a text, but no STL file"),
            ("ply\nformat ascii 1.0\n" + " " * 100, "it is a text, but no STL"),
            *((mark + "solid cube\nendsolid\n".encode(f"utf-16-{order}").decode("latin-1"),
               "it is a text in UTF-16, not an STL file; save it as UTF-8")
              for order, mark in (("le", "\xff\xfe"), ("be", "\xfe\xff"), ("le", ""), ("be", ""))))

    def test_input_is_a_text_that_breaks_off_or_goes_astray(self):
        whole = changed("", "")
        self.expect_bad_contents(
            ("solid as a rock, it is said\n", "but has no triangle"),
            (changed("vertex 1", "apex 1"), "'apex' instead of 'vertex' after 1 triangles"),
            (changed("1 0 0", "1 0"), "'vertex' instead of a number after 1 triangles"),
            (changed("1 0 0", "1,5 0 0"), "'1,5' instead of a number"),
            (changed("endloop", "vertex 1 1 0 endloop"), "'vertex' instead of 'endloop'"),
            (changed("facet", "polygon"), "'polygon' instead of 'facet' or 'endsolid'"),
            (changed("normal", "0 0 1"), "'0' instead of 'normal'"),
            (changed("1 0 0", "0x1 0 0"), "'0x1' instead of a number"),
            (changed("1 0 0", "1.23456E+789 0 0"), "'1.23456e+789' as a coordinate, which must be finite"),
            (changed("1 0 0", "nan 0 0"), "'nan' as a coordinate, which must be finite"),
            (changed("outer loop", "vertex 1 1 1"), "'vertex' instead of 'outer'"),
            (changed("endfacet", "endfacet 1 0 0"), "'1' instead of 'facet' or 'endsolid'"),
            (changed("endfacet", "endfacet color 1 0 0 red"), "'red' instead of 'facet' or 'endsolid'"),
            (changed("endloop", "end facet"), "'endfacet' instead of 'endloop'"),
            (whole + "end", "'end' instead of 'facet'"),
            # The name of a solid ends at the end of its line, even after the triangles of another solid.
            ("solid a\n" + FACET_TEXT.replace("normal", ""), "'0' instead of 'normal' after 0 triangles"),
            ("solid a\nfact" + FACET_TEXT[5:] + "endsolid", "'fact' instead of 'facet' or 'endsolid'"),
            (whole + "endsolid\nsolid b\nfacetnormal" + FACET_TEXT[12:] + "endsolid",
             "'facetnormal' instead of 'facet' or 'endsolid' after 2 triangles"),
            (whole + "endsolid a\nmore", "'more' instead of 'facet' or 'endsolid'"),
            # A zero byte, near the beginning or after the bytes that identify the file as text.
            *(("solid a" + " " * spaces + "\n" + FACET_TEXT.replace("1 0 0", "1\0\0 0 0", 1),
               r"it is a text STL file with '1\x00\x00' instead of a number after 0 triangles")
              for spaces in (0, 2000)),
            (changed("vertex", "ver\0tex"), r"it is a text STL file with 'ver\x00tex' instead of 'vertex' after 1"),
            ("solid a\n\0endsolid", r"it is a text STL file with '\x00endsolid' instead of 'facet' or 'endsolid'"),
            (whole + "endsolid\0", r"it is a text STL file with 'endsolid\x00' instead of"),
            *((whole[:whole.rindex(word)], "with its end instead of")
              for word in ("normal", " loop", "vertex 0", "0 0 vertex", "endloop", "endfacet")))

    def test_memory_is_short(self):
        # The file is sparse. A limit on memory simulates a smaller machine.
        count = 200000000
        self.write("in.stl", to_stl([])[:80] + struct.pack("<I", count))
        os.truncate(self.folder / "in.stl", HEADER_BYTES + 50 * count)
        self.write("out.stl", "precious")
        for arguments, words in (
                (("stl", "in.stl", "out.stl"), "in.stl' of 10000000084 bytes: there is too little free memory"),
                (("demo", "--subdivisions", 12, "--directory", "demo"),
                 "sphere.stl' of 16777216084 bytes: there is too little free memory")):
            result = self.run_shell("ulimit -v 4000000; " + self.command(*arguments, "--device", "cpu"))
            self.expect_refusal(result, 1, words)
        self.assertEqual(b"precious", self.read("out.stl"))

    @unittest.skipUnless(pathlib.Path("/dev/full").exists(), "/dev/full is missing")
    def test_output_device_is_full(self):
        self.write("in.stl", WHOLE)
        self.expect_refusal(self.heddle("stl", "in.stl", "/dev/full"), 1, "No space left on device")
        self.assertTrue(pathlib.Path("/dev/full").is_char_device())

    def test_output_may_not_grow(self):
        self.write("in.stl", to_stl(random_mesh(10000)))
        self.write("out.stl", "precious")
        # A limit on the size of files, in blocks of 512 bytes, simulates a disk that fills up.
        result = self.run_shell("(ulimit -f 64; " + self.command("stl", "in.stl", "out.stl") + ")")
        self.expect_refusal(result, 1, "File too large")
        self.assertEqual(b"precious", self.read("out.stl"))
        self.assertEqual(["in.stl", "out.stl"], self.files())
        # The same holds for a file that is not there yet, and for the mesh that the demonstration makes.
        for arguments in (("stl", "in.stl", "new.stl"), ("demo", "--subdivisions", 5, "--directory", ".")):
            result = self.run_shell("(ulimit -f 64; " + self.command(*arguments, "--device", "cpu") + ")")
            self.expect_refusal(result, 1, "File too large")
            self.assertEqual(["in.stl", "out.stl"], self.files())

    def test_output_is_write_protected(self):
        # Root may write everywhere, unless the process gives up this capability.
        humbly = "setpriv --bounding-set=-dac_override " if os.geteuid() == 0 else ""
        if self.run_shell(humbly + "true").status != 0:
            self.skipTest("root, and no setpriv")
        self.write("in.stl", WHOLE)
        (self.folder / "folder").mkdir()
        self.write("folder/out.stl", "precious")
        for of_file, of_folder, name in ((0o400, 0o700, "out"), (0o700, 0o500, "out"), (0o700, 0o500, "new")):
            (self.folder / "folder/out.stl").chmod(of_file)
            (self.folder / "folder").chmod(of_folder)
            result = self.run_shell(humbly + self.command("stl", "in.stl", f"folder/{name}.stl"))
            self.expect_refusal(result, 1, "Permission denied")
        self.assertEqual(b"precious", self.read("folder/out.stl"))
        (self.folder / "folder").chmod(0o700)

    def test_gpu_is_asked_for_and_missing(self):
        self.write("in.stl", WHOLE)
        # An empty CUDA_VISIBLE_DEVICES hides all GPUs from the runtime.
        result = self.run_shell("CUDA_VISIBLE_DEVICES= " + self.command("stl", "in.stl", "out.stl", "--device", "gpu"))
        self.expect_refusal(result, 3, "there is no GPU")
        self.assertEqual(["in.stl"], self.files())


if __name__ == "__main__":
    unittest.main()
