# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""NumPy's structured types: their fields, and which types a GPU can hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._errors import LayoutError

Dtype = np.dtype[Any]

#: The C++ names of NumPy's integers.
INTEGERS = {
    "i1": "signed char", "i2": "short", "i4": "int", "i8": "long long",
    "u1": "unsigned char", "u2": "unsigned short", "u4": "unsigned int", "u8": "unsigned long long",
}  # fmt: skip


class Part(NamedTuple):
    """Bytes of a record."""

    offset: int
    size: int


class Field(NamedTuple):
    """A field of a type. An array of its values has elements of the type `base`, and `inner` behind its shape."""

    name: str
    dtype: Dtype
    offset: int
    size: int
    part: Part
    base: Dtype
    inner: tuple[int, ...]

    @staticmethod
    def of(name: str, dtype: Dtype, offset: int) -> Field:
        size = dtype.itemsize
        return Field(name, dtype, offset, size, Part(offset, size), *(dtype.subdtype or (dtype, ())))


def name_of_title(dtype: Dtype, title: str) -> str:
    """Returns the name of the field that has a title."""
    return next(name for name in dtype.names or () if dtype.fields[name][2:] == (title,))  # type: ignore[index]


_MOST_KNOWN_TYPES = 1024
# By id(), because equal types may differ in the alignment of their fields. Each entry keeps its type and so the id, and
# the tuple of names, which `dtype.names = ...` replaces.
_known_fields: dict[int, tuple[Dtype, tuple[str, ...] | None, dict[str, Field]]] = {}


def fields_of(dtype: Dtype) -> dict[str, Field]:
    """Returns the fields by their names, in the order of the type."""
    known, names = _known_fields.get(id(dtype)), dtype.names
    if known is None or known[1] is not names:
        fields: Mapping[str, Any] = dtype.fields or {}
        by_name = {name: Field.of(name, *fields[name][:2]) for name in names or ()}
        if len(_known_fields) >= _MOST_KNOWN_TYPES:
            _known_fields.clear()
        known = _known_fields[id(dtype)] = dtype, names, by_name
    return known[2]


def alignment_of_type(dtype: Dtype) -> int:
    """Returns the alignment of a type. NumPy says 1 for types that were made with align=True, but are of numpy.rec or
    have some of the fields of another type (dtype[["x", "y"]])."""
    if dtype.subdtype is not None:
        return alignment_of_type(dtype.subdtype[0])
    fields = fields_of(dtype).values()
    if not fields or dtype.alignment > 1:
        return dtype.alignment
    alignment = max(alignment_of_type(field.dtype) for field in fields)
    offsets = [(field.offset, alignment_of_type(field.dtype)) for field in fields]
    is_natural = dtype.itemsize % alignment == 0 and all(offset % each == 0 for offset, each in offsets)
    return alignment if is_natural and (dtype.isalignedstruct or _is_aligned_record(dtype)) else 1


def _is_aligned_record(dtype: Dtype) -> bool:
    """Returns whether a type of numpy.rec has padding as align=True makes it: numpy.rec.array(..., aligned=True)."""
    formats = [(name, dtype[name]) for name in dtype.names or ()]
    return (
        dtype.type is np.record
        and dtype.itemsize > sum(kind.itemsize for _, kind in formats)
        and np.dtype(formats, align=True) == np.dtype((np.void, dtype))
    )


def descr_of(dtype: Dtype) -> list[Any]:
    try:
        return list(dtype.descr)
    except ValueError:  # fields that overlap, or not in the order of their offsets
        return [("", dtype.str)]


# Types that were checked, by id(), and whether any byte order was allowed.
_checked: dict[tuple[int, bool], Dtype] = {}


def record_dtype(dtype: npt.DTypeLike | None, *, any_order: bool = False) -> Dtype:
    """Returns the type of a record. Raises LayoutError if the GPU cannot hold it.

    any_order: numbers may have the byte order of another machine
    """
    if isinstance(dtype, np.ndarray):
        raise TypeError("the type of the records is needed, not an array: write a.dtype")
    result = np.dtype(dtype)
    key = id(result), any_order
    if _checked.get(key) is not result:
        _check_record(result, any_order)
        if len(_checked) >= _MOST_KNOWN_TYPES:
            _checked.clear()
        _checked[key] = result
    return result


def _check_record(result: Dtype, any_order: bool) -> None:
    if result.subdtype is not None:
        raise LayoutError(f"the type of a record is a struct, not the array {result}: put the array into a field")
    if result.names is None and result.kind != "V":
        raise LayoutError(
            f"the type of a record has fields, and {result} has none: write np.dtype([('x', '{result.str}')])"
        )
    _check(result, "the type", any_order)


def _check(dtype: Dtype, what: str, any_order: bool) -> None:
    if dtype.hasobject or dtype.kind == "T":
        raise LayoutError(
            f"{what} is {dtype}, which points to Python objects: a GPU cannot read them. Use a type of fixed "
            "size, such as 'S16', or store an index"
        )
    if dtype.itemsize == 0:
        raise LayoutError(f"{what} has no bytes ({dtype!r}): leave it out, or give it a size")
    if dtype.subdtype is not None:
        _check(dtype.subdtype[0], what, any_order)
    elif dtype.names is not None:
        for field in fields_of(dtype).values():
            if field.size or field.dtype.hasobject:
                _check(field.dtype, f"the field {field.name!r}", any_order)
    elif not dtype.isnative and not any_order:
        raise LayoutError(
            f"{what} has the byte order of another machine ({dtype.str}), in which C++ code does not compute: convert "
            "the values by a.astype(a.dtype.newbyteorder('=')), or move them as bytes with the type "
            f"'V{dtype.itemsize}'"
        )
