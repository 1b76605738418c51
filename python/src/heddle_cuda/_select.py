# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Selecting records."""

from __future__ import annotations

import numpy as np

from . import _own_kernels, _select_source, _whole
from ._arrays import Array
from ._call import Call
from ._errors import ArrayError, LayoutError
from ._records import own_kernel_of_records
from ._sources import THREADS, TILE
from ._types import DeviceArray, StreamLike


def copy_if(records: DeviceArray, mask: DeviceArray, *, specialize: bool = False, stream: StreamLike = None) -> Array:
    """Returns the records whose element of the mask is not 0, in their order. Waits for the stream, to know how many.

    mask: an array of bool or of numbers of one byte, with one element for each record
    specialize: compiles a kernel for the type and the place of the records, unless there is one. Later calls use it
        where it is faster than the kernel for all types
    """
    call = Call.on(stream, records, mask)
    view = call.records(records, "records", any_order=True)
    wanted = call.view(mask, "mask")
    if wanted.dtype.itemsize != 1 or wanted.dtype.kind not in "biu":
        raise LayoutError(
            f"mask has the type {wanted.dtype}, and must be bool or a number of one byte: write mask != 0"
        )
    if wanted.shape != view.shape or not wanted.is_contiguous:
        raise ArrayError(f"mask must be contiguous, with the shape of the records, {view.shape}")
    if not len(view):
        return call.new((0,), view.dtype)
    counts = _counts_of_tiles(call, wanted)
    tiles = len(counts) - 1
    result = call.new((int(counts[tiles:].to_host(stream=call.stream)[0]),), view.dtype)
    if len(result):
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


def _counts_of_tiles(call: Call, mask: Array) -> Array:
    """Returns how many elements of a mask are not 0 before each of its tiles, and in all."""
    tiles = -(-len(mask) // TILE)
    counts = call.new((tiles + 1,), np.dtype("i8"))
    call.run(_select_source.count_tiles(), tiles * THREADS, mask.ptr, len(mask), counts.ptr, name="count_tiles")
    call.run(_select_source.add_up(), 1024, counts.ptr, tiles, name="add_up", threads=1024)
    return counts


def selected_positions(call: Call, mask: Array) -> Array:
    """Returns the positions of the elements of a contiguous mask that are not 0. Waits for the stream."""
    if not len(mask):
        return call.new((0,), np.dtype("i8"))
    counts = _counts_of_tiles(call, mask)
    tiles = len(counts) - 1
    result = call.new((int(counts[tiles:].to_host(stream=call.stream)[0]),), np.dtype("i8"))
    if len(result):
        source = _select_source.list_positions()
        call.run(source, tiles * THREADS, mask.ptr, len(mask), counts.ptr, result.ptr, name="list_positions")
    return result
