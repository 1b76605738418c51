# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Records of the host that do not fit into the memory of the GPU pass through it in parts."""

from __future__ import annotations

import collections
import ctypes
import math
import operator
import sys
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import Any, Generic, TypeVar, overload

import numpy as np
import numpy.typing as npt

from . import _driver
from ._arrays import Array
from ._call import Call, chosen_fields
from ._dtypes import Dtype, record_dtype
from ._errors import ArrayError
from ._records import unpack
from ._transfers import MAX_THREADS, Slot, Stage, Transfers
from ._types import StreamLike

_DEFAULT_BYTES = 128 * 2**20

Part = TypeVar("Part")
Progress = Callable[[int, int], object]


def _load(transfers: Transfers, slot: Slot, source: npt.NDArray[Any], is_locked: bool) -> Future[Slot]:
    """Copies a part of the host to a slot on the GPU."""
    address, target = source.ctypes.data, slot.memory.ptr

    def copy(stage: Stage, at: int, size: int, _kept: object = source) -> None:
        stage.copied.wait_on_host()
        ctypes.memmove(stage.address, address + at, size)
        _driver.start_copy_to_device(target + at, stage.address, size, slot.stream)
        stage.copied.record(slot.stream)

    slot.moved.let_wait(slot.stream)
    if is_locked:
        whole = target, address, source.nbytes, slot.stream
        return transfers.start_whole(slot, lambda: _driver.start_copy_to_device(*whole))
    return transfers.start(slot, source.nbytes, copy)


class Parts(Generic[Part]):
    """The parts of records of the host, in their order, as stream() returns them. It can be iterated over once.

    len() is the number of all parts. Part k begins at record k * chunk. Memory is freed when the last part was taken,
    when the loop is left, or by close(). Parts that were taken stay valid
    """

    def __init__(
        self, source: npt.NDArray[Any], fields: tuple[str, ...] | None, chunk: int, call: Call, report: Progress
    ) -> None:
        self.chunk = chunk
        self._source, self._fields, self._call, self._report = source, fields, call, report
        self._next = 0  # the first record that was not submitted
        self._done = 0
        self._pending: collections.deque[Future[Slot]] = collections.deque()
        self._transfers: Transfers | None = None
        if len(source):
            self._is_locked = _driver.is_page_locked(source.ctypes.data, source.nbytes)
            size, threads = min(chunk, len(source)) * source.dtype.itemsize, 0 if self._is_locked else MAX_THREADS
            self._transfers = transfers = Transfers(size, call, threads)
            weakref.finalize(self, _stop, transfers)
            for slot in transfers.slots:
                self._submit(slot)

    def __len__(self) -> int:
        return -(-len(self._source) // self.chunk)

    def __iter__(self) -> Iterator[Part]:
        return self

    def __next__(self) -> Part:
        if not self._pending:
            self.close()
            raise StopIteration
        try:
            slot = self._pending.popleft().result()
            count = min(self.chunk, len(self._source) - self._done)
            part: Part = self._moved(slot, count)
            self._submit(slot)
            self._done += count
            self._report(self._done, len(self._source))
        except BaseException:
            self.close()
            raise
        return part

    def _submit(self, slot: Slot) -> None:
        part = self._source[self._next : self._next + self.chunk]
        if len(part) and self._transfers is not None:
            self._pending.append(_load(self._transfers, slot, part, self._is_locked))
            self._next += len(part)

    def _moved(self, slot: Slot, count: int) -> Any:
        """Returns the part in a slot as arrays of its own."""
        call, dtype = self._call, self._source.dtype
        slot.copied.let_wait(call.stream)
        if self._fields is None:
            result: Any = call.new((count,), dtype)
            _driver.copy_on_device(result.ptr, slot.memory.ptr, result.nbytes, call.stream)
        else:
            memory = slot.memory
            records = Array(memory.ptr, (count,), dtype, (dtype.itemsize,), memory.device, memory.stream, owner=memory)
            result = unpack(records, self._fields, stream=call.stream)
        slot.moved.record(call.stream)
        return result

    def close(self) -> None:
        """Frees all memory that is not that of a part. Further parts cannot be taken."""
        self._pending.clear()
        if self._transfers is not None:
            _stop(self._transfers)
            self._transfers = None

    def __enter__(self) -> Parts[Part]:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()


def _stop(transfers: Transfers) -> None:
    transfers.discard()
    transfers.close()


@overload
def stream(
    source: npt.NDArray[Any],
    fields: None = None,
    *,
    chunk: int | None = None,
    progress: bool | Progress = False,
    stream: StreamLike = None,
) -> Parts[Array]: ...
@overload
def stream(
    source: npt.NDArray[Any],
    fields: Iterable[str],
    *,
    chunk: int | None = None,
    progress: bool | Progress = False,
    stream: StreamLike = None,
) -> Parts[dict[str, Array]]: ...
def stream(
    source: npt.NDArray[Any],
    fields: Iterable[str] | None = None,
    *,
    chunk: int | None = None,
    progress: bool | Progress = False,
    stream: StreamLike = None,
) -> Parts[Any]:
    """Copies records of the host to the GPU in parts, to iterate over them. Next parts are copied during the work on a
    part, so that the records may be more than the memory of the GPU or of the host: those of a file, by numpy.memmap.

    source: a one-dimensional, contiguous array of NumPy with a structured type. If its memory is page-locked
        (cupyx.empty_pinned, torch's pin_memory), the GPU copies from it without help of the host
    fields: names; then each part is a dict of arrays, as unpack() returns it, and else an array of records
    chunk: the records of a part, the last of which may have fewer; by default those of 128 MiB. The GPU needs memory
        for four parts besides those that the caller keeps, and the host 64 MiB, page-locked, or less
    progress: prints the share and the rate to stderr; or a function of the records that were taken and of all
    stream: the stream on which the parts are used. The iteration does not wait for it
    No one may write the source meanwhile.
    """
    if not isinstance(source, np.ndarray):
        raise TypeError(
            f"source is no array of NumPy, but of the type {type(source).__name__}: open a file by "
            "numpy.memmap(path, dtype, 'r'); arrays on a GPU need no parts"
        )
    refuse_host_array(source, "source")
    names = None
    if fields is not None:
        names = tuple(field.name for field in chosen_fields(source.dtype, fields))
        if not names:
            raise TypeError("fields has no name: pass the names of the fields, or None for whole records")
    count = chunk_of(chunk, source.dtype)
    return Parts(source, names, count, Call.on(stream), _report_of(progress, source.dtype.itemsize))


def refuse_host_array(array: npt.NDArray[Any], what: str) -> None:
    if isinstance(array, np.ma.MaskedArray):
        raise ArrayError(f"{what} is masked: fill it first, by a.filled(value)")
    record_dtype(array.dtype, any_order=True)
    if array.ndim != 1 or not array.flags.c_contiguous:
        raise ArrayError(
            f"{what} must be one-dimensional and contiguous, and has the shape {array.shape} and the strides "
            f"{array.strides}: pass the array that it is a part of, or a copy"
        )


def chunk_of(chunk: object, dtype: Dtype) -> int:
    if chunk is None:
        return max(1, _DEFAULT_BYTES // dtype.itemsize)
    try:
        result = operator.index(chunk)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"chunk must be an integer, the records of a part, not {chunk!r}") from None
    if result < 1:
        raise ValueError(f"chunk is {result}, and must be 1 record or more")
    return result


def _report_of(progress: bool | Progress, size: int) -> Progress:
    if callable(progress):
        return progress
    return _Printer(size) if progress else lambda done, total: None


class _Printer:
    """Prints how much is done, 10 times a second at most, to one line."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._start = time.monotonic()
        self._last = -math.inf

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._last < 0.1 and done < total:
            return
        self._last = now
        have, all_bytes = (n * self._size / 1e9 for n in (done, total))
        rate = have / max(now - self._start, 1e-9)
        text = f"{have:.2f} of {all_bytes:.2f} GB, {100 * done // max(total, 1)} %, {rate:.1f} GB/s"
        print(f"\r{text}", end="\n" if done == total else "", file=sys.stderr, flush=True)
