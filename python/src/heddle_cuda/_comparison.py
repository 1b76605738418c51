# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Which records, strings and bytes are equal."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _driver, _views
from ._arrays import Array, is_on_gpu, to_device
from ._call import Call
from ._dtypes import Dtype
from ._elementwise import Number, code_of, common_shape, launch
from ._elementwise_source import TYPES
from ._errors import LayoutError

_BOOL = np.dtype(bool)


def compared(call: Call, operands: Sequence[Any], *, are_equal: bool) -> Array:
    """Returns whether the elements of two arrays are equal, or whether they differ. Values of the host are copied."""
    dtype = next(each.dtype for each in operands if is_on_gpu(each))
    first, second = (
        each if is_on_gpu(each) else to_device(_of_host(each, dtype), stream=call.stream) for each in operands
    )
    shape = common_shape([first, second])
    result = call.new(shape, _BOOL)
    if result.size:
        _driver.fill_with_zeros(result.ptr, result.nbytes, call.stream)
        pair = [_views.broadcast(each, shape, "an operand") for each in (first, second)]
        _mark(call, pair[0], pair[1], result)
        if are_equal:
            launch(call, "logical_not", result, "b1", [result], ["b1"])
    return result


def _of_host(value: Any, dtype: Dtype) -> Any:
    """Returns a value in the type of the other operand, or as a string of any length."""
    return np.asarray(value) if dtype.kind in "SU" else np.array(value, dtype)


def _mark(call: Call, first: Array, second: Array, differ: Array) -> None:
    """Sets the elements of `differ` to true where elements of two arrays differ. These may have more dimensions."""
    names, others = first.dtype.names, second.dtype.names
    if names is not None and others is not None:
        if len(names) != len(others):
            raise LayoutError(f"records with the fields {names} cannot be compared to those with the fields {others}")
        for name, other in zip(names, others, strict=True):
            _mark(call, first[name], second[other], differ)
        return
    kind = first.dtype.kind
    if kind in "VSU" and second.dtype.kind == kind and first.dtype.isnative == second.dtype.isnative:
        size = min(first.dtype.itemsize, second.dtype.itemsize)
        _mark_numbers(call, _bytes_of(first, 0, size), _bytes_of(second, 0, size), differ)
        for each in (first, second):  # strings end with zeros
            _mark_numbers(call, _bytes_of(each, size, each.dtype.itemsize), Number(0, "u1"), differ)
        return
    is_same = first.dtype.newbyteorder("=") == second.dtype.newbyteorder("=")
    if not is_same or code_of(first.dtype) not in TYPES or kind == "V":
        raise LayoutError(f"{first.dtype} and {second.dtype} cannot be compared on a GPU: convert them to one type")
    _mark_numbers(call, first, second, differ)


def _bytes_of(array: Array, begin: int, end: int) -> Array:
    return dataclasses.replace(
        array,
        ptr=array.ptr + begin,
        shape=(*array.shape, end - begin),
        strides=(*array.strides, 1),
        dtype=np.dtype("u1"),
    )


def _mark_numbers(call: Call, first: Array, second: Array | Number, differ: Array) -> None:
    if not first.size:
        return
    if isinstance(second, Array) and first.shape != second.shape:
        raise LayoutError(f"fields of the shapes {first.shape} and {second.shape} cannot be compared")
    mask = call.new(first.shape, _BOOL)
    code = code_of(first.dtype)
    launch(call, "not_equal", mask, "b1", [first, second], [code, code])
    # Several threads may write the same element: they write the same value.
    more = first.ndim - differ.ndim
    target = dataclasses.replace(
        differ, shape=differ.shape + first.shape[differ.ndim :], strides=differ.strides + (0,) * more
    )
    launch(call, "copy", target, "b1", [Number(1, "b1")], ["b1"], mask)
