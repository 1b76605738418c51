# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the functions with NumPy, for many types, sizes, strides and addresses."""

import dtypes
import host_gpu
import numpy as np
import pytest
from dtypes import random_records, same
from hypothesis import given
from hypothesis import strategies as st

import heddle_cuda as hc

COUNTS = st.sampled_from([0, 1, 31, 257, 1000])
TYPES = pytest.mark.parametrize("dtype", dtypes.ALL, ids=lambda dtype: str(dtype.itemsize))


def rows_of(records):
    """Returns the bytes of records, a row for each."""
    return records.view(np.uint8).reshape(len(records), records.dtype.itemsize)


def field(records, name):
    """Returns a contiguous copy of a field, byte by byte: NumPy's copies of structs leave out their padding."""
    dtype, offset = records.dtype.fields[name][:2]
    rows = rows_of(records)[:, offset : offset + dtype.itemsize].copy()
    base, shape = dtype.subdtype or (dtype, ())
    return rows.reshape(-1).view(base).reshape(len(records), *shape)


def set_field(records, name, values):
    dtype, offset = records.dtype.fields[name][:2]
    rows = rows_of(records)
    rows[:, offset : offset + dtype.itemsize] = (
        np.ascontiguousarray(values).view(np.uint8).reshape(len(records), dtype.itemsize)
    )


def on_gpu(records, stride=None, offset=0):
    """Returns records on the GPU, with a distance and at an address, and the array of bytes that they lie in."""
    size = records.dtype.itemsize
    stride = stride or size
    memory = np.full(offset + len(records) * stride, 0x5A, np.uint8)
    for k in range(len(records)):
        memory[offset + k * stride :][:size] = rows_of(records)[k]
    # The last record ends at the end of the memory.
    memory = memory[: offset + max(0, len(records) - 1) * stride + size * bool(len(records))]
    whole = hc.to_device(memory)
    return hc.as_records(whole, records.dtype, stride=stride, offset=offset, count=len(records)), whole, memory


def name(value):
    return f"{len(value.names)}x{value.itemsize}" if isinstance(value, np.dtype) else str(value)


KERNELS = pytest.mark.parametrize("specialize", [False, True], ids=["for all types", "for the type"])
PLACES = {"contiguous": (0, 0), "shifted": (0, 7), "odd": (1, 1), "gap": (18, 16), "apart": (40, 2)}  # gap, offset


@pytest.mark.parametrize(
    ("dtype", "place"),
    [
        (dtype, place)
        for dtype in dtypes.ALL
        for place in PLACES
        if place in ("contiguous", "odd") or dtype in (dtypes.LAS_6, dtypes.PARTICLE)
    ],
    ids=name,
)
@KERNELS
def test_unpack(gpu, random, dtype, place, specialize):
    records = random_records(random, dtype, 600)
    gap, offset = PLACES[place]
    view, _, _ = on_gpu(records, dtype.itemsize + gap, offset)
    result = hc.unpack(view, specialize=specialize)
    assert list(result) == list(dtype.names)
    for name, array in result.items():
        assert same(array.to_host(), field(records, name)), name


@KERNELS
@given(dtype=dtypes.dtypes(), count=COUNTS, gap=st.integers(0, 40), offset=st.integers(0, 17), data=st.data())
def test_unpack_and_pack_some(gpu, specialize, dtype, count, gap, offset, data):
    random = np.random.default_rng(count + gap)
    records = random_records(random, dtype, count)
    names = data.draw(st.lists(st.sampled_from(dtype.names), min_size=1, unique=True))
    view, whole, memory = on_gpu(records, dtype.itemsize + gap, offset)
    values = hc.unpack(view, names, specialize=specialize)
    for name in names:
        assert same(values[name].to_host(), field(records, name)), name
    expected = np.zeros(count, dtype)
    expected.view(np.uint8)[:] = 0
    for name in names:
        set_field(expected, name, field(records, name))
    assert same(hc.pack(values, dtype, specialize=specialize).to_host(), expected)
    # In place: only the bytes of these fields change.
    others = random_records(random, dtype, count)
    hc.pack({name: hc.to_device(field(others, name)) for name in names}, into=view, specialize=specialize)
    for name in names:
        set_field(records, name, field(others, name))
    for k in range(count):
        memory[offset + k * (dtype.itemsize + gap) :][: dtype.itemsize] = rows_of(records)[k]
    assert same(whole.to_host(), memory)


@TYPES
@KERNELS
def test_pack_new_records(gpu, random, dtype, specialize):
    if dtypes.overlaps(dtype):
        pytest.skip("fields share bytes")
    records = random_records(random, dtype, 300)
    values = {name: hc.to_device(field(records, name)) for name in dtype.names}
    expected = np.zeros(300, dtype)
    for name in dtype.names:
        set_field(expected, name, field(records, name))
    assert same(hc.pack(values, dtype, specialize=specialize).to_host(), expected)


@KERNELS
@pytest.mark.parametrize("offset", [0, 1, 4, 7, 12])
@pytest.mark.parametrize(
    "dtype", [dtypes.LAS_6, dtypes.PARTICLE, np.dtype([("x", "f4", 3), ("v", "f8", 4), ("n", "i4")])], ids=name
)
def test_pack_at_any_address(gpu, random, dtype, offset, specialize):
    records = random_records(random, dtype, 300)
    view, whole, memory = on_gpu(random_records(random, dtype, 300), offset=offset)

    def pack(records, view):
        values = {name: hc.to_device(field(records, name)) for name in dtype.names}
        hc.pack(values, into=view, specialize=specialize)

    pack(records, view)
    memory[offset:] = records.view(np.uint8)
    assert same(whole.to_host(), memory)
    for count in (1, 2):
        pack(records[5 : 5 + count], view[:count])
    memory[offset:][: 2 * dtype.itemsize] = records[5:7].view(np.uint8)
    assert same(whole.to_host(), memory)


@pytest.mark.parametrize(
    ("dtype", "kind", "place"),
    [
        *((dtype, "i8", "odd") for dtype in dtypes.ALL),
        *((dtypes.LAS_6, kind, "contiguous") for kind in ("i4", "u8", "i1")),
    ],
    ids=name,
)
@KERNELS
def test_take_and_put(gpu, random, dtype, kind, place, specialize):
    records = random_records(random, dtype, 100)
    gap, offset = PLACES[place]
    view, _, _ = on_gpu(records, dtype.itemsize + gap, offset)
    low = 0 if kind[0] == "u" else -100
    indices = random.integers(low, 100, 333).astype(kind)
    rows = rows_of(records)
    assert same(hc.take(view, hc.to_device(indices), checked=True, specialize=specialize).to_host(),
                rows[indices.astype("i8")].reshape(-1).view(dtype))  # fmt: skip
    order = random.permutation(100)[:60].astype(kind)
    values = random_records(random, dtype, 60)
    hc.put(view, hc.to_device(order), hc.to_device(values), checked=True, specialize=specialize)
    rows[order] = rows_of(values)
    assert same(hc.take(view, hc.to_device(np.arange(100))).to_host(), records)


def test_indices_out_of_range(gpu, random):
    records = random_records(random, dtypes.LAS_6, 10)
    view = hc.to_device(records)
    indices = hc.to_device(np.array([3, 10, -11, -10, 2**40]))
    values = hc.to_device(random_records(random, dtypes.LAS_6, 5))
    result = hc.take(view, indices).to_host()
    zero = np.zeros(1, dtypes.LAS_6)[0]
    assert result.tolist() == [records[3].tolist(), zero.tolist(), zero.tolist(), records[0].tolist(), zero.tolist()]
    with pytest.raises(hc.OutOfRangeError, match=r"indices\[1\] is 10, but there are 10 records"):
        hc.take(view, indices, checked=True)
    with pytest.raises(hc.OutOfRangeError, match=r"indices\[1\] is 10"):
        hc.put(view, indices, values, checked=True)
    assert same(view.to_host(), records)
    hc.put(view, indices, values)
    records[3], records[0] = values.to_host()[0], values.to_host()[3]
    assert same(view.to_host(), records)
    with pytest.raises(hc.OutOfRangeError, match="there are 0 records"):
        hc.take(view[:0], indices)


@KERNELS
@pytest.mark.parametrize("dtype", [dtypes.LAS_6, dtypes.LARGE], ids=name)
def test_put_repeated(gpu, random, dtype, specialize):
    """The last value is stored, as a whole."""
    records, values = random_records(random, dtype, 100), random_records(random, dtype, 900)
    view, whole, memory = on_gpu(records, dtype.itemsize + 3, 1)
    indices = random.integers(-120, 120, 900)
    hc.put(view, hc.to_device(indices), hc.to_device(values), repeated=True, specialize=specialize)
    rows = rows_of(records)
    for k, value in zip(indices, rows_of(values), strict=True):
        if -100 <= k < 100:
            rows[k] = value
    assert same(hc.take(view, hc.to_device(np.arange(100))).to_host(), records)
    for k in range(100):
        memory[1 + k * (dtype.itemsize + 3) :][: dtype.itemsize] = rows[k]
    assert same(whole.to_host(), memory)
    hc.put(view, hc.to_device(indices % 100), hc.to_device(values), repeated=True, checked=True)


def test_put_refuses_repeated_indices_if_checked(gpu, random):
    records = random_records(random, dtypes.LAS_6, 10)
    view = hc.to_device(records)
    values = hc.to_device(random_records(random, dtypes.LAS_6, 5))
    with pytest.raises(
        hc.ArrayError, match=r"indices\[1\] and indices\[3\] mean the same record, 8: pass repeated=True"
    ):
        hc.put(view, hc.to_device(np.array([0, 8, 4, -2, 5])), values, checked=True)
    with pytest.raises(
        hc.OutOfRangeError, match=r"indices\[4\] is 10, but there are 10 records: write indices from -10"
    ):
        hc.put(view, hc.to_device(np.array([0, 8, 4, -2, 10])), values, checked=True)
    assert same(view.to_host(), records)


@pytest.mark.parametrize(
    ("dtype", "count", "share", "start"),
    [
        *((dtypes.LAS_6, *case, 0) for case in [(0, 0.5), (1, 1), (2100, 0), (2100, 1)]),
        *((dtype, 2100, 0.3, start) for dtype, start in [(dtypes.LAS_6, 1), (dtypes.REORDERED, 0), (dtypes.LARGE, 0)]),
    ],
    ids=name,
)
@KERNELS
def test_copy_if(gpu, random, dtype, count, share, start, specialize):
    records = random_records(random, dtype, count)
    view, _, _ = on_gpu(records, dtype.itemsize + 2, 2)
    mask = random.random(count + 1) < share
    result = hc.copy_if(view, hc.to_device(mask)[start : start + count], specialize=specialize).to_host()
    assert same(result, rows_of(records)[mask[start : start + count]].reshape(-1).view(dtype))


def test_copy_if_takes_bytes(gpu, random):
    records = random_records(random, dtypes.PARTICLE, 100)
    mask = random.integers(0, 3, 100).astype("u1") * 100
    assert same(hc.copy_if(hc.to_device(records), hc.to_device(mask)).to_host(), records[mask != 0])


@pytest.mark.parametrize("kind", ["u1", "b1", "i2", "f2", "f4", "m8[s]", "f8", "i8", "u4"])
def test_sort_by(gpu, random, kind):
    if isinstance(gpu, host_gpu.HostDevice) and kind not in ("i2", "f4"):
        pytest.skip("takes long on the host")
    dtype = np.dtype([("value", "i1"), ("key", kind), ("more", "S9")])
    records = random_records(random, dtype, 9000)
    if np.dtype(kind).kind in "fm":  # equal values, infinite ones, both zeros, NaN and NaT
        special = np.array(
            [np.inf, -np.inf, 0.0, -0.0, np.nan, -np.nan, 1, 1] if kind[0] == "f" else ["NaT", 0, -1], kind
        )
        records["key"][:300] = random.choice(special, 300)
    else:
        records["key"][:300] = records["key"][300:600]
    order = np.argsort(records["key"], kind="stable")
    assert same(hc.sort_by(hc.to_device(records), "key").to_host(), rows_of(records)[order].reshape(-1).view(dtype))


def test_view_fields(gpu, random):
    records = random_records(random, dtypes.PARTICLE, 50)
    views = hc.view_fields(hc.to_device(records))
    for name in dtypes.PARTICLE.names:
        assert same(views[name].to_host(), field(records, name))
    assert views["x"].strides == (28, 4) and views["v"].__cuda_array_interface__["strides"] == (28, 4)


def test_parts_of_arrays(gpu, random):
    records = random_records(random, dtypes.PARTICLE, 50)
    array = hc.to_device(records)
    assert same(array[10:40:3].to_host(), records[10:40:3])
    assert same(array[10:40:3]["v"].to_host(), np.ascontiguousarray(records[10:40:3]["v"]))
    assert same(hc.unpack(array[1::2])["mass"].to_host(), np.ascontiguousarray(records[1::2]["mass"]))
    nested = hc.to_device(random_records(random, dtypes.NESTED, 9))["pose"]
    assert nested.shape == (9, 2) and nested["at"].shape == (9, 2, 2, 2)


def test_renamed_fields(gpu, random):
    records = random_records(random, np.dtype([("a", "i4"), ("b", "f4")]), 5)
    view = hc.to_device(records)
    hc.unpack(view)
    records.dtype.names = view.dtype.names = ("c", "d")
    assert same(hc.unpack(view)["d"].to_host(), np.ascontiguousarray(records["d"]))


def test_parts_of_one_element(gpu, random):
    """The distance to the next element does not matter where there is none."""
    x = hc.to_device(np.zeros((3, 1, 3), "f4"))[::2][:1]
    assert x.strides == (24, 12, 4) and x.is_contiguous and x.__cuda_array_interface__["strides"] is None
    assert not hc.to_device(np.zeros((3, 3), "f4"))[::2].is_contiguous


def test_results_in_given_arrays(gpu, random):
    records = random_records(random, dtypes.PARTICLE, 70)
    view = hc.to_device(records)
    mass = hc.to_device(np.zeros(70, "f4"))
    result = hc.unpack(view, out={"mass": mass})
    assert list(result) == ["mass"] and same(mass.to_host(), np.ascontiguousarray(records["mass"]))
    out = hc.to_device(np.zeros(3, dtypes.PARTICLE))
    hc.take(view, hc.to_device(np.array([5, 6, 1])), out=out)
    assert same(out.to_host(), records[[5, 6, 1]])
