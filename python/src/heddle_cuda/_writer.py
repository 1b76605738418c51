# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Records on the GPU are written to an array of the host, or to a file, in parts."""

from __future__ import annotations

import collections
import contextlib
import ctypes
import weakref
from concurrent.futures import Future
from typing import Any, BinaryIO, Protocol

import numpy as np
import numpy.typing as npt

from . import _driver
from ._arrays import Array
from ._call import Call, distance_of
from ._dtypes import Dtype
from ._errors import ArrayError, LayoutError
from ._parts import chunk_of, refuse_host_array
from ._transfers import MAX_THREADS, Slot, Stage, Transfers
from ._types import DeviceArray, StreamLike


class Writer:
    """Writes records on the GPU to an array of the host, such as a numpy.memmap, or to a file, in the order of calls.

        with heddle_cuda.Writer(np.memmap(path, dtype, "w+", shape=(count,))) as out:
            for part in heddle_cuda.stream(source):
                out.write(part)

    At the end of the with statement, also by an exception, all that was given to write() is in the target, and memory
    is freed.

    target: a one-dimensional, contiguous array of NumPy, which is filled from its beginning. If its memory is
        page-locked, the GPU copies to it without help of the host. Or a file of bytes, open for writing, to which the
        bytes of the records are appended
    chunk: how many records are copied at once; by default those of 128 MiB. The GPU needs memory for four times as
        many, and the host 64 MiB, page-locked, or less
    stream: that of the calls of write(), which do not wait for it, but for the records before the last four chunks
    """

    def __init__(
        self, target: npt.NDArray[Any] | BinaryIO, *, chunk: int | None = None, stream: StreamLike = None
    ) -> None:
        self._chunk, self._stream = chunk, Call.on(stream).stream
        self._dtype: Dtype | None = None
        self._given = self._count = 0
        self._room: int | None = None
        self._is_closed = False
        self._transfers: Transfers | None = None
        self._free: collections.deque[Slot] = collections.deque()
        self._pending: collections.deque[tuple[Future[Slot], int]] = collections.deque()
        self._store: _Store
        if isinstance(target, np.ndarray):
            refuse_host_array(target, "target")
            if not target.flags.writeable:
                raise ArrayError("target may not be written: open the file with numpy.memmap(path, dtype, 'r+')")
            self._store, self._dtype, self._room = _ToArray(target), target.dtype, len(target)
        elif callable(getattr(target, "write", None)) and not hasattr(target, "encoding"):
            self._store = _ToFile(target)
        else:
            raise TypeError(
                f"target is of the type {type(target).__name__}: pass an array of NumPy, or a file that is open for "
                "bytes, as open(path, 'wb')"
            )
        if chunk is not None:
            chunk_of(chunk, np.dtype("V1"))

    @property
    def count(self) -> int:
        """How many records are known to be in the target. After close(), these are all."""
        return self._count

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
        if self._room is not None and self._given + len(view) > self._room:
            raise ArrayError(
                f"target has {self._room} records, of which {self._given} are written, so that {len(view)} more do not "
                "fit: make it larger, or write to a file that is open for bytes"
            )
        self._dtype = view.dtype
        try:
            if self._transfers is None and len(view):
                size = chunk_of(self._chunk, view.dtype) * view.dtype.itemsize
                self._transfers = Transfers(size, call, self._store.threads)
                weakref.finalize(self, self._transfers.close)
                self._free.extend(self._transfers.slots)
            if self._transfers is not None:
                per_slot = self._transfers.slots[0].memory.nbytes // view.dtype.itemsize
                for start in range(0, len(view), per_slot):
                    self._start(self._transfers, view[start : start + per_slot])
        except BaseException:
            with contextlib.suppress(Exception):  # this error is the first one
                self.close()
            raise
        call.finish()

    def _start(self, transfers: Transfers, part: Array) -> None:
        slot = self._free.popleft() if self._free else self._finished()
        stream, size, memory = transfers.stream, part.dtype.itemsize, slot.memory.ptr
        if part.is_contiguous:
            _driver.copy_on_device(memory, part.ptr, part.nbytes, stream)
        else:
            _driver.copy_rows(memory, size, part.ptr, distance_of(part), size, len(part), stream)
        slot.moved.record(stream)
        slot.moved.let_wait(slot.stream)
        store, begin = self._store, self._given * size
        self._given += len(part)
        if isinstance(store, _ToArray) and store.is_locked:
            whole = store.address + begin, memory, len(part) * size, slot.stream
            done = transfers.start_whole(slot, lambda: _driver.start_copy_to_host(*whole))
            self._pending.append((done, len(part)))
            return

        def copy(stage: Stage, at: int, size: int) -> None:
            _driver.start_copy_to_host(stage.address, memory + at, size, slot.stream)
            stage.copied.record(slot.stream)

        def write(stage: Stage, at: int, size: int) -> None:
            stage.copied.wait_on_host()
            store.store(begin + at, stage.address, size)

        self._pending.append((transfers.start(slot, len(part) * size, copy, write), len(part)))

    def _finished(self) -> Slot:
        """Waits until the first part that was not counted is in the target, and returns its slot."""
        done, count = self._pending.popleft()
        try:
            slot = done.result()
            slot.copied.wait_on_host()
        except BaseException:
            self._pending.clear()  # records behind a gap would be taken for those in the gap
            raise
        self._count += count
        return slot

    def close(self) -> None:
        """Waits until all records are in the target, and frees all memory. Raises: OSError as write()"""
        self._is_closed = True
        transfers, self._transfers = self._transfers, None
        try:
            while self._pending:
                self._finished()
        finally:
            if transfers is not None:
                transfers.close()

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()


class _Store(Protocol):
    """Writes bytes to the target, from byte `at` on. threads: how many may do so at once"""

    threads: int

    def store(self, at: int, address: int, size: int) -> None: ...


class _ToArray:
    def __init__(self, array: npt.NDArray[Any]) -> None:
        self._array, self.address = array, array.ctypes.data
        self.is_locked = _driver.is_page_locked(self.address, array.nbytes)
        self.threads = 0 if self.is_locked else MAX_THREADS

    def store(self, at: int, address: int, size: int) -> None:
        ctypes.memmove(self.address + at, address, size)


class _ToFile:
    """Appends to a file, in the order of the calls. After an error nothing more is written."""

    threads = 1

    def __init__(self, file: Any) -> None:
        self._file = file
        self._error: BaseException | None = None

    def store(self, at: int, address: int, size: int) -> None:
        if self._error is not None:
            raise self._error
        left = memoryview((ctypes.c_char * size).from_address(address)).cast("B")
        try:
            while left:
                written = self._file.write(left)
                left = left[len(left) if written is None else written :]
        except BaseException as error:
            self._error = error
            raise
