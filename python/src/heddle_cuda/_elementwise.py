# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Copies and converts the elements of arrays with any shapes and strides, and launches functions of them."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _driver, _elementwise_source, _prepared, _views
from ._arrays import Array, is_on_gpu, to_device
from ._call import Call, Launcher
from ._dtypes import Dtype, fields_of
from ._elementwise_source import TYPES, Operand
from ._errors import ArrayError, LayoutError
from ._sources import LARGEST_ALIGNMENT, THREADS, alignment_of


class Number(NamedTuple):
    """A number that stands for an array of equal elements. bits: its bytes as an integer, with a sign"""

    bits: int
    code: str


def code_of(dtype: Dtype) -> str:
    return f"{dtype.kind}{dtype.itemsize}"


# Moving.


def assign(call: Call, target: Array, source: Array | Number, mask: Array | None = None) -> None:
    """Sets the elements of an array to those of another one, of any type that NumPy converts. A smaller array is
    repeated.

    mask: an array of bool of the target's shape, or of its first dimensions: where it is false, nothing is written
    Raises: ArrayError if the shapes differ, LayoutError for types that cannot be converted
    """
    if target.readonly:
        raise ArrayError("the array may not be written: copy it first")
    asked = None
    if isinstance(source, Array):
        if mask is None and target.dtype.names is None and source.dtype.names is None:
            asked = _prepared.operands_of(call, "assign", (source,), target)
            known = None if asked is None else _prepared.known.get(asked.key)
            if asked is not None and known is not None and known.run(call, asked, (source,), target) is not None:
                return
        if source.is_same_part(target):
            return
        source = _views.broadcast(source, target.shape, "the array of values")
        if _views.share_bytes(source, target):
            source, asked = copied(call, source), None
    if target.size:
        launched = _assign(call, target, source, mask)
        if asked is not None and launched is not None:
            _prepared.keep(asked, *launched, [None], [None], target)


def copied(call: Call, array: Array, dtype: Dtype | None = None) -> Array:
    """Returns a contiguous copy, of another type if one is given."""
    result = call.new(array.shape, dtype or array.dtype)
    if array.size:
        # The bytes between the fields of new records are copied or 0.
        if dtype is not None and dtype.names and dtype != array.dtype:
            _driver.fill_with_zeros(result.ptr, result.nbytes, call.stream)
        _assign(call, result, array, None)
    return dataclasses.replace(result, has_hidden_fields=True) if array.has_hidden_fields else result


def _assign(call: Call, target: Array, source: Array | Number, mask: Array | None) -> Launched | None:
    """Returns the launch if it is one of the arrays as they are."""
    if isinstance(source, Number):
        targets = [target[name] for name in target.dtype.names] if target.dtype.names else [target]
        for each in targets:
            if each.dtype.names:
                _assign(call, each, source, mask)
            else:
                launch(call, "copy", each, code_of(each.dtype), [source], [source.code], mask)
        return None
    to, by = target.dtype, source.dtype
    if to.names is not None and by.names is not None and (target.has_hidden_fields or to != by):
        _assign_fields(call, target, source, mask)
    elif to == by or (to.itemsize == by.itemsize and to.kind == by.kind == "V" and None in (to.names, by.names)):
        return _move_bytes(call, target, source, mask)
    elif to.names is not None and by.names is None and by.kind != "V":
        for name in to.names:
            field = target[name]
            inner = (1,) * (field.ndim - target.ndim)
            values = _views.reshaped(source, (*source.shape, *inner))
            assert values is not None
            _assign(call, field, _views.broadcast(values, field.shape, "the array of values"), mask)
    elif code_of(to) in TYPES and code_of(by) in TYPES and "V" not in (to.kind, by.kind) and _is_same_unit(to, by):
        return launch(call, "copy", target, code_of(to), [source], [code_of(by)], mask)
    elif to.kind == by.kind and to.kind in "SU" and to.isnative == by.isnative:
        _assign_strings(call, target, source, mask)
    else:
        raise LayoutError(f"values of the type {by} cannot be stored as {to} on a GPU: convert them on the host")
    return None


def _is_same_unit(first: Dtype, second: Dtype) -> bool:
    are_dates = first.kind in "mM" and second.kind in "mM"
    return not are_dates or first.newbyteorder("=") == second.newbyteorder("=")


def _assign_fields(call: Call, target: Array, source: Array, mask: Array | None) -> None:
    """Assigns fields by their position, as NumPy does. The bytes between the fields of the target keep their values."""
    to, by = list(fields_of(target.dtype)), list(fields_of(source.dtype))
    if len(to) != len(by):
        raise LayoutError(f"records with the fields {by} cannot be stored in records with the fields {to}")
    if target.dtype == source.dtype:
        for offset, size in _runs(target.dtype):
            _move_bytes(call, _bytes_of(target, offset, size), _bytes_of(source, offset, size), mask)
        return
    for name, other in zip(to, by, strict=True):
        field, values = target[name], source[other]
        if field.shape != values.shape:
            raise LayoutError(f"the field {other!r} has another shape than the field {name!r}")
        if field.size:
            _assign(call, field, values, mask)


def _runs(dtype: Dtype) -> list[tuple[int, int]]:
    """Returns the offsets and sizes of the bytes that belong to fields, without gaps in them."""
    runs: list[tuple[int, int]] = []
    for field in sorted(fields_of(dtype).values(), key=lambda field: field.offset):
        if runs and field.offset <= sum(runs[-1]):
            begin = runs[-1][0]
            runs[-1] = begin, max(sum(runs[-1]), field.offset + field.size) - begin
        elif field.size:
            runs.append((field.offset, field.size))
    return runs


def _bytes_of(array: Array, offset: int, size: int) -> Array:
    return dataclasses.replace(array, ptr=array.ptr + offset, dtype=np.dtype(f"V{size}"), has_hidden_fields=False)


def _assign_strings(call: Call, target: Array, source: Array, mask: Array | None) -> None:
    common = min(target.dtype.itemsize, source.dtype.itemsize)
    if common:
        _move_bytes(call, _bytes_of(target, 0, common), _bytes_of(source, 0, common), mask)
    if (count := target.dtype.itemsize - common) > 0:
        rest = dataclasses.replace(
            target,
            ptr=target.ptr + common,
            shape=(*target.shape, count),
            strides=(*target.strides, 1),
            dtype=np.dtype("u1"),
        )
        launch(call, "copy", rest, "u1", [Number(0, "u1")], ["u1"], mask)


def _move_bytes(call: Call, target: Array, source: Array, mask: Array | None) -> Launched | None:
    size = target.dtype.itemsize
    if mask is None and target.is_contiguous and source.is_contiguous:
        _driver.copy_on_device(target.ptr, source.ptr, target.nbytes, call.stream)
        return None
    unit = alignment_of(size, target.ptr, source.ptr, *target.strides, *source.strides)
    dtype = np.dtype(f"V{unit}")
    to, by = (
        Array(each.ptr, (*each.shape, size // unit), dtype, (*each.strides, unit), each.device, each.stream)
        for each in (target, source)
    )
    launched = launch(call, "copy", to, f"V{unit}", [by], [f"V{unit}"], mask)
    return launched if unit == size else None


# Launching.


class Launched(NamedTuple):
    """What a launch was: its kernel, its parameters, and how many extents each array has among them."""

    launcher: Launcher
    parameters: list[int]
    rank: int


def launch(
    call: Call,
    function: str,
    out: Array,
    out_loop: str,
    inputs: Sequence[Array | Number],
    loops: Sequence[str],
    mask: Array | None = None,
) -> Launched:
    """Sets each element of `out` to a function of those of the inputs, which have its shape.

    loops, out_loop: the codes of the types with which the function computes
    mask: of the shape of `out` or of its first dimensions
    """
    layouts = tuple(each.code if isinstance(each, Number) else _layout_of(each) for each in inputs)
    over = None if mask is None else _over_first_dimensions(mask.strides, out.ndim)
    source, extents, strides = _planned(function, out.shape, _layout_of(out), out_loop, layouts, tuple(loops), over)
    arguments, steps = [math.prod(extents), *extents, out.ptr, *strides[0]], iter(strides[1:])
    for each in inputs:
        arguments += [each.bits] if isinstance(each, Number) else [each.ptr, *next(steps)]
    if mask is not None:
        arguments += [mask.ptr, *strides[-1]]
    launcher = call.launcher(source)
    launcher.launch(call, -(-arguments[0] // THREADS), arguments)
    return Launched(launcher, arguments, len(extents))


class _Layout(NamedTuple):
    """What a kernel depends on. place: the address of the first element, within 16 bytes"""

    dtype: Dtype
    strides: tuple[int, ...]
    place: int

    def operand(self, loop: str) -> Operand:
        unit = alignment_of(self.dtype.itemsize, self.place, *self.strides)
        return Operand(code_of(self.dtype), loop, unit, not self.dtype.isnative)


def _layout_of(array: Array) -> _Layout:
    return _Layout(array.dtype, array.strides, array.ptr % LARGEST_ALIGNMENT)


def _over_first_dimensions(strides: tuple[int, ...], ndim: int) -> tuple[int, ...]:
    return strides + (0,) * (ndim - len(strides))


@functools.lru_cache(maxsize=4096)
def _planned(
    function: str,
    shape: tuple[int, ...],
    out: _Layout,
    out_loop: str,
    inputs: tuple[_Layout | str, ...],
    loops: tuple[str, ...],
    mask: tuple[int, ...] | None,
) -> tuple[str, list[int], list[list[int]]]:
    """Returns a kernel, and the extents and the strides of the arrays that it gets. inputs: the code of a number"""
    layouts = [out, *(each for each in inputs if isinstance(each, _Layout))]
    extents, strides = merged(shape, [*(each.strides for each in layouts), *([] if mask is None else [mask])])
    operands = tuple(
        each.operand(loop) if isinstance(each, _Layout) else Operand(each, loop, is_number=True)
        for each, loop in zip(inputs, loops, strict=True)
    )
    source = _elementwise_source.source(function, len(extents), out.operand(out_loop), operands, mask is not None)
    return source, extents, strides


def merged(shape: Sequence[int], strides: Sequence[Sequence[int]]) -> tuple[list[int], list[list[int]]]:
    """Returns the extents and the strides of each array with as few dimensions as possible."""
    dims = [d for d in range(len(shape)) if shape[d] != 1]
    dims.sort(key=lambda d: -abs(strides[0][d]))  # neighboring threads write neighboring elements
    merged: list[tuple[int, list[int]]] = []
    for d in dims:
        steps = [each[d] for each in strides]
        if merged and all(a == b * shape[d] for a, b in zip(merged[-1][1], steps, strict=True)):
            merged[-1] = merged[-1][0] * shape[d], steps
        else:
            merged.append((shape[d], steps))
    return [extent for extent, _ in merged], [[steps[k] for _, steps in merged] for k in range(len(strides))]


# Values of the host.


def values_of(call: Call, value: Any, dtype: Dtype, what: str) -> Array | Number:
    """Returns an array on the GPU as it is, and values of the host converted to a type."""
    if type(value) in (int, float) and dtype.kind in "iuf" and dtype.itemsize <= 8 and dtype.isnative:
        return number_of(np.array(value, dtype))
    if is_on_gpu(value):
        return call.view(value, what)
    if isinstance(value, np.ndarray) and value.dtype == dtype:
        host = value
    elif isinstance(value, (np.ndarray, np.generic)):
        host = np.zeros(value.shape, dtype)
        host[...] = value
    else:
        host = np.array(value, dtype)
    if host.ndim == 0 and dtype.names is None and code_of(dtype) in TYPES and dtype.itemsize <= 8:
        return number_of(host.astype(dtype.newbyteorder("=")))
    return to_device(host, stream=call.stream)


def number_of(host: Any) -> Number:
    """Returns a number of NumPy with up to 8 bytes in the byte order of this machine."""
    return Number(int.from_bytes(host.tobytes().ljust(8, b"\0"), "little", signed=True), code_of(host.dtype))


def common_shape(arrays: Sequence[Array]) -> tuple[int, ...]:
    if all(each.shape == arrays[0].shape for each in arrays):
        return arrays[0].shape
    try:
        return np.broadcast_shapes(*(each.shape for each in arrays))
    except ValueError:
        shapes = " and ".join(str(each.shape) for each in arrays)
        raise ArrayError(f"arrays of the shapes {shapes} do not fit to each other") from None
