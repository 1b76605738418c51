# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Selecting and sorting records."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
from cuda.core import Stream

from . import _driver, _select_source
from ._arrays import Array, on_current_device, view_of
from ._call import Call, chosen_fields, place_of
from ._errors import ArrayError, LayoutError, MissingError
from ._records import take, unpack
from ._sources import THREADS, TILE


def copy_if(records: object, mask: object, *, stream: object = None) -> Array:
    """Returns the records whose element of the mask is not 0, in their order. Waits for the stream, to know how many.

    mask: an array of bool or of numbers of one byte, with one element for each record
    """
    call = Call.on(stream)
    view = call.records(records, "records")
    wanted = on_current_device(view_of(mask, "mask", call.stream), "mask")
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
        source = _select_source.copy_tiles(place_of(view), place_of(result))
        call.run(source, tiles * THREADS, view.ptr, wanted.ptr, len(view), counts.ptr, result.ptr, name="copy_tiles")
    return result


def sort_by(records: object, field: str, *, stream: object = None) -> Array:
    """Returns the records in ascending order of a field. Records with equal values keep their order, and NaN is last.

    The order of the values comes from CuPy or PyTorch, of which one must be installed. The field is a number
    """
    call = Call.on(stream)
    view = call.records(records, "records")
    kind = chosen_fields(view.dtype, [field])[0].dtype
    if kind.subdtype is not None or kind.kind not in "biuf":
        raise LayoutError(
            f"the field {field!r} has the type {kind}: sort_by() sorts by a number. Write the order to a field, or "
            "compute indices and call take()"
        )
    order = _stable_order(call, view, field)
    return take(view, order, stream=call.stream)


def _stable_order(call: Call, view: Array, field: str) -> Any:
    if (cupy := _imported("cupy")) is not None:
        keys = unpack(view, [field], stream=call.stream)[field]
        with _stream_of_cupy(cupy, call.stream):
            return cupy.argsort(cupy.asarray(keys), kind="stable")
    if (torch := _imported("torch")) is not None:
        keys = unpack(view, [field], stream=call.stream)[field]
        with torch.cuda.stream(_stream_of_torch(torch, call.stream)):
            try:
                return torch.argsort(torch.as_tensor(keys, device="cuda"), stable=True)
            except (TypeError, RuntimeError) as error:
                raise LayoutError(f"PyTorch cannot sort {view.dtype[field]} ({error}): install CuPy") from error
    raise MissingError(
        "sort_by() needs CuPy or PyTorch for the order: pip install cupy-cuda13x; or compute the order "
        "yourself, and call take()"
    )


def _imported(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _stream_of_cupy(cupy: Any, stream: Stream) -> Any:
    handle = _driver.handle_of(stream)
    return cupy.cuda.Stream.null if handle == 1 else cupy.cuda.ExternalStream(handle)


def _stream_of_torch(torch: Any, stream: Stream) -> Any:
    handle = _driver.handle_of(stream)
    return torch.cuda.default_stream() if handle == 1 else torch.cuda.ExternalStream(handle)
