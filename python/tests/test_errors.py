# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Wrong arguments raise exceptions that say what to do, and nothing is launched or written."""

import dataclasses
import os
import subprocess
import sys

import dtypes
import numpy as np
import pytest
from dtypes import random_records, same

import heddle_cuda as hc
from heddle_cuda._parameters import Parameter


class Interface:
    """An array of another library."""

    def __init__(self, array, **changes):
        self.__cuda_array_interface__ = {**array.__cuda_array_interface__, **changes}
        self.owner = array


def readonly(array):
    return Interface(array, data=(array.ptr, True))


@pytest.fixture
def records(gpu, random):
    host = random_records(random, dtypes.PARTICLE, 100)
    array = hc.to_device(host)
    yield array
    assert same(array.to_host(), host), "a refused call wrote records"


def mass(count=100, kind="f4"):
    return hc.to_device(np.zeros(count, kind))


def test_records(gpu, records):
    for array, error, message in [
        (np.zeros(3, dtypes.PARTICLE), TypeError, r"records is an array of NumPy.*: pass to_device\(a\)"),
        ([1, 2], TypeError, "records is no array on a GPU, but of the type list: pass"),
        (mass(), hc.LayoutError, "records has elements of the type float32, which are no records.*as_records"),
        (Interface(records, typestr="|V28", descr=[("x", "<f4")]), hc.LayoutError, "differ in size"),
        (Interface(records, typestr=">f4", descr=[("", ">f4")]), hc.LayoutError, "no records"),
        (Interface(records, strides=(-28,)), hc.ArrayError, "a stride of -28 bytes, less than a record"),
        (Interface(records, strides=(8,)), hc.ArrayError, "a stride of 8 bytes, less than a record"),
        (Interface(records, shape=(10, 10)), hc.ArrayError, r"one-dimensional, and has the shape \(10, 10\)"),
        (Interface(records, mask=records), hc.ArrayError, "masked"),
    ]:
        with pytest.raises(error, match=message):
            hc.unpack(array)
    other = dataclasses.replace(records, device=7)
    with pytest.raises(
        hc.DeviceError, match=r"records lies on device 7, but device 0 is current: call cuda.core.Device\(7\)"
    ):
        hc.unpack(other)


def test_unpack(gpu, records):
    for arguments, error, message in [
        ({"fields": ["y"]}, hc.LayoutError, r"no field 'y': their fields are \['x', 'v', 'mass'\]"),
        ({"fields": "mass"}, TypeError, r"write \['mass'\]"),
        ({"out": {"mass": mass(99)}}, hc.ArrayError, r"out\['mass'\] has the shape \(99,\), and needs \(100,\)"),
        ({"out": {"x": mass(300)}}, hc.ArrayError, r"needs \(100, 3\)"),
        ({"out": {"mass": mass(kind="f8")}}, hc.LayoutError, r"out\['mass'\] has the type float64, and needs float32"),
        ({"out": {"mass": mass(200)[::2]}}, hc.ArrayError, "not contiguous"),
        ({"out": {"mass": records["mass"]}}, hc.ArrayError, "not contiguous"),
        ({"out": {"mass": readonly(mass())}}, hc.ArrayError, "may not be written"),
        ({"fields": ["x"], "out": {"mass": mass()}}, hc.LayoutError, r"out has \['mass'\], which are no fields"),
    ]:
        with pytest.raises(error, match=message):
            hc.unpack(records, **arguments)
    bytes_of_records = Interface(records, typestr="<f4", descr=[("", "<f4")], shape=(100,))
    with pytest.raises(hc.ArrayError, match=r"out\['mass'\] and records overlap"):
        hc.unpack(records, out={"mass": bytes_of_records})


def test_pack(gpu, records):
    for values, arguments, error, message in [
        ({"mass": mass()}, {}, TypeError, "pass dtype"),
        ({"mass": mass()}, {"dtype": dtypes.PARTICLE, "into": records}, TypeError, "pass dtype"),
        ({}, {"into": records}, TypeError, "values has no array"),
        ({"mass": mass(99)}, {"into": records}, hc.ArrayError, "has the shape"),
        ({"mass": np.zeros(100, "f4")}, {"into": records}, TypeError, r"values\['mass'\] is an array of NumPy"),
        ({"mass": mass()}, {"dtype": records}, TypeError, "write into=a"),
        ({"mass": mass()}, {"into": readonly(records)}, hc.ArrayError, "may not be written"),
        ({"mass": mass(kind=">f4")}, {"into": records}, hc.LayoutError, "the type >f4, and needs float32"),
        ({"mass": mass()}, {"dtype": [("mass", "O")]}, hc.LayoutError, "Python objects"),
        ({"rgb": mass(), "r": mass(kind="u1")}, {"dtype": dtypes.OVERLAPPING}, hc.LayoutError, "share bytes"),
    ]:
        with pytest.raises(error, match=message):
            hc.pack(values, **arguments)


def test_indices(gpu, records):
    indices = hc.to_device(np.arange(4))
    values = hc.to_device(np.zeros(4, dtypes.PARTICLE))
    for order, error, message in [
        (mass(), hc.LayoutError, "indices have the type float32, and must be integers"),
        (mass(kind="b1"), hc.LayoutError, "use a mask with copy_if"),
        (hc.to_device(np.zeros((2, 2), "i4")), hc.ArrayError, "one-dimensional and contiguous"),
        (np.arange(3), TypeError, "indices is an array of NumPy"),
    ]:
        with pytest.raises(error, match=message):
            hc.take(records, order)
        with pytest.raises(error, match=message):
            hc.put(records, order, values)
    with pytest.raises(hc.ArrayError, match=r"values must have the shape \(4,\)"):
        hc.put(records, indices, values[:3])
    with pytest.raises(hc.ArrayError, match="records and values overlap"):
        hc.put(records, indices, records[:4])
    with pytest.raises(hc.ArrayError, match="out must be contiguous"):
        hc.take(records, indices, out=hc.to_device(np.zeros(5, dtypes.PARTICLE)))
    with pytest.raises(hc.ArrayError, match="out and records overlap"):
        hc.take(records, indices, out=records[:4])


def test_masks_and_keys(gpu, records):
    for mask, error, message in [
        (mass(), hc.LayoutError, "mask has the type float32.*write mask != 0"),
        (mass(99, "b1"), hc.ArrayError, "with the shape of the records"),
        (mass(200, "b1")[::2], hc.ArrayError, "must be contiguous"),
    ]:
        with pytest.raises(error, match=message):
            hc.copy_if(records, mask)
    with pytest.raises(hc.LayoutError, match="by which a GPU cannot sort"):
        hc.sort_by(hc.to_device(np.zeros(3, [("x", np.longdouble)])), "x")
    with pytest.raises(hc.LayoutError, match="no field 'z'"):
        hc.sort_by(records, "z")


def test_as_records(gpu):
    buffer = hc.to_device(np.zeros(100, "u1"))
    assert len(hc.as_records(buffer, dtypes.PARTICLE, offset=16)) == 3
    assert len(hc.as_records(buffer, dtypes.PARTICLE, stride=36)) == 3
    assert len(hc.as_records(buffer, dtypes.PARTICLE, stride=50)) == 2
    assert len(hc.as_records(buffer, dtypes.PARTICLE, offset=100)) == 0
    assert hc.as_records(buffer, dtypes.PARTICLE, offset=5, count=2).ptr == buffer.ptr + 5
    for arguments, message in [
        ({}, "100 bytes from byte 0 on, which are 3 records of 28 bytes, 28 apart, and a part of one.*pass count=3"),
        ({"offset": 73}, "27 bytes from byte 73 on, which are 0 records"),
        ({"stride": 40}, "and a part of one"),
        ({"stride": 27}, "a stride of 27 bytes is less than a record"),
        ({"count": 4}, "the buffer has 100 bytes: 4 records of 28 bytes, 28 apart, do not fit behind byte 0; 3 do"),
        ({"offset": 101}, "do not fit"),
        ({"offset": -1}, "do not fit"),
    ]:
        with pytest.raises(hc.ArrayError, match=message):
            hc.as_records(buffer, dtypes.PARTICLE, **arguments)


def test_without_a_gpu(monkeypatch):
    from heddle_cuda import _driver

    def fails(number):
        raise RuntimeError("no driver")

    monkeypatch.setattr(_driver, "driver", None)
    monkeypatch.setattr(_driver, "Device", fails)
    with pytest.raises(hc.DeviceError, match="no GPU can be used"):
        hc.to_device(np.zeros(3))


def test_streams(device):
    records = hc.to_device(np.zeros(10, dtypes.PARTICLE))
    for stream in ("1", 1.5, True, object()):
        with pytest.raises(TypeError, match="is no stream"):
            hc.unpack(records, stream=stream)
    own = device.create_stream()
    hc.unpack(records, stream=own)["mass"].to_host()
    hc.unpack(records, stream=int(own.handle))["mass"].to_host()
    own.close()
    with pytest.raises(hc.DeviceError, match="closed"):
        hc.unpack(records, stream=own)


def test_streams_wait(gpu, random, monkeypatch):
    """Each call waits for the streams of its arguments, and lets them wait: they may free or overwrite the arrays."""
    from heddle_cuda import _driver

    records = dataclasses.replace(hc.to_device(random_records(random, dtypes.PARTICLE, 10)), stream=7)
    column = dataclasses.replace(mass(10), stream=8)
    order = dataclasses.replace(hc.to_device(np.arange(10)), stream=9)
    waits = []
    monkeypatch.setattr(_driver, "wait_for", lambda stream, producer: waits.append(("for", producer)))
    monkeypatch.setattr(_driver, "let_wait", lambda consumer, stream: waits.append(("let", consumer)))
    for body, expected in [
        (lambda: hc.unpack(records, out={"mass": column}), [("for", 7), ("for", 8), ("let", 7), ("let", 8)]),
        (lambda: hc.pack({"mass": column}, into=records), [("for", 7), ("for", 8), ("let", 7), ("let", 8)]),
        (lambda: hc.take(records, order), [("for", 7), ("for", 9), ("let", 7), ("let", 9)]),
        (lambda: hc.put(records, order[:1], hc.to_device(np.zeros(1, dtypes.PARTICLE))),
         [("for", 7), ("for", 9), ("let", 7), ("let", 9)]),
        (lambda: hc.scatter_add(records, order[:1], hc.to_device(np.zeros(1, dtypes.PARTICLE))),
         [("for", 7), ("for", 9), ("let", 7), ("let", 9)]),
    ]:  # fmt: skip
        waits.clear()
        body()
        assert [wait for wait in waits if wait[1] != 1] == expected


def test_types_of_arguments(gpu, records):
    x = hc.to_device(np.zeros((100, 3), "f4"))
    nested = np.dtype([("a", [("b", "f4")]), ("name", "U1"), ("raw", "V4")])
    for body, error, message in [
        (lambda: hc.unpack(mass(kind="V4")), hc.LayoutError, r"without fields: use as_records\(records, dtype\)"),
        (lambda: hc.view_fields(mass(kind="V4")), hc.LayoutError, "without fields"),
        (lambda: hc.unpack(records, out=[x]), TypeError, r"out must be a dict.*write out=\{'x': array\}"),
        (lambda: hc.unpack(records, out={"x": x, "v": x}), hc.ArrayError, r"out\['.'\] and out\['.'\] overlap"),
        (lambda: hc.pack([("x", x)], into=records), TypeError, "values must be a dict"),
        (lambda: hc.pack({"a": mass(kind=[("c", "i4")])}, nested), hc.LayoutError, "write cupy.asarray.a..astype"),
        (lambda: hc.pack({"name": mass(kind="S4")}, nested), hc.LayoutError, "write cupy.asarray.a..astype"),
        (lambda: hc.unpack(records, [["x"]]), TypeError, r"fields must be a list of names, not \[\['x'\]\]"),
        (lambda: hc.unpack(records, ["x"], out={1: x, "z": x}), hc.LayoutError, r"out has \[1, 'z'\]"),
        (lambda: hc.to_device(np.ma.array([1, 2], mask=[0, 1])), hc.ArrayError, "masked: fill it first"),
        (lambda: hc.sort_by(records, []), TypeError, "fields has no name"),
        (lambda: hc.take(records, mass(kind=">i4")), hc.LayoutError, "byte order of this machine"),
        (lambda: hc.as_records(mass(), dtypes.PARTICLE, offset=1.5), TypeError, "integer"),
        (lambda: hc.as_records(mass(), dtypes.PARTICLE, count=2.0), TypeError, "integer"),
        (lambda: len(hc.to_device(5)), TypeError, "no length"),
        (lambda: hc.struct("p", dtypes.PARTICLE, align=4.0), ValueError, "power of two"),
        (lambda: hc.struct("p", dtypes.PARTICLE, align=True), ValueError, "power of two"),
    ]:
        with pytest.raises(error, match=message):
            body()
    for values in [{"a": mass(kind="V4")}, {"raw": mass(kind=[("b", "f4")])}, {"name": mass(kind="V4")}]:
        hc.pack(values, nested)


def test_types_of_pointers(gpu):
    kernel = hc.kernel("__global__ void k(float* x) {}")
    for kind, target, fits in [
        ("f4", 4, True), ("c8", 4, True), ("f8", 4, False), ("i8", 4, False), ("f4", 12, True), ("f4", 8, False),
        ("f2", 4, False), ("U3", 4, True), ("c16", 4, False), ("f8", 1, True), ("V12", 12, True), ("V12", 4, False),
    ]:  # fmt: skip
        array = mass(3, kind)
        parameter = Parameter("p", 8, target, 1)
        if fits:
            assert kernel._pointer("array", array, parameter, None, []) == array.ptr
        else:
            with pytest.raises(hc.LayoutError, match=f"array points to {target} bytes.*pass an array of the pointer's"):
                kernel._pointer("array", array, parameter, None, [])


def test_missing_packages():
    code = "import sys; sys.modules['cuda.bindings'] = None; import heddle_cuda"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert "MissingError: cuda-core or cuda-bindings cannot be imported" in done.stderr
    assert "pip install 'heddle-cuda[cu13]'" in done.stderr


def test_windows():
    code = "import sys; sys.platform = 'win32'; import heddle_cuda"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.stderr.endswith("MissingError: heddle-cuda does not run on Windows: use Linux, for example in WSL 2\n")


def test_uses_as_an_array_of_numpy(gpu, records):
    """An Array says for each wrong use what to write."""
    x, chosen = records["x"], mass(kind="b1")

    def assign(key, value):
        records[key] = value

    for body, error, message in [
        (lambda: np.asarray(records), TypeError, r"NumPy cannot read it: write a\.to_host\(\)"),
        (lambda: np.array(x), TypeError, r"a\.to_host\(\)"),
        (lambda: np.cumsum(x), TypeError, r"np\.cumsum does not read an Array.*a\.to_host\(\)"),
        (lambda: x @ x, hc.LayoutError, r"np\.matmul does not read an Array: write cupy\.matmul"),
        (lambda: np.add.reduce(x), TypeError, r"np\.add\.reduce with .* does not read"),
        (lambda: np.ones(3, "S2") + x, hc.LayoutError, "no records, strings and bytes"),
        (lambda: records + 1, hc.LayoutError, r"write the name of a field, as in a\['x'\]"),
        (lambda: ~records["mass"], hc.LayoutError, "invert"),
        (lambda: x + np.ones(5), hc.ArrayError, r"shapes \(100, 3\) and \(5,\) do not fit"),
        (lambda: x.cumsum(), AttributeError, r"has no cumsum: write cupy\.asarray\(a\)\.cumsum"),
        (lambda: x.get(), AttributeError, r"has no get: write a\.to_host\(\)"),
        (lambda: x.numpy(), AttributeError, r"a\.to_host\(\)"),
        (lambda: [q for q in records], TypeError, r"for q in a\.to_host\(\)"),
        (lambda: bool(records), hc.ArrayError, r"neither true nor false: write a\.any\(\)"),
        (lambda: float(x), hc.ArrayError, "is not one element"),
        (lambda: records[100], hc.OutOfRangeError, "index 100 is out of bounds"),
        (lambda: records[0, 0], hc.OutOfRangeError, "too many indices"),
        (lambda: records[[3, 100]], hc.OutOfRangeError, r"indices\[1\] is 100, but there are 100 records"),
        (lambda: records[[True]], hc.OutOfRangeError, r"the mask has the shape \(1,\), and the array \(100,\)"),
        (lambda: records[1.5], hc.LayoutError, "takes numbers, ranges, names of fields.*not 1.5"),
        (lambda: records[mass()], hc.LayoutError, "indices have the type float32.*write mask != 0"),
        (lambda: x[[1], [2]], hc.ArrayError, r"one array of indices or one mask.*cupy\.asarray"),
        (lambda: records["x", 3], hc.LayoutError, "mixes names and indices"),
        (lambda: records[["x", "y"]], hc.LayoutError, "no field 'y'"),
        (lambda: records.reshape(7, -1), hc.ArrayError, r"100 elements do not fit into the shape \(7, -1\)"),
        (lambda: x[:, ::2].view("f8"), hc.ArrayError, "cannot be seen as float64"),
        (lambda: assign("mass", np.ones(99)), hc.ArrayError, r"the shape \(99,\), which does not fit to \(100,\)"),
        (lambda: assign([1, 100], records[:2].to_host()), hc.OutOfRangeError, r"indices\[1\] is 100"),
        (lambda: assign(chosen, np.ones(3, dtypes.PARTICLE)), hc.ArrayError, "3 values for the 0 elements"),
        (lambda: assign("mass", mass(kind="V4")), hc.LayoutError, "cannot be stored as float32"),
        (lambda: assign("mass", "seven"), ValueError, "could not convert string to float"),
        (lambda: hc.to_device(records), TypeError, "lies on a GPU already"),
        (lambda: hc.take(records, 5), TypeError, "indices is no array on a GPU, but of the type int"),
        (
            lambda: hc.put(records, hc.to_device(np.arange(4)), chosen),
            hc.LayoutError,
            "values has elements of the type bool",
        ),
        (lambda: records["y"], hc.LayoutError, r"no field 'y': their fields are \['x', 'v', 'mass'\]"),
        (lambda: x["y"], hc.LayoutError, "the type float32, and no field 'y'"),
        (lambda: hc.view_fields(x), hc.LayoutError, "no records"),
        (lambda: hc.struct("p", np.zeros(3, dtypes.PARTICLE)), TypeError, r"write a\.dtype"),
        (lambda: hc.struct(dtypes.PARTICLE, "p"), ValueError, "is no name for a C"),
        (lambda: hc.to_device({"x": 1}), hc.LayoutError, "Pass one array of numbers"),
        (lambda: hc.kernel("__global__ void k() {}", dtypes.PARTICLE), TypeError, r"write \[struct\]"),
        (lambda: hc.kernel("__global__ void k() {}").compile(90), ValueError, "write one like 'sm_90'"),
        (lambda: hc.kernel("__global__ void k() {}")[1, 32](), TypeError, r"write k\(\.\.\., grid=blocks, block="),
    ]:
        with pytest.raises(error, match=message):
            body()
    assert not hasattr(records, "cumsum") and x.ndim == 2
