# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Moves whole records by kernels for all types (_all_types.py).

The kernels differ in the words in which records are moved: the largest words to which all records are aligned, or, for
records at odd addresses, words of 4 bytes, which are shifted in shared memory.
"""

from __future__ import annotations

import ctypes
import functools
from typing import Any, ClassVar, NamedTuple

import numpy as np

from . import _all_types, _whole_source
from ._all_types import THREADS, assertions_of
from ._arrays import Array
from ._call import Call, distance_of, number_of
from ._sources import TILE, alignment_of

_MAX_LISTED = 1024
_MIN_STAGED_BYTES = 16
_PART_BYTES = 3840
_STAGE_WORDS = 2048
# How often a block moves words of 1 and 2 bytes; other words once.
_ROUNDS = {1: 4, 2: 2}
# How many times a block of copy_if moves units, if all records are selected. At a time it moves fewer bytes in small
# words, and each block reads the mask.
_MOVES_OF_BLOCK, _MOVES_OF_SMALL_WORDS = 4, 8


class _Table(ctypes.Structure):
    """record_table of _whole_source.py."""

    _fields_: ClassVar[Any] = (
        ("source", ctypes.c_uint64), ("target", ctypes.c_uint64), ("source_distance", ctypes.c_uint64),
        ("target_distance", ctypes.c_uint64), ("count", ctypes.c_uint64), ("chosen", ctypes.c_uint64),
        ("index_count", ctypes.c_uint64), ("last", ctypes.c_uint64), ("bad", ctypes.c_uint64),
        ("number", ctypes.c_int32), ("is_dense", ctypes.c_uint32), ("units", ctypes.c_uint32 * 2),
        ("record_bytes", ctypes.c_uint32), ("records_of_block", ctypes.c_uint32), ("blocks_of_record", ctypes.c_uint32),
        ("units_of_block", ctypes.c_uint32),
    )  # fmt: skip


class _WordTable(_Table):
    _fields_: ClassVar[Any] = (("mover", ctypes.c_uint32),)


class _StageTable(_Table):
    # Units, record_bytes, pitch, and two divisors.
    _fields_: ClassVar[Any] = (("mover", ctypes.c_uint32 * 7),)


class Variant(NamedTuple):
    """One of the kernels. work: take, put or copy; word: the bytes of a word, or 0 for records at odd addresses"""

    work: str
    word: int

    @property
    def kernel(self) -> str:
        return f"{self.work}_records"

    @property
    def source(self) -> str:
        dense = "in" if self.work == "put" else "out"
        mover = f"word_mover<{self.word}, dense_side::{dense}>" if self.word else "staged_mover<4>"
        return _whole_source.source(self.work, mover, self.word or _PART_BYTES, _assertions(self.word))


def _assertions(word: int) -> str:
    numbers = {
        "move_threads": THREADS, "max_listed_records": _MAX_LISTED, "min_staged_bytes": _MIN_STAGED_BYTES,
        "staged_mover<4>::part_bytes": _PART_BYTES, "record_stage::capacity": _STAGE_WORDS,
    }  # fmt: skip
    if word:
        numbers["mover_type::rounds"] = _ROUNDS.get(word, 1)
    table = _WordTable if word else _StageTable
    # NumPy does not list the members of the base.
    fields = [(name, getattr(table, name)) for kind in (_Table, table) for name, _ in kind._fields_]
    layout = np.dtype(
        {
            "names": [name for name, _ in fields],
            "formats": [f"V{member.size}" for _, member in fields],
            "offsets": [member.offset for _, member in fields],
            "itemsize": ctypes.sizeof(table),
        }
    )
    return "\n".join(["", *assertions_of(numbers, {"record_table": layout}), ""])


class _Plan(NamedTuple):
    """A kernel, and its table without addresses and counts."""

    variant: Variant
    table: _Table
    records_of_block: int
    blocks_of_record: int


def _divisor(number: int) -> tuple[int, int]:
    return number, (2**32 - 1) // number


@functools.lru_cache(maxsize=4096)
def _plan(
    work: str, size: int, source_place: int, target_place: int, source_distance: int, target_distance: int
) -> _Plan:
    """Plans a call for records of `size` bytes. Places are addresses, of which only the last 4 bits matter."""
    word = alignment_of(size, source_place, target_place, source_distance, target_distance)
    if word == 1 and size >= _MIN_STAGED_BYTES and work != "put":
        word = 0
    table: _WordTable | _StageTable
    if word:
        units = size // word
        most = (4 if word >= 8 else 8) * THREADS * _ROUNDS.get(word, 1)
        table = _WordTable(mover=units)
    else:
        units = max(size // _PART_BYTES, 1)
        offset = 0 if source_distance % 4 == 0 else 2 if source_distance % 2 == 0 else 3
        pitch = _STAGE_WORDS if units > 1 else (size + (source_place | offset) % 4 + 3) // 4
        most = min(_STAGE_WORDS // pitch, _MAX_LISTED)
        table = _StageTable(mover=(units, size, pitch, *_divisor(size), *_divisor(size // 4)))
    records, blocks = (1, -(-units // most)) if units > most else (min(most // units, _MAX_LISTED), 1)
    table.units_of_block = most if units > most else records * units
    if work == "copy":
        moves = _MOVES_OF_BLOCK if word >= 4 else _MOVES_OF_SMALL_WORDS
        at_once = min(max(moves * most // units, 1), _MAX_LISTED)
        records = TILE if units > most else -(-TILE // at_once)
    table.source_distance, table.target_distance, table.record_bytes = source_distance, target_distance, size
    table.is_dense = source_distance == size
    table.units = _divisor(units)
    table.records_of_block, table.blocks_of_record = records, blocks
    return _Plan(Variant(work, word), table, records, blocks)


def _launch(call: Call, plan: _Plan, table: _Table, blocks: int) -> None:
    parameters = ctypes.c_void_p(ctypes.addressof(table))
    address = ctypes.addressof(parameters)
    kept = address, (parameters, table)
    _all_types.launch_table(plan.variant, blocks * plan.blocks_of_record, 0, address, call, lambda: kept)


def _move(
    call: Call, plan: _Plan, source: int, target: int, count: int, order: Array, last: int = 0, bad: int = 0
) -> None:
    table = type(plan.table).from_buffer_copy(plan.table)
    table.source, table.target, table.count, table.last, table.bad = source, target, count, last, bad
    table.chosen, table.index_count = order.ptr, len(order)
    table.number = number_of(order)
    _launch(call, plan, table, -(-(count if last else len(order)) // plan.records_of_block))


def _plan_of(work: str, source: Array, target: Array) -> _Plan:
    size, places = source.dtype.itemsize, (source.ptr % 16, target.ptr % 16)
    return _plan(work, size, *places, distance_of(source), distance_of(target))


def take(call: Call, records: Array, order: Array, out: Array, bad: int = 0) -> None:
    """Sets out[i] to records[order[i]], or to 0 if the index is out of range.

    out: contiguous; order: not empty; records: not empty
    bad: the address of a number, at first 0, for the number of indices from the first one on that is out of range
    """
    _move(call, _plan_of("take", records, out), records.ptr, out.ptr, len(records), order, bad=bad)


def put(call: Call, records: Array, order: Array, values: Array, last: Array | None) -> None:
    """Sets records[order[i]] to values[i], except for indices that are out of range; with `last`, only for those with
    last[order[i]] == i + 1. Then a thread reads last[k] for each record k, so that records are written in order."""
    where = 0 if last is None else last.ptr
    _move(call, _plan_of("put", values, records), values.ptr, records.ptr, len(records), order, where)


def copy_tiles(call: Call, records: Array, mask: Array, counts: Array, out: Array) -> None:
    """Copies the records whose element of the mask is not 0. counts[t] is the number of these before tile t."""
    plan = _plan_of("copy", records, out)
    table = type(plan.table).from_buffer_copy(plan.table)
    table.source, table.target, table.count = records.ptr, out.ptr, len(records)
    table.chosen, table.last = mask.ptr, counts.ptr
    _launch(call, plan, table, (len(counts) - 1) * plan.records_of_block)
