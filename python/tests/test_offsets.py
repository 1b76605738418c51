# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Records at any bytes of a buffer, and ranges of bytes, compared with NumPy."""

import dtypes
import numpy as np
import pytest
from dtypes import random_records, same
from hypothesis import given
from hypothesis import strategies as st

import heddle_cuda as hc

ALL_KINDS = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"]


def buffer_of(random, size, shift):
    """Returns bytes, and a copy on the GPU that begins `shift` bytes behind a multiple of 16."""
    whole = hc.to_device(np.frombuffer(random.bytes(shift + size), "u1"))
    part = whole[shift:]
    return part.to_host(), part


def records_at(host, dtype, offsets):
    """Returns the records at some bytes, zeros where they do not lie within the buffer."""
    result = np.zeros((len(offsets), dtype.itemsize), "u1")
    for row, at in zip(result, map(int, offsets), strict=True):
        if 0 <= at <= len(host) - dtype.itemsize:
            row[:] = host[at : at + dtype.itemsize]
    return result.reshape(-1).view(dtype)


@given(
    dtype=dtypes.mixed_orders(dtypes.dtypes()), kind=st.sampled_from(ALL_KINDS), count=st.sampled_from([1, 33, 400]),
    size=st.sampled_from([1, 40, 300, 1000]), shift=st.integers(0, 17),
)  # fmt: skip
def test_take_at(gpu, dtype, kind, count, size, shift):
    random = np.random.default_rng(count + size)
    host, buffer = buffer_of(random, size, shift)
    limits = np.iinfo(kind)
    offsets = random.integers(max(limits.min, -10), min(limits.max, size + 10), count, endpoint=True).astype(kind)
    expected = records_at(host, dtype, offsets)
    result = hc.take_at(buffer, dtype, hc.to_device(offsets))
    assert same(result.to_host(), expected)
    out = hc.to_device(np.ones(count, dtype.str).view(dtype))
    assert hc.take_at(buffer, dtype, hc.to_device(offsets), out=out) is out
    assert same(out.to_host(), expected)


@pytest.mark.parametrize("size", [1, 3, 16, 28, 513, 5000])
@pytest.mark.parametrize("shift", [0, 3])
def test_put_at(gpu, random, size, shift):
    """Records that do not overlap. The bytes between them stay."""
    dtype = np.dtype(f"V{size}")
    host, buffer = buffer_of(random, 40 * (size + 3), shift)
    offsets = np.cumsum(size + random.integers(0, 4, 37)) - size
    offsets[5:8] = [-1, len(host) - size + 1, 2**62]
    records = random_records(random, dtype, len(offsets))
    expected = host.copy()
    for at, row in zip(offsets, records.view("u1").reshape(-1, size), strict=True):
        if 0 <= at <= len(host) - size:
            expected[at : at + size] = row
    hc.put_at(buffer, hc.to_device(offsets), hc.to_device(records))
    assert same(buffer.to_host(), expected)
    back = hc.take_at(buffer, dtype, hc.to_device(offsets)).to_host()
    assert same(back, records_at(expected, dtype, offsets))


def test_buffers_of_any_type(gpu, random):
    """Offsets count bytes; a list of a few is copied."""
    host = random.integers(0, 2**31, (6, 5), dtype="i4")
    dtype = np.dtype([("a", "u1"), ("b", ">u4")])
    result = hc.take_at(hc.to_device(host), dtype, [0, 3, 115])
    assert same(result.to_host(), records_at(host.view("u1").reshape(-1), dtype, [0, 3, 115]))
    assert len(hc.take_at(hc.to_device(host), dtype, [])) == 0
    hc.put_at(hc.to_device(host), [], result[:0])


def test_range_is_checked(gpu):
    buffer = hc.to_device(np.arange(20, dtype="u1"))
    dtype = np.dtype("V8")
    records = hc.to_device(np.zeros(3, dtype))
    for offsets, message in [
        ([0, 12, 13], r"offsets\[2\] is 13, but records that lie within the buffer begin at byte 12 at the latest"),
        ([0, -1, 13], r"offsets\[1\] is -1"),
        (np.array([3, -128, 4], "i1"), r"offsets\[1\] is -128"),
        ([2**63 - 1, 0, 0], r"offsets\[0\] is 9223372036854775807"),
    ]:
        order = offsets if isinstance(offsets, list) else hc.to_device(offsets)
        with pytest.raises(hc.OutOfRangeError, match=message):
            hc.take_at(buffer, dtype, order, mode="raise")
        with pytest.raises(hc.OutOfRangeError, match=message):
            hc.put_at(buffer, order, records, mode="raise")
    assert same(buffer.to_host(), np.arange(20, dtype="u1"))
    assert len(hc.take_at(buffer, dtype, [12, 0], mode="raise")) == 2
    small = hc.to_device(np.zeros(5, "u1"))
    assert same(hc.take_at(small, dtype, [0]).to_host(), np.zeros(1, dtype))
    hc.put_at(small, [0], records[:1])
    with pytest.raises(hc.OutOfRangeError, match=r"offsets\[0\] is 0, but the buffer has fewer bytes than a record, 8"):
        hc.take_at(small, dtype, [0], mode="raise")


def test_errors(gpu):
    buffer, dtype = hc.to_device(np.arange(64, dtype="u1")), dtypes.PARTICLE
    records = hc.to_device(np.zeros(2, dtype))
    for call, error, message in [
        (lambda: hc.take_at(buffer[::2], dtype, [0]), hc.ArrayError, "buffer is not contiguous"),
        (lambda: hc.take_at(np.zeros(64), dtype, [0]), TypeError, r"to_device\(a\)"),
        (lambda: hc.take_at(buffer, "f4", [0]), hc.LayoutError, "has none"),
        (lambda: hc.take_at(buffer, dtype, [0.5]), hc.LayoutError, "offsets have the type float64"),
        (lambda: hc.take_at(buffer, dtype, [0], mode="wrap"), ValueError, "mode is"),
        (lambda: hc.take_at(buffer, dtype, [], mode="wrap"), ValueError, "mode is"),
        (lambda: hc.take_at(buffer, dtype, [0], out=records), hc.ArrayError, r"the shape \(1,\)"),
        (lambda: hc.take_at(records, dtype, [0, 0], out=records), hc.ArrayError, "out and buffer overlap"),
        (lambda: hc.put_at(buffer, [0], records), hc.ArrayError, r"the shape of the offsets, \(1,\)"),
        (lambda: hc.put_at(records, [0, 0], records), hc.ArrayError, "buffer and records overlap"),
        (lambda: hc.put_at(buffer, [0, 0], records[["x", "v"]]), hc.ArrayError, "whole records"),
    ]:
        with pytest.raises(error, match=message):
            call()


def ranges_of(host, offsets, lengths):
    is_right = (offsets >= 0) & (lengths >= 0) & (offsets + lengths <= len(host))
    parts = [
        host[at : at + size] if right else host[:0] for at, size, right in zip(offsets, lengths, is_right, strict=True)
    ]
    begins = np.cumsum([0, *map(len, parts)]).astype("i8")
    return np.concatenate([host[:0], *parts]), begins


@pytest.mark.parametrize(("count", "longest"), [(0, 1), (1, 40), (40, 3), (40, 700), (2048, 1), (2048, 40), (4100, 9)])
def test_take_ranges(gpu, random, count, longest):
    """Ranges without bytes, those of many threads, and those that do not lie within the buffer."""
    host, buffer = buffer_of(random, 2000, int(random.integers(17)))
    offsets, lengths = random.integers(-5, 2010, count), random.integers(0, longest, count)
    lengths[count // 3 : count // 2] = 0
    data, begins = hc.take_ranges(buffer, hc.to_device(offsets), hc.to_device(lengths))
    expected = ranges_of(host, offsets, lengths)
    assert same(data.to_host(), expected[0]) and same(begins.to_host(), expected[1])
    if len(bad := np.flatnonzero((offsets < 0) | (offsets + lengths > 2000))):
        bad = bad[0]
        message = rf"offsets\[{bad}\] is {offsets[bad]} and lengths\[{bad}\] is {lengths[bad]}, but the buffer has 2000"
        with pytest.raises(hc.OutOfRangeError, match=message):
            hc.take_ranges(buffer, hc.to_device(offsets), hc.to_device(lengths), mode="raise")


def test_ranges_of_other_types(gpu, random):
    host, buffer = buffer_of(random, 300, 1)
    for kind in ["i1", "u2", "u8"]:
        offsets, lengths = random.integers(0, 120, 50).astype(kind), random.integers(0, 100, 50).astype(kind)
        data, begins = hc.take_ranges(buffer, hc.to_device(offsets), hc.to_device(lengths), mode="raise")
        expected = ranges_of(host, offsets.astype("i8"), lengths.astype("i8"))
        assert same(data.to_host(), expected[0]) and same(begins.to_host(), expected[1])
    data, begins = hc.take_ranges(buffer, [5, 0, 300, 2**62, -1, 7], [3, -1, 0, 2**62, 1, 294])
    assert same(data.to_host(), host[5:8]) and begins.tolist() == [0, 3, 3, 3, 3, 3, 3]


def test_errors_of_ranges(gpu):
    buffer = hc.to_device(np.arange(64, dtype="u1"))
    for arguments, error, message in [
        ((buffer, [0], [1, 2]), hc.ArrayError, r"offsets and lengths must have one shape.*\(1,\) and \(2,\)"),
        ((buffer, [0], [1.5]), hc.LayoutError, "lengths have the type float64"),
        ((buffer[::2], [0], [1]), hc.ArrayError, "buffer is not contiguous"),
    ]:
        with pytest.raises(error, match=message):
            hc.take_ranges(*arguments)
    with pytest.raises(ValueError, match="mode is"):
        hc.take_ranges(buffer, [0], [1], mode="wrap")
