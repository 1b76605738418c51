# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Moves fields by kernels for all types (_all_types.py), whose table lists the fields.

The kernels differ in the direction, in the alignment of the records, and in the capacity of the table.
"""

from __future__ import annotations

import functools
import itertools
import math
import threading
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import _all_types, _driver
from ._call import Call, chosen_fields
from ._conversion_plan import Capacity, Launch, Move, Plan, assertions, plan, shared_bytes, tile_rows_of
from ._dtypes import Dtype, Field, Part, fields_of
from ._errors import LayoutError

Pointers = npt.NDArray[np.uint64]


class Variant(NamedTuple):
    """One of the kernels. unit: how it reads the rows that it splits; 1 if it packs"""

    splits: bool
    unit: int
    capacity: Capacity

    @property
    def kernel(self) -> str:
        way = "rows_to_columns" if self.splits else "columns_to_rows"
        return (
            f"heddle::detail::convert_records_kernel<heddle::detail::conversion_way::{way}, {self.unit}, "
            f"{self.capacity.type}>"
        )

    @property
    def source(self) -> str:
        return (
            '#line 1 "heddle_cuda: conversion"\n#include <heddle/records/detail/conversion_kernel.cuh>\n'
            f"{assertions(self.capacity)}"
        )


class _Launcher:
    """A launch, whose table gets the addresses and the count of a call."""

    def __init__(self, variant: Variant, launch: Launch, pitch: int) -> None:
        self._variant, self._pitch = variant, pitch
        self._table = launch.table
        self._parameters = np.array([self._table.ctypes.data], np.uint64)
        self._parameters_address = self._parameters.ctypes.data
        self._slices = int(self._table["slice_count"])
        self._rows, self._count = self._table["memory"]["rows"], self._table["count"]
        self._tile_rows = self._table["tile_rows"]
        self._addresses = self._table["lines"]["address"]
        self._lines, self._columns = np.array(launch.lines, np.intp), np.array(launch.columns, np.intp)
        self._offsets = np.array(launch.offsets, np.uint64)

    def run(self, call: Call, rows: int, count: int, columns: Pointers) -> None:
        tile_rows = tile_rows_of(count, self._pitch)
        self._rows[...] = rows
        self._count[...] = count
        self._tile_rows[...] = tile_rows
        self._addresses[self._lines] = columns[self._columns] + self._offsets
        blocks = -(-count // tile_rows) * self._slices
        shared = shared_bytes(tile_rows, self._pitch)
        _all_types.launch_table(self._variant, blocks, shared, self._parameters_address, call, self._copied)

    def _copied(self) -> tuple[int, object]:
        table = self._table.copy()
        parameters = np.array([table.ctypes.data], np.uint64)
        return parameters.ctypes.data, (parameters, table)


_MOST_PLANS = 64
#: Fields of more bytes are copied by the driver, because they would take many lines of a table, and many launches.
LARGEST_IN_TABLE = 4096


class Layout:
    """Fields of records of one size that share no bytes, and the plans for the places of the arrays up to now."""

    def __init__(self, size: int, moves: tuple[Move, ...]) -> None:
        self._size, self._moves = size, moves
        self._plans: dict[tuple[bool, bool, int, int, bytes], list[_Launcher]] = {}
        self._lock = threading.Lock()

    def convert(
        self,
        call: Call,
        rows: int,
        distance: int,
        count: int,
        columns: Pointers,
        *,
        splits: bool,
        keeps_others: bool = True,
    ) -> None:
        """As Selection.convert()."""
        places = (columns & np.uint64(15)).tobytes()
        key = splits, keeps_others, rows % 16, distance, places
        with self._lock:  # a table belongs to one call at a time
            launchers = self._plans.get(key)
            if launchers is None:
                if len(self._plans) >= _MOST_PLANS:
                    self._plans.clear()
                at = [int(place) for place in columns % 16]
                made = plan(self._size, distance, self._moves, rows % 16, at, splits=splits, keeps_others=keeps_others)
                launchers = self._plans[key] = _launchers(made, splits)
            for launcher in launchers:
                launcher.run(call, rows, count, columns)


def _launchers(made: Plan, splits: bool) -> list[_Launcher]:
    return [
        _Launcher(Variant(splits, made.unit if splits else 1, launch.capacity), launch, made.pitch)
        for launch in made.launches
    ]


_layout = functools.lru_cache(maxsize=1024)(Layout)


class Selection:
    """Fields of a type that a call moves. The arrays' types have the byte order of this machine."""

    def __init__(self, dtype: Dtype, names: Iterable[str]) -> None:
        given = chosen_fields(dtype, names)
        reversed_numbers = [tuple(_reversed_numbers(field.dtype, 0)) for field in given]
        self.is_native = not any(reversed_numbers)
        own = fields_of(dtype if self.is_native else dtype.newbyteorder("="))
        self.fields = [own[field.name] for field in given]
        self.names = [field.name for field in given]
        self.known_names = frozenset(self.names)
        self.parts = tuple(field.part for field in given)
        self.sizes = [field.size for field in given]
        #: Two fields that share bytes, or None.
        self.overlapping = _overlapping(given)
        #: The numbers of the fields that the driver copies.
        self._large = [k for k, field in enumerate(given) if field.size > LARGEST_IN_TABLE and not reversed_numbers[k]]
        self._layouts: list[tuple[Layout, npt.NDArray[np.intp] | None]] = []
        for group in _groups(given, self._large):
            moves = [
                _moves(given[k], reversed_numbers[k], column)  # numbers of columns in the group
                for column, k in enumerate(group)
            ]
            if not any(moves):  # fields without bytes
                continue
            layout = _layout(dtype.itemsize, tuple(itertools.chain.from_iterable(moves)))
            self._layouts.append((layout, None if group == list(range(len(given))) else np.array(group, np.intp)))

    def ranges(self, pointers: Sequence[int], count: int) -> list[tuple[int, int]]:
        """Returns the addresses and the sizes of arrays of `count` values of the fields."""
        return [(pointer, count * size) for pointer, size in zip(pointers, self.sizes, strict=True)]

    def convert(
        self,
        call: Call,
        rows: int,
        distance: int,
        count: int,
        pointers: Sequence[int],
        *,
        splits: bool,
        keeps_others: bool = True,
    ) -> None:
        """Copies the fields of `count` records, `distance` bytes apart, to columns, or the other way. Bytes of no field
        are kept or become 0."""
        columns = np.array(pointers, np.uint64)
        if self._large and not splits and not keeps_others:
            _driver.fill_with_zeros(rows, count * distance, call.stream)
            keeps_others = True
        for layout, group in self._layouts:
            own = columns if group is None else columns[group]
            layout.convert(call, rows, distance, count, own, splits=splits, keeps_others=keeps_others)
        for k in self._large:
            size, place = self.sizes[k], rows + self.parts[k].offset
            ways = (pointers[k], size, place, distance) if splits else (place, distance, pointers[k], size)
            call.copy_rows(*ways, size, count)


_MOST_SELECTIONS = 1024
# By id() of the type, which is kept. Equal types may differ in the names of their fields later: `dtype.names = ...`.
_selections: dict[tuple[int, tuple[str, ...]], tuple[Dtype, tuple[str, ...] | None, Selection]] = {}


def selection(dtype: Dtype, names: Iterable[str]) -> Selection:
    """Returns the fields with these names, each of them once."""
    if isinstance(names, str):
        return Selection(dtype, names)  # raises TypeError
    try:
        key = id(dtype), names if type(names) is tuple else tuple(names)
        known = _selections.get(key)
    except TypeError:  # not iterable, or not hashable
        return Selection(dtype, names)
    if known is not None and known[0] is dtype and known[1] is dtype.names:
        return known[2]
    result = Selection(dtype, key[1])
    if len(_selections) >= _MOST_SELECTIONS:
        _selections.clear()
    _selections[key] = dtype, dtype.names, result
    return result


def _overlapping(fields: Sequence[Field]) -> tuple[str, str] | None:
    in_order = sorted((field for field in fields if field.size), key=lambda field: field.offset)
    for first, second in itertools.pairwise(in_order):
        if first.offset + first.size > second.offset:
            return first.name, second.name
    return None


def _groups(fields: Sequence[Field], left_out: Sequence[int]) -> list[list[int]]:
    """Divides fields into groups whose fields share no bytes: one, in the given order, if none do."""
    in_order = sorted(set(range(len(fields))).difference(left_out), key=lambda k: fields[k].offset)
    groups: list[tuple[int, list[int]]] = []  # the end of the last field, and the group
    for k in in_order:
        offset, end = fields[k].offset, fields[k].offset + fields[k].size
        at = next((at for at, (last, _) in enumerate(groups) if last <= offset), len(groups))
        groups[at : at + 1] = [(end, sorted([*(groups[at][1] if at < len(groups) else []), k]))]
    return [group for _, group in groups]


def _reversed_numbers(dtype: Dtype, at: int) -> Iterator[Part]:
    """Yields the numbers whose bytes have the other order, of a value that begins at byte `at`."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        first = list(_reversed_numbers(base, 0))
        for k in range(math.prod(shape)):
            yield from (Part(at + k * base.itemsize + each.offset, each.size) for each in first)
    elif dtype.names is not None:
        for field in fields_of(dtype).values():
            yield from _reversed_numbers(field.dtype, at + field.offset)
    elif not dtype.isnative:
        size = {"c": dtype.itemsize // 2, "U": 4}.get(dtype.kind, dtype.itemsize)
        for offset in range(0, dtype.itemsize, size):
            yield Part(at + offset, size)


def _moves(field: Field, numbers: tuple[Part, ...], column: int) -> list[Move]:
    """Returns what is moved of a field: its numbers that are reversed, and the bytes between them."""
    result = []
    end = 0
    for number in [*sorted(set(numbers)), Part(field.size, 0)]:
        if number.offset < end:
            raise LayoutError(f"the field {field.name!r} has big-endian fields that share bytes: unpack it as bytes")
        if number.offset > end:
            result.append(Move(field.offset + end, number.offset - end, column, end, field.size))
        if number.size:
            result.append(Move(field.offset + number.offset, number.size, column, number.offset, field.size, True))
        end = number.offset + number.size
    return result
