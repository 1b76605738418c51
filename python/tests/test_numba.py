# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Device functions in kernels of numba-cuda. These tests need numba-cuda and a GPU."""

import dtypes
import numpy as np
import pytest
from dtypes import random_records, same

import heddle_cuda as hc

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda 0.30 names it, and NumPy 2.5 has it no more
pytest.importorskip("numba.cuda")

ODD = np.dtype([("a", "u1"), ("b", "f8"), ("c", "u2", 3), ("d", "f4")])  # 19 bytes
ALIGNED = np.dtype([("x", "f4", 3), ("n", "i4"), ("big", "f8"), ("kind", "u1")], align=True)


@pytest.fixture
def cuda(device):
    from numba import cuda

    return cuda


@pytest.fixture
def ops(cuda):
    from heddle_cuda import numba_ops

    return numba_ops


@pytest.mark.parametrize("dtype", [dtypes.PARTICLE, ODD, ALIGNED, dtypes.LAS_6])
def test_records_are_loaded_and_stored(cuda, ops, random, dtype):
    load, store, _, kind = ops.functions(dtype)

    @cuda.jit
    def copy(source, target):
        i = cuda.grid(1)
        if i < target.size and i % 7 != 3:
            q = cuda.local.array(1, kind)
            load(q, source, source.size - 1 - i)
            store(target, i, q)

    host = random_records(random, dtype, 1000)
    source, target = cuda.to_device(host), cuda.to_device(np.zeros(1000, dtype))
    copy[8, 128](source, target)
    expected = host[::-1].copy()
    expected[np.arange(1000) % 7 == 3] = np.zeros((), dtype)
    result = target.copy_to_host()
    for name in dtype.names:
        assert np.ascontiguousarray(result[name]).tobytes() == np.ascontiguousarray(expected[name]).tobytes(), name


def test_fields_are_changed_and_added(cuda, ops, random):
    """A kernel uses the functions of two types."""
    load, store, _, particle = ops.functions(dtypes.PARTICLE, align=4)
    cell_type = np.dtype([("v", "f4", 3), ("mass", "f4"), ("count", "i8")], align=True)
    _, _, atomic_add, cell = ops.functions(cell_type, added=["mass", "count"])

    @cuda.jit
    def advance(particles, cells, dt):
        i = cuda.grid(1)
        if i < particles.size:
            q = cuda.local.array(1, particle)
            load(q, particles, i)
            for k in range(3):
                q[0].x[k] += q[0].v[k] * dt
            store(particles, i, q)
            c = cuda.local.array(1, cell)
            c[0].mass = q[0].mass
            c[0].count = 1
            c[0].v[0] = 7
            atomic_add(cells, i % 10, c)

    host = np.zeros(1000, dtypes.PARTICLE)
    for name in host.dtype.names:
        host[name] = random.integers(0, 100, host[name].shape)
    particles, cells = cuda.to_device(host), cuda.to_device(np.zeros(10, cell_type))
    advance[8, 128](particles, cells, np.float32(2))
    expected = host.copy()
    expected["x"] += 2 * host["v"]
    assert same(particles.copy_to_host(), expected)
    sums = cells.copy_to_host()
    assert np.array_equal(sums["mass"], host["mass"].reshape(100, 10).sum(axis=0))
    assert (sums["count"] == 100).all() and not sums["v"].any()


def test_misuse_is_refused(cuda, ops):
    load, _, atomic_add, kind = ops.functions(dtypes.PARTICLE)
    assert atomic_add is None and ops.functions(dtypes.PARTICLE)[0] is load

    @cuda.jit
    def kernel(array):
        q = cuda.local.array(1, kind)
        load(q, array, 0)

    records = cuda.to_device(np.zeros(6, dtypes.PARTICLE))
    for array in (cuda.to_device(np.zeros(3, ODD)), records.reshape(2, 3), records[::2]):
        with pytest.raises(Exception, match="no contiguous array of records in one dimension"):
            kernel[1, 1](array)
    with pytest.raises(hc.LayoutError, match="no field 'y'"):
        ops.functions(dtypes.PARTICLE, added=["y"])
    with pytest.raises(hc.LayoutError, match="byte order"):
        ops.functions([("a", ">f4")])
    with pytest.raises(hc.CompileError, match=r"(?s)heddle.*"):
        ops.functions([("a", "u1")], added=["a"])
