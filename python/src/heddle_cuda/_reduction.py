# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Sums, means, and smallest and largest elements of arrays of numbers."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np

from . import _driver, _elementwise, _reduction_source
from ._arrays import Array
from ._call import Call
from ._dtypes import Dtype
from ._elementwise import code_of
from ._elementwise_source import TYPES, Operand
from ._errors import ArrayError, LayoutError
from ._sources import LARGEST_ALIGNMENT, THREADS, alignment_of

_MOST_BLOCKS = 1024
_ELEMENTS_OF_THREAD = 8
_LARGEST_NUMBER = 16


def reduced(
    array: Array, function: str, axis: int | None, dtype: Dtype | None = None, out: Array | None = None
) -> Array:
    """Returns the sum of the elements, their mean, or the smallest or the largest one, of all or along a dimension.

    function: sum, mean, min or max; dtype: the type of the sum; out: an array to write, to whose type the result is
    converted
    """
    own = _types(array.dtype, function, dtype)
    call = Call.on(None, array, out)
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
    if not count and function in ("min", "max"):
        raise ArrayError(f"an array without elements has no {function}")
    if out is not None and (out.shape != shape or out.readonly):
        raise ArrayError(f"out has the shape {out.shape}, and must have {shape} and be writable")
    result = call.new(shape, own.result)
    if result.size:
        _reduce(call, rows, result, function, own, count)
    if out is not None:
        _elementwise.assign(call, call.view(out, "out"), result)
    call.finish()
    return result if out is None else out


class _Types(NamedTuple):
    """The type of the result, and that in which elements are reduced: floats are added up as doubles."""

    result: Dtype
    accumulated: Dtype


@functools.lru_cache(maxsize=1024)
def _types(dtype: Dtype, function: str, wanted: Dtype | None) -> _Types:
    """Raises: LayoutError if elements of a type have no such function"""
    kinds = "biuf" if function in ("min", "max") else "biufc"
    if any(code_of(each) not in TYPES or each.kind not in kinds for each in (dtype, wanted) if each is not None):
        raise LayoutError(f"elements of {dtype} have no {function} here: write a.to_host().{function}()")
    result = (dtype if wanted is None else wanted).newbyteorder("=")
    if function in ("min", "max"):
        return _Types(result, result)
    if wanted is None and result.kind in "biu":
        result = np.dtype("f8" if function == "mean" else "u8" if result.kind == "u" else "i8")
    return _Types(result, np.dtype({"f": "f8", "c": "c16"}.get(result.kind, result.str)))


def _reduce(call: Call, rows: Array, result: Array, function: str, own: _Types, count: int) -> None:
    divisor = count if function == "mean" else 1
    if not count:
        result.fill(np.nan if function == "mean" and result.dtype.kind in "fc" else 0)
        return
    if result.size <= count:  # launches for each result
        for k in range(result.size):
            one = rows[np.unravel_index(k, result.shape)] if result.ndim else rows
            _all(call, one, function, own, result.ptr + k * result.dtype.itemsize, divisor)
        return
    # One element after the other, each for all results.
    total = _elementwise.copied(call, rows[..., 0], own.accumulated)
    name = {"min": "minimum", "max": "maximum"}.get(function, "add")
    code = code_of(own.accumulated)
    for k in range(1, count):
        _elementwise.launch(call, name, total, code, [total, rows[..., k]], [code, code])
    if divisor == 1:
        _elementwise.assign(call, result, total)
    else:
        number = _elementwise.number_of(np.array(divisor, "f8"))
        _elementwise.launch(call, "divide", result, code, [total, number], [code, code])


def _all(call: Call, array: Array, function: str, own: _Types, target: int, divisor: int) -> None:
    """Stores the sum, or the smallest or largest of all elements."""
    blocks = min(max(-(-array.size // (THREADS * _ELEMENTS_OF_THREAD)), 1), _MOST_BLOCKS)
    place = array.ptr % LARGEST_ALIGNMENT
    source, extents, strides = _planned(function, array.dtype, array.shape, array.strides, place, *own)
    scratch = _scratch_of(call) if blocks > 1 else None  # it must live until the launch
    done = 0 if scratch is None else scratch.ptr
    arguments = array.size, *extents, array.ptr, *strides, target, divisor, done, done + _LARGEST_NUMBER
    call.run(source, blocks * THREADS, *arguments)


# By the numbers of devices.
_scratches: dict[int, Array] = {}


def _scratch_of(call: Call) -> Array:
    """Returns memory for a number of each block, behind zeros. Calls on the legacy default stream share it, because
    they run one after the other."""
    is_shared = call.stream_handle == 1
    known = _scratches.get(call.device_number) if is_shared else None
    if known is None:
        known = call.new(((1 + _MOST_BLOCKS) * _LARGEST_NUMBER,), np.dtype("u1"))
        _driver.fill_with_zeros(known.ptr, known.nbytes, call.stream)
        if is_shared:
            _scratches[call.device_number] = known
    return known


@functools.lru_cache(maxsize=4096)
def _planned(
    function: str,
    dtype: Dtype,
    shape: tuple[int, ...],
    strides: tuple[int, ...],
    place: int,
    result: Dtype,
    accumulated: Dtype,
) -> tuple[str, list[int], list[int]]:
    """Returns a kernel for elements that begin at byte `place` of 16, and the extents and strides that it gets."""
    extents, (steps,) = _elementwise.merged(shape, [strides])
    code = code_of(dtype)
    operand = Operand(code, code, alignment_of(dtype.itemsize, place, *strides), not dtype.isnative)
    source = _reduction_source.source(function, len(extents), operand, code_of(accumulated), code_of(result))
    return source, extents, steps
