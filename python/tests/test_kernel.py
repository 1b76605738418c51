# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Compiles kernels for three architectures without a GPU, and runs some with one."""

import pathlib
import re

import dtypes
import numpy as np
import pytest
from cuda.core import ProgramOptions
from dtypes import random_records, same

import heddle_cuda as hc
from heddle_cuda import _compile, _index_source, _kernel, _ranges, _select_source, _sort_source, _sources
from heddle_cuda._dtypes import Part
from heddle_cuda._parameters import Parameter
from heddle_cuda._sources import Numbers, Place

ARCHITECTURES = ["sm_80", "sm_90", "sm_100"]
PARTICLE = hc.struct("particle", dtypes.PARTICLE, align=4)
ADVANCE = """
__global__ void advance(particle* array, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    auto q = heddle::make_coalesced(array)[i].edit();
    for (int k = 0; k < 3; ++k) q->x[k] += q->v[k] * dt;
}
"""
PARTS = tuple(Part(dtypes.LAS_6.fields[name][1], dtypes.LAS_6[name].itemsize) for name in dtypes.LAS_6.names)
FLOATS, VECTORS = (Numbers("float", 4, 0, 7),), (Numbers("float", 4, 0, 16),)
MIXED = (
    Numbers("float", 4, 0, 1), Numbers("double", 8, 4, 1), Numbers("__half2", 4, 12, 2), Numbers("int", 4, 20, 1),
    Numbers("unsigned", 4, 24, 1), Numbers("long long", 8, 36, 1), Numbers("unsigned long long", 8, 44, 1),
)  # fmt: skip
LARGE = (Numbers("float", 4, 0, 150), Numbers("double", 8, 608, 9), Numbers("__half2", 4, 680, 7))
OWN = {
    "unpack": (_sources.unpack(Place(30, 30, 2), PARTS), "run"),
    "unpack with gaps": (_sources.unpack(Place(30, 33, 1), PARTS), "run"),
    "unpack shifted": (_sources.unpack(Place(30, 32, 1, 7), PARTS), "run"),
    "pack": (_sources.pack(Place(30, 30, 1), PARTS, True), "run"),
    "pack some": (_sources.pack(Place(124, 124, 4), (Part(100, 24),), False), "run"),
    "pack shifted": (_sources.pack(Place(30, 30, 1, 1), PARTS, False), "run"),
    "take": (_index_source.take(Place(28, 28, 4), Place(28, 28, 4), "long long"), "run"),
    "take large": (_index_source.take(Place(700, 704, 4), Place(700, 700, 4), "int"), "run"),
    "put": (_index_source.put(Place(28, 28, 4), Place(28, 28, 4), "unsigned char", False), "run"),
    "put repeated": (_index_source.put(Place(28, 28, 4), Place(28, 28, 4), "int", True), "run"),
    "scatter_add": (_index_source.scatter_add(Place(28, 28, 4), Place(28, 28, 4), "int", FLOATS), "run"),
    "scatter_add mixed": (_index_source.scatter_add(Place(52, 56, 4, 4), Place(52, 52, 1, 1), "int", MIXED), "run"),
    "scatter_add vectors": (_index_source.scatter_add(Place(64, 64, 16), Place(64, 64, 16), "short", VECTORS), "run"),
    "scatter_add large": (_index_source.scatter_add(Place(708, 712, 8), Place(708, 708, 2), "int", LARGE), "run"),
    "last": (_index_source.last_indices(), "run"),
    "check repeated": (_index_source.check_repeated(), "run"),
    "check": (_index_source.check_indices(), "run"),
    "count_tiles": (_select_source.count_tiles(), "count_tiles"),
    "add_up": (_select_source.add_up(), "add_up"),
    "ranges": (_ranges.measure_source(), "measure"),
    "copy of ranges": (_ranges.copy_source(), "copy"),
    "make_keys": (_sort_source.source("make_keys", 4, False), "make_keys"),
    "sort_byte": (_sort_source.source("sort_byte", 8, True), "sort_byte"),
    "sort_tile": (_sort_source.source("sort_tile", 4, False), "sort_tile"),
    "copy_tiles": (_select_source.copy_tiles(Place(124, 124, 4), Place(124, 124, 4)), "copy_tiles"),
}


@pytest.mark.parametrize(
    ("stride", "parts", "whole"),
    [
        (28, [(24, 4)], True),
        (124, [(0, 4), (4, 4), (8, 4)], False),
        (124, [(0, 4), (60, 4)], True),
        (124, [(0, 40)], True),
        (256, [(40, 4), (0, 4), (80, 4)], False),
        (600, [(0, 500)], False),
    ],
)
def test_few_fields_move_alone(stride, parts, whole):
    assert _sources.moves_whole_records(Place(stride, stride, 4), tuple(Part(*part) for part in parts)) == whole


@pytest.mark.parametrize(
    ("work", "size", "offset", "gap", "is_faster"),
    [
        ("take", 28, 0, 0, False), ("take", 31, 0, 0, True), ("take", 17, 0, 5, True), ("take", 48, 1, 0, False),
        ("take", 601, 0, 0, False), ("put", 8, 0, 0, False), ("put", 28, 0, 0, True), ("put", 30, 0, 0, True),
        ("put", 48, 0, 16, False), ("put", 124, 0, 0, True), ("put", 28, 1, 0, False), ("put", 600, 0, 0, False),
        ("copy_if", 28, 0, 0, False), ("copy_if", 16, 0, 0, True), ("copy_if", 31, 0, 0, True),
        ("copy_if", 28, 1, 0, True), ("copy_if", 124, 0, 0, False),
    ],
)  # fmt: skip
def test_own_kernels_are_used_where_they_were_faster(work, size, offset, gap, is_faster):
    place = Place.of(256 + offset, size, size + gap)
    assert _sources.own_kernel_is_faster(work, place, (place, "int")) == is_faster


def test_own_kernels_of_fields_are_used_where_they_were_faster():
    floats = tuple(Part(offset, 4) for offset in range(0, 28, 4))
    assert not _sources.own_kernel_is_faster("unpack", Place(28, 28, 4), floats)
    assert not _sources.own_kernel_is_faster("pack", Place(28, 28, 4), floats)
    assert _sources.own_kernel_is_faster("unpack", Place(28, 28, 4), floats[:2])
    assert not _sources.own_kernel_is_faster("unpack", Place(30, 30, 2), PARTS)
    assert _sources.own_kernel_is_faster("pack", Place(30, 30, 2), PARTS)


def in_one_source(kernels):
    """Returns the kernels as one source, which compiles in the time of one."""
    headers = [f"#include <{name}>" for name in ("heddle/heddle.cuh", "heddle/struct_words.cuh", "cuda_fp16.h")]
    parts = list(headers)
    for k, (source, name) in enumerate(kernels.values()):
        for header in headers:
            source = source.replace(header, "")
        # This line is written at global scope.
        fields = rf"}}\nHEDDLE_FIELDS(n{k}::\1, \2);\nnamespace n{k} {{"
        source = re.sub(r"HEDDLE_FIELDS\((\w+), (.*)\);", fields, source)
        parts.append(f"namespace n{k} {{\n{source.replace(f' {name}(', f' {name}_{k}(')}\n}}")
    return "\n".join(parts) + "\n__global__ void k() {}\n"


@pytest.mark.parametrize("arch", ARCHITECTURES)
def test_cubins(arch):
    code = _compile.compile_source(in_one_source(OWN), "k", arch)[1]
    assert code[:4] == b"\x7fELF"
    for k, (_, name) in enumerate(OWN.values()):
        assert f".text.{name}_{k}\0".encode() in code


def test_parameters():
    source = """template <int N> __global__ void k(particle const* a, heddle::coalesced_ptr<particle> b, void* c,
                                                   double d, unsigned char e, long long f, bool g, particle h) {}"""
    kernel = hc.kernel(source, [PARTICLE], "k<4>")
    assert kernel._code("sm_90")[2] == [
        Parameter("c", 8, 28, 4), Parameter("p", 8, 28, 4), Parameter("p", 8, 1, 1), Parameter("f", 8, 0, 0),
        Parameter("u", 1, 0, 0), Parameter("i", 8, 0, 0), Parameter("b", 1, 0, 0), Parameter("s", 28, 0, 0),
    ]  # fmt: skip


def test_errors_show_the_line():
    with pytest.raises(hc.CompileError, match=r'advance\.cu\(4\): error: identifier "m" is undefined'):
        hc.kernel(ADVANCE.replace("int i =", "int i = m +"), [PARTICLE]).compile("sm_90")
    with pytest.raises(hc.CompileError, match="the source has no kernel other outside a namespace"):
        hc.kernel(ADVANCE, [PARTICLE], "other").compile("sm_90")
    with pytest.raises(hc.CompileError, match=r"not be defined: pass its struct by kernel\(source, \[struct"):
        hc.kernel(ADVANCE).compile("sm_90")
    with pytest.raises(hc.CompileError, match=r"may have a \{ without its \}"):
        hc.kernel(ADVANCE[:-2], [PARTICLE]).compile("sm_90")
    for name, field in [("std", "x"), ("float4", "x"), ("heddle_cuda", "x"), ("memcpy", "x"), ("p", "INT_MAX")]:
        with pytest.raises(hc.CompileError, match=f"The struct {name} does not compile, because its name, or that of"):
            hc.kernel(f"__global__ void k({name}*) {{}}", [hc.struct(name, [(field, "f4")])]).compile("sm_90")
    with pytest.raises(ValueError, match=r"the source has the kernels \['a', 'b'\]: pass the name of one"):
        hc.kernel("__global__ void a() {} __global__ void __launch_bounds__(64) b() {}")
    with pytest.raises(ValueError, match="no kernel was found"):
        hc.kernel("void a() {}")


def test_any_source():
    """Macros of the source do not change what surrounds it. Characters that NVRTC cannot read are refused."""
    macros = "".join(f"#define {name} 4\n" for name in ("T", "A", "P", "row", "size", "number", "parameter"))
    assert len(hc.kernel(macros + "__global__ void k(float*, int) {} // \\")._code("sm_90")[2]) == 2
    for source, name, message in [
        ("__global__ void k() {}\n\0int x;", None, r"the source has '\\x00' in line 2, which NVRTC cannot read"),
        ("\0__global__ void k() {}", None, r"the source has '\\x00' in line 1"),
        ("// \udc80\n__global__ void k() {}", None, r"the source has '\\udc80' in line 1"),
        ("__global__ void k() {}", "k\0", r"the name has '\\x00'"),
    ]:
        with pytest.raises(ValueError, match=message):
            hc.kernel(source, name=name)


def test_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("HEDDLE_CUDA_CACHE_DIR", str(tmp_path))
    _compile._disk_cache.cache_clear()
    compilations = []
    monkeypatch.setattr(
        _compile, "_compile", lambda *a: compilations.append(a) or ("k", b"code %d" % len(compilations))
    )

    def compiled(name="k<1>", arch="sm_90", **options):
        given = ProgramOptions(arch=arch, **options) if options else None
        return _compile.compile_source("template <int N> __global__ void k() {}", name, arch, given)[1]

    try:
        assert compiled() == compiled() == b"code 1"
        _compile._compiled.clear()  # as in a new process
        assert compiled() == b"code 1"
        assert compiled("k<2>") == b"code 2"
        # A damaged entry is compiled again.
        for file in filter(pathlib.Path.is_file, tmp_path.rglob("*")):
            file.write_bytes(file.read_bytes()[:-1])
        _compile._compiled.clear()
        assert compiled() == b"code 3"
        assert compiled(arch="sm_80") == b"code 4"
        assert compiled(max_register_count=32) == b"code 5"
        # The key has the headers of heddle.
        _compile._compiled.clear()
        monkeypatch.setattr(_compile, "_digest_of_headers", lambda: b"other headers")
        assert compiled() == b"code 6"
        # Sources that include other files are not kept on disk, because these may change.
        assert compiled(include_path=str(tmp_path)) == b"code 7"
        assert compiled(include_path=str(tmp_path)) == b"code 7"
        _compile._compiled.clear()
        assert compiled(include_path=str(tmp_path)) == b"code 8"
        assert compiled() == b"code 6"
    finally:
        _compile._compiled.clear()
        _compile._disk_cache.cache_clear()


def test_launch(device, random):
    records = random_records(random, dtypes.PARTICLE, 1000)
    for name in dtypes.PARTICLE.names:
        records[name] = random.random(records[name].shape)
    array = hc.to_device(records)
    advance = hc.kernel(ADVANCE, [PARTICLE])
    advance(array, 1000, 0.5, threads=1000)
    advance(array, np.int64(1000), 1, grid=8, block=128)
    records["x"] += records["v"] * np.float32(0.5)
    records["x"] += records["v"]
    np.testing.assert_allclose(array.to_host()["x"], records["x"], rtol=1e-6)
    advance(array, 0, 0.0, threads=0)


def test_repeated_launches(device):
    """Numbers and arrays differ from launch to launch, and are checked each time."""
    source = """__global__ void set(double* out, signed char a, unsigned short b, int c, long long d, float e, double f,
                                    bool g, double const* h)
    {
        double const values[] = {double(a), double(b), double(c), double(d), e, f, double(g), h ? *h : -1};
        for (int k = 0; k < 8; ++k) out[k] = values[k];
    }"""
    kernel = hc.kernel(source)
    arrays = [hc.to_device(np.zeros(8)) for _ in range(2)]
    seven = hc.to_device(np.full(1, 7.0))
    for k in range(6):
        out, given = arrays[k % 2], seven if k % 3 else None
        kernel(out, -k, k, -(2**31) + k, 2**62, 0.1 * k, 1e300, k % 2 == 0, given, grid=1, block=1)
        expected = [-k, k, -(2**31) + k, 2**62, np.float32(0.1 * k), 1e300, k % 2 == 0, 7 if k % 3 else -1]
        assert out.to_host().tolist() == expected
        for position, value, error in [
            (1, 128, OverflowError), (2, -1, OverflowError), (3, 1.5, TypeError), (3, 2**31, OverflowError),
            (4, 2**63, OverflowError), (5, 1e39, OverflowError), (6, "1", TypeError), (0, 1, TypeError),
            (0, hc.to_device(np.zeros(7, "f4")), hc.LayoutError),
        ]:  # fmt: skip
            arguments = [out, 0, 0, 0, 0, 0.0, 0.0, False, None]
            arguments[position] = value
            with pytest.raises(error):
                kernel(*arguments, grid=1, block=1)
    assert out.to_host().tolist() == expected and 0 < len(kernel._known) < 10


def test_refused_arguments(device):
    array = hc.to_device(np.zeros(1000, dtypes.PARTICLE))
    advance = hc.kernel(ADVANCE, [PARTICLE])
    for arguments, error, message in [
        ((array, 1000), TypeError, "has 3 parameters, but gets 2"),
        ((array, 1000.5, 0.1), TypeError, "argument 1 of advance must be an integer"),
        ((array, 2**31, 0.1), OverflowError, "has 4 bytes, and 2147483648 does not fit"),
        ((array, 1000, "0.1"), TypeError, "must be a number"),
        ((np.zeros(1000, dtypes.PARTICLE), 1000, 0.1), TypeError, "argument 0 of advance is an array of NumPy"),
        (
            (hc.to_device(np.zeros(10, dtypes.LAS_6)), 10, 0.1),
            hc.LayoutError,
            "points to 28 bytes, but the array has elements of 30",
        ),
        ((hc.to_device(np.zeros(71, "f4")), 10, 0.1), hc.LayoutError, "elements of 4 .float32., 284 bytes in all"),
        ((hc.to_device(np.zeros(400, "u1"))[1:281], 10, 0.1), hc.ArrayError, "aligned to 4 bytes"),
        ((array[::2], 10, 0.1), hc.ArrayError, "not contiguous"),
    ]:
        with pytest.raises(error, match=message):
            advance(*arguments, threads=1000)
    with pytest.raises(TypeError, match="pass threads"):
        advance(array, 1000, 0.1)
    assert same(array.to_host(), np.zeros(1000, dtypes.PARTICLE))


def test_refused_sources():
    source = "__global__ void k() {}"
    for arguments, error, message in [
        ((source.encode(),), TypeError, "must be strings"),
        ((source, PARTICLE), TypeError, r"write \[struct\]"),
        ((source, [dtypes.PARTICLE]), TypeError, "must be results of struct"),
        ((source, [PARTICLE, hc.struct("particle", dtypes.LAS_6)]), ValueError, "two structs have the name particle"),
    ]:
        with pytest.raises(error, match=message):
            hc.kernel(*arguments)
    assert hc.kernel("// __global__ void old(int)\n" + source, [PARTICLE, PARTICLE]).source.count("struct __attr") == 1


def test_refused_launches():
    for value in ["1", np.str_("1"), np.datetime64(1, "s"), np.complex64(1), 1j, np.void(b"1"), None, np.zeros(1)]:
        with pytest.raises(TypeError, match="must be a number, and has the type"):
            hc.kernel("__global__ void k(float x) {}")._value(0, value, Parameter("f", 4, 0, 0), None, [])
    for value in [1e39, -(10**40), np.float64(1e300)]:
        with pytest.raises(OverflowError, match=r"has 4 bytes, and .* does not fit"):
            hc.kernel("__global__ void k(float x) {}")._value(0, value, Parameter("f", 4, 0, 0), None, [])
    config = _kernel._checked_config
    assert config(0, None, 256, 0) is None
    assert config(np.int64(257), None, np.int32(256), 0).grid == (2, 1, 1)
    assert config(None, (3, 2), (16, 16), 0).block == (16, 16, 1)
    for arguments, error, message in [
        ((-1, None, 256, 0), ValueError, "threads is -1, and must not be negative"),
        ((1.5, None, 256, 0), TypeError, "threads must be an integer"),
        ((2**60, None, 256, 0), ValueError, "grid is 4503599627370496, and must be 1 to 3 numbers"),
        ((1, None, 0, 0), ValueError, "block is 0, and must be"),
        ((1, None, (32, 64), 0), ValueError, "more than 1024 threads"),
        ((None, 0, 256, 0), ValueError, "grid is 0, and must be"),
        ((None, (1, 1, 1, 1), 256, 0), ValueError, "must be 1 to 3 numbers"),
        ((None, (1, 70000), 256, 0), ValueError, "from 1 to"),
        ((1, None, 256, -1), ValueError, "shared is -1"),
    ]:
        with pytest.raises(error, match=message):
            config(*arguments)
