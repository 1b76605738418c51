# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Plans how the kernels of heddle/records/detail/conversion_kernel.cuh move fields: makes the tables they take.

This is conversion_items.hpp, conversion_plan.hpp and conversion_launches.hpp in Python, because NVRTC compiles no host
code. A test compares the tables of both. In addition, an array may have gaps between the values that are moved, so that
each number of a field of big-endian numbers is reversed on its own.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ._all_types import THREADS, assertions_of

_RANGE = [("first", "u2"), ("count", "u2")]
LINE = np.dtype([
    ("address", "u8"), ("stride", "u4"), ("number", "u4"), ("offset", "u2"), ("count", "u2"), ("bytes", "u1"),
    ("unit", "u1"), ("row_unit", "u1"), ("form", "u1"),
])  # fmt: skip
SLICE = np.dtype([
    ("begin", "u8"), ("width", "u4"), ("pitch", "u4"), ("first_line", "u4"), ("windows", _RANGE), ("copies", _RANGE),
    ("bytes", _RANGE), ("pairs", _RANGE), ("values", _RANGE), ("runs", _RANGE), ("masks", _RANGE), ("has_zeros", "?"),
], align=True)  # fmt: skip
ROWS = np.dtype(
    [("rows", "u8"), ("distance", "u8"), ("unit", "u4"), ("is_flat", "?"), ("keeps_others", "?")], align=True
)

_WINDOW_BYTES = 16
_MAX_SLICE_BYTES = 256
_TILE_BYTES = 36 * 1024
_RECORDS_IN_FLIGHT = 4
_MAX_PART_BYTES = 256
_MAX_GAP_BYTES = 64
_MAX_SLICE_LINES = 512
_MIN_TILES = 264
_AT_ONCE = (1, 2, 4, 8, 16)


class Capacity(NamedTuple):
    """How many lines and slices a table has room for."""

    lines: int
    slices: int

    @property
    def dtype(self) -> np.dtype[np.void]:
        return np.dtype([
            ("memory", ROWS), ("count", "u8"), ("device_count", "u8"), ("tile_rows", "u4"), ("slice_count", "u4"),
            ("slices", SLICE, self.slices), ("written", "u4", (self.slices, _MAX_SLICE_BYTES // 32)),
            ("lines", LINE, self.lines),
        ], align=True)  # fmt: skip

    @property
    def type(self) -> str:
        return f"heddle::detail::conversion_table<{self.lines}, {self.slices}>"


SMALL = Capacity(96, 4)
LARGE = Capacity(1120, 24)


def assertions(capacity: Capacity) -> str:
    """Returns C++ that compiles only if tables, and the constants on which they depend, are the same in the headers."""
    numbers = {
        "conversion_threads": THREADS, "window_bytes": _WINDOW_BYTES, "max_slice_bytes": _MAX_SLICE_BYTES,
        "conversion_tile_bytes": _TILE_BYTES, "records_in_flight": _RECORDS_IN_FLIGHT,
        **{f"unsigned(piece_form::{form.name})": form.value for form in Form},
    }  # fmt: skip
    table = f"table_of_{capacity.lines}_lines"
    types = {
        "table_line": LINE, "record_slice": SLICE, "line_range": np.dtype(_RANGE), "records_in_memory": ROWS,
        table: capacity.dtype,
    }  # fmt: skip
    lines = [f"using {table} = {capacity.type};", *assertions_of(numbers, types)]
    return "\n".join(["#include <heddle/fields.cuh>", "namespace heddle::detail {", *lines, "}", ""])


class Form(enum.IntEnum):
    """How a piece is moved."""

    whole = 0
    reversed = 1
    in_parts = 2
    reversed_in_parts = 3


class Move(NamedTuple):
    """Bytes of a record that are moved between it and an array.

    column: the number of the array, whose elements are `stride` bytes apart
    at: the first byte in the element
    is_reversed: the bytes have the other order in the record; then there are 2, 4, 8 or 16
    """

    offset: int
    size: int
    column: int
    at: int
    stride: int
    is_reversed: bool = False


class Launch(NamedTuple):
    """A launch of a kernel, but for addresses and counts.

    lines: those that have an address, which lies `offsets` bytes behind the beginning of `columns`
    """

    capacity: Capacity
    table: npt.NDArray[np.void]
    lines: list[int]
    columns: list[int]
    offsets: list[int]


class Plan(NamedTuple):
    """unit: how the kernel that splits rows reads them; pitch: the shared memory of a record"""

    unit: int
    pitch: int
    launches: list[Launch]


class _Kind(enum.Enum):
    element = 0
    part = 1
    zeros = 2


@dataclasses.dataclass
class _Item:
    offset: int
    size: int
    move: Move | None
    at: int
    kind: _Kind
    slice: int = 0

    @property
    def end(self) -> int:
        return self.offset + self.size


@dataclasses.dataclass
class _Line:
    column: int = -1
    address: int = 0
    stride: int = 0
    number: int = 0
    offset: int = 0
    count: int = 0
    bytes: int = 0
    unit: int = 0
    row_unit: int = 0
    form: int = 0


def alignment_of(*numbers: int) -> int:
    bits = 16
    for number in numbers:
        bits |= number
    return bits & -bits


def _log2(power_of_two: int) -> int:
    return power_of_two.bit_length() - 1


def _bank_conflicts(distance: int, unit: int) -> int:
    word = max(unit, 4)
    if distance % word:
        return 1
    degree = 1
    while degree < 128 // word and distance // word % (2 * degree) == 0:
        degree *= 2
    return degree


def tile_rows_of(count: int, pitch: int) -> int:
    """Returns how many records a block has."""
    most = min(_TILE_BYTES // pitch // 32 * 32, 2048)
    wanted = (count // _MIN_TILES + 32) // 32 * 32
    chosen = max(min(most, wanted), 32)
    whole = 32 * _RECORDS_IN_FLIGHT
    return chosen // whole * whole if chosen > whole else chosen


def shared_bytes(tile_rows: int, pitch: int) -> int:
    return tile_rows * pitch + 64


class _Request(NamedTuple):
    size: int
    distance: int
    moves: Sequence[Move]
    rows: int
    columns: Sequence[int]
    splits: bool
    keeps_others: bool


class _Items:
    """The bytes that a call moves, in the order of their offsets, and the slices in which they lie."""

    def __init__(self, request: _Request) -> None:
        self.request = request
        self.items: list[_Item] = []
        self.slices: list[tuple[int, int]] = []  # begin, width
        for move in request.moves:
            if move.is_reversed or (move.size in _AT_ONCE and move.stride == move.size):
                self.items.append(_Item(move.offset, move.size, move, 0, _Kind.element))
            else:
                self.items += self._parts(move.offset, move.size, move, _Kind.part)
        self.items.sort(key=lambda item: item.offset)
        has_gaps = sum(item.size for item in self.items) < request.size
        self.keeps_others = has_gaps and request.keeps_others and not request.splits
        if has_gaps and not request.keeps_others and not request.splits:
            self._add_zeros()
        self._choose_slices()

    @staticmethod
    def _parts(offset: int, size: int, move: Move | None, kind: _Kind) -> list[_Item]:
        return [
            _Item(offset + at, min(_MAX_PART_BYTES, size - at), move, at, kind)
            for at in range(0, size, _MAX_PART_BYTES)
        ]

    def _add_zeros(self) -> None:
        zeros = []
        end = 0
        for begin, following in [*((item.offset, item.end) for item in self.items), (self.request.size, 0)]:
            zeros += self._parts(end, begin - end, None, _Kind.zeros)
            end = following
        self.items = sorted(self.items + zeros, key=lambda item: item.offset)

    @staticmethod
    def _lines_of(item: _Item) -> int:
        return 8 if item.kind is _Kind.zeros else 4

    def join_slices(self) -> bool:
        record = self.request.size
        if record > _MAX_SLICE_BYTES or self.keeps_others:
            return False
        accessed = sum(width + 32 for _, width in self.slices)
        if 10 * accessed < 7 * record or sum(map(self._lines_of, self.items)) > _MAX_SLICE_LINES:
            return False
        self.slices = [(0, record)]
        for item in self.items:
            item.slice = 0
        return True

    def _choose_slices(self) -> None:
        first = 0
        while first < len(self.items):
            begin = self.items[first].offset
            if self.request.splits:
                begin = begin // 16 * 16
            last = self._end_of_slice(first, begin)
            end = self.items[last - 1].end
            if self.request.splits:
                end = min(-(-end // 16) * 16, self.request.size)
            for item in self.items[first:last]:
                item.slice = len(self.slices)
            self.slices.append((begin, end - begin))
            first = last

    def _end_of_slice(self, first: int, begin: int) -> int:
        cuts_gaps = self.request.splits or self.keeps_others
        lines, best, best_alignment = 0, first + 1, 0
        for k in range(first, len(self.items)):
            each = self.items[k]
            if k > first:
                if cuts_gaps and each.offset > self.items[k - 1].end + _MAX_GAP_BYTES:
                    return k
                alignment = alignment_of(each.offset)
                if each.offset - begin >= _MAX_SLICE_BYTES // 2 and alignment >= best_alignment:
                    best, best_alignment = k, alignment
                end = -(-each.end // 16) * 16
                if end - begin > _MAX_SLICE_BYTES or lines + self._lines_of(each) > _MAX_SLICE_LINES:
                    return k if best_alignment == 0 else best
            lines += self._lines_of(each)
        return len(self.items)


class _Planner:
    def __init__(self, request: _Request) -> None:
        self.request = request
        self.items = _Items(request)
        self.unit = self._alignment()
        self.is_flat = (
            request.distance == request.size
            and _bank_conflicts(request.distance, self.unit) <= 2
            and self.items.join_slices()
        )
        if request.splits and not self.is_flat:
            self.row_bytes = max(self.unit, 4)
        else:
            self.row_bytes = 4 if self.items.keeps_others else 16
        self.pitch = 0
        self.slices: list[dict[str, object]] = []
        self.written: list[int] = []  # a number with a bit for each byte
        self.lines: list[list[_Line]] = []  # of each slice
        items = self.items.items
        first = 0
        while first < len(items):
            last = first
            while last < len(items) and items[last].slice == items[first].slice:
                last += 1
            self._add_slice(*self.items.slices[items[first].slice], items[first:last])
            first = last

    @staticmethod
    def _parts_of_window(item: _Item) -> int:
        """Returns 2 for elements that are moved as two of 8 bytes, because their bytes are reversed."""
        return 2 if item.size == 16 and item.move is not None and item.move.is_reversed else 1

    def _elements(self, items: Iterable[_Item]) -> list[_Item]:
        return [item for item in items if item.kind is _Kind.element]

    def _alignment(self) -> int:
        alignment = min(alignment_of(self.request.rows), alignment_of(self.request.distance))
        if alignment < 4:
            alignment = 1
        if not self.request.splits:
            return alignment
        for each in self._elements(self.items.items):
            size = each.size // self._parts_of_window(each)
            for at in range(each.offset, each.end, size):
                if at % min(size, 4):
                    alignment = 1
                while alignment > 1 and at % alignment + size > _WINDOW_BYTES:
                    alignment = alignment // 2 if alignment > 4 else 1
        return alignment

    def _row_alignment(self, offset: int) -> int:
        return min(alignment_of(self.request.rows + offset), alignment_of(self.request.distance), self.row_bytes)

    def _pitch_of(self, width: int) -> int:
        if self.is_flat:
            return width
        unit = self.row_bytes
        words = (width + unit - 1 + unit - 1) // unit
        return (words + 1 if words % 2 == 0 else words) * unit

    def _add_slice(self, begin: int, width: int, items: list[_Item]) -> None:
        pitch = self._pitch_of(width)
        self.pitch = max(self.pitch, pitch)
        lines: list[_Line] = []
        ranges: dict[str, tuple[int, int]] = {}
        if self.request.splits:
            windows = self._windows(lines, begin, items)
            ranges["windows"] = len(lines), len(windows)
            lines += windows
        else:
            for way in ("copies", "bytes", "pairs", "values"):
                start = len(lines)
                self._add_pieces(lines, begin, items, way)
                ranges[way] = start, len(lines) - start
        start = len(lines)
        lines += [self._run(begin, item) for item in items if item.kind is _Kind.part]
        ranges["runs"] = start, len(lines) - start
        ranges["masks"] = len(lines), 0
        has_zeros = any(item.kind is _Kind.zeros for item in items)
        written = 0
        if self.items.keeps_others:
            for item in items:
                written |= ((1 << item.size) - 1) << (item.offset - begin)
        self.slices.append({"begin": begin, "width": width, "pitch": pitch, "has_zeros": has_zeros, **ranges})
        self.written.append(written)
        self.lines.append(lines)

    def _piece(self, begin: int, item: _Item, part: int, parts: int) -> _Line:
        move = item.move
        assert move is not None
        size = item.size // parts
        offset = item.offset + part * size
        address = move.at + (parts - 1 - part if move.is_reversed else part) * size
        unit = min(alignment_of(self.request.columns[move.column] + address), alignment_of(move.stride))
        is_whole = unit >= size and (not self.request.splits or (parts == 1 and move.stride == size))
        reverses = move.is_reversed and item.size > 1
        form = (Form.reversed if reverses else Form.whole) if is_whole else (
            Form.reversed_in_parts if reverses else Form.in_parts
        )  # fmt: skip
        return _Line(
            column=move.column,
            address=address,
            stride=move.stride,
            offset=offset - begin,
            bytes=size,
            unit=_log2(unit),
            row_unit=_log2(self._row_alignment(offset)),
            form=form,
        )

    def _windows(self, lines: list[_Line], begin: int, items: list[_Item]) -> list[_Line]:
        """Adds the pieces to the lines, and returns the windows in which they lie."""
        windows: list[_Line] = []
        for each in self._elements(items):
            parts = self._parts_of_window(each)
            size = each.size // parts
            for part in range(parts):
                offset = each.offset + part * size - begin
                at = offset - windows[-1].offset if windows else 0
                if not windows or at + size > _WINDOW_BYTES or at % min(size, 4):
                    windows.append(_Line(offset=offset // self.unit * self.unit, number=len(lines)))
                window = windows[-1]
                unit = max(self.unit, 4)
                window.bytes = -(-(offset + size - window.offset) // unit) * unit // 4
                window.count += 1
                lines.append(self._piece(begin, each, part, parts))
        return windows

    def _add_pieces(self, lines: list[_Line], begin: int, items: list[_Item], way: str) -> None:
        for each in self._elements(items):
            move = each.move
            assert move is not None
            unit = min(
                self._row_alignment(each.offset), each.size, alignment_of(self.request.columns[move.column] + move.at)
            )
            is_copied = unit >= 4 and not move.is_reversed
            is_small = unit == each.size and not move.is_reversed
            chosen = (
                "copies" if is_copied else "values" if not is_small else "bytes" if each.size == 1 else "pairs"
            )  # fmt: skip
            if chosen != way:
                continue
            parts = each.size // unit if is_copied else 2 if each.size == 16 else 1
            lines += [self._piece(begin, each, part, parts) for part in range(parts)]

    def _run(self, begin: int, item: _Item) -> _Line:
        move = item.move
        assert move is not None
        address = move.at + item.at
        row_alignment = self._row_alignment(item.offset)
        unit = min(
            row_alignment,
            alignment_of(item.size),
            alignment_of(self.request.columns[move.column] + address),
            alignment_of(move.stride),
        )
        count = item.size // unit
        return _Line(
            column=move.column,
            address=address,
            stride=move.stride,
            number=0xFFFFFFFF // count + 1 if count > 1 else 0,
            offset=item.offset - begin,
            count=count,
            unit=_log2(unit),
            row_unit=_log2(row_alignment),
        )


def plan(
    size: int,
    distance: int,
    moves: Sequence[Move],
    rows: int,
    columns: Sequence[int],
    *,
    splits: bool,
    keeps_others: bool,
    capacity: Capacity | None = None,
) -> Plan:
    """Plans a call for records of `size` bytes, `distance` apart. Of all addresses, only the last 4 bits matter.

    moves: with at least one; they share no bytes of the record
    splits: rows to columns, or else columns to rows, where bytes of no column are kept or become 0
    """
    made = _Planner(_Request(size, distance, moves, rows, columns, splits, keeps_others))
    total = sum(map(len, made.lines))
    chosen = capacity or (SMALL if total <= SMALL.lines and len(made.slices) <= SMALL.slices else LARGE)
    launches = []
    first = 0
    while first < len(made.slices):
        last, lines = first, 0
        while (
            last < len(made.slices)
            and last - first < chosen.slices
            and lines + len(made.lines[last]) <= chosen.lines
        ):  # fmt: skip
            lines += len(made.lines[last])
            last += 1
        launches.append(_launch(made, chosen, first, last))
        first = last
    return Plan(made.unit, made.pitch, launches)


def _launch(made: _Planner, capacity: Capacity, first: int, last: int) -> Launch:
    table = np.zeros((), capacity.dtype)
    table["memory"] = (0, made.request.distance, made.row_bytes, made.is_flat, made.items.keeps_others)
    table["slice_count"] = last - first
    lines: list[_Line] = []
    for k in range(first, last):
        row = table["slices"][k - first]
        for name, value in made.slices[k].items():
            row[name] = value
        row["first_line"] = len(lines)
        table["written"][k - first] = np.frombuffer(made.written[k].to_bytes(_MAX_SLICE_BYTES // 8, "little"), "<u4")
        lines += made.lines[k]
    table["lines"][: len(lines)] = [
        (0, x.stride, x.number, x.offset, x.count, x.bytes, x.unit, x.row_unit, x.form) for x in lines
    ]
    placed = [k for k, x in enumerate(lines) if x.column >= 0]
    columns, offsets = [lines[k].column for k in placed], [lines[k].address for k in placed]
    return Launch(capacity, table, placed, columns, offsets)
