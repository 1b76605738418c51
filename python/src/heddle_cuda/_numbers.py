# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The numbers of a record that scatter_add() adds, and which fields and addresses allow that."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
from collections.abc import Iterable, Iterator

from ._arrays import Array
from ._call import chosen_fields, refuse_without_fields
from ._dtypes import Dtype, Field, fields_of
from ._errors import ArrayError, LayoutError
from ._sources import Numbers, Place

# The C++ types of the numbers that a GPU adds atomically. Of float16 it adds pairs.
_TYPES = {
    "f4": "float", "f8": "double", "i4": "int", "u4": "unsigned", "i8": "long long", "u8": "unsigned long long",
    "f2": "__half2",
}  # fmt: skip


@dataclasses.dataclass
class _Run:
    """Consecutive numbers of one NumPy type in a record, and the names of the first and the last field of them."""

    code: str
    size: int
    offset: int
    length: int
    first: str
    last: str

    @property
    def end(self) -> int:
        return self.offset + self.size * self.length


class _NoNumberError(Exception):
    """A field that is no number, by its name and its type."""


def added_numbers(view: Array, names: Iterable[str] | None) -> tuple[Numbers, ...]:
    """Returns the numbers of the fields with these names, of all if `names` is None, in the order of their offsets.

    Raises: LayoutError if a field is no number; ArrayError if a number is misaligned in some record
    """
    refuse_without_fields(view)
    fields = chosen_fields(view.dtype, fields_of(view.dtype) if names is None else names)
    if not fields:
        raise TypeError("fields has no name: pass the names of the fields to add")
    try:
        runs = _runs_of(tuple(fields))
    except _NoNumberError as error:
        raise LayoutError(f"{error}: {_instead(view.dtype, names is None)}") from None
    for run in runs:
        _check_alignment(view, run)
    return tuple(_numbers_of(run) for run in runs)


def place_of_numbers(view: Array) -> Place:
    """Returns the place of records. The distance to the next record does not matter where there is none."""
    stride = view.strides[0] if len(view) > 1 else -(-view.dtype.itemsize // 16) * 16
    return Place.of(view.ptr, view.dtype.itemsize, stride)


def _instead(dtype: Dtype, are_all: bool) -> str:
    """Returns what to write if a field cannot be added."""
    if not are_all:
        return "leave it out of fields"
    addable = []
    for field in fields_of(dtype).values():
        try:
            _runs_of((field,))
        except (_NoNumberError, LayoutError):
            continue
        addable.append(field.name)
    return f"name the fields to add, as in fields={addable}" if addable else "none of the fields can be added"


@functools.lru_cache(maxsize=1024)
def _runs_of(fields: tuple[Field, ...]) -> tuple[_Run, ...]:
    """Returns the numbers of fields in the order of their offsets. Equal types that lie side by side are one run."""
    scalars = [run for field in fields for run in _scalars_of(field.dtype, field.offset, field.name)]
    scalars.sort(key=lambda run: run.offset)
    for before, after in itertools.pairwise(scalars):
        if before.end > after.offset:
            raise LayoutError(f"the fields {before.last!r} and {after.first!r} share bytes: pass one of them in fields")
    runs: list[_Run] = []
    for run in scalars:
        if runs and runs[-1].code == run.code and runs[-1].end == run.offset:
            runs[-1].length += run.length
            runs[-1].last = run.last
        else:
            runs.append(run)
    for run in runs:
        if run.code == "f2" and run.length % 2:
            raise _NoNumberError(
                f"the field {run.last!r} has the type float16, of which a GPU adds pairs, but {run.length} lie side by "
                "side"
            )
    return tuple(runs)


def _scalars_of(dtype: Dtype, offset: int, name: str) -> Iterator[_Run]:
    size = dtype.itemsize
    code = f"{dtype.kind}{size}"
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        count = math.prod(shape)
        inner = list(_scalars_of(base, offset, name))
        if base.names is None:
            yield from (dataclasses.replace(run, length=run.length * count) for run in inner)
            return
        for k in range(count):
            yield from (dataclasses.replace(run, offset=run.offset + k * base.itemsize) for run in inner)
    elif dtype.names is not None:
        for field in fields_of(dtype).values():
            yield from _scalars_of(field.dtype, offset + field.offset, f"{name}.{field.name}")
    elif not dtype.isnative:
        raise _NoNumberError(
            f"the field {name!r} has the byte order of another machine ({dtype.str}), in which a GPU does not add"
        )
    elif code in _TYPES:
        yield _Run(code, size, offset, 1, name, name)
    elif code in ("c8", "c16"):
        yield _Run(f"f{size // 2}", size // 2, offset, 2, name, name)
    else:
        raise _NoNumberError(
            f"the field {name!r} has the type {dtype}, and a GPU adds only integers and floats of 32 and 64 bits and "
            "pairs of float16"
        )


def _check_alignment(view: Array, run: _Run) -> None:
    size = max(run.size, 4)
    step = view.strides[0] if len(view) > 1 else 0
    if view.size and ((view.ptr + run.offset) % size or step % size):
        what = "pairs of float16" if run.code == "f2" else f"numbers of {size} bytes"
        raise ArrayError(
            f"the field {run.first!r} has {what} that do not all lie at multiples of {size} bytes, where a GPU adds "
            f"atomically: it begins at byte {run.offset} of records that are {step or view.dtype.itemsize} bytes "
            f"apart, the first of them {view.ptr % size} bytes behind such a multiple. Make the type with align=True, "
            "and let the records begin at such a multiple"
        )


def _numbers_of(run: _Run) -> Numbers:
    width = max(run.size, 4)
    return Numbers(_TYPES[run.code], width, run.offset, run.size * run.length // width)
