# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Operators of PyTorch: torch.ops.heddle.unpack, pack, take and scatter_add, with gradients, for torch.compile.

    from heddle_cuda.torch_ops import Records, take

    particle = Records(dtype)                        # outside of compiled functions
    records = particle.pack({"x": x, "mass": mass}, torch.float32)
    fields = particle.unpack(take(records, indices))

Records are the rows of a tensor (n, k) of any type, whose k elements have the bytes of a record. PyTorch has gradients
of floats alone: for these, use a tensor of float32 or float64. Then the fields of its type have gradients, and the
bytes of the others pass through as they are.

The operators are on PyTorch's current stream, and their results are new tensors of PyTorch's memory, so they can be
captured into its graphs after a first call has compiled them. They take CUDA tensors on any device.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy.typing as npt

from . import _records
from ._call import chosen_fields
from ._conversion import selection
from ._dtypes import record_dtype
from ._errors import ArrayError, DeviceError, LayoutError
from ._torch import contiguous
from ._torch_layout import (
    Tensor,
    bytes_of_row,
    columns,
    fields_of_type,
    format_of,
    indices_of,
    on_device_of,
    rows,
    shapes_and_types,
    some_fields,
    torch,
    type_of,
)


class Records:
    """Records of a type of NumPy. The arrays of its fields are tensors as to_torch() has them: dates are int64, strings
    and bytes uint8 with one more dimension.

    Raises: LayoutError for types that a GPU or PyTorch cannot hold
    """

    def __init__(self, dtype: npt.DTypeLike) -> None:
        record = record_dtype(dtype)
        self.itemsize = record.itemsize
        self._parts = {
            field.name: f"{field.offset}:{format_of(field.name, field.dtype)}"
            for field in chosen_fields(record, record.names or ())
        }

    def _layout(self, fields: Iterable[str]) -> str:
        names = list(fields)
        if unknown := [name for name in names if name not in self._parts]:
            raise LayoutError(f"the records have no fields {unknown}: their fields are {list(self._parts)}")
        return " ".join([str(self.itemsize), *[self._parts[name] for name in names]])

    def unpack(self, records: Tensor, fields: Sequence[str] | None = None) -> dict[str, Tensor]:
        """Returns a tensor for each field, or for those that are named.

        records: shape (n, k). Fields of its type of float have gradients, and may then not share bytes
        """
        names = list(self._parts) if fields is None else list(fields)
        values = torch.ops.heddle.unpack(records, self._layout(names))
        return {name: values[k] for k, name in enumerate(names)}

    def pack(self, values: Mapping[str, Tensor], kind: Any = torch.uint8) -> Tensor:
        """Returns new records, shape (n, itemsize / kind.itemsize). Fields without a value are 0.

        values: a tensor for each field, or for some. Those of the type `kind` have gradients
        kind: the type of the elements of the result
        """
        return torch.ops.heddle.pack(list(values.values()), self._layout(values), kind)

    def scatter_add(
        self, records: Tensor, indices: Tensor, values: Tensor, fields: Sequence[str] | None = None
    ) -> Tensor:
        """Returns a copy of records to which values[i] is added at indices[i], for each i, as by
        heddle_cuda.scatter_add().

        values: of the shape (indices, k) and the type of the records
        fields: the names of those that are added, by default all
        """
        return torch.ops.heddle.scatter_add(
            records, indices, values, self._layout(self._parts if fields is None else fields)
        )


def take(records: Tensor, indices: Tensor) -> Tensor:
    """Returns records[indices], shape (indices, k). Negative indices count from the end; for an index that is out of
    range, the record is 0. The gradients are those of float32 and float64."""
    return torch.ops.heddle.take(records, indices)


def _check(records: Tensor, size: int | None, what: str) -> None:
    if records.dim() != 2:
        raise ArrayError(f"{what} has the shape {tuple(records.shape)}: pass a tensor whose rows are records")
    if size is not None and records.shape[1] * records.element_size() != size:
        raise ArrayError(
            f"{what} has rows of {records.shape[1] * records.element_size()} bytes, and a record has {size}: pass "
            "records of this type"
        )


def _check_indices(records: Tensor, indices: Tensor) -> None:
    if indices.device != records.device:
        raise DeviceError(f"indices are on {indices.device}, and the records on {records.device}: copy them there")
    if indices.dim() != 1:
        raise ArrayError(f"indices has the shape {tuple(indices.shape)}, and must have one dimension: use reshape(-1)")


# Each operator: its work, the shape and type of its results, what it keeps for the gradients, and the gradients.


def _unpack_fake(records: Tensor, layout: str) -> list[Tensor]:
    _check(records, type_of(layout).itemsize, "records")
    return [records.new_empty((records.shape[0], *inner), dtype=kind) for inner, kind in shapes_and_types(layout)]


def _unpack(records: Tensor, layout: str) -> list[Tensor]:
    result = _unpack_fake(records, layout)
    if records.shape[0] and result:
        record = type_of(layout)
        with on_device_of(records) as stream:
            _records.unpack(rows(records, record, stream), out=columns(result, record, stream), stream=stream)
    return result


def _unpack_setup(ctx: Any, inputs: Any, output: Any) -> None:
    records, ctx.layout = inputs
    ctx.kind = records.dtype
    ctx.chosen = fields_of_type(ctx.layout, ctx.kind)
    kept = set(ctx.chosen)
    ctx.mark_non_differentiable(*(each for k, each in enumerate(output) if k not in kept))
    record = type_of(ctx.layout)
    if shared := selection(record, tuple(f"f{k}" for k in ctx.chosen)).overlapping:
        raise LayoutError(f"the fields {shared} share bytes, and their gradients would: unpack records.detach()")


def _unpack_backward(ctx: Any, grads: Any) -> Any:
    chosen = [k for k in ctx.chosen if grads[k] is not None]
    if not chosen:
        return None, None
    return torch.ops.heddle.pack([grads[k] for k in chosen], some_fields(ctx.layout, chosen), ctx.kind), None


def _pack_fake(values: list[Tensor], layout: str, kind: Any) -> Tensor:
    size = type_of(layout).itemsize
    if not values:
        raise ArrayError("there is no value: pass one for a field at least")
    if size % kind.itemsize:
        raise LayoutError(f"a record has {size} bytes, which are no multiple of those of {kind}: pass torch.uint8")
    for k, (each, (inner, own)) in enumerate(zip(values, shapes_and_types(layout), strict=True)):
        if each.device != values[0].device:
            raise DeviceError(f"value {k} is on {each.device}, and value 0 on {values[0].device}: copy it there")
        if each.dtype != own or each.dim() != 1 + len(inner) or tuple(each.shape[1:]) != inner:
            raise ArrayError(
                f"value {k} has the shape {tuple(each.shape)} and the type {each.dtype}, and its field needs "
                f"{('n', *inner)} and {own}"
            )
    return values[0].new_empty((values[0].shape[0], size // kind.itemsize), dtype=kind)


def _pack(values: list[Tensor], layout: str, kind: Any) -> Tensor:
    result = _pack_fake(values, layout, kind)
    record = type_of(layout)
    if sum(field.itemsize for field, *_ in (record.fields or {}).values()) != record.itemsize:
        result.zero_()
    if result.shape[0]:
        with on_device_of(result) as stream:
            arrays = columns([contiguous(each) for each in values], record, stream)
            _records.pack(arrays, into=rows(result, record, stream), stream=stream)
    return result


def _pack_setup(ctx: Any, inputs: Any, output: Any) -> None:
    _, ctx.layout, ctx.kind = inputs


def _pack_backward(ctx: Any, grad: Tensor) -> Any:
    needed = ctx.needs_input_grad[0]
    chosen = [k for k in fields_of_type(ctx.layout, ctx.kind) if needed[k]]
    result: list[Tensor | None] = [None] * len(needed)
    if chosen:
        for k, each in zip(chosen, torch.ops.heddle.unpack(grad, some_fields(ctx.layout, chosen)), strict=True):
            result[k] = each
    return result, None, None


def _take_fake(records: Tensor, indices: Tensor) -> Tensor:
    _check(records, None, "records")
    _check_indices(records, indices)
    return records.new_empty((indices.shape[0], records.shape[1]))


def _take(records: Tensor, indices: Tensor) -> Tensor:
    result = _take_fake(records, indices)
    if result.numel():
        record = bytes_of_row(records)
        with on_device_of(records) as stream:
            order = indices_of(indices, stream)
            _records.take(rows(records, record, stream), order, out=rows(result, record, stream), stream=stream)
    return result


def _take_setup(ctx: Any, inputs: Any, output: Any) -> None:
    records, indices = inputs
    if records.dtype not in (torch.float32, torch.float64):
        raise LayoutError(f"records of {records.dtype} have no gradients: take records.detach(), or use float32")
    ctx.save_for_backward(indices)
    ctx.shape = records.shape


def _take_backward(ctx: Any, grad: Tensor) -> Any:
    (indices,) = ctx.saved_tensors
    width = int(grad.shape[1])
    layout = f"{width * grad.dtype.itemsize} 0:({width},)f{grad.dtype.itemsize}"
    return torch.ops.heddle.scatter_add(grad.new_zeros(ctx.shape), indices, grad, layout), None


def _scatter_add_fake(records: Tensor, indices: Tensor, values: Tensor, layout: str) -> Tensor:
    size = type_of(layout).itemsize
    _check(records, size, "records")
    _check(values, size, "values")
    _check_indices(records, indices)
    if values.device != records.device:
        raise DeviceError(f"values are on {values.device}, and the records on {records.device}: copy them there")
    if records.dtype != values.dtype or values.shape[0] != indices.shape[0]:
        raise ArrayError(
            f"values has the shape {tuple(values.shape)} and the type {values.dtype}: it needs a row for each index, "
            f"and the type of the records, {records.dtype}"
        )
    return records.new_empty(records.shape)


def _scatter_add(records: Tensor, indices: Tensor, values: Tensor, layout: str) -> Tensor:
    _scatter_add_fake(records, indices, values, layout)
    result = records.detach().clone(memory_format=torch.contiguous_format)
    if indices.shape[0] and result.numel():
        record = type_of(layout)
        with on_device_of(records) as stream:
            order, added = indices_of(indices, stream), rows(values, record, stream)
            _records.scatter_add(rows(result, record, stream), order, added, stream=stream)
    return result


def _scatter_add_setup(ctx: Any, inputs: Any, output: Any) -> None:
    _, indices, values, ctx.layout = inputs
    ctx.save_for_backward(indices)
    ctx.kind = values.dtype


def _scatter_add_backward(ctx: Any, grad: Tensor) -> Any:
    (indices,) = ctx.saved_tensors
    of_values = None
    if ctx.needs_input_grad[2] and (chosen := fields_of_type(ctx.layout, ctx.kind)):
        layout = some_fields(ctx.layout, chosen)
        # Fields that are not added have no gradient.
        of_values = torch.ops.heddle.take(grad, indices)
        of_values = torch.ops.heddle.pack(torch.ops.heddle.unpack(of_values, layout), layout, ctx.kind)
    return (grad if ctx.needs_input_grad[0] else None), None, of_values, None


def _register(
    schema: str, work: Callable[..., Any], fake: Callable[..., Any], setup: Callable[..., Any], backward: Any
) -> None:
    name, _, rest = schema.partition("(")
    operator = torch.library.custom_op(f"heddle::{name}", work, mutates_args=(), device_types="cuda", schema=f"({rest}")
    operator.register_fake(fake)
    operator.register_autograd(backward, setup_context=setup)


_register("unpack(Tensor records, str layout) -> Tensor[]", _unpack, _unpack_fake, _unpack_setup, _unpack_backward)
_register(
    "pack(Tensor[] values, str layout, ScalarType kind) -> Tensor", _pack, _pack_fake, _pack_setup, _pack_backward
)
_register("take(Tensor records, Tensor indices) -> Tensor", _take, _take_fake, _take_setup, _take_backward)
_register(
    "scatter_add(Tensor records, Tensor indices, Tensor values, str layout) -> Tensor",
    _scatter_add,
    _scatter_add_fake,
    _scatter_add_setup,
    _scatter_add_backward,
)
