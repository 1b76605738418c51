# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Selecting records."""

from __future__ import annotations

import dataclasses

import numpy as np

from . import _own_kernels, _select_source, _whole
from ._answers import answer
from ._arrays import Array
from ._call import Call, refuse_overlap
from ._errors import ArrayError, LayoutError
from ._records import own_kernel_of_records
from ._sources import THREADS, TILE
from ._types import DeviceArray, StreamLike


def copy_if(
    records: DeviceArray,
    mask: DeviceArray,
    *,
    out: DeviceArray | None = None,
    specialize: bool = False,
    stream: StreamLike = None,
) -> Array:
    """Returns the records whose element of the mask is not 0, in their order. Waits for the stream, to know how many.

    mask: an array of bool or of numbers of one byte, with one element for each record
    out: records to write, contiguous. The result is the part of them that is written. If they are too few, ArrayError
        is raised, and nothing is written
    specialize: compiles a kernel for the type and the place of the records, unless there is one. Later calls use it
        where it is faster than the kernel for all types
    """
    call = Call.on(stream, records, mask, out)
    view = call.records(records, "records", any_order=True)
    wanted = call.view(mask, "mask")
    if wanted.dtype.itemsize != 1 or wanted.dtype.kind not in "biu":
        raise LayoutError(
            f"mask has the type {wanted.dtype}, and must be bool or a number of one byte: write mask != 0"
        )
    if wanted.shape != view.shape or not wanted.is_contiguous:
        raise ArrayError(f"mask must be contiguous, with the shape of the records, {view.shape}")
    target = None
    if out is not None:
        target = call.target(out, None, view)
        refuse_overlap(target, view, "out", "records")
        refuse_overlap(target, wanted, "out", "mask")
    result = selected(call, view, wanted, target, specialize=specialize)
    call.finish()
    return result


def selected(call: Call, view: Array, mask: Array, target: Array | None = None, *, specialize: bool = False) -> Array:
    """Returns the elements of an array with one dimension whose element of a contiguous mask is not 0, in new memory or
    at the beginning of `target`. Waits for the stream."""
    count, counts = _counts_of_tiles(call, mask)
    if target is None:
        result = call.new((count,), view.dtype)
    elif len(target) < count:
        raise ArrayError(f"out has {len(target)} records, and {count} are selected: pass at least so many")
    else:
        result = dataclasses.replace(target, shape=(count,), owner=target)
    if count and counts is not None:
        own = own_kernel_of_records(call, "copy_if", view, result, (), specialize)
        if own is None:
            _whole.copy_tiles(call, view, mask, counts, result)
        else:
            source = _select_source.copy_tiles(own.place, *own.others)
            arguments = (view.ptr, mask.ptr, len(view), counts.ptr, result.ptr)
            call.run(source, (len(counts) - 1) * THREADS, *arguments, name="copy_tiles")
            _own_kernels.compiled.add(own)
    return result


def _counts_of_tiles(call: Call, mask: Array) -> tuple[int, Array | None]:
    """Returns how many elements of a mask are not 0, and an array of how many that are before each of its tiles, and in
    all. Waits for the stream."""
    if not len(mask):
        return 0, None
    tiles = -(-len(mask) // TILE)
    counts = call.new((tiles + 1,), np.dtype("i8"))

    def launch(sum_address: int) -> None:
        arguments = mask.ptr, len(mask), counts.ptr, sum_address
        call.run(_select_source.count_tiles(), tiles * THREADS, *arguments, name="count_tiles")
        if tiles > 1:
            call.run(_select_source.add_up(), 1024, counts.ptr, tiles, sum_address, name="add_up", threads=1024)

    return answer(call, launch), counts


def selected_positions(call: Call, mask: Array) -> Array:
    """Returns the positions of the elements of a contiguous mask that are not 0. Waits for the stream."""
    count, counts = _counts_of_tiles(call, mask)
    result = call.new((count,), np.dtype("i8"))
    if count and counts is not None:
        source, threads = _select_source.list_positions(), (len(counts) - 1) * THREADS
        call.run(source, threads, mask.ptr, len(mask), counts.ptr, result.ptr, name="list_positions")
    return result
