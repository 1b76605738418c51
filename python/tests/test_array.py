# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Compares indexing of Array, and assignment to its parts, with NumPy."""

import copy
import pickle

import dtypes
import numpy as np
import pytest
from dtypes import random_records, same
from hypothesis import given
from hypothesis import strategies as st

import heddle_cuda as hc
import heddle_cuda.records as rec

# Without padding, which NumPy does not always copy.
PACKED = np.dtype([("x", "f4"), ("n", ">i2"), ("v", "f4", (2,)), (("a title", "id"), "u1")])
ALIGNED = np.dtype([("x", "f4"), ("n", "i4"), ("v", "f8", (2,)), ("t", "M8[s]")], align=True)
TYPES = pytest.mark.parametrize("dtype", [PACKED, ALIGNED], ids=["packed", "aligned"])
SHAPES = [(7,), (3, 4)]


def agree(array, host):
    """Compares an array to one of NumPy, whose bytes beside the fields may differ."""
    own = array.to_host()
    assert own.shape == host.shape and own.dtype == host.dtype
    if host.dtype.names:
        for name in host.dtype.names:
            assert own[name].tobytes() == host[name].tobytes(), name
    else:
        assert own.tobytes() == host.tobytes()


@st.composite
def dimensions(draw, extent):
    """A key for one dimension that needs no copy."""
    bound = st.one_of(st.none(), st.integers(-extent - 2, extent + 2))
    return draw(
        st.one_of(
            st.integers(-extent, extent - 1),
            st.builds(slice, bound, bound, st.sampled_from([None, 1, 2, 3, -1, -2])),
        )
    )


@st.composite
def keys(draw, shape):
    """Numbers, ranges, None and Ellipsis, an array of indices, or a mask."""
    random = np.random.default_rng(draw(st.integers(0, 1000)))
    kind = draw(st.sampled_from(["basic", "basic", "indices", "mask", "rows", "columns"]))
    if kind == "basic":
        parts = [draw(dimensions(extent)) for extent in shape[: draw(st.integers(0, len(shape)))]]
        for extra in draw(st.lists(st.sampled_from([None, Ellipsis]), max_size=2, unique=True)):
            parts.insert(0 if extra is None else len(parts), extra)
        return tuple(parts) if len(parts) != 1 else parts[0]
    if kind == "mask":
        return random.random(shape) < 0.5
    if kind == "rows" or (kind == "columns" and len(shape) == 1):
        return random.random(shape[0]) < 0.5
    place = len(shape) - 1 if kind == "columns" else 0
    size = draw(st.sampled_from([(0,), (1,), (5,), (2, 3)]))
    indices = random.integers(-shape[place], shape[place], size).astype(draw(st.sampled_from(["i8", "i2"])))
    return (slice(None, None, draw(st.sampled_from([1, -1]))), indices) if place else indices


def drawn(data, dtype, shape):
    """Returns a generator, random records of the host and on the GPU, and a key."""
    random = np.random.default_rng(data.draw(st.integers(0, 99)))
    host = random_records(random, dtype, int(np.prod(shape))).reshape(shape)
    return random, host, hc.to_device(host), data.draw(keys(shape))


@TYPES
@given(data=st.data(), shape=st.sampled_from(SHAPES))
def test_parts(gpu, dtype, data, shape):
    _, host, array, key = drawn(data, dtype, shape)
    name = data.draw(st.sampled_from([None, None, "x", "n", "v", ["x", "v"]]))
    expected = host if name is None else host[name]
    part = array if name is None else array[name]
    agree(part[key], np.asarray(expected[key], part.dtype))  # NumPy's scalars have the byte order of this machine


@TYPES
@given(data=st.data(), shape=st.sampled_from(SHAPES))
def test_assignment(gpu, dtype, data, shape):
    random, host, array, key = drawn(data, dtype, shape)
    name = data.draw(st.sampled_from([None, None, "x", "n", ["x", "n"]]))
    target, part = (host, array) if name is None else (host[name], array[name])
    chosen = target[key]
    values = random_records(random, dtype, chosen.size).reshape(chosen.shape)
    values = values if name is None else values[name]
    way = data.draw(st.sampled_from(["host", "gpu", "one"]))
    if way == "one":
        values = random_records(random, dtype, 1)[0] if name is None else random_records(random, dtype, 1)[0][name]
    target[key] = values
    part[key] = hc.to_device(np.asarray(values)) if way == "gpu" else values
    agree(array, host)


def test_arrays_on_the_gpu_are_keys(gpu, random):
    host = random_records(random, PACKED, 9)
    array = hc.to_device(host)
    indices, mask = np.array([3, -9, 8, 3]), host["id"] > 100
    for key in (indices, mask):
        agree(array[hc.to_device(key)], host[key])
        array[hc.to_device(key)] = array[hc.to_device(key)]
    array["n"][hc.to_device(mask)] = 5
    host["n"][mask] = 5
    agree(array, host)
    agree(array[hc.to_device(np.array(4))], np.asarray(host[4]))


def test_the_last_value_of_an_index_is_stored(gpu, random):
    host = random_records(random, PACKED, 9)
    array = hc.to_device(host)
    indices, values = random.integers(-9, 9, 200), random_records(random, PACKED, 200)
    array[indices] = values
    array["x"][indices] = values["v"][:, 0]
    for k, value in zip(indices, values, strict=True):
        host[k] = value
        host["x"][k] = value["v"][0]
    agree(array, host)


def test_values_of_the_host(gpu, random):
    host = random_records(random, PACKED, 6)
    array = hc.to_device(host)
    for key, value in [
        (2, (1.5, -3, (2, 3), 4)), (slice(3, 5), [(1, 2, (3, 4), 5), (6, 7, (8, 9), 10)]), ("x", 3), ("v", [1, 2]),
        ("a title", range(6)), (["x", "id"], (4, 5)), ([True] * 3 + [False] * 3, host[5]), ([], []),
        ("n", np.arange(6, dtype="u8")), ("v", np.ones((6, 1), bool)), (..., host[::-1].copy()),
    ]:  # fmt: skip
        array[key] = value
        host["id" if key == "a title" else key] = list(value) if isinstance(value, range) else value
        agree(array, host)
    array[...] = 0
    agree(array, np.zeros(6, PACKED))


def test_overlapping_parts(gpu, random):
    host = random_records(random, PACKED, 50)
    array = hc.to_device(host)
    array[1:] = array[:-1]
    host[1:] = host[:-1].copy()
    array["x"][::-1] = array["x"]
    host["x"] = host["x"][::-1].copy()
    array["v"] += array["v"][:, ::-1]
    host["v"] += host["v"][:, ::-1].copy()
    agree(array, host)


@pytest.mark.parametrize(
    ("kind", "other"),
    [("f4", "i8"), ("f8", "f2"), ("f2", "f4"), ("i2", "b1"), ("u4", ">f8"), ("f4", "c8"), ("c8", "f4")],
)
def test_conversions(gpu, random, kind, other):
    values = random.integers(0, 99, 300).astype(kind)
    if kind == "f8":
        values = random.normal(size=300) * 10.0 ** random.integers(-9, 9, 300)
    if np.dtype(kind).kind == "f":
        values[:5] = [0.0, -0.0, 0.5, 1, 2]
    if kind == "f2" or other == "f2":
        values[5:8] = [np.inf, -np.inf, np.nan]
    with np.errstate(all="ignore"):
        expected = values.astype(other)
    result = hc.to_device(values).astype(other).to_host()
    assert result.dtype == np.dtype(other) and np.array_equal(result, expected, equal_nan=True)


def test_all_halves(gpu):
    halves = np.arange(2**16, dtype="u2").view("f2")
    floats = hc.to_device(halves).astype("f8")
    assert np.array_equal(floats.to_host(), halves.astype("f8"), equal_nan=True)
    between = np.nextafter(halves.astype("f4"), np.float32(np.inf)).astype("f8")
    middle = (halves[:-1].astype("f8") + halves[1:]) / 2
    for values in (floats.to_host(), between, middle):
        assert np.array_equal(hc.to_device(values).astype("f2").to_host(), values.astype("f2"), equal_nan=True)


def test_strings(gpu, random):
    host = np.zeros(5, [("s", "S3"), ("l", "S7"), ("u", "U2")])
    array = hc.to_device(host)
    for records in (host, array):
        records["s"] = [b"abc", b"d", b"", b"ef", b"g"]
        records["l"] = b"longer"
        records["l"][1:4] = records["s"][1:4]
        records["u"][2] = "ä€"
    agree(array, host)


def test_shapes(gpu, random):
    host = random_records(random, PACKED, 12)
    array = hc.to_device(host)
    grid = array.reshape(3, -1)
    assert grid.shape == (3, 4) and grid.ptr == array.ptr
    agree(grid.T, host.reshape(3, 4).T)
    agree(grid.T.ravel(), host.reshape(3, 4).T.ravel())
    agree(array[::-1].reshape(2, 6), host[::-1].reshape(2, 6))
    agree(array["v"].transpose(1, 0), host["v"].T)
    assert array["n"].view("u2").dtype == np.uint16
    agree(array["x"].copy().view("u1"), host["x"].copy().view("u1"))
    rows = [row.to_host() for row in grid]
    assert len(rows) == 3 and same(rows[1], host[4:8])
    _, y = array["v"].T
    agree(y, host["v"][:, 1])
    # A cloud with a distance between its rows.
    memory = np.arange(200, dtype="u1")
    cloud = hc.as_records(hc.to_device(memory), PACKED, stride=(50, 16), offset=2, count=(3, 2))
    rows = np.ndarray((3, 2), PACKED, memory, 2, (50, 16))
    agree(cloud, rows)
    agree(cloud[1:, ::-1]["n"], rows[1:, ::-1]["n"])
    agree(cloud[rows["id"] > 60], rows[rows["id"] > 60])
    for arguments in ({"stride": (50, 14), "count": (3, 2)}, {"stride": (90, 16), "count": (3, 2)}):
        with pytest.raises(hc.ArrayError, match=r"too small for rows|end at byte 213"):
            hc.as_records(hc.to_device(memory), PACKED, offset=2, **arguments)
    with pytest.raises(TypeError, match="must both be pairs"):
        hc.as_records(hc.to_device(memory), PACKED, stride=50, count=(3, 2))


def test_elements(gpu, random):
    host = random_records(random, ALIGNED, 4)
    host["x"] = [1.5, 2, 3, 4]
    array = hc.to_device(host)
    assert array[1].shape == () and array[1].item()[:2] == host[1].item()[:2]
    assert float(array["x"][0]) == 1.5 and int(array["x"][2]) == 3 and f"{array['x'][0]:.2f}" == "1.50"
    assert array["x"][1] == 2 and array["x"][1] != 3 and bool(array["x"][1])
    assert array["x"].tolist() == [1.5, 2, 3, 4] and str(array["x"]) == "[1.5 2.  3.  4. ]"
    assert [10, 20, 30, 40][hc.to_device(np.array(2))] == 30
    assert str(hc.to_device(np.arange(2000))) == "[0 1 2 ... 1997 1998 1999]"


@pytest.mark.parametrize(
    "way", [copy.copy, copy.deepcopy, lambda a: pickle.loads(pickle.dumps(a)), lambda a: a.copy(), rec.array, np.copy]
)
def test_copies_do_not_share_memory(gpu, random, way):
    records = random_records(random, dtypes.NESTED, 20)
    array = hc.to_device(records)
    for part in (array, array[3:19:2], array["pose"], array[:0], array[::-1], hc.to_device(np.float32(4))):
        result = way(part)
        assert same(result.to_host(), part.to_host()) and result.owner is not part.owner
        assert part.size == 0 or not array.ptr <= result.ptr < array.ptr + array.span
    independent = way(array)
    array["id"] = 7
    assert same(independent.to_host(), records)


def test_repeated_assignments(gpu, random):
    """An assignment is prepared for types and strides, and works for other addresses and lengths."""
    for count in (30, 30, 17, 1):
        host, values = random_records(random, PACKED, count), random.normal(size=count).astype("f4")
        host["x"] = 0
        array, new = hc.to_device(host), hc.to_device(values)
        for records, own in ((host, values), (array, new)):
            records["x"] = own
            records["n"] = records["x"]
            records["v"][:, 0] = own
            records["v"] = records["v"][::-1].copy()
            records["v"][1:] = records["v"][:1].copy()
            records["x"][1:] = records["x"][:-1].copy() if records is host else records["x"][:-1]
        assert same(array.to_host(), host)
        with pytest.raises(hc.ArrayError):
            array["x"] = hc.to_device(np.zeros(count + 2, "f4"))


def test_fields_of_a_selection_alone_are_written(gpu, random):
    host = random_records(random, PACKED, 8)
    array = hc.to_device(host)
    some, other = array[["x", "id"]], host[["x", "id"]]
    values = random_records(random, PACKED, 8)[["x", "id"]]
    for key in (slice(None), slice(1, 5), [2, 4, 2], host["id"] > 100, 3):
        some[key] = values[key]
        other[key] = values[key]
        agree(array, host)
    with pytest.raises(hc.ArrayError, match="whole records are written"):
        hc.put(some, hc.to_device(np.arange(2)), hc.to_device(values[:2]))


def test_types_of_records_by_position(gpu, random):
    host = random_records(random, PACKED, 5)
    host["x"], host["v"] = 3, 4
    other = np.dtype([("a", "f8"), ("b", "i4"), ("c", "f4", (2,)), ("d", "u1")], align=True)
    agree(hc.to_device(host).astype(other), host.astype(other))
    with pytest.raises(hc.LayoutError, match="cannot be stored in records with the fields"):
        hc.to_device(host)[...] = hc.to_device(np.zeros(5, [("a", "f4")]))


def test_types_without_bytes(gpu, random):
    dtype = np.dtype([("a", "S0"), ("x", "f4"), ("none", "f4", (0,))])
    host = np.zeros(4, dtype)
    host["x"] = [1, 2, 3, 4]
    array = hc.to_device(host)
    assert array["none"].shape == (4, 0) and array["none"][[0, 1]].shape == (2, 0)
    assert array["a"].to_host().shape == (4,)
    agree(array[[3, 1]], host[[3, 1]])
    agree(array[array["x"] > 2], host[2:])
    unpacked = hc.unpack(array)
    agree(unpacked["x"], host["x"].copy())
    assert unpacked["none"].shape == (4, 0)
    agree(hc.pack({"x": unpacked["x"], "none": unpacked["none"]}, dtype), host)
    agree(hc.sort_by(array, "x", descending=True), host[::-1])
