# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Conversions to PyTorch's tensors and back, and operators of PyTorch. These tests need PyTorch and a GPU."""

import dtypes
import numpy as np
import pytest
from dtypes import random_records, same

import heddle_cuda as hc

torch = pytest.importorskip("torch")

MIXED = np.dtype([
    ("id", "u2"), ("x", "f4", 3), ("flag", "b1"), ("time", "M8[ns]"), ("took", "m8[ms]"), ("half", "f2"), ("z", "c8"),
    ("matrix", "f8", (2, 3)), ("raw", "V3"), ("name", "U2"), ("code", "S5"), ("big", ">i4"),
])  # fmt: skip


@pytest.fixture(autouse=True)
def _needs_a_gpu(device):
    pass


def expected_of(values):
    """Returns the values of a field as a tensor has them."""
    native = np.ascontiguousarray(values).astype(values.dtype.newbyteorder("="))
    if native.dtype.kind in "mM":
        return native.view("i8")
    if native.dtype.kind in "SUV":
        native = np.ascontiguousarray(values)
        return native.view("u1").reshape(*native.shape, native.dtype.itemsize)
    return native


# Conversions.


@pytest.mark.parametrize("dtype", [MIXED, np.dtype(MIXED.descr, align=True), dtypes.LAS_6, dtypes.PARTICLE])
@pytest.mark.parametrize("count", [0, 1, 1000])
def test_fields_become_tensors_and_records_again(random, dtype, count):
    host = random_records(random, dtype, count)
    records = hc.to_device(host)
    for copy in (None, True):
        tensors = hc.to_torch(records, copy=copy)
        assert list(tensors) == list(dtype.names)
        for name, tensor in tensors.items():
            expected = expected_of(host[name])
            assert tensor.is_cuda and tuple(tensor.shape) == expected.shape, name
            assert tensor.cpu().numpy().tobytes() == expected.tobytes(), name
        result = hc.from_torch(tensors, dtype).to_host()
        for name in dtype.names:
            assert result[name].tobytes() == host[name].tobytes(), name


def test_tensors_share_memory_where_strides_allow_it(random):
    host = np.zeros(100, dtypes.PARTICLE)
    records = hc.to_device(host)
    tensors = hc.to_torch(records, copy=False)
    tensors["mass"] += 2
    torch.cuda.synchronize()
    host["mass"] = 2
    assert same(records.to_host(), host)
    hc.to_torch(records, copy=True)["mass"].zero_()
    torch.cuda.synchronize()
    assert same(records.to_host(), host)
    las = hc.to_device(random_records(random, dtypes.LAS_6, 100))  # 30 bytes
    with pytest.raises(hc.LayoutError, match=r"'X'.*leave out copy=False"):
        hc.to_torch(las, copy=False)
    assert hc.to_torch(las, ["intensity"], copy=False)["intensity"].data_ptr() == las.ptr + 12
    column = hc.to_torch(records["x"][::-1])
    assert column.shape == (100, 3)
    with pytest.raises(hc.LayoutError, match="to_torch"):
        hc.to_torch(hc.to_device(np.zeros(3, dtypes.NESTED)))
    whole = torch.arange(10.0, device="cuda")
    assert hc.from_torch(whole).ptr == whole.data_ptr()


def test_types_of_tensors(random):
    values = {"a": torch.rand(50, 3, device="cuda"), "b": torch.arange(50, device="cuda"),
              "c": torch.rand(3, 50, device="cuda", requires_grad=True).T}  # fmt: skip
    records = hc.from_torch(values)
    assert records.dtype == np.dtype([("a", "f4", 3), ("b", "i8"), ("c", "f4", 3)])
    host = records.to_host()
    for name, tensor in values.items():
        assert np.array_equal(host[name], tensor.detach().cpu().numpy())
    with pytest.raises(hc.LayoutError, match="needs float64"):
        hc.from_torch(values, [("a", "f8", 3), ("b", "i8"), ("c", "f4", 3)])
    with pytest.raises(hc.LayoutError, match="no field"):
        hc.from_torch(values, [("a", "f4", 3)])
    with pytest.raises(TypeError, match="pass a tensor"):
        hc.from_torch({"a": np.zeros(3)})


def test_a_tensor_waits_for_the_array(random):
    """The array is written on another stream, which PyTorch does not know."""
    host = random_records(random, dtypes.PARTICLE, 1_000_000)
    records = hc.to_device(host)
    side = torch.cuda.Stream()
    wait = hc.kernel("__global__ void wait_long() { long long t = clock64(); while (clock64() - t < 50000000); }")
    for _ in range(2):
        wait(grid=1, block=1, stream=side)
        taken = hc.take(records, hc.to_device(np.arange(1_000_000)[::-1].copy()), stream=side)
        mass = hc.to_torch(taken)["mass"].clone()
        assert np.array_equal(mass.cpu().numpy().view("u4"), np.ascontiguousarray(host["mass"][::-1]).view("u4"))


# Operators.

FLOATS = np.dtype([("x", "f4", 3), ("id", "i4"), ("m", "f4", (2, 2)), ("small", "f4")])


@pytest.fixture
def ops():
    from heddle_cuda import torch_ops

    return torch_ops


def records_of(random, count, dtype=FLOATS):
    """Returns records on the host whose values are small integers, of which sums are exact."""
    host = np.zeros(count, dtype)
    for name in dtype.names:
        host[name] = random.integers(0, 100, host[name].shape)
    return host


def rows(host, kind="f4"):
    return torch.from_numpy(host.view(kind).reshape(len(host), -1)).cuda()


@pytest.mark.parametrize("kind", ["u1", "f4"])
def test_operators_move_records(ops, random, kind):
    host = records_of(random, 300)
    records, given = rows(host, kind), ops.Records(FLOATS)
    fields = given.unpack(records)
    for name in FLOATS.names:
        assert np.array_equal(fields[name].cpu().numpy(), host[name])
    assert list(given.unpack(records, ["small", "x"])) == ["small", "x"]
    packed = given.pack(fields, records.dtype)
    assert packed.dtype == records.dtype and same(packed.cpu().numpy().view(FLOATS)[:, 0], host)
    some = given.pack({"id": fields["id"]}).cpu().numpy().view(FLOATS)[:, 0]
    assert np.array_equal(some["id"], host["id"]) and not some["x"].any()
    order = torch.tensor([5, -1, 299, 300, 0, 0], device="cuda")
    taken = ops.take(records, order).cpu().numpy().view(FLOATS)[:, 0]
    assert same(taken[[0, 1, 2, 4, 5]], host[[5, -1, 299, 0, 0]]) and not taken[3]["x"].any()
    values = rows(host[:6].copy(), kind)
    sums = given.scatter_add(records, order, values, ["x", "id"]).cpu().numpy().view(FLOATS)[:, 0]
    expected = host.copy()
    for name in ("x", "id"):
        np.add.at(expected[name], [5, -1, 299, 0, 0], host[name][[0, 1, 2, 4, 5]])
    assert same(sums, expected) and same(records.cpu().numpy().view(FLOATS)[:, 0], host)
    moved = {name: column[1:] for name, column in fields.items()}  # no longer at multiples of 16 bytes
    assert same(given.pack(moved).cpu().numpy().view(FLOATS)[:, 0], host[1:])
    for part in (records[::2], records[:0], records[3:4]):
        assert np.array_equal(given.unpack(part)["id"].cpu().numpy(), part.cpu().numpy().view(FLOATS)["id"][:, 0])


def test_operators_refuse(ops, random):
    given, records = ops.Records(FLOATS), rows(records_of(random, 10))
    with pytest.raises(hc.LayoutError, match=r"no fields \['y'\]"):
        given.unpack(records, ["y"])
    with pytest.raises(hc.ArrayError, match="rows of 32 bytes"):
        given.unpack(records[:, :8])
    with pytest.raises(hc.ArrayError, match="its field needs"):
        given.pack({"x": torch.zeros(10, 2, device="cuda")})
    with pytest.raises(hc.LayoutError, match="no multiple"):
        ops.Records([("a", "u1")]).pack({"a": torch.zeros(3, dtype=torch.uint8, device="cuda")}, torch.float32)
    with pytest.raises(hc.ArrayError, match="one dimension"):
        ops.take(records, torch.zeros(2, 2, dtype=torch.int64, device="cuda"))
    with pytest.raises(hc.DeviceError, match="indices are on cpu"):
        ops.take(records, torch.zeros(2, dtype=torch.int64))
    with pytest.raises(NotImplementedError):
        given.unpack(records.cpu())


def test_opcheck(ops, random):
    records, order = rows(records_of(random, 20)), torch.tensor([3, 3, 19], device="cuda")
    values, given = rows(records_of(random, 3)), ops.Records(FLOATS)
    layout = given._layout(["x", "id"])
    columns = [torch.rand(20, 3, device="cuda"), torch.arange(20, device="cuda", dtype=torch.int32)]
    heddle = torch.ops.heddle
    for needs_gradients in (False, True):
        for each in (records, values, columns[0]):
            each.requires_grad_(needs_gradients)
        torch.library.opcheck(heddle.unpack.default, (records, layout))
        torch.library.opcheck(heddle.pack.default, (columns, layout, torch.float32))
        torch.library.opcheck(heddle.take.default, (records, order))
        torch.library.opcheck(heddle.scatter_add.default, (records, order, values, layout))
    torch.library.opcheck(heddle.unpack.default, (records.detach().view(torch.uint8), layout))
    torch.library.opcheck(heddle.pack.default, (columns, layout, torch.uint8))


def test_gradients(ops, random):
    dtype = np.dtype([("x", "f8", 3), ("id", "i8"), ("y", "f8")])
    host = random.random((6, 5))
    host.view(dtype)["id"] = 3
    given = ops.Records(dtype)
    records = torch.from_numpy(host).cuda().requires_grad_()
    order = torch.tensor([1, 4, 1, -1, 9], device="cuda")
    values = torch.rand(5, 5, dtype=torch.float64, device="cuda", requires_grad=True)
    x = torch.rand(6, 3, dtype=torch.float64, device="cuda", requires_grad=True)
    y = torch.rand(6, dtype=torch.float64, device="cuda", requires_grad=True)

    def check(function, *inputs):
        assert torch.autograd.gradcheck(function, inputs, nondet_tol=1e-9)
        assert torch.autograd.gradgradcheck(function, inputs, nondet_tol=1e-9)

    check(lambda r: (given.unpack(r)["x"] * 2, given.unpack(r)["y"]), records)
    check(lambda x, y: given.pack({"y": y, "x": x}, torch.float64), x, y)
    check(lambda r: ops.take(r, order), records)
    check(lambda r, v: given.scatter_add(r, order, v, ["x", "y"]), records, values)
    check(lambda r, v: given.scatter_add(r, order, v, ["x"]), records, values)
    fields = given.unpack(records)
    assert not fields["id"].requires_grad and fields["y"].requires_grad
    (fields["x"].sum() + 2 * fields["y"].sum()).backward()
    assert np.array_equal(records.grad.cpu().numpy(), np.tile([1.0, 1, 1, 0, 2], (6, 1)))


@pytest.mark.parametrize("backend", ["aot_eager", "inductor"])
def test_compiled(ops, random, backend):
    given, host = ops.Records(FLOATS), records_of(random, 1000)
    order = torch.randperm(1000, device="cuda")

    def work(records, order):
        fields = given.unpack(ops.take(records, order))
        return given.pack({**fields, "x": fields["x"] * 2 + 1}, torch.float32), fields["m"].sum()

    results = []
    for function in (work, torch.compile(work, fullgraph=True, backend=backend)):
        records = rows(host).requires_grad_()
        packed, total = function(records, order)
        (total + packed.sum()).backward()
        results.append((packed.detach(), total.detach(), records.grad))
    for plain, compiled in zip(*results, strict=True):
        torch.testing.assert_close(plain, compiled, equal_nan=True)
    expected = host[order.cpu().numpy()]
    expected["x"] = expected["x"] * 2 + 1
    assert same(results[1][0].cpu().numpy().view(FLOATS)[:, 0], expected)


def test_operators_in_a_graph(ops, random):
    given, host = ops.Records(FLOATS), records_of(random, 1000)
    records, order = rows(host), torch.arange(1000, device="cuda")
    ops.take(records, order), given.pack(given.unpack(records), torch.float32)  # compiles
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        fields = given.unpack(ops.take(records, order))
        result = given.pack({**fields, "id": fields["id"] + 1}, torch.float32)
    order.copy_(torch.arange(999, -1, -1))
    graph.replay()
    torch.cuda.synchronize()
    host = host[::-1].copy()
    host["id"] += 1
    assert same(result.cpu().numpy().view(FLOATS)[:, 0], host)
