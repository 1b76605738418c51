# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Views of arrays: NumPy computes their shapes, strides and addresses, and never reads their elements."""

from __future__ import annotations

import dataclasses
import math
import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._dtypes import Dtype
from ._errors import ArrayError, LayoutError, OutOfRangeError

if TYPE_CHECKING:
    from ._arrays import Array


class _Interface:
    def __init__(self, array: Array) -> None:
        self.__array_interface__ = {
            "data": (array.ptr, False),
            "shape": array.shape,
            "strides": array.strides,
            "typestr": f"|V{max(array.dtype.itemsize, 1)}",
            "version": 3,
        }


def stand_in(array: Array) -> npt.NDArray[Any]:
    """Returns an array of NumPy with the same shape, strides and address. Its elements cannot be read."""
    return np.asarray(_Interface(array))


def of_stand_in(array: Array, view: npt.NDArray[Any], dtype: Dtype | None = None) -> Array:
    """Returns the part of an array that a view of its stand-in has."""
    return dataclasses.replace(
        array,
        ptr=view.__array_interface__["data"][0] if view.size else 0,
        shape=view.shape,
        strides=view.strides,
        dtype=array.dtype if dtype is None else dtype,
        owner=array,
    )


def basic_part(array: Array, key: Any) -> Array:
    """Returns array[key] for numbers, ranges, None and Ellipsis."""
    parts = key if isinstance(key, tuple) else (key,)
    if not any(part is Ellipsis for part in parts):
        parts = (*parts, Ellipsis)  # so that NumPy returns a view, not an element
    try:
        return of_stand_in(array, stand_in(array)[parts])
    except IndexError as error:
        raise OutOfRangeError(str(error)) from None


def range_of(array: Array, key: slice) -> Array:
    """Returns array[key], as basic_part() does, but sooner."""
    start, stop, step = key.indices(array.shape[0])
    count = len(range(start, stop, step))
    stride, shape = array.strides[0], (count, *array.shape[1:])
    return dataclasses.replace(
        array,
        ptr=array.ptr + start * stride if count and array.size else 0,
        shape=shape,
        strides=(step * stride, *array.strides[1:]),
        owner=array,
    )


def reshaped(array: Array, shape: Sequence[int]) -> Array | None:
    """Returns the elements in another shape, of which one extent may be -1, or None if that needs a copy."""
    wanted = resolved_shape(array, shape)
    if wanted == array.shape:
        return array
    view = stand_in(array)
    try:
        if _HAS_COPY:
            view = view.reshape(wanted, copy=False)
        else:
            view.shape = wanted
    except (ValueError, AttributeError):
        return None
    return of_stand_in(array, view)


_HAS_COPY = np.lib.NumpyVersion(np.__version__) >= "2.1.0"


def resolved_shape(array: Array, shape: Sequence[int]) -> tuple[int, ...]:
    """Returns a shape with -1 replaced. Raises: ArrayError if it has another number of elements"""
    wanted = [operator.index(extent) for extent in shape]
    known = math.prod(extent for extent in wanted if extent != -1)
    if wanted.count(-1) == 1 and known and array.size % known == 0:
        wanted[wanted.index(-1)] = array.size // known
    if min(wanted, default=0) < 0 or math.prod(wanted) != array.size:
        raise ArrayError(f"{array.size} elements do not fit into the shape {tuple(shape)}")
    return tuple(wanted)


def broadcast(array: Array, shape: tuple[int, ...], what: str) -> Array:
    """Returns the array with another shape, in which elements are repeated. Leading extents of 1 are left out."""
    if array.shape == shape:
        return array
    view = stand_in(array)
    while view.ndim > len(shape) and view.shape[0] == 1:
        view = view[0]
    try:
        return of_stand_in(array, np.broadcast_to(view, shape))
    except ValueError:
        raise ArrayError(f"{what} has the shape {array.shape}, which does not fit to {shape}") from None


def with_type(array: Array, dtype: npt.DTypeLike) -> Array:
    """Returns the same bytes with another type. If its size differs, the elements must lie side by side."""
    result = np.dtype(dtype)
    if result.subdtype is not None or result.hasobject or result.itemsize == 0:
        raise LayoutError(f"the elements cannot have the type {result}: give one of fixed size, without a shape")
    if result.itemsize == array.dtype.itemsize:
        return dataclasses.replace(array, dtype=result, owner=array)
    try:
        return of_stand_in(array, stand_in(array).view(f"V{result.itemsize}"), result)
    except ValueError as error:
        raise ArrayError(f"the elements of {array.dtype} cannot be seen as {result}: {error}") from None


def transposed(array: Array, axes: Sequence[int] | None = None) -> Array:
    return of_stand_in(array, stand_in(array).transpose(axes))


def share_bytes(first: Array, second: Array) -> bool:
    """Returns false if two arrays surely share no byte: they lie apart, or are different fields of the same records."""
    if not first.size or not second.size:
        return False
    begin, other = first.begin, second.begin
    if begin + first.span <= other or other + second.span <= begin:
        return False
    step = abs(first.strides[0]) if first.ndim else 0
    if step and second.ndim and abs(second.strides[0]) == step:
        size, other_size = (
            each.span - (each.shape[0] - 1) * step if each.shape[0] > 1 else each.span for each in (first, second)
        )
        distance = (begin - other) % step
        return distance < other_size or distance + size > step
    return True
