# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Selecting and sorting records."""

from __future__ import annotations

import numpy as np

from . import _own_kernels, _select_source, _sort_source, _whole
from ._arrays import Array
from ._call import Call, chosen_fields
from ._dtypes import Field
from ._errors import ArrayError, LayoutError
from ._records import own_kernel_of_records, take
from ._sources import THREADS, TILE
from ._types import DeviceArray, StreamLike

# The way in which the bits of a field become a key, by NumPy's kind.
_KINDS = {"b": "u", "u": "u", "i": "i", "f": "f", "M": "t", "m": "t"}


def copy_if(records: DeviceArray, mask: DeviceArray, *, specialize: bool = False, stream: StreamLike = None) -> Array:
    """Returns the records whose element of the mask is not 0, in their order. Waits for the stream, to know how many.

    mask: an array of bool or of numbers of one byte, with one element for each record
    specialize: compiles a kernel for the type and the place of the records, unless there is one. Later calls use it
        where it is faster than the kernel for all types
    """
    call = Call.on(stream)
    view = call.records(records, "records")
    wanted = call.view(mask, "mask")
    if wanted.dtype.itemsize != 1 or wanted.dtype.kind not in "biu":
        raise LayoutError(
            f"mask has the type {wanted.dtype}, and must be bool or a number of one byte: write mask != 0"
        )
    if wanted.shape != view.shape or not wanted.is_contiguous:
        raise ArrayError(f"mask must be contiguous, with the shape of the records, {view.shape}")
    if not len(view):
        return call.new((0,), view.dtype)
    tiles = -(-len(view) // TILE)
    counts = call.new((tiles + 1,), np.dtype("i8"))
    call.run(_select_source.count_tiles(), tiles * THREADS, wanted.ptr, len(view), counts.ptr, name="count_tiles")
    call.run(_select_source.add_up(), 1024, counts.ptr, tiles, name="add_up", threads=1024)
    total = int(counts[tiles:].to_host(stream=call.stream)[0])
    result = call.new((total,), view.dtype)
    if total:
        own = own_kernel_of_records(call, "copy_if", view, result, (), specialize)
        if own is None:
            _whole.copy_tiles(call, view, wanted, counts, result)
        else:
            source = _select_source.copy_tiles(own.place, *own.others)
            arguments = (view.ptr, wanted.ptr, len(view), counts.ptr, result.ptr)
            call.run(source, tiles * THREADS, *arguments, name="copy_tiles")
            _own_kernels.compiled.add(own)
    call.finish()
    return result


def sort_by(records: DeviceArray, field: str, *, specialize: bool = False, stream: StreamLike = None) -> Array:
    """Returns the records in ascending order of a field, which is a number or a time.

    Records with equal values keep their order. NaN and NaT are last, as in NumPy. Needs 24 bytes for each record
    meanwhile, or less for smaller fields

    specialize: as for take()
    """
    call = Call.on(stream)
    view = call.records(records, "records")
    if not isinstance(field, str):
        raise TypeError("field must be the name of one field: write sort_by(records, 'x')")
    chosen = chosen_fields(view.dtype, [field])[0]
    kind = _KINDS.get(chosen.dtype.kind)
    if chosen.dtype.subdtype is not None or kind is None or chosen.size > 8:
        raise LayoutError(
            f"the field {field!r} has the type {chosen.dtype}: sort_by() sorts by a number. Write one to a field, "
            "or compute indices and call take()"
        )
    if not len(view):
        return call.new((0,), view.dtype)
    return take(view, _stable_order(call, view, chosen, kind), specialize=specialize, stream=call.stream)


def _stable_order(call: Call, view: Array, field: Field, kind: str) -> Array:
    """Returns the indices of the records in the order of a field."""
    size, count = field.size, len(view)
    is_large = count >= 2**31
    keys, other_keys = (call.new((count,), np.dtype(f"u{size}")) for _ in range(2))
    order, other_order = (call.new((count,), np.dtype("i8" if is_large else "i4")) for _ in range(2))
    source = _sort_source.make_keys(size, is_large)
    arguments = (ord(kind), view.ptr + field.offset, view.strides[0], count, keys.ptr, order.ptr)
    call.run(source, count, *arguments, name="make_keys")
    tiles = -(-count // _sort_source.TILE)
    counts = call.new((256 * tiles + 1,), np.dtype("i8"))
    threads = tiles * _sort_source.THREADS
    for shift in range(0, 8 * size, 8):
        source = _sort_source.count_digits(size, is_large)
        call.run(source, threads, keys.ptr, count, shift, counts.ptr, tiles, name="count_digits")
        call.run(_select_source.add_up(), 1024, counts.ptr, 256 * tiles, name="add_up", threads=1024)
        source = _sort_source.scatter(size, is_large)
        outputs = (other_keys.ptr, other_order.ptr)
        call.run(source, threads, keys.ptr, order.ptr, count, shift, counts.ptr, tiles, *outputs, name="scatter")
        keys, other_keys, order, other_order = other_keys, keys, other_order, order
    return order
