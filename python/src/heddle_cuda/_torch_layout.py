# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Layouts of records as arguments of PyTorch's operators, and the memory of tensors as Arrays."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ._arrays import Array, contiguous_strides
from ._dtypes import Dtype
from ._errors import LayoutError
from ._torch import torch_module

torch = torch_module()

Tensor = Any

# A layout is a string, because operators have no lists of strings: the size of a record, then the offset and the type
# of each field: "28 0:(3,)<f4 24:<f4".


def format_of(name: str, dtype: Dtype) -> str:
    base, inner = dtype.subdtype or (dtype, ())
    largest = {"c": 16, "S": base.itemsize, "U": base.itemsize, "V": base.itemsize}.get(base.kind, 8)
    if base.names is not None or base.kind not in "biufcmMSUV" or base.itemsize > largest:
        raise LayoutError(f"the field {name!r} has the type {base}, which PyTorch lacks: give it one of bytes, as 'V4'")
    if base.kind in "SUV":
        base, inner = np.dtype("u1"), (*inner, base.itemsize)
    shape = f"({','.join(map(str, inner))},)" if inner else ""
    return f"{shape}{'<i8' if base.kind in 'mM' else base.str}"


@functools.lru_cache(maxsize=1024)
def type_of(layout: str) -> Dtype:
    size, *parts = layout.split()
    fields = [part.split(":", 1) for part in parts]
    return np.dtype(
        {
            "names": [f"f{k}" for k in range(len(fields))],
            "formats": [form for _, form in fields],
            "offsets": [int(offset) for offset, _ in fields],
            "itemsize": int(size),
        }
    )


def shapes_and_types(layout: str) -> list[tuple[tuple[int, ...], Any]]:
    fields = (field.subdtype or (field, ()) for field, *_ in (type_of(layout).fields or {}).values())
    return [(tuple(inner), getattr(torch, base.name)) for base, inner in fields]


def some_fields(layout: str, chosen: Iterable[int]) -> str:
    size, *parts = layout.split()
    return " ".join([size, *(parts[k] for k in chosen)])


def fields_of_type(layout: str, kind: Any) -> list[int]:
    """Returns the numbers of the fields that have a type."""
    return [k for k, (_, own) in enumerate(shapes_and_types(layout)) if own == kind]


def rows(records: Tensor, record: Dtype, stream: Any) -> Array:
    """Returns the rows of a tensor as records. They are copied if they share bytes or have gaps between elements."""
    width = records.shape[1]
    if (records.shape[0] > 1 and records.stride(0) < width) or (width > 1 and records.stride(1) != 1):
        records = records.contiguous()
    step = records.stride(0) * records.element_size() if records.shape[0] > 1 else record.itemsize
    return _array(records, (records.shape[0],), record, (step,), stream)


def _column(tensor: Tensor, field: Dtype, stream: Any) -> Array:
    """Returns the values of a field in a contiguous tensor."""
    base, shape = field.base, tuple(tensor.shape)
    return _array(tensor, shape, base, contiguous_strides(shape, base.itemsize), stream)


def columns(tensors: Sequence[Tensor], record: Dtype, stream: Any) -> dict[str, Array]:
    return {f"f{k}": _column(each, record[k], stream) for k, each in enumerate(tensors)}


def _array(tensor: Tensor, shape: tuple[int, ...], dtype: Dtype, strides: tuple[int, ...], stream: Any) -> Array:
    """Returns the memory of a tensor, which is that of the stream. The interface of a tensor takes longer to read, and
    there is none if it has a gradient."""
    handle = int(stream.cuda_stream) or 1
    pointer = tensor.data_ptr() if tensor.numel() else 0
    return Array(pointer, shape, dtype, strides, tensor.device.index, handle, owner=tensor)


def indices_of(indices: Tensor, stream: Any) -> Array:
    base = np.dtype(str(indices.dtype).removeprefix("torch."))
    return _column(indices.contiguous(), base, stream)


@contextlib.contextmanager
def on_device_of(tensor: Tensor) -> Iterator[Any]:
    """Makes the device of a tensor current, and gives the stream that is current on it."""
    with torch.cuda.device(tensor.device):
        yield torch.cuda.current_stream()


def bytes_of_row(records: Tensor) -> Dtype:
    return np.dtype(f"V{records.shape[1] * records.element_size()}")
