# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Conversions to PyTorch's tensors and back."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from cuda.core import Device

from . import _driver
from ._arrays import Array, contiguous_strides, view_of
from ._call import chosen_fields
from ._dtypes import record_dtype
from ._errors import ArrayError, LayoutError, MissingError
from ._records import pack, unpack
from ._sources import LARGEST_ALIGNMENT
from ._types import DeviceArray, StreamLike

_U1 = np.dtype("u1")


def torch_module() -> Any:
    try:
        import torch
    except ImportError as reason:
        raise MissingError(f"PyTorch cannot be imported ({reason}): pip install torch") from reason
    return torch


def to_torch(
    array: DeviceArray, fields: Iterable[str] | None = None, *, copy: bool | None = None, stream: StreamLike = None
) -> Any:
    """Returns a tensor with the elements of an array or, of records, a dict of tensors: one for each field, or for
    those that are named. PyTorch's current stream waits for the array.

    copy: by default, a tensor shares the memory of the array if PyTorch can have it: if the distances between elements
        are multiples of their size, the numbers have the byte order of this machine, and the memory may be written.
        Otherwise it is a copy. True always copies, and False raises LayoutError for what must be copied
    stream: that of the copies, by default that of using_stream(), else PyTorch's current stream

    Dates become int64. Strings and bytes become uint8 with one more dimension, for their bytes. A field that is a
    struct is refused: convert its own fields, as in to_torch(a["pose"]).
    """
    torch = torch_module()
    view = view_of(array, "the array", None)
    given = torch.cuda.current_stream() if stream is None and not _driver.uses_stream() else stream
    if view.dtype.names is None:
        if not _is_shared(view, copy, "the array"):
            view = view.astype(view.dtype.newbyteorder("="), stream=given)
        return _tensor(torch, _for_torch(view, "the array"))
    names = list(view.dtype.names) if fields is None else [field.name for field in chosen_fields(view.dtype, fields)]
    parts = {name: view[name] for name in names}
    copied = [name for name, part in parts.items() if not _is_shared(part, copy, f"the field {name!r}")]
    if copied:
        parts |= unpack(view, copied, stream=given)
    return {name: _tensor(torch, _for_torch(part, f"the field {name!r}")) for name, part in parts.items()}


def _for_torch(array: Array, what: str) -> Array:
    """Returns the same memory with a type that PyTorch has. Numbers have the byte order of this machine."""
    kind = array.dtype.kind
    if array.dtype.names is not None:
        raise LayoutError(
            f"{what} is a struct, and PyTorch has none: convert its own fields, as in to_torch(a['pose'])"
        )
    if kind in "mM":
        return array.view("i8")
    if kind in "SUV":
        shape, strides = (*array.shape, array.dtype.itemsize), (*array.strides, 1)
        return dataclasses.replace(array, shape=shape, strides=strides, dtype=_U1, owner=array)
    if kind not in "biufc" or array.dtype.itemsize > {"c": 16}.get(kind, 8):
        raise LayoutError(f"{what} has the type {array.dtype}, which PyTorch lacks: convert it by astype()")
    return array


def _is_shared(array: Array, copy: bool | None, what: str) -> bool:
    """Returns whether a tensor shares the memory. Raises LayoutError for types that PyTorch lacks."""
    size = _for_torch(array, what).dtype.itemsize
    strides = array.strides if array.size else ()
    is_possible = (
        array.dtype.isnative
        and not array.readonly
        and all(stride >= 0 and stride % size == 0 for stride in strides)
        and array.ptr % size == 0
    )
    if copy is False and not is_possible:
        raise LayoutError(
            f"PyTorch cannot share the memory of {what}, elements of {array.dtype} with the strides {array.strides}: "
            "leave out copy=False"
        )
    return is_possible and not copy


def _tensor(torch: Any, array: Array) -> Any:
    if not array.size:
        kind = torch.from_numpy(np.zeros(0, array.dtype)).dtype
        return torch.empty(array.shape, dtype=kind, device="cuda")
    result = torch.as_tensor(array, device=f"cuda:{array.device}")
    # PyTorch ignores the stream that the interface names.
    current = torch.cuda.current_stream(result.device)
    _driver.wait_for(_driver.stream_of(current, Device(array.device)), array._stream_now)
    return result


def from_torch(tensors: Any, dtype: npt.DTypeLike | None = None, *, stream: StreamLike = None) -> Array:
    """Returns records with the values of a dict of tensors, or the memory of one tensor as an Array.

    dtype: the type of the records. Fields without a tensor are 0. By default, the type has a field for each tensor,
        with its name and type, without padding
    stream: that of the copy, by default PyTorch's current stream
    Raises: ArrayError, LayoutError if a tensor does not have the shape and the type that to_torch() gives its field
    """
    torch = torch_module()
    if not isinstance(tensors, Mapping):
        if dtype is not None:
            raise TypeError("a tensor alone has no fields: pass a dict of tensors, or write as_records(tensor, dtype)")
        return view_of(_detached(torch, tensors, "the tensor"), "the tensor", None)
    arrays = {
        name: view_of(contiguous(_detached(torch, each, f"the tensor {name!r}")), f"the tensor {name!r}", None)
        for name, each in tensors.items()
    }
    if dtype is None:
        if not all(each.shape for each in arrays.values()):
            raise ArrayError("a tensor has no dimension: pass one value for each record")
        record = np.dtype([(name, each.dtype, each.shape[1:]) for name, each in arrays.items()])
    else:
        record = record_dtype(dtype, any_order=True)
        for field in chosen_fields(record, arrays):
            arrays[field.name] = _with_base(arrays[field.name], field.base)
    return pack(arrays, record, stream=stream)


def contiguous(tensor: Any) -> Any:
    """Returns a tensor that is contiguous and begins where every type may begin: itself, or a copy."""
    result = tensor.contiguous()
    return result.clone() if result.data_ptr() % LARGEST_ALIGNMENT else result


def _detached(torch: Any, tensor: Any, what: str) -> Any:
    if not isinstance(tensor, torch.Tensor):
        raise TypeError(f"{what} is of the type {type(tensor).__name__}: pass a tensor")
    return tensor.detach()


def _with_base(array: Array, base: Any) -> Array:
    """Returns a contiguous array with the type of a field whose values to_torch() gives another type."""
    if base.kind in "mM" and array.dtype == np.dtype("i8"):
        return array.view(base.newbyteorder("="))
    if base.kind in "SUV" and array.dtype == _U1 and array.shape[-1:] == (base.itemsize,):
        shape = array.shape[:-1]
        strides = contiguous_strides(shape, base.itemsize)
        return dataclasses.replace(array, shape=shape, strides=strides, dtype=base, owner=array)
    return array
