# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Results in memory of an allocator."""

import gc
import types
import weakref

import dtypes
import numpy as np
import pytest
from dtypes import random_records, same

import heddle_cuda as hc


@pytest.fixture(autouse=True)
def _default_afterwards():
    yield
    hc.set_allocator(None)


class Memory:
    """Memory that the allocator of the test owns, with the address as an attribute."""

    def __init__(self, array):
        self.array, self.ptr = array, array.ptr


class MemoryOfInterface:
    def __init__(self, array):
        self.array, self.__cuda_array_interface__ = array, array.__cuda_array_interface__


@pytest.mark.parametrize("kind", [Memory, MemoryOfInterface])
def test_results_own_the_memory_of_the_allocator(gpu, random, kind):
    host = random_records(random, dtypes.PARTICLE, 100)
    pool = [hc.to_device(np.zeros(10_000, "u1")) for _ in range(4)]
    given, living = [], weakref.WeakSet()

    def allocate(size, stream):
        given.append(size)
        memory = kind(pool[len(given) - 1])
        living.add(memory)
        return memory

    hc.set_allocator(allocate)
    records = hc.to_device(host)
    fields = hc.unpack(records, ["x", "mass"])
    hc.set_allocator(None)
    assert given == [2800, 1792] and [records.ptr, fields["x"].ptr] == [pool[0].ptr, pool[1].ptr]
    assert same(records.to_host(), host) and same(fields["mass"].to_host(), np.ascontiguousarray(host["mass"]))
    assert len(living) == 2
    part = fields["x"][3:]
    del fields, records
    gc.collect()
    assert len(living) == 1
    assert same(part.to_host(), np.ascontiguousarray(host["x"][3:]))
    del part
    gc.collect()
    assert not living


def test_allocators_are_checked(gpu):
    for bad in ("numpy", 5):
        with pytest.raises((ValueError, TypeError), match="is no allocator"):
            hc.set_allocator(bad)
    hc.set_allocator(lambda size, stream: None)
    with pytest.raises(TypeError, match="NoneType: return one that has ptr"):
        hc.to_device(np.zeros(3))
    hc.set_allocator(lambda size, stream: types.SimpleNamespace(ptr=1001))
    with pytest.raises(hc.ArrayError, match="multiple of 16"):
        hc.to_device(np.zeros(3))
    assert hc.to_device(np.zeros(0)).size == 0


# With a GPU.


@pytest.mark.parametrize("library", ["cupy", "torch"])
def test_memory_of_libraries(device, random, library):
    module = pytest.importorskip(library)
    if library == "cupy":
        used = module.get_default_memory_pool().used_bytes
        streams = [module.cuda.Stream.null, module.cuda.Stream(non_blocking=True)]
    else:
        used = module.cuda.memory_allocated
        streams = [module.cuda.default_stream(), module.cuda.Stream()]
    host = random_records(random, dtypes.PARTICLE, 100_000)
    hc.set_allocator(library)
    before = used()
    for stream in (None, *streams, 2):
        for _ in range(3):  # memory is reused
            records = hc.to_device(host, stream=stream)
            fields = hc.unpack(records, stream=stream)
            assert used() >= before + 5_600_000
            result = hc.pack(fields, host.dtype, stream=stream)
            del records, fields
            assert same(result.to_host(), host)
    assert len(hc.sort_by(result, "mass")) == 100_000
    del result
    gc.collect()
    assert used() == before
