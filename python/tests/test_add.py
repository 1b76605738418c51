# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Compares scatter_add() with NumPy's add.at, with small integers in the floats, so that all sums are exact."""

import dtypes
import host_gpu
import numpy as np
import pytest
from dtypes import random_records, same
from hypothesis import given
from hypothesis import strategies as st
from test_records import on_gpu, rows_of

import heddle_cuda as hc
from heddle_cuda import _index_source
from heddle_cuda._numbers import added_numbers, place_of_numbers

SCALARS = ["f4", "f8", "i4", "u4", "i8", "u8", "c8", "c16"]
NODE = np.dtype([("mass", "f4"), ("momentum", "f4", 3)])
MIXED = np.dtype([("count", "u4"), ("energy", "f8"), ("force", "f4", (3, 3)), ("id", "i8")], align=True)
NESTED = np.dtype([("at", [("x", "f4", 2), ("w", "f8")], 2), ("n", "i4"), ("z", "c8")], align=True)
TAGGED = np.dtype([("tag", "u1"), ("x", "f4", 2), ("name", "S5"), ("n", "i8"), ("m", "f4")], align=True)
REORDERED = np.dtype({"names": ["b", "a", "c"], "formats": ["f4", "f8", "i4"], "offsets": [16, 8, 0], "itemsize": 24})
LONG = np.dtype([("a", "f4", 40), ("gap", "V64"), ("b", "i4", 5), ("c", "f4", 60)])
LARGE = np.dtype([("a", "f4", 150), ("gap", "V8"), ("b", "f8", 9), ("n", "i4")])
HALVES = np.dtype([("x", "f2"), ("y", "f2"), ("pairs", "f2", 6), ("m", "f4")])


def small_numbers(random, dtype, count):
    """Returns random records whose floats are small integers. Integers have any bits."""
    records = random_records(random, dtype, count)
    _make_small(records, random)
    return records


def _make_small(values, random):
    if values.dtype.names is not None:
        for name in values.dtype.names:
            _make_small(values[name], random)
    elif values.dtype.kind in "fc":
        values[...] = random.integers(-3, 4, values.shape)


def add(records, indices, values, names=None):
    for name in names or records.dtype.names:
        if records[name].dtype.names is not None:
            # A view of a part of the records, whose dimensions follow theirs.
            add(records[name], indices, values[name])
        else:
            np.add.at(records[name], indices, values[name])


def check(random, dtype, names=None, gap=0, offset=0, values_offset=0, kind="i8", count=20):
    """Adds to records at some place, and compares all bytes, also those beside the fields and records."""
    records = small_numbers(random, dtype, count)
    values = small_numbers(random, dtype, 600)
    low = 0 if kind[0] == "u" else -count
    indices = random.integers(low, count, 600).astype(kind)
    indices[100:140] = indices[100]  # neighbors with equal indices
    view, whole, memory = on_gpu(records, dtype.itemsize + gap, offset)
    hc.scatter_add(view, hc.to_device(indices), on_gpu(values, offset=values_offset)[0], fields=names)
    add(records, indices.astype("i8"), values, names)
    for k in range(count):
        memory[offset + k * (dtype.itemsize + gap) :][: dtype.itemsize] = rows_of(records)[k]
    assert same(whole.to_host(), memory)


@pytest.mark.parametrize("kind", SCALARS)
@pytest.mark.parametrize("shape", [(), (3,), (2, 4)], ids=str)
def test_every_number(gpu, random, kind, shape):
    check(random, np.dtype([("x", kind, shape)]))


@pytest.mark.parametrize(
    ("dtype", "names", "place"),
    [
        (NODE, None, {}),
        (NODE, None, {"gap": 4, "offset": 4, "values_offset": 3}),
        (NODE, ["momentum"], {"offset": 8}),
        (MIXED, None, {"values_offset": 2}),
        (MIXED, ["id", "energy"], {"gap": 8, "offset": 16}),
        (NESTED, None, {}),
        (NESTED, ["z"], {}),
        (TAGGED, ["x"], {}),
        (TAGGED, ["m", "n"], {"offset": 8, "values_offset": 1}),
        (REORDERED, None, {}),
        (REORDERED, ["c", "b"], {"offset": 4}),
        (LONG, ["a", "b", "c"], {"offset": 4}),
        (LONG, ["b"], {}),
        (LARGE, ["a", "b", "n"], {"gap": 4, "values_offset": 2}),
        (LARGE, ["b"], {"gap": 4}),
        # A record of 12 bytes in every 16, whose double lies at a multiple of 8 because the record does not.
        (np.dtype([("x", "f4"), ("y", "f8")]), None, {"gap": 4, "offset": 4}),
        (np.dtype([("x", "f4"), ("y", "f8")]), None, {"offset": 4, "count": 1}),
        # Packed: every other byte of a record is fine, because the fields are.
        (np.dtype([("x", "f4", 3), ("tag", "u1")]), ["x"], {"gap": 3}),
        (np.dtype([("x", "f4", 3), ("tag", "u1")]), ["x"], {"count": 1}),
    ],
    ids=str,
)
def test_places_and_fields(gpu, random, dtype, names, place):
    check(random, dtype, names, **place)


@pytest.mark.parametrize("kind", ["i1", "i2", "i4", "u1", "u2", "u4", "u8"])
def test_indices(gpu, random, kind):
    check(random, NODE, kind=kind)


@pytest.mark.parametrize("names", [None, ["pairs"], ["x", "y"]], ids=str)
def test_pairs_of_halves(gpu, random, names):
    if isinstance(gpu, host_gpu.HostDevice):
        pytest.skip("the host has no pairs of float16")
    check(random, HALVES, names)


@st.composite
def number_dtypes(draw, depth=1):
    count = draw(st.integers(1, 5))
    formats = []
    for _ in range(count):
        is_struct = depth and draw(st.integers(0, 3)) == 0
        base = draw(number_dtypes(depth - 1)) if is_struct else np.dtype(draw(st.sampled_from(SCALARS)))
        shape = draw(st.sampled_from([(), (), (), (3,), (2, 2)]))
        formats.append(np.dtype((base, shape)))
    return np.dtype([(f"f{k}", each) for k, each in enumerate(formats)], align=True)


@given(dtype=number_dtypes(), gap=st.integers(0, 4), values_offset=st.integers(0, 17), data=st.data())
def test_any_type(gpu, dtype, gap, values_offset, data):
    names = data.draw(st.lists(st.sampled_from(dtype.names), min_size=1, unique=True))
    random = np.random.default_rng(gap)
    check(random, dtype, names, gap=8 * gap, offset=16 * gap, values_offset=values_offset)


def test_many_updates(gpu, random):
    """More than a block, and a part of a warp at the end."""
    records, values = np.zeros(7, NODE), small_numbers(random, NODE, 3001)
    indices = np.sort(random.integers(0, 7, 3001))
    for order in (indices, random.permutation(indices), np.full(3001, 3)):
        view = hc.to_device(records)
        hc.scatter_add(view, hc.to_device(order), hc.to_device(values))
        expected = records.copy()
        add(expected, order, values)
        assert same(view.to_host(), expected)


@pytest.mark.parametrize("dtype", [NODE, np.dtype([("x", "f8", 70)])], ids=str)
def test_indices_out_of_range(gpu, random, dtype):
    records, values = small_numbers(random, dtype, 10), small_numbers(random, dtype, 5)
    view, order, new = hc.to_device(records), hc.to_device(np.array([3, 10, -11, -10, 2**40])), hc.to_device(values)
    with pytest.raises(hc.OutOfRangeError, match=r"indices\[1\] is 10, but there are 10 records"):
        hc.scatter_add(view, order, new, checked=True)
    assert same(view.to_host(), records)
    hc.scatter_add(view, order, new)
    add(records, np.array([3, 0]), values[[0, 3]])
    assert same(view.to_host(), records)
    hc.scatter_add(view, hc.to_device(np.array([-1, 9, 9, -1, 9])), new, checked=True)
    add(records, np.full(5, 9), values)
    assert same(view.to_host(), records)
    with pytest.raises(hc.OutOfRangeError, match="there are 0 records"):
        hc.scatter_add(view[:0], order, new)
    hc.scatter_add(view, order[:0], new[:0])
    assert same(view.to_host(), records)


def refused(dtype, error, message, count=100, stride=None, offset=0, **arguments):
    """Checks that a call is refused, and adds nothing."""
    whole = hc.to_device(np.zeros(offset + count * (stride or dtype.itemsize), "u1"))
    view = hc.as_records(whole, dtype, stride=stride, offset=offset, count=count)
    values = hc.to_device(np.ones(4, dtype))
    with pytest.raises(error, match=message):
        hc.scatter_add(view, hc.to_device(np.arange(4)), values, **arguments)
    assert not whole.to_host().any()


def test_refused_fields(gpu):
    for dtype, arguments, error, message in [
        (dtypes.PARTICLE, {"fields": "mass"}, TypeError, r"fields are a list of names: write \['mass'\]"),
        (dtypes.PARTICLE, {"fields": []}, TypeError, "fields has no name"),
        (dtypes.PARTICLE, {"fields": ["y"]}, hc.LayoutError, r"no field 'y': their fields are \['x', 'v', 'mass'\]"),
        (TAGGED, {}, hc.LayoutError,
         r"the field 'tag' has the type uint8, and a GPU adds only .*: name the fields to add, as in "
         r"fields=\['x', 'n', 'm'\]"),
        (TAGGED, {"fields": ["x", "name"]}, hc.LayoutError, r"'name' has the type \|S5.*: leave it out of fields"),
        (np.dtype([("a", "i2"), ("b", "?")]), {}, hc.LayoutError, "'a' has the type int16.*: none of the fields can"),
        (np.dtype([("t", "M8[s]"), ("x", "f4")]), {}, hc.LayoutError, r"'t' has the type datetime64\[s\]"),
        (dtypes.NESTED, {"fields": ["pose"]}, hc.LayoutError, r"the field 'pose\.kind' has the type \|S3"),
        (np.dtype([("h", "f2", 3), ("x", "f4")], align=True), {}, hc.LayoutError,
         r"the field 'h' has the type float16, of which a GPU adds pairs, but 3 lie side by side.*fields=\['x'\]"),
        (HALVES, {"fields": ["x", "m"]}, hc.LayoutError, "'x' has the type float16, of which a GPU adds pairs, but 1"),
        (dtypes.OVERLAPPING, {"fields": ["rgb", "xy"]}, hc.LayoutError, "the fields 'rgb' and 'xy' share bytes"),
    ]:  # fmt: skip
        refused(dtype, error, message, **arguments)


def test_refused_places(gpu):
    behind = "behind such a multiple. Make the type with align=True"
    for dtype, place, message in [
        (np.dtype([("t", "u1"), ("x", "f4")]), {"fields": ["x"]},
         "the field 'x' has numbers of 4 bytes that do not all lie at multiples of 4 bytes, where a GPU adds "
         f"atomically: it begins at byte 1 of records that are 5 bytes apart, the first of them 0 bytes {behind}"),
        (np.dtype([("x", "f4"), ("y", "f8")]), {}, "'y' has numbers of 8 bytes"),
        (np.dtype([("x", "f4"), ("y", "f8")], align=True), {"offset": 4}, "the first of them 4 bytes"),
        (dtypes.PARTICLE, {"stride": 30}, "records that are 30 bytes apart"),
        (dtypes.PARTICLE, {"offset": 2}, "the first of them 2 bytes"),
        (np.dtype([("n", "i2"), ("h", "f2", 2), ("m", "i2")]), {"fields": ["h"]}, "'h' has pairs of float16"),
    ]:  # fmt: skip
        refused(dtype, hc.ArrayError, message, **place)


def test_refused_arrays(gpu, random):
    host = small_numbers(random, NODE, 100)
    records, order, values = hc.to_device(host), hc.to_device(np.arange(4)), hc.to_device(np.zeros(4, NODE))
    for arguments, error, message in [
        ((records, order, values[:3]), hc.ArrayError, r"values must have the shape \(4,\)"),
        ((records, order, hc.to_device(np.zeros(4, MIXED))), hc.ArrayError, "and the type of the records"),
        ((records, order, records[:4]), hc.ArrayError, "records and values overlap"),
        ((records, hc.to_device(np.zeros(4, "f4")), values), hc.LayoutError, "indices have the type float32"),
        ((records, np.arange(4), values), TypeError, "indices is an array of NumPy"),
        ((records["mass"], order, values), hc.LayoutError, "records has elements of the type float32"),
        ((hc.as_records(records, "V16"), order, hc.to_device(np.zeros(4, "V16"))), hc.LayoutError, "without fields"),
    ]:
        with pytest.raises(error, match=message):
            hc.scatter_add(*arguments)
    assert same(records.to_host(), host)


def test_types_with_one_layout_share_a_kernel(gpu):
    """The names of fields, and how they divide the numbers, do not matter."""
    one, other = (hc.to_device(np.zeros(4, dtype)) for dtype in (NODE, np.dtype([("a b", "f4", (2, 2))])))
    sources = {
        _index_source.scatter_add(place_of_numbers(a), place_of_numbers(a), "int", added_numbers(a, None))
        for a in (one, other)
    }
    assert len(sources) == 1


# With a GPU.


def test_beside_other_libraries(device, random):
    records, values = np.zeros((50, 4), "f4"), random.integers(-3, 4, (4000, 4)).astype("f4")
    indices = random.integers(0, 50, 4000)
    view, order = hc.to_device(records.reshape(-1).view(NODE)), hc.to_device(indices)
    hc.scatter_add(view, order, hc.to_device(values.reshape(-1).view(NODE)))
    np.add.at(records, indices, values)
    assert np.array_equal(view.to_host().view("f4").reshape(50, 4), records)
    cupyx, cupy = pytest.importorskip("cupyx"), pytest.importorskip("cupy")
    sums = cupy.zeros((50, 4), "f4")
    cupyx.scatter_add(sums, cupy.asarray(order), cupy.asarray(values))
    assert np.array_equal(sums.get(), records)
