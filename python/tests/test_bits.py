# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Bit fields of records, compared with shifts in NumPy."""

import dtypes
import numpy as np
import pytest
from dtypes import random_records, same
from test_records import field, set_field

import heddle_cuda as hc

FLAGS = np.dtype([("x", "f4"), ("a", "u1"), ("b", ">u2"), ("c", "<i4"), ("d", ">i8"), ("e", "u2", (2, 2))])


def numbers_of(records, name):
    """Returns a field as unsigned integers of this machine."""
    values = field(records, name)
    values = values.astype(values.dtype.newbyteorder("="))
    return values.view(f"u{values.dtype.itemsize}")


@pytest.mark.parametrize(
    ("name", "first", "count"),
    [("a", 0, 3), ("a", 7, 1), ("a", 0, 8), ("b", 4, 12), ("c", 31, 1), ("c", 5, 20), ("d", 60, 4), ("d", 0, 64),
     ("e", 3, 9)],
)  # fmt: skip
def test_one(gpu, random, name, first, count):
    records = random_records(random, FLAGS, 300)
    view, bits = hc.to_device(records), hc.bits(name, first, count)
    assert bits == f"{name}[{first}:{first + count}]"
    before, mask = numbers_of(records, name), np.uint64(2**count - 1)
    values = (before.astype("u8") >> np.uint64(first) & mask).astype(before.dtype)
    result = hc.unpack(view, (each for each in ("x", bits)))
    assert list(result) == ["x", bits] and same(result[bits].to_host(), values)
    assert same(result["x"].to_host(), field(records, "x"))

    # Values of another type, with bits that are ignored.
    new = random.integers(-(2**62), 2**62, values.shape)
    assert hc.pack({bits: hc.to_device(new)}, into=view) is view
    shifted = (new.astype("u8") & mask) << np.uint64(first)
    kept = before.astype("u8") & ~(mask << np.uint64(first))
    expected = (kept | shifted).astype(before.dtype)
    set_field(records, name, expected.view(before.dtype.str.replace("u", records.dtype[name].base.kind)).astype(
        records.dtype[name].base))  # fmt: skip
    assert same(view.to_host(), records)


def test_several(gpu, random):
    """Several of one field, which is itself unpacked, and the same again with new records."""
    records = random_records(random, dtypes.LAS_6, 100)
    view = hc.to_device(records)
    number, count = hc.bits("returns", 0, 4), hc.bits("returns", 4, 4)
    for _ in range(2):
        arrays = hc.unpack(view, [count, "returns", number, "X", number])
        assert list(arrays) == ["returns[4:8]", "returns", "returns[0:4]", "X"]
        assert same(arrays["returns"].to_host(), records["returns"].copy())
        assert same(arrays[number].to_host(), records["returns"] & 15)
        assert same(arrays[count].to_host(), records["returns"] >> 4)
    made = hc.pack({number: arrays[number], "X": arrays["X"], count: arrays[count]}, dtypes.LAS_6)
    expected = np.zeros(100, dtypes.LAS_6)
    expected["X"], expected["returns"] = records["X"], records["returns"]
    assert same(made.to_host(), expected)
    for k in (3, 5):
        hc.pack({number: hc.to_device(np.full(100, k)), "X": arrays["X"]}, into=view)
        records["returns"] = (records["returns"] & 0xF0) | k
        assert same(view.to_host(), records)
    assert len(hc.unpack(view[:0], [number])[number]) == 0
    is_last = hc.to_device(np.arange(100) % 2 == 0)
    hc.pack({hc.bits("flags", 7): is_last}, into=view)
    assert same(hc.unpack(view, [hc.bits("flags", 7)])["flags[7:8]"].to_host(), is_last.to_host().astype("u1"))


def test_errors(gpu, random):
    view = hc.to_device(random_records(random, FLAGS, 10))
    new = hc.to_device(np.zeros(10, "u1"))
    for call, error, message in [
        (lambda: hc.bits(3, 0), TypeError, "the name of a field"),
        (lambda: hc.bits("a", 0, 0), ValueError, "first is 0 and count 0"),
        (lambda: hc.bits("a", -1), ValueError, "first is -1"),
        (lambda: hc.bits("a", 60, 5), ValueError, "bits 0 to 63"),
        (lambda: hc.bits("a", 1.5), TypeError, "integer"),
        (lambda: hc.unpack(view, [hc.bits("a", 6, 3)]), hc.LayoutError, r"a\[6:9\] is beyond the 8 bits"),
        (lambda: hc.unpack(view, [hc.bits("x", 0)]), hc.LayoutError, "bits are those of integers"),
        (lambda: hc.unpack(view, [hc.bits("no", 0)]), hc.LayoutError, "no field 'no'"),
        (lambda: hc.unpack(view, out={hc.bits("a", 0): new}), hc.LayoutError, "out has bits"),
        (lambda: hc.pack({hc.bits("a", 0): new, "a": new}, into=view), hc.LayoutError, r"the fields \['a'\] and bits"),
        (lambda: hc.pack({hc.bits("a", 0, 2): new, hc.bits("a", 1): new}, into=view), hc.LayoutError, "other values"),
        (lambda: hc.pack({hc.bits("a", 0): new[:5]}, into=view), hc.ArrayError, r"the shape \(5,\), and needs \(10,\)"),
        (lambda: hc.pack({hc.bits("a", 0): hc.to_device(np.zeros(10))}, into=view), hc.LayoutError, "float64"),
        (lambda: hc.pack({hc.bits("a", 0): np.zeros(10, "u1")}, into=view), TypeError, "to_device"),
        (lambda: hc.pack({hc.bits("a", 0): new}), TypeError, "pass dtype"),
    ]:
        with pytest.raises(error, match=message):
            call()
