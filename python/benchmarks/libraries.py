# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The measurements of bench.py: the same work by heddle-cuda, CuPy, PyTorch, numba and a memcpy."""

from __future__ import annotations

import dataclasses
import statistics
from collections.abc import Callable
from typing import Any

import numpy as np
from cuda.bindings import driver

import heddle_cuda as hc
from heddle_cuda._driver import check

REPETITIONS = 7
# So many calls follow each other, as in a loop: while the GPU works, the host prepares the next one. One more call
# before them is not timed, because the GPU waits for the host meanwhile.
CALLS = 10
WORKS = ("unpack", "pack", "take", "update", "add", "add to few")
LAS_6 = np.dtype([
    ("X", "i4"), ("Y", "i4"), ("Z", "i4"), ("intensity", "u2"), ("returns", "u1"), ("flags", "u1"),
    ("classification", "u1"), ("user_data", "u1"), ("scan_angle", "i2"), ("point_source_id", "u2"), ("gps_time", "f8"),
])  # fmt: skip
UPDATE = """
__global__ void update(record* array, long long n)
{{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= n) return;
    auto q = heddle::make_coalesced(array)[i].edit();
    q->{0} += 1;
    q->{1} += 1;
    q->{2} += 1;
}}
"""


def dtype_of(size: int) -> np.dtype[Any]:
    """Returns a type of floats, and of bytes for the rest; for 30 bytes that of LAS points."""
    if size == 30:
        return LAS_6
    return np.dtype([(f"f{k}", "f4") for k in range(size // 4)] + [(f"b{k}", "u1") for k in range(size % 4)])


def seconds(body: Callable[[], object]) -> float:
    """Returns the median of the times of a call, among CALLS calls in a row."""
    begin, end = (check(driver.cuEventCreate(0)) for _ in range(2))
    times = []
    for k in range(REPETITIONS + 2):
        body()
        check(driver.cuEventRecord(begin, 1))
        for _ in range(CALLS):
            body()
        check(driver.cuEventRecord(end, 1))
        check(driver.cuEventSynchronize(end))
        if k >= 2:
            times.append(check(driver.cuEventElapsedTime(begin, end)) / 1e3 / CALLS)
    for event in (begin, end):
        check(driver.cuEventDestroy(event))
    return float(statistics.median(times))


def random_records(dtype: np.dtype[Any], count: int) -> Any:
    random = np.random.default_rng(44)
    result = np.zeros(count, dtype)
    for name in dtype.names or ():
        result[name] = random.integers(0, 100, count, dtype=np.uint8)
    return result


def same(a: Any, b: Any) -> bool:
    return bool(np.array_equal(a, b))


class Run:
    """The arrays of one type, and what the libraries do with them. Each function returns a body to time and a check."""

    def __init__(self, dtype: np.dtype[Any], count: int) -> None:
        self.dtype, self.count = dtype, count
        self.names = dtype.names or ()
        self.has_floats_alone = all(dtype[name] == np.float32 for name in self.names)
        self.host = random_records(dtype, count)
        self.order = np.random.default_rng(45).permutation(count).astype("i4")
        self.records = hc.to_device(self.host)
        self.out = hc.to_device(np.zeros(count, dtype))
        self.indices = hc.to_device(self.order)
        # Indices of few records, to each of which 1024 records are added. Sums up to 2^24 are exact in floats.
        self.few = self.order % max(1, count // 1024)
        self.few_indices = hc.to_device(self.few)
        self.columns = {name: hc.to_device(np.ascontiguousarray(self.host[name])) for name in self.names}
        self.results = {name: hc.to_device(np.zeros(count, dtype[name])) for name in self.names}
        self.expected = self.host[self.order]
        self.updated = self.host.copy()
        for name in self.names[:3]:
            self.updated[name] += (REPETITIONS + 2) * (CALLS + 1)

    def reset(self) -> None:
        check(driver.cuMemsetD8(self.out.ptr, 0, self.out.nbytes))
        for array in self.results.values():
            check(driver.cuMemsetD8(array.ptr, 0, array.nbytes))

    def is_unpacked(self, columns: Any = None) -> bool:
        columns = columns or self.results
        return all(same(host_of(columns[name]), self.host[name]) for name in self.names)

    def is_packed(self) -> bool:
        return same(self.out.to_host(), self.host)

    def is_taken(self, taken: Any = None) -> bool:
        return same(host_of(self.out if taken is None else taken).reshape(-1).view(self.dtype), self.expected)

    def is_updated(self) -> bool:
        return same(self.out.to_host(), self.updated)

    def is_added(self, indices: Any) -> bool:
        out = self.out.to_host()
        times = (REPETITIONS + 2) * (CALLS + 1)
        return all(same(out[name], times * np.bincount(indices, self.host[name], self.count)) for name in self.names)

    def additions(self, add: Callable[[Any], object], indices: Any, few: Any) -> dict[str, Any]:
        """Returns the works that add records up, by a function of the indices. All fields are floats."""
        if not self.has_floats_alone:
            return {}
        return {
            "add": (lambda: add(indices), lambda: self.is_added(self.order)),
            "add to few": (lambda: add(few), lambda: self.is_added(self.few)),
        }

    def copy_records(self) -> None:
        check(driver.cuMemcpyDtoD(self.out.ptr, self.records.ptr, self.out.nbytes))

    def memcpy(self) -> dict[str, Any]:
        size = self.records.nbytes
        body = lambda: check(driver.cuMemcpyDtoDAsync(self.out.ptr, self.records.ptr, size, 1))  # noqa: E731
        return dict.fromkeys(WORKS, (body, self.is_packed))

    def heddle(self) -> dict[str, Any]:
        natural = 4 if self.dtype.itemsize % 4 == 0 else 2 if self.dtype.itemsize % 2 == 0 else 1
        update = hc.kernel(UPDATE.format(*self.names), [hc.struct("record", self.dtype, align=natural)])
        return {
            "unpack": (lambda: hc.unpack(self.records, out=self.results), self.is_unpacked),
            "pack": (lambda: hc.pack(self.columns, into=self.out), self.is_packed),
            "take": (lambda: hc.take(self.records, self.indices, out=self.out), self.is_taken),
            "update": (lambda: update(self.out, self.count, threads=self.count), self.is_updated),
            **self.additions(
                lambda indices: hc.scatter_add(self.out, indices, self.records), self.indices, self.few_indices
            ),
        }

    def cupy(self) -> dict[str, Any]:
        import cupy
        import cupyx

        def structured(array: hc.Array) -> Any:
            memory = cupy.cuda.UnownedMemory(array.ptr, array.nbytes, array)
            return cupy.ndarray(array.shape, array.dtype, cupy.cuda.MemoryPointer(memory, 0))

        records, out, indices = structured(self.records), structured(self.out), cupy.asarray(self.indices)
        columns = {name: cupy.asarray(array) for name, array in self.columns.items()}
        kept: dict[str, Any] = {}

        def unpack() -> None:
            for name in self.names:
                kept[name] = records[name].copy()

        def pack() -> None:
            for name in self.names:
                out[name][...] = columns[name]

        def take() -> None:
            kept["taken"] = records[indices]

        def update() -> None:
            for name in self.names[:3]:
                field = out[name]
                field += 1

        def add(order: Any) -> None:
            cupyx.scatter_add(rows[0], order, rows[1])

        rows = [
            cupy.asarray(view_as(array, np.dtype("f4"))).reshape(self.count, -1)
            for array in (self.out, self.records)
            if self.has_floats_alone
        ]
        return {"unpack": (unpack, lambda: self.is_unpacked(kept)), "pack": (pack, self.is_packed),
                "take": (take, lambda: self.is_taken(kept["taken"])), "update": (update, self.is_updated),
                **self.additions(add, indices, cupy.asarray(self.few_indices))}  # fmt: skip

    def torch(self) -> dict[str, Any]:
        import torch

        if not self.has_floats_alone:
            raise TypeError("the members of a record differ in type")

        records, out = self.matrix(self.records), self.matrix(self.out)
        indices = torch.as_tensor(self.indices, device="cuda")
        columns = [torch.as_tensor(self.columns[name], device="cuda") for name in self.names]
        results = [torch.as_tensor(self.results[name], device="cuda") for name in self.names]

        def unpack() -> None:
            for k, result in enumerate(results):
                result.copy_(records[:, k])

        def pack() -> None:
            for k, column in enumerate(columns):
                out[:, k].copy_(column)

        def update() -> None:
            out[:, :3] += 1

        return {"unpack": (unpack, self.is_unpacked), "pack": (pack, self.is_packed),
                "take": (lambda: torch.index_select(records, 0, indices, out=out), self.is_taken),
                "update": (update, self.is_updated),
                **self.additions(lambda order: out.index_add_(0, order, records), indices,
                                 torch.as_tensor(self.few_indices, device="cuda"))}  # fmt: skip

    def torch_scatter_add(self) -> dict[str, Any]:
        """Adds by scatter_add_(), which takes an index of 8 bytes for each number; these indices share memory."""
        import torch

        if not self.has_floats_alone:
            return {}
        records, out = self.matrix(self.records), self.matrix(self.out)
        indices, few = (
            torch.as_tensor(array, device="cuda").long()[:, None].expand_as(records)
            for array in (self.indices, self.few_indices)
        )
        return self.additions(lambda order: out.scatter_add_(0, order, records), indices, few)

    def matrix(self, array: hc.Array) -> Any:
        """Returns the floats of records as a tensor, with a row for each record."""
        import torch

        return torch.as_tensor(view_as(array, np.dtype("f4")), device="cuda").view(self.count, -1)

    def numba(self) -> dict[str, Any]:
        if not hasattr(np, "row_stack"):  # numba-cuda 0.30 names it, and NumPy 2.5 has vstack() alone
            setattr(np, "row_stack", np.vstack)  # noqa: B010
        from numba import cuda

        fields = ", ".join(self.names)
        text = f"""
def unpack(records, {fields}):
    i = cuda.grid(1)
    if i < records.size:
        {"; ".join(f"{name}[i] = records[i]['{name}']" for name in self.names)}
def pack(records, {fields}):
    i = cuda.grid(1)
    if i < records.size:
        {"; ".join(f"records[i]['{name}'] = {name}[i]" for name in self.names)}
def take(records, indices, out):
    i = cuda.grid(1)
    if i < indices.size:
        out[i] = records[indices[i]]
def update(records):
    i = cuda.grid(1)
    if i < records.size:
        {"; ".join(f"records[i]['{name}'] += 1" for name in self.names[:3])}
"""
        scope: dict[str, Any] = {"cuda": cuda}
        exec(text, scope)
        # numba takes no fields from __cuda_array_interface__.
        records, out = (
            cuda.as_cuda_array(view_as(array, np.dtype("u1"))).view(self.dtype) for array in (self.records, self.out)
        )
        indices = cuda.as_cuda_array(self.indices)
        columns = [cuda.as_cuda_array(self.columns[name]) for name in self.names]
        results = [cuda.as_cuda_array(self.results[name]) for name in self.names]
        launched = {
            name: cuda.jit(scope[name])[-(-self.count // 256), 256] for name in ("unpack", "pack", "take", "update")
        }
        return {
            "unpack": (lambda: launched["unpack"](records, *results), self.is_unpacked),
            "pack": (lambda: launched["pack"](out, *columns), self.is_packed),
            "take": (lambda: launched["take"](records, indices, out), self.is_taken),
            "update": (lambda: launched["update"](out), self.is_updated),
        }


def view_as(array: hc.Array, dtype: np.dtype[Any]) -> hc.Array:
    size = dtype.itemsize
    return dataclasses.replace(array, shape=(array.nbytes // size,), dtype=dtype, strides=(size,), owner=array)


def host_of(array: Any) -> Any:
    return array.to_host() if isinstance(array, hc.Array) else array.get()
