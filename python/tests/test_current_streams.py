# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The current streams of CuPy and PyTorch. On the host, modules of the test stand for them."""

import sys
import types

import dtypes
import numpy as np
import pytest
from dtypes import random_records, same

import heddle_cuda as hc
from heddle_cuda import _current, _driver


class Memory:
    """An array of another library."""

    is_cuda = True
    device = "cuda:0"

    def __init__(self, host):
        self.array = hc.to_device(host)

    @property
    def __cuda_array_interface__(self):
        return {**self.array.__cuda_array_interface__, "stream": self.stream}


class Tensor(Memory):
    stream = None


class Ndarray(Memory):
    stream = 20


def library(name, kind, current):
    cuda = types.SimpleNamespace(current_stream=current, get_current_stream=current)
    return types.SimpleNamespace(__name__=name, cuda=cuda, Tensor=kind, ndarray=kind)


@pytest.fixture
def libraries(monkeypatch):
    """Stands for both libraries, and returns the stream that each call is on."""
    stream_of_torch = types.SimpleNamespace(cuda_stream=10)
    stream_of_cupy = types.SimpleNamespace(ptr=20)
    monkeypatch.setitem(sys.modules, "torch", library("torch", Tensor, lambda device=None: stream_of_torch))
    monkeypatch.setitem(sys.modules, "cupy", library("cupy", Ndarray, lambda: stream_of_cupy))
    streams = []
    monkeypatch.setattr(_driver, "stream_of", lambda stream, device: streams.append(stream) or 1)
    return types.SimpleNamespace(torch=stream_of_torch, cupy=stream_of_cupy, streams=streams)


# Without the GPU: its streams are real.


@pytest.fixture
def host(request):
    import host_gpu

    if host_gpu.COMPILER is None:
        pytest.skip("g++ was not found")
    with pytest.MonkeyPatch.context() as patch:
        yield host_gpu.install(patch)


def test_host_calls_are_on_the_current_stream_of_their_arrays(host, libraries, random):
    records = random_records(random, dtypes.PARTICLE, 20)
    own, tensor, cupy = hc.to_device(records), Tensor(records.view("u1")), Ndarray(records)
    of_torch = hc.as_records(tensor, dtypes.PARTICLE)
    order, mask = hc.to_device(np.arange(20)), hc.to_device(np.ones(20, bool))
    mass, own_mass = Tensor(np.zeros(20, "f4")), hc.to_device(np.zeros(20, "f4"))
    other = hc.to_device(records)
    order_of_torch, order_of_cupy, mask_of_torch = (
        Tensor(np.arange(20)),
        Ndarray(np.arange(20)),
        Tensor(np.ones(20, bool)),
    )
    calls = {
        "unpack": (lambda: hc.unpack(of_torch), libraries.torch),
        "unpack out": (lambda: hc.unpack(own, out={"mass": mass}), libraries.torch),
        "unpack CuPy": (lambda: hc.unpack(cupy), libraries.cupy),
        "pack": (lambda: hc.pack({"mass": mass}, [("mass", "f4")]), libraries.torch),
        "pack into": (lambda: hc.pack({"mass": own_mass}, into=of_torch), libraries.torch),
        "take": (lambda: hc.take(own, order_of_cupy), libraries.cupy),
        "take out": (lambda: hc.take(own, order, out=of_torch), libraries.torch),
        "first": (lambda: hc.take(cupy, order_of_torch), libraries.cupy),
        "put": (lambda: hc.put(own, order, of_torch), libraries.torch),
        "scatter_add": (lambda: hc.scatter_add(own, order_of_torch, other), libraries.torch),
        "copy_if": (lambda: hc.copy_if(own, mask_of_torch), libraries.torch),
        "argsort_by": (lambda: hc.argsort_by(of_torch, "mass"), libraries.torch),
        "part": (lambda: of_torch[3:]["mass"].copy(), libraries.torch),
        "operator": (lambda: own["mass"] + mass, libraries.torch),
        "index": (lambda: own[order_of_torch], libraries.torch),
        "assignment": (lambda: own.__setitem__("mass", mass), libraries.torch),
        "sum": (lambda: of_torch["mass"].sum(), libraries.torch),
        "own": (lambda: hc.unpack(own), None),
        "own take": (lambda: hc.take(own, order), None),
        "own mask": (lambda: hc.copy_if(own, mask), None),
    }
    for name, (call, expected) in calls.items():
        libraries.streams.clear()
        call()
        assert libraries.streams[0] is expected, name
    libraries.streams.clear()
    hc.unpack(of_torch, stream=5)
    assert libraries.streams == [5]


def test_host_calls_wait_for_the_current_stream_of_pytorch(host, libraries, random, monkeypatch):
    """Its interface names no stream. The memory of a tensor belongs to the stream that is current now."""
    waits = []
    monkeypatch.setattr(_driver, "wait_for", lambda stream, producer: waits.append(("before", producer)))
    monkeypatch.setattr(_driver, "let_wait", lambda consumer, stream: waits.append(("after", consumer)))
    tensor = Tensor(random_records(random, dtypes.PARTICLE, 20).view("u1"))
    records = hc.as_records(tensor, dtypes.PARTICLE)
    libraries.torch.cuda_stream = 11
    assert records.__cuda_array_interface__["stream"] == 11
    hc.unpack(records, stream=5)
    assert waits == [("before", 11), ("after", 11)]
    libraries.torch.cuda_stream = 0  # the legacy default stream
    assert records.__cuda_array_interface__["stream"] == 1


def test_host_calls_with_tensors_are_not_kept_for_their_addresses(host, libraries):
    """The current stream may be another one next time."""
    tensor = Tensor(np.zeros(280, "u1"))
    records, out = hc.as_records(tensor, dtypes.PARTICLE), {"mass": hc.to_device(np.zeros(10, "f4"))}
    for _ in range(3):
        libraries.streams.clear()
        hc.unpack(records, out=out)
        assert libraries.streams == [libraries.torch]


def test_arrays_of_no_library_have_no_current_stream(monkeypatch):
    monkeypatch.delitem(sys.modules, "torch", raising=False)
    monkeypatch.delitem(sys.modules, "cupy", raising=False)
    array = types.SimpleNamespace(__cuda_array_interface__={"stream": 7})
    assert _current.stream_of_arguments([array, None, {"x": array}]) is None
    assert _current.handle_named_by(array, array.__cuda_array_interface__) == 7


# With a GPU.


def test_current_streams_of_pytorch(device, random):
    torch = pytest.importorskip("torch")
    host = random_records(random, dtypes.LAS_6, 1_000_000)
    memory = torch.zeros(host.nbytes, dtype=torch.uint8, device="cuda")
    source = torch.from_numpy(host.view("u1")).pin_memory()
    for _ in range(3):
        with torch.cuda.stream(torch.cuda.Stream()):
            memory.zero_()
            torch.cuda._sleep(20_000_000)  # so that a call on another stream would be too early
            memory.copy_(source, non_blocking=True)
            records = hc.as_records(memory, host.dtype)
            fields = hc.unpack(records, ["X", "gps_time"])
            assert fields["X"].stream == torch.cuda.current_stream().cuda_stream
            x = torch.as_tensor(fields["X"], device="cuda").clone()
            assert np.array_equal(x.cpu().numpy(), host["X"])
        torch.cuda.synchronize()


def test_current_streams_of_cupy(device, random):
    cupy = pytest.importorskip("cupy")
    host = random_records(random, dtypes.LAS_6, 100_000)
    records = cupy.asarray(host)
    cupy.cuda.Device().synchronize()
    with cupy.cuda.Stream(non_blocking=True) as stream:
        fields = hc.unpack(records, ["X"])
        assert fields["X"].stream == stream.ptr
        kept = hc.take(records, cupy.arange(100_000))
    del stream
    assert same(kept.to_host(), host) and same(fields["X"].to_host(), np.ascontiguousarray(host["X"]))


def test_graph_of_pytorch(device, random):
    """Without stream=, the calls are on the stream that is captured."""
    torch = pytest.importorskip("torch")
    dtype = np.dtype([("m", "f4"), ("n", "i4")])
    host = random_records(random, dtype, 5000)
    host["m"] = np.arange(5000)
    memory, order = torch.from_numpy(host.view("u1")).cuda(), torch.randperm(5000, device="cuda")
    records, column = hc.as_records(memory, dtype), torch.zeros(5000, device="cuda")
    taken = torch.zeros(40_000, dtype=torch.uint8, device="cuda")
    add = hc.kernel(
        "__global__ void add(entry* a) { a[blockIdx.x * blockDim.x + threadIdx.x].n += 1; }",
        [hc.struct("entry", dtype)],
    )

    def work():
        hc.unpack(records, out={"m": column})
        column.add_(1)
        hc.pack({"m": column}, into=records)
        hc.take(records, order, out=hc.as_records(taken, dtype))
        add(hc.as_records(taken, dtype), grid=50, block=100)

    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        work()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
        with pytest.raises(hc.DeviceError, match="captured"):
            hc.unpack(records)
    torch.cuda.synchronize()
    assert np.array_equal(memory.cpu().numpy().view(dtype)["m"], host["m"] + 1)
    for _ in range(3):
        graph.replay()
    torch.cuda.synchronize()
    host["m"] += 4
    assert same(memory.cpu().numpy().view(dtype), host)
    expected = host[order.cpu().numpy()]
    expected["n"] += 1
    assert same(taken.cpu().numpy().view(dtype), expected)
