# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the built program in a folder of its own, and checks its output and its files. Reads and writes binary STL files
without code of the program. The environment variable HEDDLE_PROGRAM is the path of the program:

    HEDDLE_PROGRAM=build/test/bin/heddle python3 tests/program/plan_test.py
"""
import math
import os
import pathlib
import random
import re
import shlex
import shutil
import struct
import subprocess
import tempfile
import typing
import unittest

PROGRAM = os.path.abspath(os.environ["HEDDLE_PROGRAM"])
HEADER_BYTES = 84
# A facet is a list of 13 numbers: the normal, three vertices, and the attribute.
FACET = struct.Struct("<12fH")


def to_stl(facets, title="a title"):
    return struct.pack("<80sI", title.encode("latin-1"), len(facets)) + b"".join(FACET.pack(*f) for f in facets)


def from_stl(content):
    count = struct.unpack_from("<I", content, 80)[0]
    if len(content) != HEADER_BYTES + count * FACET.size:
        raise AssertionError(f"{len(content)} bytes are no binary STL file")
    return [list(facet) for facet in FACET.iter_unpack(content[HEADER_BYTES:])]


def expected_normal(facet):
    """Returns the normal of a triangle that is not degenerate."""
    u, v = ([facet[vertex + k] - facet[3 + k] for k in range(3)] for vertex in (6, 9))
    normal = [u[a] * v[b] - u[b] * v[a] for a, b in ((1, 2), (2, 0), (0, 1))]
    length = math.hypot(*normal)
    return [x / length for x in normal]


def has_right_normal(facet):
    return all(abs(x - right) <= 1e-7 for x, right in zip(facet, expected_normal(facet)))


def with_right_normals(facets):
    return from_stl(to_stl([expected_normal(facet) + facet[3:] for facet in facets]))


def random_mesh(count, seed=20260101):
    """Returns random triangles with random normals and attributes."""
    source = random.Random(seed)
    return from_stl(to_stl([[*(source.uniform(-100, 100) for _ in range(12)), source.randrange(1 << 16)]
                            for _ in range(count)]))


class Outcome(typing.NamedTuple):
    status: int
    output: str  # each character is a byte
    errors: str

    def first_line(self):
        return self.output.partition("\n")[0]

    def number(self, name):
        """Returns the number after `name`, in the first line that begins with `name`. Ignores line 1 of the output."""
        match = re.search(rf"\n *{name} *:? +(-?[0-9.e+-]+)", self.output)
        if not match:
            raise AssertionError(f"no {name} in:\n{self.output}")
        return float(match[1])


class ProgramTest(unittest.TestCase):
    """Runs each test in an empty folder, which is removed after the test."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="heddle-program-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def run_shell(self, command):
        # These files lie beside the folder, so that the folder contains only files of the program and of the test.
        captured = [pathlib.Path(f"{self.folder}.{end}") for end in ("out", "err")]
        with open(captured[0], "wb") as output, open(captured[1], "wb") as errors:
            status = subprocess.run(command, shell=True, cwd=self.folder, stdout=output, stderr=errors).returncode
        result = Outcome(status, *(path.read_bytes().decode("latin-1") for path in captured))
        for path in captured:
            path.unlink()
        return result

    @staticmethod
    def command(*arguments):
        return shlex.join([PROGRAM, *map(str, arguments)])

    def heddle(self, *arguments):
        return self.run_shell(self.command(*arguments))

    def run_well(self, *arguments):
        """Runs the program. Checks that the program succeeds and writes nothing to standard error."""
        result = self.heddle(*arguments)
        self.assertEqual((0, ""), (result.status, result.errors), arguments)
        return result

    def write(self, name, content):
        (self.folder / name).write_bytes(content.encode("latin-1") if isinstance(content, str) else content)

    def read(self, name):
        return (self.folder / name).read_bytes()

    def files(self):
        return sorted(os.listdir(self.folder))

    def expect_refusal(self, result, status, words):
        """Checks the exit status, and checks that standard error is one line that contains `words`."""
        self.assertEqual(status, result.status, result.errors)
        self.assertRegex(result.errors, r"\Aheddle: [^\n]*\n\Z")
        self.assertIn(words, result.errors)

    def expect_repaired(self, before, after):
        """Checks that `after` is `before` with correct normals and without other changes."""
        self.assertEqual(len(before), len(after))
        for number, (old, new) in enumerate(zip(before, after)):
            if old[3:] != new[3:] or not has_right_normal(new):
                self.fail(f"facet {number}: {old} became {new}")

    def expect_mesh(self, before, name):
        self.expect_repaired(before, from_stl(self.read(name)))
