# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Reads the points of a LAS file, keeps the ground, sorts it by time, and writes another file.

las.py [IN.las OUT.las]    by default a file of random points is made

The layouts are those of versions 1.0 to 1.4 and point formats 0 to 3 and 6 to 8 of the ASPRS LAS Specification 1.4, as
laspy names them. What describes all points in the header is written anew: their number, the numbers by return, and the
bounds.
"""

import pathlib
import struct
import sys
import tempfile

import numpy as np

import heddle_cuda as hc

START = [("X", "<i4"), ("Y", "<i4"), ("Z", "<i4"), ("intensity", "<u2"), ("bit_fields", "u1")]
OLD = [*START, ("raw_classification", "u1"), ("scan_angle_rank", "i1"), ("user_data", "u1"),
       ("point_source_id", "<u2")]  # fmt: skip
NEW = [*START, ("classification_flags", "u1"), ("classification", "u1"), ("user_data", "u1"), ("scan_angle", "<i2"),
       ("point_source_id", "<u2"), ("gps_time", "<f8")]  # fmt: skip
TIME, COLOR = [("gps_time", "<f8")], [("red", "<u2"), ("green", "<u2"), ("blue", "<u2")]
FORMATS = {0: OLD, 1: OLD + TIME, 2: OLD + COLOR, 3: OLD + TIME + COLOR, 6: NEW, 7: NEW + COLOR,
           8: [*NEW, *COLOR, ("nir", "<u2")]}  # fmt: skip
CLASSES = {"classification": hc.bits("classification", 0, 8), "raw_classification": hc.bits("raw_classification", 0, 5)}
GROUND = 2
HEADER_BYTES = {0: 227, 1: 227, 2: 227, 3: 235, 4: 375}


def is_version_1_4(file: bytes) -> bool:
    return file[25] >= 4


def points_of(file: bytes) -> tuple[np.dtype, int, int]:
    """Returns the type of the points, the first byte, and their number. Points may have bytes behind their fields."""
    if file[:4] != b"LASF" or file[24] != 1 or file[25] not in HEADER_BYTES:
        sys.exit("las.py: this is no LAS file of a version from 1.0 to 1.4")
    (offset,) = struct.unpack_from("<I", file, 96)
    kind, size, count = struct.unpack_from("<BHI", file, 104)
    if is_version_1_4(file) and count == 0:
        (count,) = struct.unpack_from("<Q", file, 247)
    if kind not in FORMATS:
        what = "compressed: unpack it by laszip" if kind & 0x80 else f"of point format {kind}, which is not in FORMATS"
        sys.exit(f"las.py: the file is {what}")
    fields = np.dtype(FORMATS[kind])
    names = list(fields.names)
    layout = {"names": names, "formats": [fields[name] for name in names],
              "offsets": [fields.fields[name][1] for name in names], "itemsize": size}  # fmt: skip
    return np.dtype(layout), offset, count


def class_field(dtype: np.dtype) -> str:
    return "classification" if "classification" in dtype.names else "raw_classification"


def is_ground(points: hc.Array) -> hc.Array:
    name = CLASSES[class_field(points.dtype)]
    return hc.unpack(points, [name])[name] == GROUND


def header_for(points: np.ndarray, start: bytes, behind: int, removed: int) -> bytes:
    """Returns all that lies before the points of a file, for other points.

    behind: the first byte behind the points of the old file; removed: by how many bytes what lies there moves forward
    """
    header = bytearray(start)
    is_new = is_version_1_4(start)
    has_new_format = header[104] >= 6
    returns = np.bincount(points["bit_fields"] & (0xF if has_new_format else 7), minlength=16)
    # Old counts are 0 in files of new formats.
    old = [len(points), *returns[1:6]] if not has_new_format and len(points) < 2**32 else [0] * 6
    struct.pack_into("<6I", header, 107, *old)
    if is_new:
        struct.pack_into("<16Q", header, 247, len(points), *returns[1:16])
    if len(points):
        scales, shifts = struct.unpack_from("<3d", header, 131), struct.unpack_from("<3d", header, 155)
        for k, name in enumerate("XYZ"):
            bounds = [int(each) * scales[k] + shifts[k] for each in (points[name].max(), points[name].min())]
            struct.pack_into("<2d", header, 179 + 16 * k, *bounds)
    for at in [227] * (header[25] >= 3) + [235] * is_new:  # waveforms, and records of any size
        (place,) = struct.unpack_from("<Q", header, at)
        struct.pack_into("<Q", header, at, place - removed if place >= behind else place)
    return bytes(header)


def made_file(count: int, minor: int = 4, kind: int = 6, more: int = 0) -> bytes:
    """Returns a file of random points, behind a header and a comment of an odd length.

    more: the bytes of a point behind its fields
    """
    random = np.random.default_rng(6)
    file = bytearray(HEADER_BYTES[minor] + 9)
    size = np.dtype(FORMATS[kind]).itemsize + more
    file[:4] = b"LASF"
    struct.pack_into("<BB", file, 24, 1, minor)
    struct.pack_into("<HIIBH", file, 94, HEADER_BYTES[minor], len(file), 0, kind, size)
    struct.pack_into("<6d", file, 131, *[0.01] * 3, *[0.0] * 3)
    dtype = points_of(file)[0]
    points = np.frombuffer(random.bytes(count * size), np.uint8).copy().view(dtype)
    points["X"], points["Y"], points["Z"] = random.integers(0, 10**6, (3, count))
    points["bit_fields"] = 0x11  # the first of one return
    points[class_field(dtype)] = random.integers(1, 4, count)
    if "gps_time" in dtype.names:
        points["gps_time"] = random.random(count)
    return header_for(points, bytes(file), len(file) + points.nbytes, 0) + points.tobytes()


def ground(file: bytes) -> bytes:
    """Returns the file with the points of the ground alone, in the order of their times."""
    dtype, offset, count = points_of(file)
    memory = hc.to_device(np.frombuffer(file, np.uint8))
    points = hc.as_records(memory, dtype, offset=offset, count=count)  # they begin at any byte
    kept = hc.copy_if(points, is_ground(points))
    if "gps_time" in dtype.names:
        kept = hc.sort_by(kept, "gps_time")
    print(f"{count} points of {dtype.itemsize} bytes at byte {offset}; {len(kept)} are ground")
    behind = offset + count * dtype.itemsize
    header = header_for(kept.to_host(), file[:offset], behind, (count - len(kept)) * dtype.itemsize)
    return header + kept.to_host().tobytes() + file[behind:]


def main(arguments: list[str]) -> None:
    if arguments:
        source, target = map(pathlib.Path, arguments)
    else:
        folder = pathlib.Path(tempfile.mkdtemp())
        source, target = folder / "points.las", folder / "ground.las"
        source.write_bytes(made_file(100_000))
    target.write_bytes(ground(source.read_bytes()))
    dtype, offset, count = points_of(target.read_bytes())
    points = np.frombuffer(target.read_bytes(), dtype, count, offset)
    assert is_ground(hc.to_device(points)).all()
    print(f"wrote {target}")


if __name__ == "__main__":
    main(sys.argv[1:])
