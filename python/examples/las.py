# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Reads the points of a LAS file, keeps the ground, sorts it by time, and writes another file.

las.py [IN.las OUT.las]    by default a file of random points is made

The layouts are those of point formats 0 to 3 and 6 to 8 of the ASPRS LAS Specification 1.4, as laspy names them.
"""

import pathlib
import struct
import sys
import tempfile

import numpy as np

import heddle_cuda as hc

START = [("X", "<i4"), ("Y", "<i4"), ("Z", "<i4"), ("intensity", "<u2")]
OLD = [*START, ("bit_fields", "u1"), ("raw_classification", "u1"), ("scan_angle_rank", "i1"), ("user_data", "u1"),
       ("point_source_id", "<u2")]  # fmt: skip
NEW = [*START, ("bit_fields", "u1"), ("classification_flags", "u1"), ("classification", "u1"), ("user_data", "u1"),
       ("scan_angle", "<i2"), ("point_source_id", "<u2"), ("gps_time", "<f8")]  # fmt: skip
TIME, COLOR = [("gps_time", "<f8")], [("red", "<u2"), ("green", "<u2"), ("blue", "<u2")]
FORMATS = {0: OLD, 1: OLD + TIME, 2: OLD + COLOR, 3: OLD + TIME + COLOR, 6: NEW, 7: NEW + COLOR,
           8: [*NEW, *COLOR, ("nir", "<u2")]}  # fmt: skip
CLASS_BITS = {"classification": 0xFF, "raw_classification": 0x1F}
GROUND = 2
HEADER = 375


def points_of(file: bytes) -> tuple[np.dtype, int, int, int]:
    """Returns the type of the points, the first byte, the distance from one to the next, and their number."""
    (offset,) = struct.unpack_from("<I", file, 96)
    kind, step, count = struct.unpack_from("<BHI", file, 104)
    if count == 0:  # since version 1.4, the number has 64 bits
        (count,) = struct.unpack_from("<Q", file, 247)
    return np.dtype(FORMATS[kind & 0x3F]), offset, step, count


def class_field(dtype: np.dtype) -> str:
    return "classification" if "classification" in dtype.names else "raw_classification"


def made_file(count: int) -> bytes:
    """Returns a file of random points of format 6, behind a header and a comment of an odd length."""
    random = np.random.default_rng(6)
    points = np.zeros(count, NEW)
    points["X"], points["Y"] = random.integers(0, 10**6, (2, count))
    points["classification"] = random.integers(1, 4, count)
    points["gps_time"] = random.random(count)
    file = bytearray(HEADER + 9)
    file[:4] = b"LASF"
    struct.pack_into("<BB", file, 24, 1, 4)
    struct.pack_into("<HI", file, 94, HEADER, len(file))
    struct.pack_into("<BHI", file, 104, 6, points.dtype.itemsize, 0)
    struct.pack_into("<Q", file, 247, count)
    return bytes(file) + points.tobytes()


def ground(file: bytes) -> bytes:
    """Returns the file with the points of the ground alone, in the order of their times."""
    dtype, offset, step, count = points_of(file)
    memory = hc.to_device(np.frombuffer(file, np.uint8))
    # The points begin at any byte, and may have more bytes than their format.
    points = hc.as_records(memory, dtype, stride=step, offset=offset, count=count)
    field = class_field(dtype)
    classes = hc.unpack(points, [field])[field].to_host() & CLASS_BITS[field]
    kept = hc.copy_if(points, hc.to_device(classes == GROUND))
    if "gps_time" in dtype.names:
        kept = hc.sort_by(kept, "gps_time")
    print(f"{count} points of {step} bytes at byte {offset}; {len(kept)} are ground")
    header = bytearray(file[:offset])
    struct.pack_into("<HI", header, 105, dtype.itemsize, 0)
    struct.pack_into("<Q", header, 247, len(kept))
    return bytes(header) + kept.to_host().tobytes()


def main(arguments: list[str]) -> None:
    if arguments:
        source, target = map(pathlib.Path, arguments)
    else:
        folder = pathlib.Path(tempfile.mkdtemp())
        source, target = folder / "points.las", folder / "ground.las"
        source.write_bytes(made_file(100_000))
    target.write_bytes(ground(source.read_bytes()))
    dtype, offset, _, count = points_of(target.read_bytes())
    points = np.frombuffer(target.read_bytes(), dtype, count, offset)
    field = class_field(dtype)
    assert ((points[field] & CLASS_BITS[field]) == GROUND).all()
    print(f"wrote {target}")


if __name__ == "__main__":
    main(sys.argv[1:])
