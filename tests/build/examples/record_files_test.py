# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the example record_files with files that are larger than its pieces, and with files that it refuses."""
import pathlib
import random
import re
import struct
import tempfile
import unittest

from programs import ProgramTest, run


def wrapped(number):
    """Returns a sum as an integer of 64 bits."""
    return (number + 2 ** 63) % 2 ** 64 - 2 ** 63


class RecordFiles(ProgramTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "records.bin")

    def check(self, form, fields, count, *options, header=b"", arguments=None):
        """Writes records, and compares what the program prints on this machine, and on the host."""
        source = random.Random(count)
        body = source.randbytes(count * struct.calcsize(form))
        self.path.write_bytes(header + body)
        records = list(struct.iter_unpack(form, body))
        expected = [(field.split(":")[0], str(min(column)), str(max(column)), str(wrapped(sum(column))))
                    for field, column in zip(fields, zip(*records))]
        arguments = [struct.calcsize(form), *fields] if arguments is None else arguments
        for more in ([], ["--host"], ["--check"]):
            status, output, errors = run("record_files", *options, *more, self.path, *arguments)
            self.assertEqual(0, status, errors)
            self.assertEqual(expected, re.findall(r"(?m)^ *(\d+) +[48] +(-?\d+) +(-?\d+) +(-?\d+)$", output))
            self.assertRegex(output, rf"\A{count} records of {struct.calcsize(form)} bytes on ")
            self.assertRegex(errors, r"\A( *\d+ %, .* GB/s, .* s left\n)+\Z")
            self.assertIn("100 %", errors.splitlines()[-1])
        return errors

    def test_layouts(self):
        self.check("<iqi", ["0:4", "4:8", "12:4"], 1)
        self.check("<iqi", ["0:4", "4:8", "12:4"], 5000, "--piece", 7000)
        self.check(">xiqx", ["1:4:big", "5:8:big"], 100_003, "--piece", 140_007)
        self.check("<iii18x", ["0:4", "4:4", "8:4"], 1000, "--piece", 1, "--skip", 375, header=b"LASF" * 93 + b"abc",
                   arguments=[])

    def test_shows_every_tenth(self):
        errors = self.check("<q", ["0:8"], 10_000, "--piece", 800)
        self.assertLessEqual(10, errors.count("\n"))
        self.assertLessEqual(errors.count("\n"), 11 * 2)

    def test_refusals(self):
        self.path.write_bytes(b"\0" * 100)
        for words, arguments in (
                ("has 100 bytes of records of 30 bytes, so 10 bytes are left over", []),
                ("has 99 bytes of records of 50 bytes", ["50", "0:4", "--skip", "1"]),
                ("has 100 bytes, and thus no records", ["--skip", "100"]),
                ('the field "0:3" is not', ["50", "0:3"]), ('the field "4" is not', ["50", "4"]),
                ('the field "0:4:small" is not', ["50", "0:4:small"]), ('"x" is not a number', ["50", "x:4"]),
                ("reaches outside the record", ["50", "48:4"]), ("overlap", ["50", "0:4", "2:4"]),
                ("a record has no bytes", ["0", "0:4"]), ("no field is given", ["50"]),
                ("the option --fast is unknown", ["--fast"]), ("--skip is unknown or lacks its number", ["--skip"])):
            self.expect_refusal(words, run("record_files", self.path, *arguments))
        self.expect_refusal("no file is given", run("record_files"))
        self.expect_refusal("cannot be opened: No such file", run("record_files", "/nowhere/records.bin"))
        self.expect_refusal("is not a regular file", run("record_files", "/"))
        self.assertIn("--skip N", run("record_files", "--help")[1])


if __name__ == "__main__":
    unittest.main()
