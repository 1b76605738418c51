# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Copies parts of records between the host and slots on the GPU, which take turns.

A part is copied in pieces by threads of the host, through page-locked memory. The threads go on with the next part
before the copies of the last one are done, because else the host and the bus would wait for each other. Smaller pieces
are slower, because Python's lock is handed over several times for each; more memory takes longer to lock.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import NamedTuple

import numpy as np

from . import _driver
from ._arrays import empty
from ._call import Call

_SLOTS = 4
#: The bytes of a piece.
PIECE = 4 * 2**20
MAX_THREADS = 8
# While one is copied by the GPU, the thread copies the other one.
_STAGES_OF_THREAD = 2


class Slot:
    """Memory of the GPU for a part, and a stream for its copies.

    copied: the copies from or to the host are done; moved: the stream of the calls has read or written the memory
    """

    def __init__(self, size: int, call: Call, resources: contextlib.ExitStack) -> None:
        self.stream = _driver.new_stream(call.device)
        self.memory = empty((size,), np.dtype("u1"), call.device, call.stream)
        self.copied, self.moved = _driver.Event(), _driver.Event()
        resources.callback(self.copied.close)
        resources.callback(self.moved.close)
        resources.callback(_driver.wait_on_host, self.stream)
        # The memory exists from this point in the work of the stream on.
        _driver.let_wait(_driver.handle_of(self.stream), call.stream)


class Stage(NamedTuple):
    """Page-locked memory for a piece. copied: the copy of the GPU from it or to it is done"""

    address: int
    copied: _driver.Event


#: A step of the copy of a piece through a stage. The numbers are its first byte and how many it has.
Step = Callable[[Stage, int, int], object]


class _Transfer:
    """The copy of a part in pieces, each in two steps: between them, the thread begins to copy the next piece."""

    def __init__(self, slot: Slot, size: int, begin: Step, end: Step | None) -> None:
        self._slot, self._size, self._begin, self._end = slot, size, begin, end
        self._left = -(-size // PIECE)
        self._lock = threading.Lock()
        self._error: BaseException | None = None
        self.done: Future[Slot] = Future()

    def begin(self, stage: Stage, at: int) -> bool:
        """Takes the first step. Returns whether there is a second one."""
        self._run(self._begin, stage, at)
        if self._end is None:
            self._count()
        return self._end is not None

    def end(self, stage: Stage, at: int) -> None:
        assert self._end is not None
        self._run(self._end, stage, at)
        self._count()

    def _run(self, step: Step, stage: Stage, at: int) -> None:
        if self._error is None:
            try:
                step(stage, at, min(PIECE, self._size - at))
            except BaseException as error:
                self._error = error

    def _count(self) -> None:
        with self._lock:
            self._left -= 1
            if self._left:
                return
        try:
            if self._error is not None:
                raise self._error
            self._slot.copied.record(self._slot.stream)
        except BaseException as error:
            self.done.set_exception(error)
        else:
            self.done.set_result(self._slot)


_Tasks = queue.SimpleQueue[tuple[_Transfer, int] | None]


class Transfers:
    """The slots, and threads with stages. No thread refers to an object that owns it, because close() waits for them.

    size: the bytes of a slot; threads: how many there are at most, 0 if start() is not called
    """

    def __init__(self, size: int, call: Call, threads: int = MAX_THREADS) -> None:
        self.stream = call.stream
        self._context = _driver.current_context()
        self._tasks: _Tasks = queue.SimpleQueue()
        self._is_open = True
        count = min(threads, MAX_THREADS, len(os.sched_getaffinity(0)), _SLOTS * -(-size // PIECE))
        with contextlib.ExitStack() as resources:
            stages = _stages(_STAGES_OF_THREAD * count, resources) if count else []
            self.slots = [Slot(size, call, resources) for _ in range(_SLOTS)]
            self._threads: list[threading.Thread] = []
            resources.callback(self._stop)
            for k in range(count):
                arguments = self._context, self._tasks, stages[k::count]
                thread = threading.Thread(target=_work, args=arguments, name="heddle", daemon=True)
                thread.start()
                self._threads.append(thread)
            self._resources = resources.pop_all()

    def start(self, slot: Slot, size: int, begin: Step, end: Step | None = None) -> Future[Slot]:
        """Lets the threads copy a part. The result is the slot, when the last step of each piece was done."""
        transfer = _Transfer(slot, size, begin, end)
        for at in range(0, size, PIECE):
            self._tasks.put((transfer, at))
        return transfer.done

    @staticmethod
    def start_whole(slot: Slot, copy: Callable[[], object]) -> Future[Slot]:
        """Copies a part at once, between a slot and page-locked memory. The copy of the GPU has begun afterwards."""
        copy()
        slot.copied.record(slot.stream)
        done: Future[Slot] = Future()
        done.set_result(slot)
        return done

    def discard(self) -> None:
        """Leaves out the pieces that no thread has begun to copy."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._tasks.get_nowait()

    def _stop(self) -> None:
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()

    def close(self) -> None:
        """Waits for all copies, and frees all memory, unless that was done."""
        if threading.current_thread() in self._threads:
            # A garbage collection in this thread has found the owner. The thread cannot wait for itself.
            threading.Thread(target=self.close, name="heddle").start()
        elif self._is_open:
            self._is_open = False
            with _driver.in_context(self._context):
                try:
                    self._resources.close()
                finally:
                    for slot in self.slots:
                        del slot.memory


def _stages(count: int, resources: contextlib.ExitStack) -> list[Stage]:
    memory = _driver.PageLocked(count * PIECE)
    resources.callback(memory.close)
    result = []
    for at in range(0, memory.size, PIECE):
        result.append(Stage(memory.address + at, _driver.Event()))
        resources.callback(result[-1].copied.close)
    return result


def _work(context: int, tasks: _Tasks, stages: Sequence[Stage]) -> None:
    _driver.use_context(context)
    begun: tuple[_Transfer, Stage, int] | None = None
    for stage in itertools.cycle(stages):
        try:
            task = tasks.get(block=begun is None)
            is_last = task is None
        except queue.Empty:
            task, is_last = None, False
        has_end = task is not None and task[0].begin(stage, task[1])
        if begun is not None:
            begun[0].end(*begun[1:])
        begun = (task[0], stage, task[1]) if task is not None and has_end else None
        if is_last:
            return
        del task  # which would keep the arrays of the host until the next one
