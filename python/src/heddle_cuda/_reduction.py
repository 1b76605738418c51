# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Sums, means, and smallest and largest elements of arrays of numbers."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from . import _elementwise, _reduction_source
from ._arrays import Array
from ._call import Call
from ._dtypes import Dtype
from ._elementwise import code_of
from ._elementwise_source import TYPES
from ._errors import ArrayError, LayoutError
from ._sources import THREADS

_MOST_BLOCKS = 1024
_ELEMENTS_OF_THREAD = 8


def reduced(array: Array, function: str, axis: int | None, dtype: Dtype | None = None) -> Array:
    """Returns the sum of the elements, or the smallest or the largest one, of all or along a dimension.

    function: sum, min or max; dtype: the type of the sum
    """
    kind = array.dtype.kind
    if code_of(array.dtype) not in TYPES or kind not in ("biufc" if function == "sum" else "biuf"):
        raise LayoutError(f"elements of {array.dtype} have no {function} here: write a.to_host().{function}()")
    call = Call.on(None, array)
    view = call.view(array, "the array")
    if axis is None:
        shape: tuple[int, ...] = ()
        rows = view
    else:
        if not -view.ndim <= axis < view.ndim:
            raise ArrayError(f"axis is {axis}, and the array has {view.ndim} dimensions")
        axes = [d for d in range(view.ndim) if d != axis % view.ndim]
        shape = tuple(view.shape[d] for d in axes)
        rows = view.transpose(*axes, axis % view.ndim)
    count = rows.size if axis is None else rows.shape[-1]
    if not count and function != "sum":
        raise ArrayError(f"an array without elements has no {function}")
    result = call.new(shape, dtype or _type_of(array.dtype, function))
    if result.size:
        _reduce(call, rows, result, function, count)
    call.finish()
    return result


def _type_of(dtype: Dtype, function: str) -> Dtype:
    native = dtype.newbyteorder("=")
    if function != "sum" or native.kind in "fc":
        return native
    return np.dtype("u8" if native.kind == "u" else "i8")


def _reduce(call: Call, rows: Array, result: Array, function: str, count: int) -> None:
    own = _accumulated(result.dtype, function)
    if not count:
        result.fill(0)
        return
    if result.size <= count:  # a launch for each result
        for k in range(result.size):
            one = rows[np.unravel_index(k, result.shape)] if result.ndim else rows
            total = _all(call, one, function, own)
            target = dataclasses.replace(result, ptr=result.ptr + k * result.dtype.itemsize, shape=(), strides=())
            _elementwise.assign(call, target, total)
        return
    # One element after the other, each for all results.
    total = _elementwise.copied(call, rows[..., 0], own)
    name = {"sum": "add", "min": "minimum", "max": "maximum"}[function]
    code = code_of(own)
    for k in range(1, count):
        _elementwise.launch(call, name, total, code, [total, rows[..., k]], [code, code])
    _elementwise.assign(call, result, total)


def _accumulated(dtype: Dtype, function: str) -> Dtype:
    """Returns the type in which sums are added up: floats are rounded only once."""
    if function != "sum":
        return dtype
    return np.dtype({"f": "f8", "c": "c16"}.get(dtype.kind, dtype.str))


def _all(call: Call, array: Array, function: str, own: Dtype) -> Array:
    """Returns the sum, or the smallest or largest of all elements: of blocks first, then of these."""
    blocks = min(max(-(-array.size // (THREADS * _ELEMENTS_OF_THREAD)), 1), _MOST_BLOCKS)
    partial = call.new((blocks,), own)
    while True:
        extents, strides = _elementwise.merged(array.shape, [array.strides])
        operand = _elementwise.operand_of(array, code_of(array.dtype))
        source = _reduction_source.source(function, len(extents), operand, code_of(own))
        arguments = (array.size, *extents, array.ptr, *strides[0], partial.ptr)
        call.run(source, blocks * THREADS, *arguments)
        if blocks == 1:
            return dataclasses.replace(partial, shape=(), strides=())
        array, blocks = partial, 1
        partial = call.new((1,), own)


def mean(array: Array, axis: int | None) -> Array:
    """Returns the mean, of float64 for integers."""
    count = array.size if axis is None else array.shape[axis]
    is_float = array.dtype.kind in "fc"
    kind = array.dtype.newbyteorder("=") if is_float else np.dtype("f8")
    exact = np.dtype("c16" if kind.kind == "c" else "f8")
    total: Any = reduced(array, "sum", axis, exact)
    total /= count if count else np.nan
    return total if kind == exact else total.astype(kind)  # type: ignore[no-any-return]
