# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Types of records for tests."""

import itertools

import numpy as np
from hypothesis import strategies as st

SCALARS = ["b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16", "S1", "S5", "U3", "V7",
           "M8[ns]", "m8[s]"]  # fmt: skip

LAS_6 = np.dtype([
    ("X", "i4"), ("Y", "i4"), ("Z", "i4"), ("intensity", "u2"), ("returns", "u1"), ("flags", "u1"),
    ("classification", "u1"), ("user_data", "u1"), ("scan_angle", "i2"), ("point_source_id", "u2"), ("gps_time", "f8"),
])  # fmt: skip
PARTICLE = np.dtype([("x", "f4", 3), ("v", "f4", 3), ("mass", "f4")])
NESTED = np.dtype(
    [("id", "u1"), ("pose", [("at", "f8", (2, 2)), ("kind", "S3")], 2), ("class", "i2"), ("a b", "f2")], align=True
)
REORDERED = np.dtype({"names": ["b", "a", "c"], "formats": ["f4", "f8", "u1"], "offsets": [16, 4, 1], "itemsize": 24})
OVERLAPPING = np.dtype(
    {"names": ["rgb", "r", "xy"], "formats": ["f4", "u1", ("f4", (2, 2))], "offsets": [0, 2, 0], "itemsize": 20}
)
LARGE = np.dtype([("a", "f4"), ("blob", "V700"), ("b", "f8", 9)])
MANY = np.dtype([(f"f{k}", "u1") for k in range(300)])
ALL = [LAS_6, PARTICLE, NESTED, REORDERED, OVERLAPPING, LARGE, MANY]


def overlaps(dtype):
    """Returns whether fields share bytes."""
    ranges = sorted((dtype.fields[name][1], dtype.fields[name][0].itemsize) for name in dtype.names)
    return any(a + size > b for (a, size), (b, _) in itertools.pairwise(ranges))


@st.composite
def dtypes(draw, depth=1):
    """Packed, aligned and padded types, in any order of the offsets, with arrays and structs in them."""
    count = draw(st.integers(1, 6))
    formats = []
    for _ in range(count):
        base = (
            draw(dtypes(depth - 1))
            if depth and draw(st.integers(0, 5)) == 0
            else np.dtype(draw(st.sampled_from(SCALARS)))
        )
        shape = draw(st.sampled_from([(), (), (), (1,), (3,), (2, 2)]))
        formats.append(np.dtype((base, shape)) if shape else base)
    alphabet = "abcXYZ_019 -é"
    names = draw(st.lists(st.text(alphabet, min_size=1, max_size=5), min_size=count, max_size=count, unique=True))
    way = draw(st.sampled_from(["packed", "aligned", "offsets"]))
    if way != "offsets":
        return np.dtype(list(zip(names, formats, strict=True)), align=way == "aligned")
    order = draw(st.permutations(range(count)))
    offsets = [0] * count
    end = 0
    for k in order:
        offsets[k] = end + draw(st.integers(0, 3))
        end = offsets[k] + formats[k].itemsize
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": end + draw(st.integers(0, 5))})


@st.composite
def mixed_orders(draw, types):
    """Types whose fields have either byte order."""
    dtype = draw(types)
    orders = draw(st.lists(st.sampled_from("<>>"), min_size=len(dtype.names), max_size=len(dtype.names)))
    formats = [dtype[name].newbyteorder(order) for name, order in zip(dtype.names, orders, strict=True)]
    offsets = [dtype.fields[name][1] for name in dtype.names]
    return np.dtype({"names": dtype.names, "formats": formats, "offsets": offsets, "itemsize": dtype.itemsize})


def random_records(random, dtype, count):
    """Returns records of random bytes. Those of a bool are 0 or 1."""
    records = np.frombuffer(random.bytes(count * dtype.itemsize), np.uint8).copy()
    result = records.view(dtype) if count else np.zeros(0, dtype)
    _repair(result, random)
    return result


def _repair(values, random):
    if values.dtype.names is not None:
        for name in values.dtype.names:
            _repair(values[name], random)
    elif values.dtype.kind == "b":
        values[...] = random.integers(0, 2, values.shape) != 0


def same(a, b):
    """Compares arrays bytewise, also beside fields."""
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
