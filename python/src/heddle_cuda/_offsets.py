# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Records that begin at any bytes of a buffer, as in files whose records have tails of different sizes.

The records at all bytes of the buffer are an array with a distance of 1 byte, whose indices are the offsets.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from . import _driver, _index_source, _whole
from ._arrays import Array
from ._call import Call, refuse_overlap
from ._dtypes import Dtype, record_dtype
from ._errors import ArrayError, OutOfRangeError
from ._records import checks_range, first_bad
from ._types import DeviceArray, StreamLike


def take_at(
    buffer: DeviceArray,
    dtype: npt.DTypeLike,
    offsets: DeviceArray | Sequence[int],
    *,
    out: DeviceArray | None = None,
    mode: str | None = None,
    stream: StreamLike = None,
) -> Array:
    """Returns the records that begin at some bytes of a buffer, contiguous. They may overlap, at odd addresses too.

    buffer: a contiguous array of any type
    dtype: the type of the records
    offsets: the first byte of each record, counted from the beginning of the buffer: integers on the GPU, or a list of
        a few, which is copied there. A negative one is out of range
    out: records to write
    mode: "raise" raises OutOfRangeError if a record does not lie within the buffer, before anything is written, and
        waits for the stream. "zero", the default, gives a record of zeros for it
    """
    call = Call.on(stream, buffer, offsets, out)
    record = record_dtype(dtype, any_order=True)
    places = _records_at_all_bytes(call, buffer, record)
    starts = offsets_of(call, offsets, "offsets")
    target = None
    if out is not None:
        target = call.records(out, "out", written=True, any_order=True)
        if (
            target.has_hidden_fields
            or not target.is_contiguous
            or (target.shape, target.dtype) != (starts.shape, record)
        ):
            raise ArrayError(
                f"out must be contiguous whole records, with the shape {starts.shape} and the type {record}"
            )
        refuse_overlap(target, places, "out", "buffer")
        refuse_overlap(target, starts, "out", "offsets")
    _check(call, starts, places, mode)
    result = call.new(starts.shape, record) if target is None else target
    if len(starts) and len(places):
        _whole.take(call, places, starts, result)
    elif len(starts):
        _driver.fill_with_zeros(result.ptr, result.nbytes, call.stream)
    call.finish()
    return result


def put_at(
    buffer: DeviceArray,
    offsets: DeviceArray | Sequence[int],
    records: DeviceArray,
    *,
    mode: str | None = None,
    stream: StreamLike = None,
) -> None:
    """Writes records to a buffer, each of them so that it begins at a byte: the inverse of take_at().

    buffer: a contiguous array of any type
    offsets: as for take_at(). Where records overlap, the buffer gets bytes of any of them
    records: one for each offset
    mode: "raise" as for take_at(). "zero", the default, stores nothing for a record that does not lie within the buffer
    """
    call = Call.on(stream, buffer, offsets, records)
    new = call.records(records, "records", any_order=True)
    places = _records_at_all_bytes(call, buffer, new.dtype)
    starts = offsets_of(call, offsets, "offsets")
    if places.readonly:
        raise ArrayError("buffer may not be written: copy the array first")
    if new.has_hidden_fields:
        raise ArrayError("records are some fields of records, and whole records are written: pass a copy")
    if new.shape != starts.shape:
        raise ArrayError(f"records must have the shape of the offsets, {starts.shape}, and have {new.shape}")
    refuse_overlap(places, new, "buffer", "records")
    refuse_overlap(places, starts, "buffer", "offsets")
    _check(call, starts, places, mode)
    if len(starts) and len(places):
        _whole.put(call, places, starts, new, None)
    call.finish()


def bytes_of(call: Call, buffer: object) -> Array:
    """Returns a buffer as an array of bytes."""
    view = call.view(buffer, "buffer")
    if not view.is_contiguous:
        raise ArrayError("buffer is not contiguous: copy it, for example by cupy.ascontiguousarray(a)")
    return _with_type(view, (view.nbytes,), np.dtype("u1"), (1,))


def _records_at_all_bytes(call: Call, buffer: object, record: Dtype) -> Array:
    view = bytes_of(call, buffer)
    return _with_type(view, (max(0, len(view) - record.itemsize + 1),), record, (1,))


def _with_type(view: Array, shape: tuple[int, ...], dtype: Dtype, strides: tuple[int, ...]) -> Array:
    return Array(view.ptr, shape, dtype, strides, view.device, view.stream, view.readonly, view, view.producer)


def offsets_of(call: Call, numbers: object, what: str) -> Array:
    """Returns integers as unsigned ones, among which negative ones are larger than any size."""
    view = call.indices(numbers, what)
    if view.dtype.kind == "i" and view.dtype.itemsize < 8:
        view = view.astype("i8", stream=call.stream)
    return view.view(f"u{view.dtype.itemsize}")


def _check(call: Call, starts: Array, places: Array, mode: str | None) -> None:
    if not checks_range(mode, False) or not len(starts):
        return
    if (at := first_bad(call, _index_source.check_indices(), starts, len(places))) is not None:
        what = f"offsets[{at}] is {signed_at(call, starts, at)}, but "
        if not len(places):
            raise OutOfRangeError(f"{what}the buffer has fewer bytes than a record, {places.dtype.itemsize}")
        raise OutOfRangeError(f"{what}records that lie within the buffer begin at byte {len(places) - 1} at the latest")


def signed_at(call: Call, numbers: Array, at: int) -> int:
    """Returns one of the integers that offsets_of() returned, with its sign."""
    value = int(numbers[at : at + 1].to_host(stream=call.stream)[0])
    return value - 2**64 if value >= 2**63 else value
