# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Bit fields: some bits of an integer field, as a name for unpack() and pack()."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from . import _elementwise, _functions
from ._arrays import Array, view_of
from ._call import Call, chosen_fields
from ._dtypes import Dtype, Field, record_dtype
from ._errors import ArrayError, LayoutError
from ._types import DeviceArray


class Bits(str):
    """Some bits of an integer field, as bits() returns them. The string says which: "flags[3:6]"."""

    field: str
    first: int
    width: int

    @property
    def mask(self) -> int:
        """The bits, shifted to bit 0."""
        return (1 << self.width) - 1


def bits(field: str, first: SupportsIndex, count: SupportsIndex = 1) -> Bits:
    """Returns a name for some bits of a field, which is passed to unpack() and pack() among the names of fields:

        returns = hc.bits("flags", 0, 4)
        arrays = hc.unpack(points, ["x", returns])   # arrays[returns] has unsigned integers of the field's size
        hc.pack({returns: arrays[returns]}, into=points)   # the other bits of the field stay

    field: the name of a field of integers, or of arrays of them, in any byte order
    first: the first bit, counted from the least significant one of the number; count: how many there are
    """
    if not isinstance(field, str):
        raise TypeError(f"field is the name of a field, not {field!r}")
    begin, number = operator.index(first), operator.index(count)
    if begin < 0 or number < 1 or begin + number > 64:
        raise ValueError(f"first is {begin} and count {number}: a field has the bits 0 to 63 at most")
    result = Bits(f"{field}[{begin}:{begin + number}]")
    result.field, result.first, result.width = str(field), begin, number
    return result


def has_bits(names: object) -> bool:
    """Returns whether a list of names, or a dict by names, has bits among them."""
    return isinstance(names, (list, tuple, Mapping)) and any(type(name) is Bits for name in names)


def _field_of(dtype: Dtype, name: Bits) -> Field:
    """Returns the field of some bits. Raises LayoutError if it does not have them."""
    (field,) = chosen_fields(dtype, [name.field])
    if field.base.kind not in "iu":
        raise LayoutError(
            f"the field {field.name!r} has the type {field.dtype}, and bits are those of integers: give the records a "
            "type that has an integer there"
        )
    if name.first + name.width > 8 * field.base.itemsize:
        raise LayoutError(f"{name} is beyond the {8 * field.base.itemsize} bits of the field")
    return field


def _apply(call: Call, function: np.ufunc, *operands: Any, out: Array | None = None) -> Array:
    return _functions.apply(function, operands, out, stream=call.stream)


def _unsigned(numbers: Array) -> Array:
    return numbers.view(f"u{numbers.itemsize}")


def unpack(
    records: DeviceArray, names: Sequence[str], out: Mapping[str, DeviceArray] | None, **options: Any
) -> dict[str, Array]:
    """As unpack() of _records.py."""
    from . import _records

    call = Call.on(options["stream"], records, out)
    options["stream"] = call.stream
    call.does_more()
    if has_bits(out):
        raise LayoutError("out has bits, which get arrays of their own: pass fields alone, or no out")
    dtype = view_of(records, "records", None).dtype
    wanted = [name for name in names if type(name) is not Bits]
    found = [name for name in names if type(name) is Bits]
    sources = [_field_of(dtype, name).name for name in found]
    arrays = _records.unpack(records, [*wanted, *sources], out=out, **options)
    result: dict[str, Array] = {}
    for name in names:
        if type(name) is not Bits:
            result[name] = arrays[name]
            continue
        numbers = _unsigned(arrays[name.field])
        values = _apply(call, np.right_shift, numbers, name.first)
        result[name] = _apply(call, np.bitwise_and, values, name.mask, out=values)
    return result


def pack(values: Mapping[str, DeviceArray], dtype: npt.DTypeLike | None, into: Any, **options: Any) -> Any:
    """As pack() of _records.py."""
    from . import _records

    call = Call.on(options["stream"], into, values)
    options["stream"] = call.stream
    call.does_more()
    if (dtype is None) == (into is None):
        raise TypeError("pass dtype, the type of new records, or into, the records to write")
    record = record_dtype(dtype, any_order=True) if into is None else view_of(into, "into", None).dtype
    fields: dict[str, DeviceArray] = {name: array for name, array in values.items() if type(name) is not Bits}
    by_field: dict[str, list[Bits]] = {}
    for name in values:
        if type(name) is Bits:
            by_field.setdefault(_field_of(record, name).name, []).append(name)
    if both := fields.keys() & by_field:
        raise LayoutError(f"values has the fields {sorted(both)} and bits of them: pass one of both")
    for names in by_field.values():
        _refuse_common_bits(names)
    before = {} if into is None else _records.unpack(into, list(by_field), **options)
    for field, names in by_field.items():
        numbers = _unsigned(before[field]) if field in before else None
        for name in names:
            numbers = _with_bits(call, record, name, values[name], numbers)
        assert numbers is not None
        (own,) = chosen_fields(record, [field])
        fields[field] = numbers.view(own.base.newbyteorder("="))
    return _records.pack(fields, dtype, into=into, **options)


def _refuse_common_bits(names: Iterable[Bits]) -> None:
    seen = 0
    for name in names:
        if seen & name.mask << name.first:
            raise LayoutError(f"{name} has bits that other values have, too: pass one of them")
        seen |= name.mask << name.first


def _with_bits(call: Call, record: Dtype, name: Bits, values: object, numbers: Array | None) -> Array:
    """Returns numbers with other values of some bits; None means zeros."""
    what = f"values[{str(name)!r}]"
    view = call.view(values, what)
    if view.dtype.kind not in "iub" or not view.dtype.isnative:
        raise LayoutError(f"{what} has the type {view.dtype}, and must be integers in the byte order of this machine")
    if numbers is not None and view.shape != numbers.shape:
        raise ArrayError(f"{what} has the shape {view.shape}, and needs {numbers.shape}")
    own = _elementwise.copied(call, view, np.dtype(f"u{_field_of(record, name).base.itemsize}"))
    _apply(call, np.bitwise_and, own, name.mask, out=own)
    _apply(call, np.left_shift, own, name.first, out=own)
    if numbers is None:
        return own
    others = (1 << 8 * numbers.itemsize) - 1 ^ name.mask << name.first
    _apply(call, np.bitwise_and, numbers, others, out=numbers)
    return _apply(call, np.bitwise_or, numbers, own, out=numbers)
