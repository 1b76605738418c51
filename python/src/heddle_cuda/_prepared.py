# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Functions of elements, and assignments, that were applied to such arrays before. Their kernel and the type of their
result depend only on types, shapes, strides, and places within 16 bytes. So they are kept, and a call only fills in
addresses and numbers.

The length of arrays with one dimension is filled in, too.
"""

from __future__ import annotations

import itertools
import struct
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _views
from ._arrays import Array
from ._call import Call, Launcher
from ._dtypes import Dtype
from ._sources import LARGEST_ALIGNMENT, THREADS

_MOST_KNOWN = 4096

#: How numbers are packed as parameters of 8 bytes, by NumPy's codes.
FORMATS = {
    "b1": "?7x", "f2": "e6x", "f4": "f4x", "f8": "d",
    "i1": "b7x", "i2": "h6x", "i4": "i4x", "i8": "q", "u1": "B7x", "u2": "H6x", "u4": "I4x", "u8": "Q",
}  # fmt: skip


class Operands(NamedTuple):
    """What a call fills in, and the key of what it does not."""

    key: tuple[object, ...]
    #: The addresses of arrays, and numbers.
    values: list[Any]
    #: The length of the arrays with one dimension, -1 if there are none.
    length: int


class Prepared(NamedTuple):
    """A function of elements for operands with one key."""

    launcher: Launcher
    #: The format of the parameters.
    packed: struct.Struct
    parameters: list[Any]
    #: The places of the result and of the operands among the parameters, and those of the length.
    slots: list[int]
    counts: tuple[int, ...]
    #: The smallest and the largest number that an operand may be, or None for all.
    limits: list[tuple[int, int] | None] | None
    dtype: Dtype
    #: The shape of the result, () if it has one dimension.
    shape: tuple[int, ...]

    def run(self, call: Call, given: Operands, operands: Sequence[Any], out: Array | None) -> Array | None:
        """Returns the result, or None if the operands need more than one launch, or have other types."""
        if self.limits is not None:
            for limits, value in zip(self.limits, given.values, strict=True):
                if limits is not None and not limits[0] <= value <= limits[1]:
                    return None
        if out is None:
            result = call.new((given.length,) if self.counts else self.shape, self.dtype)
        elif _must_copy(operands, out):
            return None
        else:
            result = out
        slots, parameters = self.slots, self.parameters.copy()
        for place in self.counts:
            parameters[place] = given.length
        parameters[slots[0]] = result.ptr
        place = 1
        for value in given.values:
            parameters[slots[place]] = value
            place += 1
        try:
            self.launcher.launch(call, -(-parameters[0] // THREADS), parameters, packed=self.packed)
        except (struct.error, OverflowError):  # a float that is infinite in the type of the array
            return None
        return result


_NUMBERS = (float, int, bool)
known: dict[tuple[object, ...], Prepared] = {}


def _must_copy(operands: Sequence[Any], out: Array) -> bool:
    return any(
        type(each) is Array and each is not out and not each.is_same_part(out) and _views.share_bytes(each, out)
        for each in operands
    )


def operands_of(call: Call, function: object, operands: Sequence[Any], out: Any) -> Operands | None:
    """Returns None for arrays of other libraries, devices or streams, for values of NumPy, and for powers, which depend
    on the exponent.

    function: one of NumPy, or "assign"
    """
    if function is np.power:
        return None
    handle, number = call.stream_handle, call.device_number
    key: list[object] = [function, number, out is None]
    values: list[Any] = []
    length, is_flat = -1, True
    for each in operands if out is None else (out, *operands):
        kind = type(each)
        if kind is Array:
            stream = each.stream if each.producer is None else each._stream_now
            if stream != handle or each.device != number:
                return None
            shape, address = each.shape, each.ptr
            if len(shape) == 1:
                if shape[0] != length:
                    if length != -1:
                        return None
                    length = shape[0]
                key += (each.dtype, each.strides, address % LARGEST_ALIGNMENT)
            else:
                is_flat = is_flat and not shape
                key += (each.dtype, shape, each.strides, address % LARGEST_ALIGNMENT)
            values.append(address)
        elif kind in _NUMBERS:
            key.append(kind)
            values.append(each)
        else:
            return None
    if 0 <= length <= 1:
        return None
    if out is not None:
        if type(out) is not Array or out.readonly:
            return None
        del values[0]
    if not is_flat:
        key.append(length)
    return Operands(tuple(key), values, length)


def keep(
    given: Operands,
    launcher: Launcher,
    parameters: Sequence[int],
    rank: int,
    codes: Sequence[str | None],
    limits: list[tuple[int, int] | None],
    result: Array,
) -> None:
    """Keeps a launch. rank: the number of extents and strides among its parameters; codes: the types of operands that
    are numbers, None for arrays"""
    if any(code is not None and code not in FORMATS for code in codes):
        return
    if any(each and not each[0] <= value <= each[1] for each, value in zip(limits, given.values, strict=True)):
        return  # numbers of other sizes have other types
    sizes = [1 + rank, *(1 + rank if code is None else 1 for code in codes)]
    slots = list(itertools.accumulate(sizes[:-1], initial=1 + rank))
    formats = ["q"] * len(parameters)
    for place, code in zip(slots[1:], codes, strict=True):
        if code is not None:
            formats[place] = FORMATS[code]
    if len(known) >= _MOST_KNOWN:
        known.clear()
    is_flat = result.ndim == 1 and given.length == result.shape[0]
    known[given.key] = Prepared(
        launcher,
        struct.Struct("=" + "".join(formats)),
        list(parameters),
        slots,
        tuple(range(1 + rank)) if is_flat else (),
        limits if any(limits) else None,
        result.dtype,
        () if is_flat else result.shape,
    )
