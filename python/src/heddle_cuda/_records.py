# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Functions on arrays of records, without C++. For all of them:

records: an array of any library, one-dimensional, with a structured type; the records may lie apart, at any address
stream: one of cuda.core, CuPy or PyTorch, or a handle. By default, that of using_stream(), else the current stream of
    CuPy or PyTorch if an array is theirs, and otherwise the legacy default stream. A call returns before the work is
    done, unless its description says that it waits
Raises: TypeError, ArrayError, LayoutError or DeviceError if an argument does not fit. Then nothing is written
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar, overload

import numpy as np
import numpy.typing as npt

from . import _bits, _driver, _index_source, _own_kernels, _sources, _whole
from ._answers import answer
from ._arrays import Array, view_of
from ._call import (
    Call,
    by_name,
    distance_of,
    number_of,
    place_of,
    refuse_numbers,
    refuse_overlap,
    refuse_overlaps,
    refuse_overlaps_among,
    refuse_without_fields,
)
from ._conversion import Selection, selection
from ._dtypes import INTEGERS, Field, fields_of, record_dtype
from ._errors import ArrayError, LayoutError, OutOfRangeError
from ._numbers import added_numbers, place_of_numbers
from ._own_kernels import OwnKernel
from ._repeat import repeatable
from ._sources import LARGEST_IN_REGISTERS, MOST_FIELDS
from ._types import DeviceArray, StreamLike

Records = TypeVar("Records", bound=DeviceArray)


def view_fields(records: DeviceArray) -> dict[str, Array]:
    """Returns the fields of records as arrays with a stride, without a copy and without a launch."""
    view = view_of(records, "records", None)
    refuse_numbers(view, "records")
    record_dtype(view.dtype, any_order=True)
    refuse_without_fields(view)
    return {name: view[name] for name in fields_of(view.dtype)}


@repeatable
def unpack(
    records: DeviceArray,
    fields: Iterable[str] | None = None,
    *,
    out: Mapping[str, DeviceArray] | None = None,
    specialize: bool = False,
    stream: StreamLike = None,
) -> dict[str, Array]:
    """Returns an array for each field, or for those that are named. Numbers get the byte order of this machine.

    fields: names, and bits of fields, as bits() names them
    out: arrays to write, for some fields or all; contiguous, of the fields' types. Without `fields`, only they are
        written
    specialize: compiles a kernel for the type, these fields, and the distance and place of the records, unless there is
        one, or a field is big-endian. Later calls use it where it is faster than the kernel for all types
    """
    if fields is not None and not isinstance(fields, (str, list, tuple)):
        fields = list(fields)
    if _bits.has_bits(fields) or (fields is None and _bits.has_bits(out)):
        return _bits.unpack(records, list(fields or ()), out, specialize=specialize, stream=stream)
    call = Call.on(stream, records, out)
    view = call.records(records, "records", any_order=True)
    refuse_without_fields(view)
    count = view.shape[0]
    given = {} if out is None else by_name(out, "out")
    wanted = selection(view.dtype, (given or view.dtype.names or ()) if fields is None else fields)
    arrays, pointers = _given_arrays(call, given, wanted, view) if given else ([], [])
    if len(arrays) < len(wanted.fields):
        by_names = dict(zip(filter(given.__contains__, wanted.names), arrays, strict=True))
        others = [field for field in wanted.fields if field.name not in by_names]
        by_names.update(zip((field.name for field in others), call.new_columns(view.shape, others), strict=True))
        arrays = [by_names[name] for name in wanted.names]
        pointers = [array.ptr for array in arrays]
    if count and arrays:
        own = _own_kernel(call, view, wanted, "unpack", specialize)
        if own is None:
            wanted.convert(call, view.ptr, distance_of(view), count, pointers, splits=True)
        else:
            _unpack_by_own_kernel(call, view, wanted, arrays)
            _own_kernels.compiled.add(own)
    call.finish()
    return dict(zip(wanted.names, arrays, strict=True))


def _given_arrays(
    call: Call, given: Mapping[str, object], wanted: Selection, view: Array
) -> tuple[list[Array], list[int]]:
    """Returns the arrays that are given for some of the fields, and their addresses."""
    if not wanted.known_names.issuperset(given):
        unknown = given.keys() - wanted.known_names
        raise LayoutError(f"out has {sorted(unknown, key=str)}, which are no fields that are unpacked")
    if len(given) < len(wanted.names):
        wanted = selection(view.dtype, [name for name in wanted.names if name in given])
    arrays, pointers = call.columns(given, "out", wanted.fields, view.shape, written=True)
    if arrays:
        ranges = wanted.ranges(pointers, view.shape[0])
        refuse_overlaps(arrays, wanted.names, ranges, "out", view, "records")
        refuse_overlaps_among(arrays, wanted.names, ranges, "out")
    return arrays, pointers


def _unpack_by_own_kernel(call: Call, view: Array, wanted: Selection, arrays: Sequence[Array]) -> None:
    pointers = {name: array.ptr for name, array in zip(wanted.names, arrays, strict=True)}
    for part in _in_parts(wanted.fields):
        source = _sources.unpack(place_of(view), tuple(field.part for field in part))
        call.run(source, len(view), view.ptr, len(view), *(pointers[field.name] for field in part))
    for field in _large(wanted.fields):
        from_fields, distance = view.ptr + field.offset, distance_of(view)
        call.copy_rows(pointers[field.name], field.size, from_fields, distance, field.size, len(view))


@overload
def pack(
    values: Mapping[str, DeviceArray],
    dtype: npt.DTypeLike,
    *,
    into: None = None,
    specialize: bool = False,
    stream: StreamLike = None,
) -> Array: ...
@overload
def pack(
    values: Mapping[str, DeviceArray],
    dtype: None = None,
    *,
    into: Records,
    specialize: bool = False,
    stream: StreamLike = None,
) -> Records: ...
@repeatable
def pack(
    values: Mapping[str, DeviceArray],
    dtype: npt.DTypeLike | None = None,
    *,
    into: Any = None,
    specialize: bool = False,
    stream: StreamLike = None,
) -> Any:
    """Writes arrays to the fields of records: of new ones of the type `dtype`, or of `into`. Returns the records.

    values: an array for each field, or for some: contiguous, of the fields' types, in the byte order of this machine.
        The other bytes of new records are 0, those of `into` keep their values. No one else may write these records
        meanwhile, not even other fields. For bits of a field, as bits() names them, arrays of any integers; what they
        have beyond these bits is ignored
    specialize: as for unpack()
    """
    if hasattr(dtype, "__cuda_array_interface__"):
        raise TypeError("dtype is the type of new records, not an array: write into=a to write the records of a")
    if _bits.has_bits(values):
        return _bits.pack(values, dtype, into, specialize=specialize, stream=stream)
    call = Call.on(stream, into, values)
    if (dtype is None) == (into is None):
        raise TypeError("pass dtype, the type of new records, or into, the records to write")
    view = call.records(into, "into", written=True, any_order=True) if into is not None else None
    record = record_dtype(dtype, any_order=True) if view is None else view.dtype
    chosen = selection(record, by_name(values, "values"))
    if not chosen.fields:
        raise TypeError("values has no array: pass one for each field that is written")
    shape = view.shape if view is not None else _first_dimension(values[chosen.names[0]])
    arrays, pointers = call.columns(values, "values", chosen.fields, shape, written=False)
    if chosen.overlapping is not None:
        first, second = chosen.overlapping
        raise LayoutError(f"the fields {first!r} and {second!r} share bytes: pass one of them")
    if view is not None:
        refuse_overlaps(arrays, chosen.names, chosen.ranges(pointers, shape[0]), "values", view, "into")
    result = call.new(shape, record) if view is None else view
    is_new = view is None
    if shape[0]:
        own = _own_kernel(call, result, chosen, "pack new" if is_new else "pack", specialize)
        if own is None:
            distance, keeps_others = distance_of(result), not is_new
            chosen.convert(call, result.ptr, distance, shape[0], pointers, splits=False, keeps_others=keeps_others)
        else:
            _pack_by_own_kernel(call, result, chosen, arrays, is_new)
            _own_kernels.compiled.add(own)
        call.finish()
    return result if into is None else into


def _pack_by_own_kernel(call: Call, result: Array, chosen: Selection, arrays: Sequence[Array], is_new: bool) -> None:
    pointers = {name: array.ptr for name, array in zip(chosen.names, arrays, strict=True)}
    parts = _in_parts(chosen.fields)
    if is_new and (result.dtype.itemsize > LARGEST_IN_REGISTERS or not parts):
        _driver.fill_with_zeros(result.ptr, result.nbytes, call.stream)
        is_new = False
    for part in parts:
        source = _sources.pack(place_of(result), tuple(field.part for field in part), is_new)
        call.run(source, len(result), result.ptr, len(result), *(pointers[field.name] for field in part))
        is_new = False
    for field in _large(chosen.fields):
        to_fields, distance = result.ptr + field.offset, distance_of(result)
        call.copy_rows(to_fields, distance, pointers[field.name], field.size, field.size, len(result))


def _own_kernel(call: Call, view: Array, fields: Selection, work: str, specialize: bool) -> OwnKernel | None:
    # The kernels for one type move bytes as they are.
    if not (specialize or _own_kernels.compiled) or not fields.is_native:
        return None
    return _own_kernels.chosen(call, work, view, fields.parts, specialize)


def _first_dimension(array: object) -> tuple[int, ...]:
    shape = view_of(array, "an array of values", None).shape
    if not shape:
        raise ArrayError("an array of values has no dimension: pass one value for each record")
    return shape[:1]


def _in_parts(fields: Sequence[Field]) -> list[list[Field]]:
    """Returns the fields that kernels move, divided among launches."""
    small = [field for field in fields if field.size <= LARGEST_IN_REGISTERS]
    return [small[at : at + MOST_FIELDS] for at in range(0, len(small), MOST_FIELDS)]


def _large(fields: Sequence[Field]) -> list[Field]:
    return [field for field in fields if field.size > LARGEST_IN_REGISTERS]


@repeatable
def take(
    records: DeviceArray,
    indices: DeviceArray | Sequence[int],
    *,
    out: DeviceArray | None = None,
    checked: bool = False,
    mode: str | None = None,
    specialize: bool = False,
    stream: StreamLike = None,
) -> Array:
    """Returns records[indices], contiguous. Negative indices count from the end.

    indices: integers on the GPU, or a list of a few, which is copied there
    out: records to write
    mode: "raise" means checked=True, and "zero" checked=False
    checked: an index that is out of range raises OutOfRangeError, before anything is written. The call then waits for
        the stream. If not checked, the record for such an index is 0
    specialize: compiles a kernel for the type, the places of the records and the type of the indices, unless there is
        one. Later calls use it where it is faster than the kernel for all types
    """
    call = Call.on(stream, records, indices, out)
    view = call.records(records, "records", any_order=True)
    order = call.indices(indices)
    must_check = checks_range(mode, checked) or not len(view)
    target = None
    if out is not None:
        target = call.target(out, len(order), view)
        refuse_overlap(target, view, "out", "records")
        refuse_overlap(target, order, "out", "indices")
    if len(order) and must_check and (target is not None or not len(view)):
        check_indices(call, order, len(view))
        must_check = False
    result = call.new(order.shape, view.dtype) if target is None else target
    if len(order):
        move = functools.partial(move_indexed, call, view, order, result, specialize=specialize)
        if must_check:
            check_indices(call, order, len(view), move)
        else:
            move()
        call.finish()
    return result


def move_indexed(
    call: Call, view: Array, order: Array, result: Array, bad: int = 0, *, specialize: bool = False
) -> None:
    """Sets result[i] to view[order[i]], of arrays with one dimension that are not empty.

    bad: the address of a number that becomes that of check_indices(), or 0
    """
    own = own_kernel_of_records(call, "take", view, result, (_type_of(order),), specialize)
    if own is None:
        _whole.take(call, view, order, result, bad)
        return
    if bad:
        _find_bad(call, _index_source.check_indices(), order, len(view), bad)
    source = _index_source.take(own.place, *own.others)
    call.run(source, _threads(len(order), view), view.ptr, len(view), order.ptr, len(order), result.ptr)
    _own_kernels.compiled.add(own)


@repeatable
def put(
    records: DeviceArray,
    indices: DeviceArray | Sequence[int],
    values: DeviceArray,
    *,
    repeated: bool = False,
    checked: bool = False,
    mode: str | None = None,
    specialize: bool = False,
    stream: StreamLike = None,
) -> None:
    """Sets records[indices] = values.

    mode: what to do with indices out of range: "raise" raises OutOfRangeError before anything is written, and waits for
        the stream; "zero" stores nothing for them. By default as `checked` says

    repeated: an index may occur twice, and the last of its values is stored, as in NumPy. The call then reads the
        indices twice, and needs 8 bytes for each record meanwhile. If not repeated, a record whose index occurs twice
        may get some bytes of each value
    checked: an index that is out of range raises OutOfRangeError, and one that occurs twice ArrayError unless
        `repeated`, before anything is written. The call then waits for the stream. If not checked, a value whose index
        is out of range is not stored
    specialize: as for take()
    """
    call = Call.on(stream, records, indices, values)
    view = call.records(records, "records", written=True, any_order=True)
    _refuse_hidden_fields(view, "records")
    order = call.indices(indices)
    new = call.records(values, "values", any_order=True)
    _refuse_unlike(new, order, view)
    must_check = checks_range(mode, checked) or not len(view)
    if not len(order):
        return
    if must_check:
        check_indices(call, order, len(view))
    last = last_indices(call, order, len(view)) if checked or repeated else None
    if last is not None and not repeated:
        _check_repeated(call, order, last)
        last = None
    own = own_kernel_of_records(call, "put", view, new, (_type_of(order), last is not None), specialize)
    if own is None:
        _whole.put(call, view, order, new, last)
    else:
        source = _index_source.put(own.place, *own.others)
        pointers = [new.ptr] if last is None else [new.ptr, last.ptr]
        call.run(source, _threads(len(order), view), view.ptr, len(view), order.ptr, len(order), *pointers)
        _own_kernels.compiled.add(own)
    call.finish()


def own_kernel_of_records(
    call: Call, work: str, view: Array, other: Array, others: tuple[Any, ...], specialize: bool
) -> OwnKernel | None:
    if not (specialize or _own_kernels.compiled):
        return None
    return _own_kernels.chosen(call, work, view, (place_of(other), *others), specialize)


@repeatable
def scatter_add(
    records: DeviceArray,
    indices: DeviceArray | Sequence[int],
    values: DeviceArray,
    *,
    fields: Iterable[str] | None = None,
    checked: bool = False,
    mode: str | None = None,
    stream: StreamLike = None,
) -> None:
    """Adds values[i] to records[indices[i]] for each i. An index may occur any number of times.

    values: records of the same type, at any address
    fields: the names of the fields to add; by default all. The others keep their values, and those of `values` are
        ignored. These fields consist of integers and floats of 32 and 64 bits, complex numbers, pairs of float16, and
        arrays and structs of these. Each number lies at a multiple of its size, as with align=True
    checked, mode: as for put(), but an index may occur twice

    Each number is added atomically, those of a record not together. Floats are added in any order, so their last bits
    may differ from call to call. Integers wrap around
    """
    call = Call.on(stream, records, indices, values)
    view = call.records(records, "records", written=True, any_order=True)
    order = call.indices(indices)
    new = call.records(values, "values", any_order=True)
    _refuse_unlike(new, order, view)
    numbers = added_numbers(view, fields)
    must_check = checks_range(mode, checked) or not len(view)
    if not len(order):
        return
    if must_check:
        check_indices(call, order, len(view))
    source = _index_source.scatter_add(place_of_numbers(view), place_of_numbers(new), _type_of(order), numbers)
    threads = len(order) * (32 if _index_source.adds_by_warp(numbers) else 1)
    call.run(source, threads, view.ptr, len(view), order.ptr, len(order), new.ptr)
    call.finish()


def _refuse_unlike(new: Array, order: Array, view: Array) -> None:
    """Refuses values that do not fit to the indices or to the records, or overlap the records."""
    if new.shape != order.shape or new.dtype != view.dtype:
        raise ArrayError(
            f"values must have the shape {order.shape} and the type of the records, {view.dtype}, but have "
            f"{new.shape} and {new.dtype}"
        )
    refuse_overlap(view, new, "records", "values")
    refuse_overlap(view, order, "records", "indices")


def checks_range(mode: str | None, checked: bool) -> bool:
    if mode not in (None, "raise", "zero"):
        raise ValueError(f"mode is 'raise' or 'zero', not {mode!r}: for other indices, compute them before the call")
    return checked if mode is None else mode == "raise"


def _refuse_hidden_fields(view: Array, what: str) -> None:
    if view.has_hidden_fields:
        raise ArrayError(
            f"{what} are some fields of records, and whole records are written: write a[['x', 'y']][indices] = values"
        )


def _type_of(order: Array) -> str:
    return INTEGERS[order.dtype.str[1:]]


def _threads(count: int, view: Array) -> int:
    return count * (32 if view.dtype.itemsize > LARGEST_IN_REGISTERS else 1)


def check_indices(call: Call, order: Array, count: int, launch: Callable[[int], None] | None = None) -> None:
    """Waits for the stream. Raises: OutOfRangeError

    launch: launches another kernel that also finds the first index out of range, and stores the number of indices from
        that one on to the address that it gets
    """
    from_end = answer(call, launch or functools.partial(_find_bad, call, _index_source.check_indices(), order, count))
    if from_end:
        at = len(order) - from_end
        raise OutOfRangeError(
            f"indices[{at}] is {_index_at(call, order, at)}, but there are {count} records: write indices from "
            f"{-count} to {count - 1}"
            if count
            else f"indices[{at}] is {_index_at(call, order, at)}, but there are 0 records"
        )


def _find_bad(call: Call, source: str, order: Array, *arguments: int) -> None:
    call.run(source, len(order), order.ptr, number_of(order), len(order), *arguments)


def last_indices(call: Call, order: Array, count: int, *, checked: bool = False) -> Array:
    """Returns 1 + the last position of each record's index, or 0 if there is none.

    checked: waits for the stream. Raises: OutOfRangeError
    """
    last = call.new((count,), np.dtype("i8"))
    _driver.fill_with_zeros(last.ptr, last.nbytes, call.stream)
    find = functools.partial(_find_bad, call, _index_source.last_indices(), order, count, last.ptr)
    if checked:
        check_indices(call, order, count, find)
    else:
        find(0)
    return last


def _check_repeated(call: Call, order: Array, last: Array) -> None:
    source = _index_source.check_repeated()
    if (at := first_bad(call, source, order, len(last), last.ptr)) is not None:
        k = int(_index_at(call, order, at))
        k += len(last) if k < 0 else 0
        other = int(last[k : k + 1].to_host(stream=call.stream)[0]) - 1
        raise ArrayError(
            f"indices[{at}] and indices[{other}] mean the same record, {k}: pass repeated=True to store the last value"
        )


def first_bad(call: Call, source: str, order: Array, *arguments: int) -> int | None:
    """Returns the first position of an index that a kernel finds bad, or None. Waits for the stream."""
    from_end = answer(call, functools.partial(_find_bad, call, source, order, *arguments))
    return len(order) - from_end if from_end else None


def _index_at(call: Call, order: Array, at: int) -> Any:
    return order[at : at + 1].to_host(stream=call.stream)[0]
