# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""a[key] and a[key] = values of an Array, for all keys of NumPy but several arrays of indices at once."""

from __future__ import annotations

import dataclasses
import functools
import math
import operator
from typing import Any

import numpy as np

from . import _elementwise, _views, _whole
from ._arrays import Array, contiguous_strides, is_on_gpu, to_device
from ._call import Call
from ._elementwise import Number, assign, copied
from ._errors import ArrayError, LayoutError, OutOfRangeError
from ._records import check_indices, last_indices, move_indexed
from ._select import selected, selected_positions
from ._types import StreamLike

_FULL = slice(None)


def get(array: Array, key: Any, *, stream: StreamLike = None) -> Array:
    """Returns array[key]: a part without a copy for fields, numbers, ranges, None and Ellipsis; a copy of the elements
    that an array of indices or a mask chooses."""
    if (part := _part(array, key)) is not None:
        return part
    call = Call.on(stream, array, *_parts_of(key))
    array, chosen, axis = _split(call, call.view(array, "the array"), key)
    is_mask = chosen.dtype.kind == "b"
    rank = chosen.ndim if is_mask else 1
    inner = _shape_of_rows(array, rank, chosen.shape if is_mask else None)
    flat = _flat(call, chosen)
    if not math.prod(inner) * array.dtype.itemsize:
        count = len(selected_positions(call, flat)) if is_mask else 0
        result = call.new(((count,) if is_mask else chosen.shape) + inner, array.dtype)
    else:
        rows = _rows(call, array, rank, inner)
        result = selected(call, rows, flat) if is_mask else _taken(call, rows, flat)
        shape = (result.shape if is_mask else chosen.shape) + inner
        if rows is not array or shape != result.shape or array.has_hidden_fields:
            result = dataclasses.replace(
                result,
                shape=shape,
                dtype=array.dtype,
                strides=contiguous_strides(shape, array.dtype.itemsize),
                has_hidden_fields=array.has_hidden_fields,
            )
    call.finish()
    return result if axis == 0 else _moved_axes(result, 0, axis, 1 if is_mask else chosen.ndim)


def _taken(call: Call, rows: Array, order: Array) -> Array:
    """Returns rows[order]. Raises: OutOfRangeError"""
    result = call.new(order.shape, rows.dtype)
    if len(order):
        move = functools.partial(move_indexed, call, rows, order, result) if len(rows) else None
        check_indices(call, order, len(rows), move)
    return result


def _parts_of(key: Any) -> tuple[Any, ...]:
    return key if isinstance(key, tuple) else (key,)


def put(array: Array, key: Any, values: Any, *, stream: StreamLike = None) -> None:
    """Sets array[key] = values. If an index occurs several times, the last of its values is stored.

    values: an array of any library, or values of the host; they are converted to the type, and repeated to the shape
    Raises: OutOfRangeError, ArrayError, LayoutError; then nothing is written
    """
    call = Call.on(stream, array, *_parts_of(key), values)
    view = call.view(array, "the array")
    if view.readonly:
        raise ArrayError("the array may not be written: copy it first")
    part = _part(view, key)
    if part is not None:
        assign(call, part, _elementwise.values_of(call, values, part.dtype, "values"))
    else:
        view, chosen, axis = _split(call, view, key)
        new = _elementwise.values_of(call, values, view.dtype, "values")
        if isinstance(new, Array) and axis:
            new = _axis_first(new, axis, view.ndim + chosen.ndim - 1, chosen.ndim)
        if chosen.dtype.kind == "b":
            _put_where(call, view, chosen, new)
        else:
            _put_at(call, view, chosen, new)
    call.finish()


def _part(array: Array, key: Any) -> Array | None:
    """Returns a view for a key that needs no copy, or None."""
    if isinstance(key, Array) and key.ndim:
        return None
    if isinstance(key, str):
        return array.field(key)
    if type(key) is slice and array.shape:
        return _views.range_of(array, key)
    if isinstance(key, list) and key and all(isinstance(each, str) for each in key):
        return _some_fields(array, key)
    parts = key if isinstance(key, tuple) else (key,)
    if any(isinstance(each, str) for each in parts):
        raise LayoutError(f"a[{key!r}] mixes names and indices: write a['name'][...], or a[['x', 'y']] for fields")
    if all(_is_basic(each) for each in parts):
        return _views.basic_part(array, tuple(_basic(each) for each in parts))
    return None


def _is_basic(key: Any) -> bool:
    if key is None or key is Ellipsis or isinstance(key, slice):
        return True
    if isinstance(key, (bool, np.bool_)):
        return False
    if isinstance(key, (Array, np.ndarray)):
        return key.ndim == 0 and key.dtype.kind in "iu"
    return hasattr(key, "__index__") and not is_on_gpu(key)


def _basic(key: Any) -> Any:
    return operator.index(key) if hasattr(key, "__index__") else key


def _some_fields(array: Array, names: list[str]) -> Array:
    own = [array.field_name(name) for name in names]
    if len(set(own)) < len(own):
        raise LayoutError(f"a[{names!r}] names a field twice")
    return dataclasses.replace(array, dtype=array.dtype[own], owner=array, has_hidden_fields=True)


def _split(call: Call, array: Array, key: Any) -> tuple[Array, Array, int]:
    """Returns an array, and the indices or the mask of its first dimensions; and the dimension that was made first."""
    if not isinstance(key, tuple):
        return array, _indices_or_mask(call, key), 0
    parts = list(key) if isinstance(key, tuple) else [key]
    arrays = [k for k, each in enumerate(parts) if not _is_basic(each)]
    if len(arrays) > 1 or (len(parts) > 1 and any(_is_number(each) for each in parts)):
        raise ArrayError(
            "a[...] takes one array of indices or one mask, and ranges beside it: index twice, as in a[0][indices], or "
            "write cupy.asarray(a)[...]"
        )
    chosen = _indices_or_mask(call, parts[arrays[0]])
    rank = chosen.ndim if chosen.dtype.kind == "b" else 1
    others = [*parts[: arrays[0]], *[_FULL] * rank, *parts[arrays[0] + 1 :]]
    if not any(each is Ellipsis for each in others):
        others.append(Ellipsis)
    before = others[: arrays[0]]
    axis = len(before)
    if any(each is Ellipsis for each in before):  # Ellipsis stands for the dimensions that no other key has
        axis += array.ndim - sum(each is not None and each is not Ellipsis for each in others) - 1
    if array.ndim < sum(each is not None and each is not Ellipsis for each in others):
        raise OutOfRangeError(f"the key has more dimensions than the array, which has the shape {array.shape}")
    if any(each is not _FULL and each is not Ellipsis for each in others):
        array = _views.basic_part(array, tuple(others))
    return (_moved_axes(array, axis, 0, rank) if axis else array), chosen, axis


def _is_number(key: Any) -> bool:
    return _is_basic(key) and hasattr(key, "__index__")


def _moved_axes(array: Array, first: int, to: int, count: int) -> Array:
    axes = list(range(array.ndim))
    moved = axes[first : first + count]
    del axes[first : first + count]
    axes[to:to] = moved
    return _views.transposed(array, axes)


def _axis_first(values: Array, axis: int, ndim: int, count: int) -> Array:
    """Returns values of the shape of array[key] with the dimensions of the key first."""
    values = _views.of_stand_in(values, _views.stand_in(values)[(None,) * (ndim - values.ndim)])
    return _moved_axes(values, axis, 0, count)


def _indices_or_mask(call: Call, key: Any) -> Array:
    """Returns indices or a mask on the GPU."""
    if is_on_gpu(key):
        view = call.view(key, "indices")
        kind = view.dtype.kind
    else:
        host = np.asarray(key)
        host = host.astype(np.intp) if host.size == 0 and not isinstance(key, np.ndarray) else host
        kind = host.dtype.kind
        if kind in "biu":
            view = to_device(host.astype(host.dtype.newbyteorder("=")), stream=call.stream)
    if kind not in "biu" or (kind == "b" and view.ndim == 0):
        raise LayoutError(
            f"a[...] takes numbers, ranges, names of fields, arrays of integers, and masks of bool, not {key!r}"
            if not hasattr(key, "dtype")
            else f"indices have the type {key.dtype}, and must be integers or bool: convert them, or write mask != 0"
        )
    return view


def _flat(call: Call, array: Array) -> Array:
    """Returns the elements one by one, contiguous and in the byte order of this machine."""
    if not array.is_contiguous or not array.dtype.isnative or array.ptr % array.dtype.itemsize:
        array = copied(call, array, array.dtype.newbyteorder("="))
    if array.ndim == 1:
        return array
    return dataclasses.replace(array, shape=(array.size,), strides=(array.dtype.itemsize,))


def _shape_of_rows(array: Array, rank: int, mask_shape: tuple[int, ...] | None) -> tuple[int, ...]:
    """Returns the shape of the elements at each place of the first dimensions."""
    if array.ndim < rank or (mask_shape is not None and array.shape[:rank] != mask_shape):
        raise OutOfRangeError(
            f"the mask has the shape {mask_shape}, and the array {array.shape}: they must be equal"
            if mask_shape is not None
            else "the array has no dimension that indices could choose from"
        )
    return array.shape[rank:]


def _rows(call: Call, array: Array, rank: int, inner: tuple[int, ...]) -> Array:
    """Returns the elements at each place of the first dimensions as one element each. Copies them if they are not
    contiguous."""
    rows = _rows_in_place(array, rank, inner)
    if rows is None:
        rows = _rows_in_place(copied(call, array), rank, inner)
    assert rows is not None
    return rows


def _rows_in_place(array: Array, rank: int, inner: tuple[int, ...]) -> Array | None:
    size = math.prod(inner) * array.dtype.itemsize
    if rank == array.ndim == 1:
        return array if len(array) < 2 or array.strides[0] >= size else None
    first = dataclasses.replace(array, shape=array.shape[:rank], strides=array.strides[:rank])
    element = dataclasses.replace(array, shape=inner, strides=array.strides[rank:])
    flat = _views.reshaped(first, (first.size,)) if element.is_contiguous else None
    if flat is None or (len(flat) > 1 and flat.strides[0] < size):
        return None
    return dataclasses.replace(flat, dtype=np.dtype(f"V{size}"), has_hidden_fields=False)


def _put_where(call: Call, array: Array, mask: Array, values: Array | Number) -> None:
    inner = _shape_of_rows(array, mask.ndim, mask.shape)
    if isinstance(values, Number) or values.ndim <= len(inner):
        if isinstance(values, Array):
            values = _views.broadcast(values, array.shape[: mask.ndim] + inner, "the array of values")
        assign(call, array, values, mask)
        return
    order = selected_positions(call, _flat(call, mask))
    if values.shape[0] not in (1, len(order)):
        raise ArrayError(f"there are {values.shape[0]} values for the {len(order)} elements that the mask chooses")
    flat = _views.reshaped(array, (mask.size, *inner))
    target = copied(call, array) if flat is None else array
    rows = _views.reshaped(target, (mask.size, *inner)) if flat is None else flat
    assert rows is not None
    _put_rows(call, rows, order, values, None)
    if flat is None:
        assign(call, array, target)


def _put_at(call: Call, array: Array, indices: Array, values: Array | Number) -> None:
    _shape_of_rows(array, 1, None)
    order = _flat(call, indices)
    if isinstance(values, Array):
        values = _views.broadcast(values, indices.shape + array.shape[1:], "the array of values")
        values = values if indices.ndim == 1 else copied(call, values)
        reshaped = _views.reshaped(values, (len(order), *array.shape[1:]))
        assert reshaped is not None
        values = reshaped
    if not len(order):
        return
    is_one = isinstance(values, Number) or values.strides[:1] == (0,) or len(order) == 1
    last = None
    if is_one or not len(array):
        check_indices(call, order, len(array))
    else:
        last = last_indices(call, order, len(array), checked=True)
    _put_rows(call, array, order, values, last)


def _as_they_are(values: Array | Number, array: Array, shape: tuple[int, ...]) -> Array | None:
    """Returns values as rows that can be stored without a conversion, or None."""
    if isinstance(values, Number) or values.dtype != array.dtype or values.shape != shape or array.has_hidden_fields:
        return None
    rows = _rows_in_place(values, 1, shape[1:])
    is_apart = rows is not None and not _views.share_bytes(values, array) and 0 not in rows.strides
    return rows if is_apart else None


def _put_rows(call: Call, array: Array, order: Array, values: Array | Number, last: Array | None) -> None:
    """Sets array[order] = values. The indices are in range. last: last_indices() if several may be equal"""
    inner = array.shape[1:]
    shape = (len(order), *inner)
    if not len(order) or not math.prod(inner) * array.dtype.itemsize:
        return
    rows = _rows_in_place(array, 1, inner)
    target = array
    if rows is None:
        target = copied(call, array)
        rows = _rows(call, target, 1, inner)
    packed = _as_they_are(values, array, shape)
    if packed is None:
        new = call.new(shape, array.dtype)
        if array.has_hidden_fields:  # the bytes beside the fields keep their values
            new = dataclasses.replace(new, has_hidden_fields=True)
            move_indexed(call, rows, order, _rows(call, new, 1, inner))
        assign(call, new, values)
        packed = _rows(call, new, 1, inner)
    _whole.put(call, rows, order, packed, last)
    if target is not array:
        assign(call, array, target)
