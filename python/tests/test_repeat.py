# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""A call that is repeated launches what it launched before: only if its arrays, types and streams are the same."""

import dataclasses

import dtypes
import numpy as np
import pytest
from dtypes import random_records, same
from test_records import field

import heddle_cuda as hc
from heddle_cuda import _records, _repeat


@pytest.fixture
def checks(monkeypatch):
    """Counts the calls that are checked and planned."""
    seen = []
    on = _records.Call.on
    monkeypatch.setattr(_records.Call, "on", lambda stream, *given: (seen.append(stream), on(stream, *given))[1])
    _repeat.forget()
    return seen


@pytest.fixture
def host(random):
    return random_records(random, dtypes.LAS_6, 100)


def columns_of(host, names=None):
    return {name: hc.to_device(np.zeros_like(field(host, name))) for name in names or host.dtype.names}


def test_repeated_calls_work_again(gpu, random, host, checks):
    records, other, order = hc.to_device(host), hc.to_device(host), hc.to_device(np.arange(100)[::-1].copy())
    out = columns_of(host)
    floats = random_records(random, np.dtype([("a", "i4"), ("b", "u8")], align=True), 100)
    sums, added = hc.to_device(np.zeros_like(floats)), hc.to_device(floats)

    def work():
        result = hc.unpack(records, out=out)
        assert result == out and result is not out and list(result) == list(host.dtype.names)
        assert all(same(result[name].to_host(), field(host, name)) for name in host.dtype.names)
        assert hc.pack({"X": result["Y"], "Y": result["X"]}, into=other) is other
        assert np.array_equal(other.to_host()["X"], host["Y"])
        assert hc.take(records, order, out=other) is other
        assert other.to_host().tobytes() == host[::-1].tobytes()
        hc.put(records, order, other)
        assert same(records.to_host(), host)
        hc.scatter_add(sums, order, added, fields=["a"])

    for k in range(3):
        work()
        assert len(checks) == 5
        host = random_records(random, dtypes.LAS_6, 100)
        hc.pack({name: hc.to_device(field(host, name)) for name in host.dtype.names}, into=records)
        del checks[5:]
        with np.errstate(over="ignore"):
            assert np.array_equal(sums.to_host()["a"], (k + 1) * floats["a"][::-1])


def test_other_arrays(gpu, random, host, checks):
    """Arrays at the same address may have another type, shape, stride or permission."""
    records = hc.to_device(host)
    out = columns_of(host, ["X", "Y"])
    hc.unpack(records, out=out)
    for change in [{"shape": (99,)}, {"readonly": True}, {"stream": 2}]:
        before = len(checks)
        try:
            hc.unpack(dataclasses.replace(records, **change), out=out)
        except hc.ArrayError as error:
            assert "shape" in change and "shape" in str(error)
        assert len(checks) == before + 1
    with pytest.raises(hc.ArrayError, match="may not be written"):
        hc.unpack(records, out={**out, "X": dataclasses.replace(out["X"], readonly=True)})
    with pytest.raises(hc.LayoutError, match="the type uint32, and needs int32"):
        hc.unpack(records, out={**out, "X": dataclasses.replace(out["X"], dtype=np.dtype("u4"))})
    swapped = {"X": out["Y"], "Y": out["X"]}
    for _ in range(2):
        assert all(hc.unpack(records, out=each)["X"] is each["X"] for each in (swapped, out))
        assert np.array_equal(out["X"].to_host(), host["X"]) and np.array_equal(out["Y"].to_host(), host["Y"])
        assert list(hc.unpack(records, ["Y", "X"], out=out)) == ["Y", "X"]


def test_names_that_change(gpu, host):
    """NumPy lets the names of a type change."""
    dtype = np.dtype([("a", "i4"), ("b", "i4")])
    values = np.arange(20, dtype="i4").view(dtype)
    records, out = hc.to_device(values), {"a": hc.to_device(np.zeros(10, "i4"))}
    for _ in range(2):
        assert np.array_equal(hc.unpack(records, out=out)["a"].to_host(), values.view("i4")[::2])
    records.dtype.names = ("b", "a")
    assert np.array_equal(hc.unpack(records, out=out)["a"].to_host(), values.view("i4")[1::2])


def test_what_is_not_kept(gpu, host, checks):
    """Calls that allocate, wait or check, and arguments of other libraries."""
    records, order = hc.to_device(host), hc.to_device(np.arange(100))
    out = hc.to_device(host)
    for body in [
        lambda: hc.unpack(records, ["X"]), lambda: hc.take(records, order),
        lambda: hc.take(records, [1, 2], out=out[:2]), lambda: hc.take(records, order, out=out, checked=True),
        lambda: hc.put(records, order, out, repeated=True),
    ]:  # fmt: skip
        before = len(checks)
        body(), body()
        assert len(checks) == before + 2
    bad = hc.to_device(np.array([100]))
    hc.take(records, bad, out=out[:1], checked=False)
    with pytest.raises(hc.OutOfRangeError):
        hc.take(records, bad, out=out[:1], checked=True)


def test_indices_of_the_host(gpu, host):
    records = hc.to_device(host)
    for order in ([3, 0, -1], (5,), range(2, 60, 7), []):
        assert hc.take(records, order).to_host().tobytes() == host[list(order)].tobytes() if order else True
        hc.put(records, order, hc.take(records, order))
    assert len(hc.take(records, [])) == 0
    for order, error in [([1.5], hc.LayoutError), ([True], hc.LayoutError), ([[1]], hc.ArrayError)]:
        with pytest.raises(error):
            hc.take(records, order)
    with pytest.raises(hc.OutOfRangeError):
        hc.take(records, [100], checked=True)


# With a GPU.


def test_streams(device, host):
    """A call on another stream is another one, and a closed stream is refused."""
    records, out = hc.to_device(host), columns_of(host)
    with pytest.raises(TypeError, match="is no stream"):
        for stream in (1, True):
            hc.unpack(records, out=out, stream=stream)
    own = device.create_stream()
    for stream in (own, own, int(own.handle), 2, None):
        values = hc.unpack(records, out=out, stream=stream)
        own.sync()
        assert same(values["X"].to_host(), field(host, "X"))
    own.close()
    with pytest.raises(hc.DeviceError, match="closed"):
        hc.unpack(records, out=out, stream=own)


def test_no_memory_is_kept(device, host):
    """What is kept of a call does not keep its arrays."""
    import gc
    import weakref

    records, out = hc.to_device(host), columns_of(host)
    hc.unpack(records, out=out)
    known = weakref.ref(records)
    del records
    gc.collect()
    assert known() is None
