# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays of records on a GPU that are used as NumPy's structured arrays are.

    import heddle_cuda.records as np    # instead of: import numpy as np

    a = np.zeros(1000, [("x", "f4", 3), ("mass", "f4"), ("id", "i8")])
    a["mass"] = 2.5
    a["x"][:, 0] += a["mass"] * 3
    heavy = a[a["mass"] > 2]

The arrays are heddle_cuda.Arrays. Functions of elements are NumPy's own (np.sqrt, np.hypot, np.isnan): applied to an
Array, they run on the GPU. Types and constants are NumPy's. Other functions of NumPy are refused with what to write
instead. Work is on the stream of using_stream(), else on the current stream of CuPy or PyTorch if an array is theirs,
and otherwise on the legacy default stream. Calls return before it is done, but those that read values of the GPU wait
for it: a[indices], a[mask], unique(), a.item(), a.to_host(), print(a).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _driver, _elementwise, _elementwise_source, _views
from ._arrays import Array, is_on_gpu, to_device
from ._call import Call
from ._errors import ArrayError, LayoutError
from ._select import selected_positions
from ._sort import argsort_by, sort_by

__all__ = [
    "Array", "arange", "argsort", "argsort_by", "array", "array_equal", "asarray", "ascontiguousarray", "compress",
    "concatenate", "copy", "copyto", "count_nonzero", "empty", "empty_like", "flatnonzero", "full", "full_like", "ones",
    "ones_like", "put", "ravel", "reshape", "sort", "sort_by", "take", "unique", "where", "zeros", "zeros_like",
]  # fmt: skip

Shape = int | Sequence[int]


def _shape(shape: Shape) -> tuple[int, ...]:
    return tuple(int(n) for n in shape) if isinstance(shape, (tuple, list)) else (int(shape),)  # type: ignore[arg-type]


# Making arrays.


def empty(shape: Shape, dtype: npt.DTypeLike = float) -> Array:
    """Returns an array with any values."""
    kind = np.dtype(dtype)
    if kind.hasobject:
        raise LayoutError(f"the type {kind} points to Python objects: a GPU cannot read them")
    return Call.on(None).new(_shape(shape), kind)


def zeros(shape: Shape, dtype: npt.DTypeLike = float) -> Array:
    """Returns an array whose bytes are 0."""
    result = empty(shape, dtype)
    if result.nbytes:
        _driver.fill_with_zeros(result.ptr, result.nbytes, Call.on(None).stream)
    return result


def full(shape: Shape, value: Any, dtype: npt.DTypeLike | None = None) -> Array:
    """Returns an array of equal elements: numbers, or a tuple for a record."""
    result = zeros(shape, np.asarray(value).dtype if dtype is None else dtype)
    result[...] = value
    return result


def ones(shape: Shape, dtype: npt.DTypeLike = float) -> Array:
    """Returns an array whose elements, or all fields of them, are 1."""
    return full(shape, 1, dtype)


def empty_like(a: Array, dtype: npt.DTypeLike | None = None) -> Array:
    """Returns an array with the shape and the type of another one, and any values."""
    return empty(a.shape, a.dtype if dtype is None else dtype)


def zeros_like(a: Array, dtype: npt.DTypeLike | None = None) -> Array:
    """Returns an array with the shape and the type of another one, whose bytes are 0."""
    return zeros(a.shape, a.dtype if dtype is None else dtype)


def full_like(a: Array, value: Any, dtype: npt.DTypeLike | None = None) -> Array:
    """Returns an array of equal elements with the shape and the type of another one."""
    return full(a.shape, value, a.dtype if dtype is None else dtype)


def ones_like(a: Array, dtype: npt.DTypeLike | None = None) -> Array:
    """Returns an array of ones with the shape and the type of another one."""
    return full_like(a, 1, dtype)


def array(values: Any, dtype: npt.DTypeLike | None = None) -> Array:
    """Returns a copy on the GPU of values of the host, or of an array of any library on the GPU."""
    if is_on_gpu(values):
        call = Call.on(None, values)
        result = _elementwise.copied(call, call.view(values, "values"), None if dtype is None else np.dtype(dtype))
        call.finish()
        return result
    return to_device(np.array(values, dtype))


def asarray(values: Any, dtype: npt.DTypeLike | None = None) -> Array:
    """Returns an array on the GPU as it is if it has the type, and a copy otherwise, also of values of the host."""
    if is_on_gpu(values):
        view = Call.on(None, values).view(values, "values")
        return view if dtype is None or view.dtype == np.dtype(dtype) else view.astype(dtype)
    return array(values, dtype)


def ascontiguousarray(values: Any, dtype: npt.DTypeLike | None = None) -> Array:
    """Returns the array itself if it is contiguous, and a copy otherwise."""
    result = asarray(values, dtype)
    return result if result.is_contiguous else result.copy()


def arange(*arguments: Any, dtype: npt.DTypeLike | None = None) -> Array:
    """Returns numpy.arange(...) on the GPU."""
    return to_device(np.arange(*arguments, dtype=dtype))


def copy(a: Array) -> Array:
    """Returns a contiguous copy."""
    return array(a)


def concatenate(arrays: Iterable[Any], axis: int = 0, *, out: Array | None = None) -> Array:
    """Returns arrays joined along a dimension. Those of other types are converted, records field by field."""
    parts = [asarray(each) for each in arrays]
    call = Call.on(None, *parts, out)
    if not parts:
        raise ArrayError("there is no array to concatenate: pass at least one")
    rank = parts[0].ndim
    if not -rank <= axis < rank:
        raise ArrayError(f"axis is {axis}, and the arrays have {rank} dimensions")
    axis %= rank
    rest = [each.shape[:axis] + each.shape[axis + 1 :] for each in parts]
    if any(each.ndim != rank for each in parts) or len(set(rest)) > 1:
        raise ArrayError(f"arrays of the shapes {', '.join(str(each.shape) for each in parts)} cannot be joined")
    shape = (*rest[0][:axis], sum(each.shape[axis] for each in parts), *rest[0][axis:])
    if out is None:
        dtypes = {each.dtype for each in parts}
        out = call.new(shape, parts[0].dtype if len(dtypes) == 1 else np.result_type(*dtypes))
    elif out.shape != shape:
        raise ArrayError(f"out has the shape {out.shape}, and needs {shape}")
    first = 0
    for each in parts:
        key = (*[slice(None)] * axis, slice(first, first + each.shape[axis]))
        out[key] = each
        first += each.shape[axis]
    return out


def copyto(target: Array, values: Any, where: Any = True) -> None:
    """Sets target[...] = values, or target[where] where the elements of a mask are true."""
    if where is True:
        target[...] = values
        return
    call = Call.on(None, target, values, where)
    mask = call.view(asarray(where, bool), "where")
    new = _elementwise.values_of(call, values, target.dtype, "values")
    _elementwise.assign(call, call.view(target, "target"), new, _views.broadcast(mask, target.shape, "where"))
    call.finish()


def where(condition: Any, x: Any, y: Any) -> Array:
    """Returns the elements of x where the condition is true, and those of y elsewhere. Both may be records."""
    mask = asarray(condition, bool)
    given = [asarray(each) if is_on_gpu(each) else each for each in (x, y)]
    types = [each.dtype for each in given if hasattr(each, "dtype")]
    is_one_type = len(types) == 2 and types[0] == types[1]
    kind = (
        types[0] if is_one_type else np.result_type(*(each.dtype if hasattr(each, "dtype") else each for each in given))
    )
    shape = np.broadcast_shapes(mask.shape, *(each.shape if is_on_gpu(each) else np.shape(each) for each in given))
    result = empty(shape, kind)
    result[...] = given[1]
    copyto(result, given[0], mask)
    return result


# Selecting and sorting.


def take(a: Array, indices: Any, axis: int | None = None, *, out: Array | None = None, mode: str = "raise") -> Array:
    """Returns a[indices], or along another dimension.

    mode: "raise" raises OutOfRangeError for an index out of range, and waits for the GPU; "zero" gives zeros for it
    """
    from . import _records

    if mode == "zero":
        if a.ndim != 1 or axis not in (None, 0) or a.dtype.kind != "V":
            raise ArrayError("take(mode='zero') takes records in one dimension")
        return _records.take(a, asarray(indices), out=out, mode=mode)
    _records.checks_range(mode, True)
    source = a.ravel() if axis is None else a
    rank = source.ndim
    key = (*[slice(None)] * ((axis or 0) % rank if rank else 0), indices)
    result = source[key]
    if out is None:
        return result
    out[...] = result
    return out


def put(a: Array, indices: Any, values: Any) -> None:
    """Sets a[indices] = values, of an array in one dimension. The last value of equal indices is stored."""
    a.ravel()[indices] = values


def compress(condition: Any, a: Array, axis: int | None = None, *, out: Array | None = None) -> Array:
    """Returns the elements of an array where the elements of a condition, which may be shorter, are true."""
    source = a.ravel() if axis is None else a
    mask = asarray(condition).astype(bool)
    place = (axis or 0) % max(source.ndim, 1)
    if mask.ndim != 1 or len(mask) > source.shape[place]:
        raise ArrayError(f"a condition of the shape {mask.shape} does not fit to {source.shape[place]} elements")
    before = [slice(None)] * place
    result = source[(*before, slice(len(mask)))][(*before, mask)]
    if out is None:
        return result
    out[...] = result
    return out


def flatnonzero(a: Any) -> Array:
    """Returns the positions of the elements that are not 0. Waits for the GPU."""
    call = Call.on(None, a)
    mask = call.view(asarray(a), "a")
    result = selected_positions(call, (mask if mask.dtype.kind == "b" else mask != 0).ravel().copy())
    call.finish()
    return result


def _as_records(a: Array) -> Array:
    """Returns elements as records of one field, and records as they are."""
    if a.ndim != 1:
        raise ArrayError(f"the array has the shape {a.shape}, and one dimension is needed: write a.ravel()")
    contiguous = a if len(a) < 2 or a.strides[0] >= a.dtype.itemsize else a.copy()
    return contiguous if a.dtype.names else contiguous.view([("f", a.dtype)])


def _order(a: Array, order: str | Sequence[str] | None) -> list[str]:
    """Returns the fields by which NumPy sorts: those that are named, and then the others."""
    first = [order] if isinstance(order, str) else list(order or ())
    own = [a.field_name(name) for name in first]
    return own + [name for name in a.dtype.names or () if name not in own]


def argsort(a: Array, *, order: str | Sequence[str] | None = None, kind: str | None = None) -> Array:
    """Returns the indices that sort an array in one dimension, stably.

    order: the fields of records that are compared first; the others follow, as in NumPy. See also argsort_by()
    """
    rows = _as_records(a)
    return argsort_by(rows, _order(rows, order)).astype(np.intp)


def sort(a: Array, *, order: str | Sequence[str] | None = None, kind: str | None = None) -> Array:
    """Returns a sorted copy of an array in one dimension, as argsort() does."""
    rows = _as_records(a)
    result = sort_by(rows, _order(rows, order))
    return result if a.dtype.names else result["f"]


def unique(a: Array, return_index: bool = False, return_counts: bool = False) -> Any:
    """Returns the different elements of an array in ascending order, records in the order of all fields.

    return_index: also the index of the first of each; return_counts: also how often each occurs
    Waits for the GPU. A record with NaN is equal to no other
    """
    rows = _as_records(a.ravel())
    order = argsort_by(rows, list(rows.dtype.names or ()))
    sorted_rows = rows[order]
    is_first = zeros(len(rows), bool)
    is_first[:1] = True
    is_first[1:] = sorted_rows[1:] != sorted_rows[:-1]
    if a.dtype.kind == "f":  # as in NumPy, NaN is one value
        copyto(is_first[1:], False, np.isnan(sorted_rows["f"][:-1]))
    result = sorted_rows[is_first]
    results = [result if a.dtype.names else result["f"]]
    positions = flatnonzero(is_first)
    if return_index:
        results.append(order[positions].astype(np.intp))
    if return_counts:
        ends = concatenate([positions[1:], array([len(rows)], np.int64)]) if len(positions) else positions
        results.append(ends - positions)
    return results[0] if len(results) == 1 else tuple(results)


# NumPy's names.


def count_nonzero(a: Any, axis: int | None = None) -> Array:
    """Returns how many elements are not 0."""
    flags = asarray(a) if asarray(a).dtype.kind == "b" else np.not_equal(asarray(a), 0)
    return flags.sum(axis)


def array_equal(a: Any, b: Any) -> bool:
    """Returns whether two arrays have the same shape and equal elements. Waits for the GPU."""
    first, second = asarray(a), asarray(b)
    return first.shape == second.shape and bool((first == second).all())


def reshape(a: Array, shape: Shape) -> Array:
    """Returns the elements in another shape, without a copy where the strides allow it."""
    return a.reshape(*_shape(shape))


def ravel(a: Array) -> Array:
    """Returns the elements in one dimension, without a copy where the strides allow it."""
    return a.ravel()


def own_function(function: Any) -> Callable[..., Any] | None:
    """Returns the function of this module that replaces one of NumPy."""
    return _OWN.get(function)


_OWN: dict[Any, Callable[..., Any]] = {
    getattr(np, name): globals()[name] for name in __all__ if callable(getattr(np, name, None)) and name != "Array"
}
_OWN |= {getattr(np, name): getattr(Array, name) for name in ("sum", "min", "max", "mean", "any", "all", "transpose")}
_OWN |= {np.shape: lambda a: a.shape, np.ndim: lambda a: a.ndim, np.size: lambda a: a.size}


def __getattr__(name: str) -> Any:
    """Returns NumPy's types, constants and functions of elements."""
    value = getattr(np, name, None)
    if value is not None and value in _OWN:
        return _OWN[value]
    is_known = isinstance(value, np.ufunc) and name in _elementwise_source.EXPRESSIONS
    is_type = isinstance(value, type) and issubclass(value, (np.generic, np.dtype))
    if is_known or is_type or isinstance(value, float) or (value is None and hasattr(np, name)):
        return value
    raise AttributeError(
        f"heddle_cuda.records has no {name}"
        + (f": write numpy.{name}(a.to_host()), or cupy.{name}(a)" if hasattr(np, name) else "")
    )
