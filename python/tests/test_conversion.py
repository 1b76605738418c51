# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests that the kernels for all types need no compilation for a new type, and that they convert byte orders."""

import threading

import dtypes
import host_gpu
import numpy as np
import pytest
from dtypes import random_records, same
from hypothesis import given
from hypothesis import strategies as st
from test_records import field, on_gpu, rows_of

import heddle_cuda as hc
from heddle_cuda import _all_types, _compile, _own_kernels, _repeat
from heddle_cuda._conversion import Variant
from heddle_cuda._conversion_plan import LARGE, SMALL

MANY_ORDERS = np.dtype(
    [("a", ">f8"), ("b", ">u2"), ("c", "<i4"), ("d", ">c8", 3), ("e", ">U2"), ("f", ">f2", (2, 2)), ("g", ">M8[s]"),
     ("h", [("i", ">i4"), ("j", "u1"), ("k", ">c16"), ("l", "<f4")], 2), ("m", "S3"), ("n", ">i8", 40)]
)  # fmt: skip

HUGE = np.dtype([("a", "f4"), ("blob", "V5000"), ("b", ">i2", 3), ("c", "f8", (30, 20)), ("d", "u1")])


def compilations():
    """Returns how many kernels have been compiled, or loaded from the folder."""
    return host_gpu.compilations() + len(_compile._compiled)


@pytest.fixture
def on_any_alignment(gpu):
    """Calls the functions for records of 16, 8, 4, 2 and 1 bytes, and with many fields."""
    for kind in ["f4", "f2", "u1"]:
        for count in (2, 4):
            dtype = np.dtype([(f"f{k}", kind) for k in range(count)])
            hc.pack(hc.unpack(hc.to_device(np.zeros(10, dtype))), dtype)


def test_a_new_type_compiles_nothing(gpu, random, on_any_alignment):
    before = compilations()
    for k in range(30):
        kinds = random.choice(["u1", "i2", "f4", "f8", "S3", ">f4", ">i8"], random.integers(1, 12))
        dtype = np.dtype([(f"f{n}", kind) for n, kind in enumerate(kinds)], align=k % 2 == 0)
        view, _, _ = on_gpu(random_records(random, dtype, 40), dtype.itemsize + k % 3, k % 5)
        hc.pack(hc.unpack(view), into=view)
    assert compilations() == before


def assign(to, values):
    """Copies values number by number, so that NumPy converts their byte order."""
    if to.dtype.names is None:
        to[...] = values
    for name in to.dtype.names or ():
        assign(to[name], values[name])


def native(records, name):
    """Returns a field in the byte order of this machine, with the padding of structs."""
    values = field(records, name)
    memory = values.reshape(-1).view(np.uint8).copy()
    result = memory.view(values.dtype.newbyteorder("=")).reshape(values.shape)
    assign(result, values)
    return result


def check_orders(dtype, count, gap, offset, random):
    records = random_records(random, dtype, count)
    view, whole, memory = on_gpu(records, dtype.itemsize + gap, offset)
    result = hc.unpack(view)
    for name, array in result.items():
        assert same(array.to_host(), native(records, name)), name
    if dtypes.overlaps(dtype):
        return
    others = random_records(random, dtype, count)
    hc.pack({name: hc.to_device(native(others, name)) for name in dtype.names}, into=view)
    beside = np.ones(dtype.itemsize, bool)
    for name in dtype.names:
        beside[dtype.fields[name][1] :][: dtype.fields[name][0].itemsize] = False
    rows_of(others)[:, beside] = rows_of(records)[:, beside]
    for k in range(count):
        memory[offset + k * (dtype.itemsize + gap) :][: dtype.itemsize] = rows_of(others)[k]
    assert same(whole.to_host(), memory)
    rows_of(others)[:, beside] = 0
    assert same(hc.pack({name: hc.to_device(native(others, name)) for name in dtype.names}, dtype).to_host(), others)


@given(
    dtype=dtypes.mixed_orders(dtypes.dtypes()), count=st.sampled_from([0, 1, 33, 300]), gap=st.integers(0, 20),
    offset=st.integers(0, 17),
)  # fmt: skip
def test_byte_orders(gpu, dtype, count, gap, offset):
    check_orders(dtype, count, gap, offset, np.random.default_rng(count + gap))


@pytest.mark.parametrize(("gap", "offset"), [(0, 0), (3, 1), (4, 8)])
@pytest.mark.parametrize("is_aligned", [False, True])
def test_many_byte_orders(gpu, random, gap, offset, is_aligned):
    dtype = np.dtype([(name, MANY_ORDERS[name]) for name in MANY_ORDERS.names], align=is_aligned)
    check_orders(dtype, 300, gap, offset, random)


@pytest.mark.parametrize(("gap", "offset"), [(0, 0), (3, 1)])
def test_large_fields(gpu, random, gap, offset):
    check_orders(HUGE, 40, gap, offset, random)
    check_orders(np.dtype({"names": ["blob"], "formats": ["V5000"], "offsets": [7]}), 40, gap, offset, random)


def test_big_endian_arguments(gpu, random):
    dtype = np.dtype([("x", ">f4"), ("n", ">i2", 2)])
    records = random_records(random, dtype, 20)
    view = hc.to_device(records)
    out = {"x": hc.to_device(np.zeros(20, "f4"))}
    assert hc.unpack(view, out=out, specialize=True)["x"] is out["x"]
    assert out["x"].to_host().tobytes() == records["x"].astype("<f4").tobytes()
    assert hc.unpack(view)["n"].dtype == np.dtype("i2") and not _own_kernels.compiled
    assert same(hc.as_records(hc.to_device(records.view("u1")), dtype).to_host(), records)
    with pytest.raises(hc.LayoutError, match=r"out\['x'\] has the type >f4, and needs float32"):
        hc.unpack(view, out={"x": hc.to_device(np.zeros(20, ">f4"))})
    for body in [lambda: hc.struct("p", dtype), lambda: hc.scatter_add(view, hc.to_device(np.arange(20)), view.copy())]:
        with pytest.raises(hc.LayoutError, match="byte order of another machine"):
            body()
    shared = np.dtype({"names": ["a", "b"], "formats": [">f4", ">f4"], "offsets": [0, 2]})
    with pytest.raises(hc.LayoutError, match="'s' has big-endian fields that share bytes"):
        hc.unpack(hc.to_device(np.zeros(3, [("s", shared)])))


def test_the_kernel_of_a_type_is_used_once_it_is_compiled(gpu, random, monkeypatch):
    records = random_records(random, dtypes.LAS_6, 50)
    view, used = hc.to_device(records), []
    launch = _all_types.launch_table
    monkeypatch.setattr(_all_types, "launch_table", lambda *arguments: (used.append("all"), launch(*arguments)))

    def unpack(*fields, **options):
        used.clear()
        values = hc.unpack(view, fields or None, **options)
        assert all(same(array.to_host(), field(records, name)) for name, array in values.items())
        return used

    monkeypatch.setattr(_own_kernels, "own_kernel_is_faster", lambda *arguments: True)
    assert unpack() == ["all"] and unpack(specialize=True) == [] and unpack() == []
    assert unpack("X", "gps_time") == ["all"]
    monkeypatch.setattr(_own_kernels, "own_kernel_is_faster", lambda *arguments: False)
    _repeat.forget()
    assert unpack() == ["all"] and unpack(specialize=True) == []


@pytest.mark.parametrize("arch", ["sm_75", "sm_90", "sm_100"])
def test_cubins_of_conversions(arch):
    splits = {"sm_75": Variant(True, 16, SMALL), "sm_90": Variant(True, 1, LARGE), "sm_100": Variant(True, 8, SMALL)}
    for variant in (splits[arch], *([Variant(False, 1, SMALL)] if arch == "sm_75" else [])):
        _, code = _compile.compile_source(variant.source, variant.kernel, arch)
        assert code[:4] == b"\x7fELF"


def test_threads_share_plans(device, random):
    """Threads that call at the same time, with arrays at equally aligned places, write into their own arrays."""
    dtype = np.dtype([(f"f{k}", "f4") for k in range(12)])
    hosts = [random_records(random, dtype, 3000) for _ in range(8)]
    inputs = [hc.to_device(host) for host in hosts]
    results = [[] for _ in hosts]

    def work(k):
        for _ in range(50):
            values = hc.unpack(inputs[k], stream=2)
            results[k] = [values, hc.pack(values, dtype, stream=2)]

    threads = [threading.Thread(target=work, args=(k,)) for k in range(len(hosts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for host, (values, packed) in zip(hosts, results, strict=True):
        assert same(packed.to_host(), host)
        assert all(same(values[name].to_host(), field(host, name)) for name in dtype.names)
