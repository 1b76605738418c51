# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Compares functions of elements, sums, sorting and the functions of heddle_cuda.records with NumPy."""

import operator

import host_gpu
import numpy as np
import pytest
from dtypes import random_records, same
from hypothesis import given
from hypothesis import strategies as st

import heddle_cuda as hc
import heddle_cuda.records as rec
from heddle_cuda import _compile, _elementwise_source, _reduction_source
from heddle_cuda._elementwise_source import EXPRESSIONS, Operand

RECORD = np.dtype([("x", "f4"), ("n", "i2"), ("d", ">f8"), ("u", "u1"), ("b", "?"), ("t", "M8[s]"), ("s", "S3")])


def records_of(random, count):
    host = random_records(random, RECORD, count)
    host["x"], host["d"] = random.normal(size=count) * 9, random.normal(size=count)
    host["n"] = random.integers(-9, 9, count)
    host["t"] = random.integers(-5, 5, count).astype("M8[s]")
    host["s"] = random.choice([b"a", b"abc", b"", b"ab"], count)
    return host


def close(array, expected):
    """Compares results to NumPy's: a few last bits may differ."""
    own = array.to_host()
    assert own.dtype == expected.dtype and own.shape == expected.shape
    if expected.dtype.kind in "fc":
        digits = np.finfo(expected.dtype).eps
        assert np.allclose(own, expected, rtol=20 * digits, atol=digits, equal_nan=True)
    else:
        assert own.tobytes() == expected.tobytes()  # also NaT


OPERATORS = [
    operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.eq,
    operator.ne, operator.lt, operator.ge, operator.and_, operator.xor, operator.lshift, operator.rshift, operator.pow,
]  # fmt: skip


def result_or_error(body):
    """Returns a result, or the kinds of errors that NumPy has for it."""
    try:
        with np.errstate(all="ignore"):
            return body()
    except (TypeError, ValueError, OverflowError) as error:
        return error


@given(
    first=st.sampled_from(["x", "n", "d", "u", "b"]), data=st.data(), way=st.sampled_from(OPERATORS),
    second=st.sampled_from(["x", "n", "d", "u", "b", 2, -3, 2.5, True, 300, np.float32(2), np.int64(5)]),
)  # fmt: skip
def test_operators(gpu, first, second, way, data):
    host = records_of(np.random.default_rng(7), 40)
    array = hc.to_device(host)
    pairs = [(each[first], each[second] if isinstance(second, str) else second) for each in (host, array)]
    if data.draw(st.booleans()):
        pairs = [pair[::-1] for pair in pairs]
    expected = result_or_error(lambda: way(*pairs[0]))
    result = result_or_error(lambda: way(*pairs[1]))
    if isinstance(expected, Exception):
        assert isinstance(result, Exception)
    elif isinstance(result, hc.LayoutError):
        assert way is operator.pow
    else:
        close(result, expected)


@pytest.mark.parametrize("kind", ["i1", "i8", "u8", "f2", "f4", "f8"])
def test_special_values(gpu, kind):
    """Division by 0, the smallest and the largest numbers, infinity and NaN."""
    if isinstance(gpu, host_gpu.HostDevice) and kind in ("i8", "f8"):
        pytest.skip("the types i1 and f4 are tested there")
    if kind[0] == "f":
        special = np.array([0, -0.0, 1, -1, 2.5, -2.5, np.inf, -np.inf, np.nan], kind)
    else:
        limits = np.iinfo(kind)
        special = np.array([0, 1, 3, limits.min, limits.max, limits.max - 1, limits.max // 2], kind)
    x, y = (np.ascontiguousarray(each.ravel()) for each in np.meshgrid(special, special))
    a, b = hc.to_device(x), hc.to_device(y)
    for way in (np.add, np.multiply, np.floor_divide, np.remainder, np.less, np.equal, np.minimum, np.maximum):
        with np.errstate(all="ignore"):
            close(way(a, b), way(x, y))
    for way in (np.sign, np.absolute, np.negative, np.isnan, np.isfinite, np.isinf):
        with np.errstate(all="ignore"):
            close(way(a), way(x))
    if kind[0] != "f":
        close(np.floor(a), np.floor(x))
    if kind == "i8":
        close(a < hc.to_device(y.view("u8")), x < y.view("u8"))


def test_functions(gpu, random):
    host = records_of(random, 40)
    array = hc.to_device(host)
    functions = [np.sqrt, np.exp, np.sin, np.floor, np.rint, np.square, np.logical_not]
    if not isinstance(gpu, host_gpu.HostDevice):
        others = ("copy", "isnat", "invert")
        functions = [getattr(np, name) for name, c in EXPRESSIONS.items() if name not in others and "y" not in c]
    for way in functions:
        with np.errstate(all="ignore"):
            close(way(array["x"]), way(host["x"]))
            close(way(array["d"]), way(host["d"]))
    for way in (np.arctan2, np.hypot, np.copysign, np.fmod, np.fmax):
        close(way(array["x"], 2.5), way(host["x"], np.float32(2.5)))


def test_in_place(gpu, random):
    host = records_of(random, 60)
    array = hc.to_device(host)
    for records in (host, array):
        records["x"] += 1
        records["n"] *= records["u"] % 3 > 0
        records["d"] /= 4
        records["x"][10:20] -= records["d"][:10]
        records["u"][records["x"] > 0] += 1
        records["n"][[1, 2, 1]] += 5
        np.multiply(records["x"], 2, out=records["x"])
    assert same(array.to_host(), host)
    with pytest.raises(hc.LayoutError, match="gives float64, and the array that is written has int16"):
        array["n"] += 0.5
    with pytest.raises(hc.ArrayError, match=r"shapes \(5,\) and \(60,\) do not fit"):
        array["n"][:5] += array["n"]
    with pytest.raises(hc.ArrayError, match=r"the result has the shape \(60,\), but the array that is written"):
        array["n"][:1] += array["n"]


def test_times(gpu, random):
    host = records_of(random, 40)
    host["t"][:3] = "NaT"
    array = hc.to_device(host)
    limit = np.datetime64(2, "s")
    close(array["t"] > limit, host["t"] > limit)
    close(array["t"] == array["t"], host["t"] == host["t"])
    close(array["t"] - limit, host["t"] - limit)
    close(array["t"] + np.timedelta64(1, "m"), host["t"] + np.timedelta64(60, "s"))
    close(np.isnat(array["t"]), np.isnat(host["t"]))
    close(array["t"].view("i8") // 2, host["t"].astype("i8") // 2)
    with pytest.raises(hc.LayoutError, match="times of one unit"):
        operator.gt(array["t"], hc.to_device(np.array(["2020"], "M8[D]")))


def test_equal_records_and_strings(gpu, random):
    host = records_of(random, 40)
    array = hc.to_device(host)
    close(array["s"] == b"ab", host["s"] == b"ab")
    close(array["s"] != array["s"][::-1], host["s"] != host["s"][::-1])
    close(operator.eq(b"abcd", array["s"]), host["s"] == b"abcd")
    some, other = array[["n", "s"]], host[["n", "s"]]
    close(some == other[3], (host["n"] == host["n"][3]) & (host["s"] == host["s"][3]))
    assert rec.array_equal(array, host) and not rec.array_equal(array[1:], host)
    with pytest.raises(hc.LayoutError, match="no records, strings and bytes"):
        operator.lt(array["s"], b"ab")


def test_complex(gpu, random):
    host = (random.normal(size=30) + 1j * random.normal(size=30)).astype("c8")
    array = hc.to_device(host)
    for way in (operator.add, operator.sub, operator.mul, operator.truediv, operator.eq):
        close(way(array, array[::-1]), way(host, host[::-1]))
    close(array * 2j, host * 2j)
    with pytest.raises(hc.LayoutError, match="is not computed here"):
        np.exp(array)


def test_sums(gpu, random):
    host = np.zeros(2500, [("v", "f4", 3), ("u", "u1")])
    host["v"], host["u"] = random.normal(size=(2500, 3)), random.integers(0, 256, 2500)
    array = hc.to_device(host)
    assert np.isclose(float(array["v"].sum()), host["v"].sum(dtype="f8"))
    assert np.allclose(array["v"][:200].sum(axis=1).to_host(), host["v"][:200].sum(axis=1), atol=1e-5)
    assert np.array_equal(np.min(array["v"][:200], axis=0).to_host(), host["v"][:200].min(axis=0))
    assert int(array["u"].sum()) == host["u"].sum() and array["u"].max() == host["u"].max()
    assert np.isclose(float(np.mean(array["u"])), host["u"].mean())
    close(array["v"][:200].mean(axis=1), host["v"][:200].mean(axis=1, dtype="f8").astype("f4"))
    close(array["v"].mean(), host["v"].mean(dtype="f8").astype("f4")[()])
    out = hc.to_device(np.zeros(3, "f8"))
    assert array["v"][:200].sum(axis=0, out=out) is out
    assert np.allclose(out.to_host(), host["v"][:200].sum(axis=0), atol=1e-4)
    assert np.mean(array["v"][:200], axis=0, out=out) is out
    close(out, host["v"][:200].mean(axis=0, dtype="f8").astype("f4").astype("f8"))
    with pytest.raises(hc.ArrayError, match=r"out has the shape \(3,\), and must have \(\)"):
        array["u"].sum(out=out)
    few = array["u"][:50]
    assert (few > 5).any() and not (few > 300).any() and (few >= 0).all()
    assert np.count_nonzero(few > 100) == np.count_nonzero(host["u"][:50] > 100)
    assert array[:0]["u"].sum() == 0
    with pytest.raises(hc.ArrayError, match="without elements has no max"):
        array[:0]["u"].max()


SORTABLE = np.dtype([("n", ">i2"), ("x", "f4"), ("s", "S3"), ("p", "u1", 2), ("t", "M8[s]")])


@pytest.mark.parametrize("fields", ["n", ["s", "n"], ["p", "x"], ["t"]], ids=str)
def test_argsort_by(gpu, random, fields):
    host = random_records(random, SORTABLE, 400)
    host["n"] %= 5
    host["p"] %= 2
    host["s"] = random.choice([b"a", b"abc", b"", b"ab"], 400)
    host["t"] = random.integers(-3, 3, 400).astype("M8[s]")
    names = [fields] if isinstance(fields, str) else fields
    columns = []
    for name in names:
        columns += [host["p"][:, 0], host["p"][:, 1]] if name == "p" else [host[name]]
    order = np.lexsort(columns[::-1])
    array = hc.to_device(host)
    assert np.array_equal(hc.argsort_by(array, fields).to_host(), order)
    assert same(hc.sort_by(array, fields).to_host(), host[order])


def test_descending(gpu, random):
    host = np.zeros(300, [("k", "u1"), ("x", "f4")])
    host["k"], host["x"] = random.integers(0, 4, 300), random.integers(-3, 3, 300)
    host["x"][:5] = np.nan
    array = hc.to_device(host)
    order = np.lexsort([-host["x"], host["k"]])
    assert np.array_equal(hc.argsort_by(array, ["k", "x"], descending=[False, True]).to_host(), order)
    with pytest.raises(TypeError, match="descending has 1 values for 2 fields"):
        hc.argsort_by(array, ["k", "x"], descending=[True])


@pytest.mark.parametrize("kind", ["u1", "i2", "f4", "i8"])
def test_sorts_of_several_tiles(gpu, random, kind):
    is_host = isinstance(gpu, host_gpu.HostDevice)
    if is_host and kind != "i2":
        pytest.skip("it takes long")
    count = 4400 if is_host else 300_000
    host = np.zeros(count, [("k", kind), ("few", "u1"), ("v", "i4")])
    size = np.dtype(kind).itemsize
    host["k"] = random.integers(0, 256, (count, size), "u1").view(kind)[:, 0]
    host["few"], host["v"] = random.integers(0, 3, count), np.arange(count)
    host["k"][: count // 2] = host["k"][0]  # most have one digit
    array = hc.to_device(host)
    order = np.argsort(host["k"], kind="stable")
    assert np.array_equal(hc.argsort_by(array, "k").to_host(), order)
    if not is_host:
        order = np.lexsort([host["k"], host["few"]])
        assert same(hc.sort_by(array, ["few", "k"]).to_host(), host[order])


def test_out(gpu, random):
    """Results are written to arrays that are given, if they fit."""
    host = records_of(random, 30)
    array, mask = hc.to_device(host), host["x"] > 0
    out, indices = hc.to_device(np.zeros(30, RECORD)), hc.to_device(np.zeros(30, "i4"))
    assert hc.argsort_by(array, "n", out=indices) is indices
    order = np.argsort(host["n"], kind="stable")
    assert np.array_equal(indices.to_host(), order)
    assert hc.sort_by(array, "n", out=out) is out and same(out.to_host(), host[order])
    selected = hc.copy_if(array, hc.to_device(mask), out=out)
    assert selected.ptr == out.ptr and same(selected.to_host(), host[mask])
    assert same(out.to_host()[mask.sum() :], host[order][mask.sum() :])
    for body, message in [
        (lambda: hc.copy_if(array, hc.to_device(mask), out=out[: mask.sum() - 1]), "records, and .* are selected"),
        (lambda: hc.copy_if(array, hc.to_device(mask), out=array), "out and records overlap"),
        (lambda: hc.copy_if(array, hc.to_device(mask), out=out[::2]), "out must be contiguous"),
        (lambda: hc.sort_by(array, "n", out=array), "out and records overlap"),
        (lambda: hc.sort_by(array, "n", out=out[:29]), r"out must be contiguous, with the shape \(30,\)"),
        (lambda: hc.argsort_by(array, "n", out=hc.to_device(np.zeros(30, "i8"))), "the type int32"),
        (lambda: hc.argsort_by(array, "n", out=indices[:29]), r"out must have the shape \(30,\)"),
    ]:
        with pytest.raises(hc.ArrayError, match=message):
            body()
    assert same(out.to_host()[: mask.sum()], host[mask]) and same(array.to_host(), host)


def test_repeated_operators(gpu, random):
    """An operator is prepared for types and strides, and works for other addresses, lengths and numbers."""
    for count in (50, 50, 31, 1):
        host = records_of(random, count)
        array = hc.to_device(host)
        for records in (host, array):
            records["x"] += 1
            records["n"] -= 3 * (count % 7)
            records["x"][1:] *= records["x"][:-1].copy()
        close(array["x"] * 2.5, host["x"] * np.float32(2.5))
        close(array["n"] + count, host["n"] + count)
        close(array["x"] > array["n"], host["x"] > host["n"])
        close(array["x"][::-1] + array["n"], host["x"][::-1] + host["n"])
        close(array["u"] == count, host["u"] == count)
        with np.errstate(all="ignore"):
            close(array["x"] * 1e300, host["x"] * np.float32(1e300))  # does not fit: infinite
        assert same(array.to_host(), host)
    # Numbers that another type needs, and arrays that overlap.
    host = np.arange(40, dtype="u1")
    array = hc.to_device(host)
    for number in (3, 300, -1):
        close(array < number, host < number)
        if number != 3:
            with pytest.raises(OverflowError):
                array + number
        else:
            close(array + number, host + number)
    for _ in range(2):
        host[1:] += host[:-1]
        array[1:] += array[:-1]
        close(array, host)
    with pytest.raises(hc.ArrayError, match=r"shapes \(40,\) and \(39,\)"):
        array + array[1:]


def test_sort_as_numpy(gpu, random):
    host = np.zeros(200, [("a", "u1"), ("b", ">i2"), ("c", "S2")])
    host["a"], host["b"] = random.integers(0, 4, 200), random.integers(-3, 3, 200)
    host["c"] = random.choice([b"x", b"y"], 200)
    array = hc.to_device(host)
    assert same(np.sort(array, order="b").to_host(), np.sort(host, order="b", kind="stable"))
    assert np.array_equal(array.argsort(order=["c"]).to_host(), np.argsort(host, order=["c"], kind="stable"))
    for result, expected in zip(
        np.unique(array, return_index=True, return_counts=True),
        np.unique(host, return_index=True, return_counts=True),
        strict=True,
    ):
        assert same(result.to_host(), expected)
    floats = np.array([2, np.nan, 1, 2, np.nan], "f4")
    assert np.array_equal(rec.unique(hc.to_device(floats)).to_host(), np.unique(floats), equal_nan=True)
    array.sort(order="a")
    assert same(array.to_host(), np.sort(host, order="a", kind="stable"))


def test_big_endian_records_are_not_added(gpu):
    records = hc.to_device(np.zeros(3, [("a", "f4"), ("b", ">f4")]))
    order, values = hc.to_device(np.arange(2)), hc.to_device(np.ones(2, records.dtype))
    with pytest.raises(hc.LayoutError, match=r"the field 'b' has the byte order of another.*fields=\['a'\]"):
        hc.scatter_add(records, order, values)
    hc.scatter_add(records, order, values, fields=["a"])
    assert records.to_host().tolist() == [(1, 0), (1, 0), (0, 0)]


def test_functions_of_records(gpu, random):
    host = records_of(random, 30)
    array = rec.array(host)
    joined = np.concatenate([host, host[:3], host[3:5]]).astype(RECORD)  # NumPy makes big-endian fields native
    assert same(np.concatenate([array, array[:3], host[3:5]]).to_host(), joined)
    assert same(np.compress(host["x"] > 0, array).to_host(), host[host["x"] > 0])
    assert same(rec.compress([True, False, True], array).to_host(), host[:3:2])
    assert same(rec.take(array, [3, -1]).to_host(), host[[3, -1]])
    assert same(rec.take(array, [3, 99], mode="zero").to_host()[:1], host[3:4])
    assert same(np.where(array["x"] > 0, array["x"], 0).to_host(), np.where(host["x"] > 0, host["x"], 0))
    chosen = np.where(host["x"] > 0, host, host[0]).astype(RECORD)
    assert same(rec.where(array["x"] > 0, array, host[0]).to_host(), chosen)
    assert np.array_equal(np.flatnonzero(array["x"] > 0).to_host(), np.flatnonzero(host["x"] > 0))
    assert same(rec.full(3, host[5], RECORD).to_host(), np.full(3, host[5], RECORD))
    assert same(np.zeros_like(array).to_host(), np.zeros_like(host))
    assert same(rec.ones((2, 2), "i2").to_host(), np.ones((2, 2), "i2")) and np.shape(array) == (30,)
    assert rec.empty(5, RECORD).shape == (5,) and rec.float32 is np.float32 and rec.sqrt is np.sqrt
    assert rec.asarray(array) is array and rec.newaxis is None
    with pytest.raises(AttributeError, match=r"has no fft: write numpy\.fft"):
        rec.fft  # noqa: B018
    with pytest.raises(hc.OutOfRangeError):
        rec.take(array, [30])


def test_mode(gpu, random):
    host = records_of(random, 9)
    array, indices, values = hc.to_device(host), hc.to_device(np.array([1, 9])), hc.to_device(host[:2])
    assert hc.take(array, indices, mode="zero").to_host()["n"][1] == 0
    for body in (
        lambda mode: hc.take(array, indices, mode=mode),
        lambda mode: hc.put(array, indices, values, mode=mode),
        lambda mode: hc.scatter_add(hc.to_device(np.zeros(9, [("x", "f4")])), indices,
                                    hc.to_device(np.zeros(2, [("x", "f4")])), mode=mode),
    ):  # fmt: skip
        with pytest.raises(hc.OutOfRangeError, match=r"indices\[1\] is 9"):
            body("raise")
        with pytest.raises(ValueError, match="mode is 'raise' or 'zero', not 'clip'"):
            body("clip")
    assert same(array.to_host(), host)


def program(np):
    """A program of NumPy's structured arrays, of which only the import decides where it runs."""
    particle = np.dtype([("x", "f4", 3), ("v", "f4", 3), ("mass", "f4"), ("kind", "u1"), ("id", "i4")])
    a = np.zeros(200, particle)
    a["id"] = np.arange(200)
    a["kind"] = a["id"] * 7 % 253
    a["mass"] = 1 + 0.5 * (a["kind"] % 3)
    a["x"][:, 0] = np.sin(a["id"] * 0.1)
    a["v"] = [1, 2, 3]
    a["v"][a["kind"] % 3 == 2] = 0
    for _ in range(2):
        a["x"] += a["v"] * 0.25
        far = a["x"][:, 1] > 0.75
        a["v"][far] *= -1
    a[["mass", "kind"]][::50] = (9, 4)
    heavy = a[(a["mass"] > 1.2) & (a["id"] >= 10)]
    heavy = heavy[np.argsort(heavy["kind"], kind="stable")]
    both = np.concatenate([heavy[:3], heavy[[-1, 5]], a[3:5]])
    both[1] = (0, 0, 2.5, 1, -1)
    energy = 0.5 * both["mass"] * (both["v"] ** 2).sum(axis=1)
    kinds, counts = np.unique(a["kind"] % 5, return_counts=True)
    return both, energy, kinds, counts, a["mass"].max(), a[::-1]["id"][:4].copy()


def test_a_program_with_another_import(gpu):
    for result, expected in zip(program(rec), program(np), strict=True):
        if expected.dtype.names:
            for name in expected.dtype.names:
                close(result[name], expected[name])
        else:
            close(result, np.asarray(expected))


@pytest.mark.parametrize("arch", ["sm_75", "sm_90"])
def test_cubins(arch):
    """NVRTC compiles all functions."""
    for name, expression in EXPRESSIONS.items():
        code = "M8" if name == "isnat" else "i4" if "bit" in name or "shift" in name or name == "invert" else "f4"
        result = "b1" if name.startswith(("is", "logical")) or "equal" in name or name in ("less", "greater") else code
        operands = (Operand(code, code, 2, True), Operand(code, code, 4))[: 2 if "y" in expression else 1]
        if arch == "sm_75" and name not in ("add", "floor_divide", "power", "arctan2"):
            continue
        source = _elementwise_source.source(name, 2, Operand(result, result, 1), operands, name == "add")
        assert _compile.compile_source(source, "run", arch)[1][:4] == b"\x7fELF"
    for code in ("f2", "c8", "c16", "M8", "V16", "b1", "u8"):
        operands = (Operand(code, code, 1, code in ("f2", "c8")),)
        source = _elementwise_source.source("copy", 1, Operand(code, code, 1), operands, False)
        assert _compile.compile_source(source, "run", arch)[1][:4] == b"\x7fELF"
    for function, code, accumulated in [("sum", "f2", "f8"), ("sum", "c8", "c16"), ("min", "f2", "f2")]:
        source = _reduction_source.source(function, 2, Operand(code, code, 1, True), accumulated, code)
        assert _compile.compile_source(source, "run", arch)[1][:4] == b"\x7fELF"
