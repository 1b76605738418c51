# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Sorting records by one or several fields."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from . import _select_source, _sort_source
from ._arrays import Array
from ._call import Call, chosen_fields
from ._dtypes import Dtype, fields_of
from ._errors import LayoutError
from ._records import take
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
    stream: StreamLike = None,
) -> Array:
    """Returns the indices that sort records by fields: by the first one, among equal values by the second, and so on.

    fields: numbers, times, strings, and arrays and structs of these, whose elements and fields are compared in order
    descending: for all fields, or for each of them. NaN and NaT are last in either order

    Records that are equal in all fields keep their order. Needs 24 bytes for each record meanwhile, or less for smaller
    fields. The indices have 4 bytes for up to 2**31 records, and 8 for more
    """
    call = Call.on(stream, records)
    view = call.records(records, "records", any_order=True)
    result = _order(call, view, keys_of(view.dtype, fields, descending))
    call.finish()
    return result


def sort_by(
    records: DeviceArray,
    fields: str | Iterable[str],
    *,
    descending: bool | Iterable[bool] = False,
    specialize: bool = False,
    stream: StreamLike = None,
) -> Array:
    """Returns the records in the order of one field or several, as argsort_by() finds it.

    specialize: as for take()
    """
    call = Call.on(stream, records)
    view = call.records(records, "records", any_order=True)
    keys = keys_of(view.dtype, fields, descending)
    if not len(view):
        return call.new((0,), view.dtype)
    result = take(view, _order(call, view, keys), specialize=specialize, stream=call.stream)
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


def _order(call: Call, view: Array, keys: list[Key]) -> Array:
    """Returns the indices of records in the order of keys: sorts stably by the last key first."""
    count = len(view)
    is_large = count >= 2**31
    order, other_order = (call.new((count,), np.dtype("i8" if is_large else "i4")) for _ in range(2))
    if not count:
        return order
    tiles = -(-count // _sort_source.TILE)
    threads = tiles * _sort_source.THREADS
    counts = call.new((256 * tiles + 1,), np.dtype("i8"))
    for number, key in enumerate(reversed(keys)):
        size = key.size
        values, other_values = (call.new((count,), np.dtype(f"u{size}")) for _ in range(2))
        ways = (key.is_reversed, key.is_descending, number == 0)
        field = (view.ptr + key.offset, view.strides[0])
        arguments = (ord(key.kind), *map(int, ways), *field, count, values.ptr, order.ptr)
        call.run(_sort_source.make_keys(size, is_large), count, *arguments, name="make_keys")
        for shift in range(0, 8 * size, 8):
            source = _sort_source.count_digits(size, is_large)
            call.run(source, threads, values.ptr, count, shift, counts.ptr, tiles, name="count_digits")
            call.run(_select_source.add_up(), 1024, counts.ptr, 256 * tiles, name="add_up", threads=1024)
            source = _sort_source.scatter(size, is_large)
            outputs = (other_values.ptr, other_order.ptr)
            call.run(source, threads, values.ptr, order.ptr, count, shift, counts.ptr, tiles, *outputs, name="scatter")
            values, other_values, order, other_order = other_values, values, other_order, order
    return order
