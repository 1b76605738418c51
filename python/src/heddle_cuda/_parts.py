# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Records that do not fit into the memory of the GPU pass through it in parts: stream() in, Writer out.

Two slots on the GPU take turns, so that it copies one part while the stream of the calls works on another one. A part
is copied in pieces by threads of the host, through page-locked memory.
"""

from __future__ import annotations

import collections
import contextlib
import ctypes
import math
import operator
import os
import queue
import sys
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, BinaryIO, Generic, NamedTuple, TypeVar, overload

import numpy as np
import numpy.typing as npt

from . import _driver
from ._arrays import Array, empty
from ._call import Call, chosen_fields, distance_of
from ._dtypes import Dtype, record_dtype
from ._errors import ArrayError, LayoutError
from ._records import unpack
from ._types import DeviceArray, StreamLike

_SLOTS = 2
_DEFAULT_BYTES = 64 * 2**20
#: The bytes of a piece.
_PIECE = 8 * 2**20
# Threads wait for the GPU half of their time.
_MAX_THREADS = 16

Part = TypeVar("Part")
Progress = Callable[[int, int], object]


class _Slot:
    """Memory of the GPU for a part.

    copied: the copy from or to the host is done; moved: the stream of the calls has read or written the memory
    """

    def __init__(self, size: int, call: Call, resources: contextlib.ExitStack) -> None:
        self.memory = empty((size,), np.dtype("u1"), call.device, call.stream)
        self.copied, self.moved = _driver.Event(), _driver.Event()
        resources.callback(self.copied.close)
        resources.callback(self.moved.close)


class _Stage(NamedTuple):
    """Page-locked memory for a piece. copied: the copy of the GPU from it or to it is done"""

    address: int
    copied: _driver.Event


class _Slots:
    """The slots, a stream for the copies of the GPU, and threads and page-locked memory for those of the host. No
    object that owns it may be referred to by a job, because close() waits for the jobs."""

    def __init__(self, size: int, call: Call) -> None:
        self.stream = call.stream
        self.context = _driver.current_context()
        self._is_open = True
        count = min(_MAX_THREADS, 2 * len(os.sched_getaffinity(0)), -(-size // _PIECE))
        with contextlib.ExitStack() as resources:
            self.copies = _driver.new_stream(call.device)
            #: Those that no thread uses, the longest unused first.
            self.stages: queue.SimpleQueue[_Stage] = queue.SimpleQueue()
            locked = _driver.allocate_on_host(count * _PIECE)
            resources.callback(_driver.free_on_host, locked)
            for k in range(count):
                copied = _driver.Event()
                resources.callback(copied.close)
                self.stages.put(_Stage(locked + k * _PIECE, copied))
            self.slots = [_Slot(size, call, resources) for _ in range(_SLOTS)]
            resources.callback(_driver.wait_on_host, self.copies)
            # The memory of the slots exists from this point in the work of the stream on.
            _driver.let_wait(_driver.handle_of(self.copies), call.stream)
            self._threads, self._jobs = (
                ThreadPoolExecutor(number, "heddle", _driver.use_context, (self.context,)) for number in (count, 1)
            )
            resources.callback(self._threads.shutdown)
            resources.callback(self._jobs.shutdown)
            self._resources = resources.pop_all()

    def submit(self, job: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Runs one job at a time, in order."""
        return self._jobs.submit(job, *arguments)

    def in_pieces(self, copy: Callable[[_Stage, int, int], object], size: int) -> None:
        """Calls a function by several threads, with a stage, and with the first byte and the number of bytes of each
        piece. Waits for all of them."""

        def work(at: int) -> None:
            stage = self.stages.get()
            try:
                copy(stage, at, min(_PIECE, size - at))
            finally:
                self.stages.put(stage)

        for job in [self._threads.submit(work, at) for at in range(0, size, _PIECE)]:
            job.result()

    def close(self) -> None:
        """Waits for the jobs and the copies that have begun, and frees all memory, unless that was done."""
        if self._is_open:
            self._is_open = False
            with _driver.in_context(self.context):
                self._resources.close()
            for slot in self.slots:
                del slot.memory


def _load(slots: _Slots, slot: _Slot, source: npt.NDArray[Any]) -> _Slot:
    """Copies a part of the host to a slot on the GPU."""
    address, target = source.ctypes.data, slot.memory.ptr

    def copy(stage: _Stage, at: int, size: int) -> None:
        stage.copied.wait_on_host()
        ctypes.memmove(stage.address, address + at, size)
        _driver.start_copy_to_device(target + at, stage.address, size, slots.copies)
        stage.copied.record(slots.copies)

    slot.moved.let_wait(slots.copies)
    slots.in_pieces(copy, source.nbytes)
    slot.copied.record(slots.copies)
    return slot


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
        self._pending: collections.deque[Future[_Slot]] = collections.deque()
        self._slots: _Slots | None = None
        if len(source):
            self._slots = slots = _Slots(min(chunk, len(source)) * source.dtype.itemsize, call)
            weakref.finalize(self, slots.close)
            for slot in slots.slots:
                self._submit(slot)

    def __len__(self) -> int:
        return -(-len(self._source) // self.chunk)

    def __iter__(self) -> Iterator[Part]:
        return self

    def __next__(self) -> Part:
        if not self._pending or self._slots is None:
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

    def _submit(self, slot: _Slot) -> None:
        part = self._source[self._next : self._next + self.chunk]
        if len(part) and self._slots is not None:
            self._pending.append(self._slots.submit(_load, self._slots, slot, part))
            self._next += len(part)

    def _moved(self, slot: _Slot, count: int) -> Any:
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
        while self._pending:
            self._pending.pop().cancel()
        if self._slots is not None:
            self._slots.close()
            self._slots = None

    def __enter__(self) -> Parts[Part]:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()


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

    source: a one-dimensional, contiguous array of NumPy with a structured type
    fields: names; then each part is a dict of arrays, as unpack() returns it, and else an array of records
    chunk: the records of a part, the last of which may have fewer; by default those of 64 MiB. The GPU needs
        memory for two parts besides those that the caller keeps, and the host 128 MiB, page-locked, or less
    progress: prints the share and the rate to stderr; or a function of the records that were taken and of all
    stream: the stream on which the parts are used. The iteration does not wait for it
    No one may write the source meanwhile.
    """
    if not isinstance(source, np.ndarray):
        raise TypeError(
            f"source is no array of NumPy, but of the type {type(source).__name__}: open a file by "
            "numpy.memmap(path, dtype, 'r'); arrays on a GPU need no parts"
        )
    _refuse_host_array(source, "source")
    names = None
    if fields is not None:
        names = tuple(field.name for field in chosen_fields(source.dtype, fields))
        if not names:
            raise TypeError("fields has no name: pass the names of the fields, or None for whole records")
    count = _chunk_of(chunk, source.dtype)
    return Parts(source, names, count, Call.on(stream), _report_of(progress, source.dtype.itemsize))


def _refuse_host_array(array: npt.NDArray[Any], what: str) -> None:
    if isinstance(array, np.ma.MaskedArray):
        raise ArrayError(f"{what} is masked: fill it first, by a.filled(value)")
    record_dtype(array.dtype, any_order=True)
    if array.ndim != 1 or not array.flags.c_contiguous:
        raise ArrayError(
            f"{what} must be one-dimensional and contiguous, and has the shape {array.shape} and the strides "
            f"{array.strides}: pass the array that it is a part of, or a copy"
        )


def _chunk_of(chunk: object, dtype: Dtype) -> int:
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


class Writer:
    """Writes records on the GPU to an array of the host, such as a numpy.memmap, or to a file, in the order of calls.

        with heddle_cuda.Writer(np.memmap(path, dtype, "w+", shape=(count,))) as out:
            for part in heddle_cuda.stream(source):
                out.write(part)

    At the end of the with statement, also by an exception, all that was given to write() is in the target, and memory
    is freed.

    target: a one-dimensional, contiguous array of NumPy, which is filled from its beginning; or a file of bytes, open
        for writing, to which the bytes of the records are appended
    chunk: how many records are copied at once; by default those of 64 MiB. The GPU needs memory for twice as many, and
        the host 128 MiB, page-locked, or less
    stream: that of the calls of write(), which do not wait for it, but for the records before the last two chunks
    """

    def __init__(
        self, target: npt.NDArray[Any] | BinaryIO, *, chunk: int | None = None, stream: StreamLike = None
    ) -> None:
        self._chunk, self._stream = chunk, Call.on(stream).stream
        self._dtype: Dtype | None = None
        self._given = 0
        self._is_closed = False
        self._slots: _Slots | None = None
        self._free: collections.deque[_Slot] = collections.deque()
        self._pending: collections.deque[Future[_Slot]] = collections.deque()
        self._target: _Target
        if isinstance(target, np.ndarray):
            _refuse_host_array(target, "target")
            if not target.flags.writeable:
                raise ArrayError("target may not be written: open the file with numpy.memmap(path, dtype, 'r+')")
            self._target, self._dtype = _ArrayTarget(target), target.dtype
        elif callable(getattr(target, "write", None)) and not hasattr(target, "encoding"):
            self._target = _FileTarget(target)
        else:
            raise TypeError(
                f"target is of the type {type(target).__name__}: pass an array of NumPy, or a file that is open for "
                "bytes, as open(path, 'wb')"
            )
        if chunk is not None:
            _chunk_of(chunk, np.dtype("V1"))

    @property
    def count(self) -> int:
        """How many records are in the target. After close(), these are all."""
        return self._target.count

    def write(self, records: DeviceArray) -> None:
        """Appends records, of any library; of one type in all calls. The caller may overwrite them after that.

        Raises: ArrayError if the target has no room for them, or LayoutError if they have another type; then none of
            them is written. OSError of the file for these records or earlier ones; then `count` says how many were
            written
        """
        if self._is_closed:
            raise ValueError("the writer is closed: make a new one")
        call = Call.on(self._stream)
        view = call.records(records, "records", any_order=True)
        if self._dtype is not None and view.dtype != self._dtype:
            raise LayoutError(f"records has the type {view.dtype}, and the target {self._dtype}")
        self._target.refuse(self._given, len(view))
        self._dtype = view.dtype
        try:
            if self._slots is None and len(view):
                self._slots = _Slots(_chunk_of(self._chunk, view.dtype) * view.dtype.itemsize, call)
                weakref.finalize(self, self._slots.close)
                self._free.extend(self._slots.slots)
            if self._slots is not None:
                per_slot = self._slots.slots[0].memory.nbytes // view.dtype.itemsize
                for start in range(0, len(view), per_slot):
                    self._copy(self._slots, view[start : start + per_slot])
        except BaseException:
            with contextlib.suppress(Exception):  # this error is the first one
                self.close()
            raise
        self._given += len(view)
        call.finish()

    def _copy(self, slots: _Slots, part: Array) -> None:
        slot = self._free.popleft() if self._free else self._pending.popleft().result()
        stream, size, count = slots.stream, part.dtype.itemsize, len(part)
        if part.is_contiguous:
            _driver.copy_on_device(slot.memory.ptr, part.ptr, part.nbytes, stream)
        else:
            _driver.copy_rows(slot.memory.ptr, size, part.ptr, distance_of(part), size, count, stream)
        slot.moved.record(stream)
        slot.moved.let_wait(slots.copies)
        self._pending.append(slots.submit(_store, slots, slot, self._target, count, count * size))

    def close(self) -> None:
        """Waits until all records are in the target, and frees all memory. Raises: OSError as write()"""
        self._is_closed = True
        pending, self._pending = self._pending, collections.deque()
        if self._slots is not None:
            self._slots.close()
            self._slots = None
        for job in pending:
            job.result()

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()


class _Target:
    """Where records are written to, one part behind the other. count: the records that were."""

    def __init__(self) -> None:
        self.count = 0
        self._error: BaseException | None = None

    def refuse(self, given: int, count: int) -> None:
        """Refuses more records than there is room for behind those that were given."""

    def append(self, slots: _Slots, memory: int, count: int, size: int) -> None:
        """Appends a part, unless an earlier one failed: records behind a gap would be taken for those in the gap."""
        if self._error is not None:
            raise self._error
        try:
            self._write(slots, memory, size)
        except BaseException as error:
            self._error = error
            raise
        self.count += count

    def _write(self, slots: _Slots, memory: int, size: int) -> None:
        raise NotImplementedError


class _ArrayTarget(_Target):
    def __init__(self, array: npt.NDArray[Any]) -> None:
        super().__init__()
        self._array = array

    def refuse(self, given: int, count: int) -> None:
        if given + count > len(self._array):
            raise ArrayError(
                f"target has {len(self._array)} records, of which {given} are written, so that {count} more do not "
                "fit: make it larger, or write to a file that is open for bytes"
            )

    def _write(self, slots: _Slots, memory: int, size: int) -> None:
        target = self._array[self.count :].ctypes.data

        def copy(stage: _Stage, at: int, size: int) -> None:
            _start_copy(slots, stage, memory + at, size)
            stage.copied.wait_on_host()
            ctypes.memmove(target + at, stage.address, size)

        slots.in_pieces(copy, size)


class _FileTarget(_Target):
    def __init__(self, file: Any) -> None:
        super().__init__()
        self._file = file

    def _write(self, slots: _Slots, memory: int, size: int) -> None:
        started: collections.deque[tuple[_Stage, int]] = collections.deque()
        starts = iter(range(0, size, _PIECE))
        try:
            while True:
                # Next pieces are copied while this thread writes.
                while not slots.stages.empty() and (at := next(starts, None)) is not None:
                    started.append((slots.stages.get(), min(_PIECE, size - at)))
                    _start_copy(slots, started[-1][0], memory + at, started[-1][1])
                if not started:
                    return
                stage, count = started[0]
                stage.copied.wait_on_host()
                left = memoryview((ctypes.c_char * count).from_address(stage.address)).cast("B")
                while left:
                    written = self._file.write(left)
                    left = left[len(left) if written is None else written :]
                slots.stages.put(started.popleft()[0])
        finally:
            for stage, _ in started:
                slots.stages.put(stage)


def _start_copy(slots: _Slots, stage: _Stage, memory: int, size: int) -> None:
    _driver.start_copy_to_host(stage.address, memory, size, slots.copies)
    stage.copied.record(slots.copies)


def _store(slots: _Slots, slot: _Slot, target: _Target, count: int, size: int) -> _Slot:
    """Copies a part from a slot on the GPU to the target."""
    target.append(slots, slot.memory.ptr, count, size)
    return slot
