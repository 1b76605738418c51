# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the example lidar with LAS files, whole and damaged."""
import pathlib
import struct
import tempfile
import unittest

from programs import ProgramTest, run

RECORD_BYTES = {0: 20, 1: 28, 3: 34, 6: 30}


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


class LasFiles(ProgramTest):
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
            self.expect_refusal(text, self.check(content, cut))
        self.expect_refusal("cannot be opened", run("lidar", "/nowhere/scan.las"))
        self.expect_refusal("cannot be read", run("lidar", "/"))


if __name__ == "__main__":
    unittest.main()
