# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests the kernels for all types that move whole records: sizes, addresses, and that a new type compiles nothing."""

import dtypes
import numpy as np
import pytest
from dtypes import random_records, same
from hypothesis import given
from hypothesis import strategies as st
from test_conversion import compilations
from test_records import on_gpu, rows_of

import heddle_cuda as hc
from heddle_cuda import _all_types, _compile, _own_kernels, _repeat
from heddle_cuda._whole import Variant

KINDS = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"]
SIZES = [1, 2, 3, 7, 8, 15, 16, 31, 48, 125, 513, 2050, 3841, 4096, 7681, 20_000]


@st.composite
def wide_dtypes(draw):
    """Types of 1 to 4096 bytes with a key, some of them with titles, and big-endian numbers as bytes."""
    key = draw(st.sampled_from(["i1", "u2", "i4", "f4", "f8", "i8"]))
    size = np.dtype(key).itemsize + draw(st.one_of(st.integers(0, 40), st.integers(0, 4096 - 8)))
    before = draw(st.integers(0, size - np.dtype(key).itemsize))
    after = size - before - np.dtype(key).itemsize
    fields = [("a", f"V{before}"), (draw(st.sampled_from(["k", ("title", "k")])), key), ("b", f"V{after}")]
    return np.dtype([field for field in fields if field[1] != "V0"])


def taken(records, indices):
    """Returns records[indices], where the record of an index that is out of range is 0."""
    count = len(records)
    is_right = (indices >= -count) & (indices < count)
    rows = rows_of(records)[np.where(is_right, indices, 0)]
    rows[~is_right] = 0
    return rows.reshape(-1).view(records.dtype)


def check(dtype, kind, count, gap, offset, share, random):
    """Compares the four functions with NumPy for records at an address and a distance."""
    records = random_records(random, dtype, count)
    records["k"][count // 2 :] = records["k"][: count - count // 2]
    stride = dtype.itemsize + gap
    view, whole, memory = on_gpu(records, stride, offset)
    limits = np.iinfo(kind)
    low, high = max(limits.min, -count - 3), min(limits.max, count + 3)
    indices = random.integers(low, high, 3 * count, endpoint=True).astype(kind)
    assert same(hc.take(view, hc.to_device(indices)).to_host(), taken(records, indices.astype("i8")))

    mask = random.random(count) < share
    assert same(hc.copy_if(view, hc.to_device(mask)).to_host(), rows_of(records)[mask].reshape(-1).view(dtype))

    order = np.argsort(records["k"], kind="stable")
    assert same(hc.sort_by(view, "k").to_host(), rows_of(records)[order].reshape(-1).view(dtype))

    # Values that lie apart, too; some indices are out of range, no record occurs twice.
    order = random.permutation(min(count, limits.max))[: 2 * count // 3 + 1].astype(kind)
    if count < limits.max:
        order[: len(order) // 3] = count
    values = random_records(random, dtype, len(order))
    values_view = on_gpu(values, dtype.itemsize + gap // 2, offset // 2)[0]
    hc.put(view, hc.to_device(order), values_view)
    for k, row in zip(order.astype("i8"), rows_of(values), strict=True):
        if k < count:
            memory[offset + k * stride :][: dtype.itemsize] = row
    assert same(whole.to_host(), memory)


@given(
    dtype=wide_dtypes(), kind=st.sampled_from(KINDS), count=st.sampled_from([1, 2, 33, 300]), gap=st.integers(0, 17),
    offset=st.integers(0, 17), share=st.sampled_from([0, 0.1, 0.7, 1]),
)  # fmt: skip
def test_any_type(gpu, dtype, kind, count, gap, offset, share):
    check(dtype, kind, count, gap, offset, share, np.random.default_rng(count + gap))


@pytest.mark.parametrize("size", SIZES)
def test_sizes(gpu, random, size):
    for gap, offset in [(0, 0), (0, 1), (3, 2)]:
        check(np.dtype([("k", "u1"), ("b", f"V{size - 1}")][: min(size, 2)]), "i4", 41, gap, offset, 0.6, random)


def test_many_records(device, random):
    """Several blocks and tiles, and all words."""
    for size, offset in [(3, 1), (8, 4), (22, 2), (28, 0), (31, 0), (32, 0), (48, 8), (5000, 1), (9000, 4)]:
        count = max(300, 2_000_000 // size)
        check(np.dtype([("k", "u1"), ("b", f"V{size - 1}")]), "i4", count, size % 5, offset, 0.5, random)


def test_put_the_last_value(gpu, random):
    for dtype in (dtypes.PARTICLE, np.dtype("V33"), np.dtype([("x", "f8", 9)])):
        records, values = random_records(random, dtype, 50), random_records(random, dtype, 700)
        view, indices = hc.to_device(records), random.integers(-60, 60, 700).astype("i2")
        hc.put(view, hc.to_device(indices), hc.to_device(values), repeated=True)
        for k, row in zip(indices, rows_of(values), strict=True):
            if -50 <= k < 50:
                rows_of(records)[k] = row
        assert same(view.to_host(), records)


def move(dtype, random, offset=0):
    """Calls the four functions."""
    view = on_gpu(random_records(random, dtype, 40), offset=offset)[0]
    order = hc.to_device(random.permutation(40).astype(random.choice(KINDS)))
    hc.put(view, order, hc.take(view, order), repeated=bool(random.integers(2)))
    hc.copy_if(view, hc.to_device(np.ones(40, bool)))
    hc.sort_by(view, dtype.names[0])


def test_a_new_type_compiles_nothing(gpu, random):
    for kind in ["u1", "u2", "u4", "u8"]:
        for size in (16, 1):
            move(np.dtype([("k", kind), ("b", f"V{size * 8}")]), random)
    for size in (2, 18, 32):
        move(np.dtype([("k", "u1"), ("b", f"V{size - 1}")]), random, size)
    before = compilations()
    for k in range(30):
        kinds = random.choice(["u1", "i2", "f4", "f8", "S3", "M8[s]", "i8"], random.integers(1, 9))
        kinds[0] = random.choice(["i1", "f2", "f4", "m8[s]", "i8", "b1"])
        move(np.dtype([(f"f{n}", kind) for n, kind in enumerate(kinds)], align=k % 2 == 0), random, k % 17)
    assert compilations() == before


def test_the_kernel_of_a_type_is_used_once_it_is_compiled(gpu, random, monkeypatch):
    records = random_records(random, dtypes.LAS_6, 50)
    view, order, mask = hc.to_device(records), hc.to_device(np.arange(50)), hc.to_device(np.ones(50, bool))
    launch, used = _all_types.launch_table, []
    monkeypatch.setattr(_all_types, "launch_table", lambda *arguments: (used.append("all"), launch(*arguments)))
    monkeypatch.setattr(_own_kernels, "own_kernel_is_faster", lambda *arguments: True)

    def moved(**options):
        used.clear()
        assert same(hc.take(view, order, **options).to_host(), records)
        hc.put(view, order, hc.to_device(records), **options)
        assert same(hc.copy_if(view, mask, **options).to_host(), records)
        assert same(view.to_host(), records)
        return len(used)

    assert moved() == 3 and moved(specialize=True) == 0 and moved() == 0
    monkeypatch.setattr(_own_kernels, "own_kernel_is_faster", lambda *arguments: False)
    _repeat.forget()
    assert moved() == 3 and moved(specialize=True) == 0
    used.clear()
    assert hc.sort_by(view, "gps_time", specialize=True).shape == (50,) and not used


@pytest.mark.parametrize("arch", ["sm_75", "sm_100"])
def test_cubins_of_whole_records(arch):
    for variant in {"sm_75": [Variant("take", 16), Variant("put", 1)], "sm_100": [Variant("copy", 0)]}[arch]:
        assert _compile.compile_source(variant.source, variant.kernel, arch)[1][:4] == b"\x7fELF"
