# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Sorting records by one or several fields."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from . import _driver, _sort_source
from ._arrays import Array
from ._call import Call, chosen_fields, refuse_overlap
from ._dtypes import Dtype, fields_of
from ._errors import ArrayError, LayoutError
from ._records import move_indexed
from ._sort_source import THREADS
from ._types import DeviceArray, StreamLike

# The way in which the bits of a number become a key, by NumPy's kind.
_KINDS = {"b": "u", "u": "u", "i": "i", "f": "f", "M": "t", "m": "t"}


class Key(NamedTuple):
    """A number of 1, 2, 4 or 8 bytes in a record. kind: see _sort_source.py"""

    offset: int
    size: int
    kind: str
    is_reversed: bool
    is_descending: bool


def argsort_by(
    records: DeviceArray,
    fields: str | Iterable[str],
    *,
    descending: bool | Iterable[bool] = False,
    out: DeviceArray | None = None,
    stream: StreamLike = None,
) -> Array:
    """Returns the indices that sort records by fields: by the first one, among equal values by the second, and so on.

    fields: numbers, times, strings, and arrays and structs of these, whose elements and fields are compared in order
    descending: for all fields, or for each of them. NaN and NaT are last in either order

    out: an array of indices to write, contiguous
    Records that are equal in all fields keep their order. Needs 24 bytes for each record meanwhile, or less for smaller
    fields. The indices have 4 bytes for up to 2**31 records, and 8 for more
    """
    call = Call.on(stream, records, out)
    view = call.records(records, "records", any_order=True)
    keys = keys_of(view.dtype, fields, descending)
    target = None
    if out is not None:
        target = call.indices(out, "out")
        kind = index_type(len(view))
        if target.shape != view.shape or target.dtype != kind or target.readonly:
            raise ArrayError(f"out must have the shape {view.shape} and the type {kind}, and must not be read-only")
        refuse_overlap(target, view, "out", "records")
    result = _order(call, view, keys, target)
    call.finish()
    return result


def sort_by(
    records: DeviceArray,
    fields: str | Iterable[str],
    *,
    descending: bool | Iterable[bool] = False,
    out: DeviceArray | None = None,
    specialize: bool = False,
    stream: StreamLike = None,
) -> Array:
    """Returns the records in the order of one field or several, as argsort_by() finds it.

    out: records to write, other ones; specialize: as for take()
    """
    call = Call.on(stream, records, out)
    view = call.records(records, "records", any_order=True)
    keys = keys_of(view.dtype, fields, descending)
    result = call.new(view.shape, view.dtype) if out is None else call.target(out, len(view), view)
    refuse_overlap(result, view, "out", "records")
    if len(view):
        move_indexed(call, view, _order(call, view, keys), result, specialize=specialize)
    call.finish()
    return result


def keys_of(dtype: Dtype, fields: str | Iterable[str], descending: bool | Iterable[bool]) -> list[Key]:
    chosen = chosen_fields(dtype, [fields] if isinstance(fields, str) else fields)
    if not chosen:
        raise TypeError("fields has no name: pass the names of the fields to sort by")
    ways = [bool(descending)] * len(chosen) if isinstance(descending, (bool, np.bool_)) else list(descending)
    if len(ways) != len(chosen):
        raise TypeError(f"descending has {len(ways)} values for {len(chosen)} fields: pass one for each, or True")
    keys = [
        key
        for field, way in zip(chosen, ways, strict=True)
        for key in _keys(field.dtype, field.offset, bool(way), field.name)
    ]
    if not keys:
        raise LayoutError("the fields have no bytes to sort by: pass others")
    return keys


def _keys(dtype: Dtype, offset: int, way: bool, name: str) -> Iterator[Key]:
    """Yields the keys of a value in the order in which they are compared."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        for k in range(math.prod(shape)):
            yield from _keys(base, offset + k * base.itemsize, way, name)
    elif dtype.names is not None:
        for field in fields_of(dtype).values():
            yield from _keys(field.dtype, offset + field.offset, way, f"{name}.{field.name}")
    elif dtype.kind in "SV":  # bytes are compared as a big-endian number
        while dtype.itemsize:
            size = 1 << min(dtype.itemsize.bit_length() - 1, 3)
            yield Key(offset, size, "u", size > 1, way)
            offset, dtype = offset + size, np.dtype(f"{dtype.kind}{dtype.itemsize - size}")
    elif dtype.kind in "Uc":
        size = 4 if dtype.kind == "U" else dtype.itemsize // 2
        for at in range(offset, offset + dtype.itemsize, size):
            yield Key(at, size, "u" if dtype.kind == "U" else "f", not dtype.isnative, way)
    elif dtype.kind in _KINDS and dtype.itemsize <= 8:
        yield Key(offset, dtype.itemsize, _KINDS[dtype.kind], not dtype.isnative, way)
    else:
        raise LayoutError(f"the field {name!r} has the type {dtype}, by which a GPU cannot sort: compute indices by it")


def _order(call: Call, view: Array, keys: list[Key], out: Array | None = None) -> Array:
    """Returns the indices of records in the order of keys: sorts stably by the last key first."""
    count = len(view)
    is_large = count >= 2**31
    order = call.new((count,), index_type(count)) if out is None else out
    is_first = True
    if 0 < count <= _sort_source.TILE:
        for key in reversed(keys):
            source = _sort_source.source("sort_tile", key.size, is_large)
            call.run(source, THREADS, *_field(view, key), is_first, count, order.ptr, name="sort_tile")
            is_first = False
    elif count:
        sorter = _Sorter(call, count, is_large, order.ptr, keys)
        for key in reversed(keys):
            sorter.sort(_field(view, key), key.size, is_first)
            is_first = False
    return order


def index_type(count: int) -> Dtype:
    """Returns the type of the indices of so many records."""
    return np.dtype("i8" if count >= 2**31 else "i4")


def _field(view: Array, key: Key) -> tuple[int, ...]:
    return ord(key.kind), int(key.is_reversed), int(key.is_descending), view.ptr + key.offset, view.strides[0]


class _Sorter:
    """The memory that sorts need. Each byte of a key is sorted from one array of keys and indices to another one."""

    def __init__(self, call: Call, count: int, is_large: bool, order: int, keys: Sequence[Key]) -> None:
        self._call, self._count, self._is_large = call, count, is_large
        self._tiles = -(-count // _sort_source.TILE)
        size = max(key.size for key in keys)
        values = [call.new((count,), np.dtype(f"u{size}")) for _ in range(2)]
        other = call.new((count,), index_type(count))
        # For each byte of a key: the numbers of keys by it, the next tile, and the states of the tiles.
        self._words = 256 + 32 + 256 * self._tiles
        self._scratch = call.new((size * self._words,), np.dtype("u8"))
        self._kept = values, other
        orders = [order, other.ptr]
        if sum(key.size for key in keys) % 2:
            orders.reverse()  # so that the last byte is sorted to `order`
        self._from, self._to = zip([each.ptr for each in values], orders, strict=True)

    def sort(self, field: tuple[int, ...], size: int, is_first: bool) -> None:
        call, count = self._call, self._count
        threads = self._tiles * THREADS
        _driver.fill_with_zeros(self._scratch.ptr, 8 * size * self._words, call.stream)
        digits, tickets = self._scratch.ptr, self._scratch.ptr + 8 * size * 256
        states = tickets + 8 * size * 32
        source = _sort_source.source("make_keys", size, self._is_large)
        call.run(source, threads, *field, is_first, count, *self._from, digits, name="make_keys")
        source = _sort_source.source("sort_byte", size, self._is_large)
        for b in range(size):
            words = digits + 8 * 256 * b, states + 8 * 256 * self._tiles * b, tickets + 8 * 32 * b
            call.run(source, threads, *self._from, count, 8 * b, *words, *self._to, name="sort_byte")
            self._from, self._to = self._to, self._from
