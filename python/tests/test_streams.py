# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Streams live as long as the arrays whose memory is freed in their order, and work can be captured into a graph."""

import copy
import dataclasses
import gc
import pickle
import threading
import types
import weakref

import dtypes
import numpy as np
import pytest
from dtypes import random_records, same

import heddle_cuda as hc
from heddle_cuda import _arrays, _driver


class ForeignStream:
    """A stream as CuPy has it."""

    def __init__(self, ptr):
        self.ptr = ptr


class ForeignArray:
    """An array whose interface names the stream that is current when it is asked, as CuPy's does."""

    def __init__(self, array, stream):
        self.array, self.stream = array, stream

    @property
    def __cuda_array_interface__(self):
        return {**self.array.__cuda_array_interface__, "stream": self.stream}


def test_a_stream_of_another_library_is_kept():
    device = types.SimpleNamespace(create_stream=lambda obj: obj)  # cuda.core keeps the object
    for attribute in ("ptr", "cuda_stream"):
        foreign = type("Foreign", (), {attribute: 1234})()
        known = weakref.ref(foreign)
        wrapped = _driver._wrapped(foreign, device)
        del foreign
        gc.collect()
        assert wrapped.__cuda_stream__() == (0, 1234) and known() is not None


def test_another_library_is_asked_for_its_stream_each_time(gpu, random, monkeypatch):
    """The stream of the first time may be gone."""
    waits = []
    monkeypatch.setattr(_driver, "wait_for", lambda stream, producer: waits.append(producer))
    monkeypatch.setattr(_driver, "let_wait", lambda consumer, stream: waits.append(consumer))
    foreign = ForeignArray(hc.to_device(random_records(random, dtypes.PARTICLE, 10)), 7)
    whole = ForeignArray(hc.to_device(np.zeros(280, "u1")), 7)
    arrays = [hc.as_records(whole, dtypes.PARTICLE), hc.as_records(hc.as_records(whole, dtypes.PARTICLE), "V28")[2:]]
    arrays += list(hc.view_fields(foreign).values())
    mass = ForeignArray(hc.to_device(np.zeros(10, "f4")), 7)
    arrays.append(hc.unpack(hc.to_device(np.zeros(10, dtypes.PARTICLE)), out={"mass": mass})["mass"])
    whole.stream = foreign.stream = mass.stream = 8
    order = hc.to_device(np.arange(2))
    for array in arrays:
        assert array.__cuda_array_interface__["stream"] == 8
        waits.clear()
        array.to_host()
        if array.dtype.kind == "V":
            hc.take(array, order)
        assert 8 in waits and 7 not in waits


def test_empty_arrays_name_no_stream(gpu):
    """They have no memory that would keep it."""
    for empty in (hc.to_device(np.zeros(0, "f4")), hc.unpack(hc.to_device(np.zeros(0, dtypes.PARTICLE)))["mass"]):
        assert empty.__cuda_array_interface__["stream"] is None


def test_records_keep_what_dlpack_gave(gpu, monkeypatch):
    """The exporter frees the memory if this object dies. The array of the other library may have another one."""
    whole, exported = hc.to_device(np.zeros(56, "u1")), object()
    given = dataclasses.replace(whole, owner=exported)
    monkeypatch.setattr(_arrays, "_by_dlpack", lambda array, what, stream: given)
    records = hc.as_records(types.SimpleNamespace(__dlpack__=None), dtypes.PARTICLE)
    assert len(records) == 2 and records["x"].owner.owner.owner is exported


def test_order_with_a_graph(monkeypatch):
    """The streams of a graph wait for each other, but for no other stream, and no other stream waits for them."""
    calls = []
    success = object()
    fake = types.SimpleNamespace(
        CUresult=types.SimpleNamespace(CUDA_SUCCESS=success),
        CUevent_flags=types.SimpleNamespace(CU_EVENT_DISABLE_TIMING=2),
        cuEventCreate=lambda flags: (success, 5),
        cuEventRecord=lambda event, stream: (calls.append(("record", stream)), (success,))[1],
        cuStreamWaitEvent=lambda stream, event, flags: (calls.append(("wait", stream)), (success,))[1],
        cuEventDestroy=lambda event: (success,),
    )
    monkeypatch.setattr(_driver, "driver", fake)
    monkeypatch.setattr(_driver, "is_capturing", lambda handle: handle >= 10)
    for first, second, is_ordered in [(1, 3, True), (1, 10, False), (10, 1, False), (10, 11, True), (3, 3, False)]:
        calls.clear()
        _driver._order(first, second)
        assert calls == ([("record", first), ("wait", second)] if is_ordered else [])


def test_capture_needs_results(gpu, random, monkeypatch):
    host = random_records(random, dtypes.PARTICLE, 100)
    records, order, mask = hc.to_device(host), hc.to_device(np.arange(100)), hc.to_device(np.ones(100, bool))
    out = {name: hc.to_device(np.zeros(host[name].shape, "f4")) for name in dtypes.PARTICLE.names}
    other = hc.to_device(np.zeros(100, dtypes.PARTICLE))
    monkeypatch.setattr(_driver, "is_capturing", lambda handle: True)
    hc.unpack(records, out=out)
    hc.pack(out, into=other)
    hc.put(other, order, records)
    hc.scatter_add(other, order, records)
    hc.take(records, order, out=other)
    for body in [
        lambda: hc.unpack(records), lambda: hc.pack(out, dtypes.PARTICLE), lambda: hc.take(records, order),
        lambda: hc.take(records, order, out=other, checked=True), lambda: hc.put(other, order, records, repeated=True),
        lambda: hc.scatter_add(other, order, records, checked=True),
        lambda: hc.copy_if(records, mask), lambda: hc.sort_by(records, "mass"), lambda: hc.to_device(host),
        lambda: records.copy(),
    ]:  # fmt: skip
        with pytest.raises(hc.DeviceError, match=r"captured into a graph.*pass all results by out= or into="):
            body()
    monkeypatch.undo()


# With a GPU.


def test_using_a_stream(device, random):
    """Operators and calls without a stream are on the one that is used, and wait for arrays of other streams."""
    host = np.zeros(100_000, [("x", "f4"), ("n", "i4")])
    host["x"] = random.normal(size=len(host))
    array, out = hc.to_device(host), {"x": hc.to_device(host["x"].copy())}
    own = device.create_stream()
    for stream, handle in ((own, int(own.handle)), (None, 1), (int(own.handle), int(own.handle))):
        with hc.using_stream(stream):
            array["x"] += 1
            result = array["x"] * 2
            assert result.stream == handle and array[array["x"] > 0].stream == handle
            assert (array["x"] * 2).stream == handle and array["x"].sum().stream == handle
            with pytest.raises(ZeroDivisionError), hc.using_stream(None):
                assert (array["x"] * 2).stream == 1
                1 / 0  # noqa: B018
            assert hc.unpack(array, ["x"])["x"].stream == handle
            assert hc.unpack(array, ["x"], out=out)["x"] is out["x"]
        host["x"] += 1
        assert np.array_equal(result.to_host(), host["x"] * 2) and np.array_equal(out["x"].to_host(), host["x"])
        assert (array["x"] * 2).stream == 1
    with pytest.raises(TypeError, match="is no stream"), hc.using_stream("default"):
        pass


def test_results_outlive_their_streams(device):
    cupy = pytest.importorskip("cupy")
    host = np.zeros(1000, [("m", "f4"), ("n", "i4")])
    host["m"] = np.arange(1000)
    records = hc.to_device(host)
    kept = []
    for _ in range(5):
        a = cupy.cuda.Stream()
        column = hc.unpack(records, ["m"], stream=a)["m"]
        with cupy.cuda.Stream():
            kept.append(cupy.asarray(column) + 1)
    del a
    gc.collect()
    taken = [hc.take(records, column_of(host), stream=cupy.cuda.Stream(non_blocking=True)) for _ in range(5)]
    for array in taken:
        gc.collect()
        assert same(array.to_host(), host) and same(array.copy().to_host(), host)
    for array in kept:
        assert np.array_equal(array.get(), host["m"] + 1)
    empty = hc.take(records, hc.to_device(np.zeros(0, "i4")), stream=cupy.cuda.Stream())
    gc.collect()
    assert cupy.asarray(empty["m"]).size == 0


def column_of(host):
    return hc.to_device(np.arange(len(host)))


def test_views_of_cupy_outlive_its_streams(device):
    cupy = pytest.importorskip("cupy")
    host = np.arange(400, dtype="f4").view([("m", "f4"), ("n", "f4")])
    memory = cupy.asarray(host.view("u1"))
    with cupy.cuda.Stream() as stream:
        records = hc.as_records(memory, host.dtype)
        fields = hc.view_fields(records)
    del stream
    gc.collect()
    for _ in range(5):
        assert same(hc.unpack(records)["n"].to_host(), np.ascontiguousarray(host["n"]))
        assert same(fields["m"].to_host(), np.ascontiguousarray(host["m"]))
        assert np.array_equal(cupy.asarray(fields["m"]).get(), host["m"])


def test_per_thread_streams(device, random):
    """An array that one thread made on its default stream is used and freed by another."""
    host = random_records(random, dtypes.PARTICLE, 100_000)
    records, order = hc.to_device(host), hc.to_device(random.permutation(100_000))
    expected = hc.take(records, order).to_host()
    results = []

    def work():
        for _ in range(20):
            results.append(hc.take(records, order, stream=2))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(result.stream == 1 for result in results)
    while results:
        assert same(results.pop().to_host(), expected)


@pytest.mark.parametrize("non_blocking", [False, True])
def test_graph(device, random, non_blocking):
    cupy = pytest.importorskip("cupy")
    dtype = np.dtype([("m", "f4"), ("n", "i4"), ("rest", "f8", 4)])
    host = random_records(random, dtype, 5000)
    host["m"] = np.arange(5000)
    records, order = hc.to_device(host), hc.to_device(random.permutation(5000))
    out = {"m": hc.to_device(np.zeros(5000, "f4"))}
    taken, put = hc.to_device(np.zeros(5000, dtype)), hc.to_device(np.zeros(5000, dtype))
    sums = hc.to_device(np.zeros(5000, dtype))
    column = cupy.asarray(out["m"])
    entry = hc.struct("entry", dtype)
    add = hc.kernel("__global__ void add(entry* a) { a[blockIdx.x * blockDim.x + threadIdx.x].n += 1; }", [entry])
    stream = cupy.cuda.Stream(non_blocking=non_blocking)

    def work():
        hc.unpack(records, out=out, stream=stream)
        with stream:
            column.__iadd__(1)
        hc.pack({"m": column}, into=records, stream=stream)
        hc.take(records, order, out=taken, stream=stream)
        hc.put(put, order, taken, stream=stream)
        hc.scatter_add(sums, order, put, fields=["n"], stream=stream)
        add(put, grid=50, block=100, stream=stream)

    work()  # compiles the kernels
    stream.synchronize()
    with stream:
        stream.begin_capture()
        work()
        with pytest.raises(hc.DeviceError, match="captured"):
            hc.unpack(records, stream=stream)
        with pytest.raises(hc.DeviceError, match="captured"):
            records.to_host(stream=stream)
        graph = stream.end_capture()
        for _ in range(3):
            graph.launch()
    stream.synchronize()
    host["m"] += 4
    assert np.array_equal(column.get(), host["m"]) and same(records.to_host(), host)
    added = np.zeros(5000, "i4")
    added[order.to_host()] = 4 * host["n"]
    assert np.array_equal(sums.to_host()["n"], added)
    host["n"] += 1
    assert same(put.to_host(), host)


def test_copies_on_the_gpu(device, random):
    """Kernels that were launched, and arrays of another library, are copied and pickled by value."""
    host = random_records(random, dtypes.PARTICLE, 100)
    array = hc.to_device(host)
    clear = hc.kernel("__global__ void clear(unsigned char* a) { a[threadIdx.x] = 0; }")
    clear(array, grid=1, block=100)
    for way in (copy.copy, copy.deepcopy, lambda kernel: pickle.loads(pickle.dumps(kernel))):
        way(clear)(array, grid=1, block=200)
    assert array.to_host().tobytes()[:200] == bytes(200)
    cupy = pytest.importorskip("cupy")
    memory = cupy.asarray(host.view("u1"))
    records = hc.as_records(memory, host.dtype)
    other = copy.deepcopy(records)
    memory[:] = 0
    assert same(other.to_host(), host)
