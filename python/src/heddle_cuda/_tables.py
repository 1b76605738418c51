# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Conversions to tables of Apache Arrow and pandas, and back. Their memory is that of the host."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ._arrays import Array, to_device
from ._dtypes import Dtype, fields_of, record_dtype
from ._errors import ArrayError, LayoutError, MissingError
from ._records import pack, unpack
from ._types import DeviceArray, StreamLike

Values = npt.NDArray[Any]


def to_arrow(records: DeviceArray, fields: Iterable[str] | None = None, *, stream: StreamLike = None) -> Any:
    """Returns a pyarrow.Table with a column for each field of records, or for those that are named. The GPU makes the
    columns, and the host gets a copy of them: a call waits for that.

    Arrays become fixed-size lists, structs become structs, complex numbers become lists of 2 numbers, and bytes ("S",
    "V") become fixed-size binaries. Times of units that Arrow lacks become seconds.
    Raises: LayoutError for types that Arrow lacks
    """
    pa = _imported("pyarrow")
    columns = _columns(records, fields, stream)
    return pa.table({name: _arrow_array(pa, values, f"the field {name!r}") for name, values in columns.items()})


def from_arrow(table: Any, dtype: npt.DTypeLike | None = None, *, stream: StreamLike = None) -> Array:
    """Returns records with the columns of a table of Arrow, or of what pyarrow.table() takes.

    dtype: the type of the records. The table needs a column for each field; others are left out. Columns are converted
        if all values of their type fit. By default, the type has a field for each column, without padding, for which
        strings and binaries of variable size are refused
    Raises: LayoutError if a column does not fit to its field; ArrayError if a column has nulls, or a string is too long
    """
    pa = _imported("pyarrow")
    given = table if isinstance(table, pa.Table) else pa.table(table)
    columns = {name: given.column(name) for name in given.column_names}
    if dtype is None:
        values = {name: _from_arrow_array(pa, column, None, f"the column {name!r}") for name, column in columns.items()}
        record = np.dtype([(name, each.dtype, each.shape[1:]) for name, each in values.items()])
    else:
        record = record_dtype(dtype, any_order=True)
        _refuse_absent([field.name for field in fields_of(record).values()], columns)
        values = {
            field.name: _from_arrow_array(pa, columns[field.name], field.dtype, f"the column {field.name!r}")
            for field in fields_of(record).values()
        }
    return _packed(values, record, stream)


def to_pandas(records: DeviceArray, fields: Iterable[str] | None = None, *, stream: StreamLike = None) -> Any:
    """Returns a pandas.DataFrame with a column for each field of records, or for those that are named. The GPU makes
    the columns, and the host gets a copy of them: a call waits for that.

    Each element of an array, and each field of a struct, has a column: "x[0]", "pose.at[1][0]".
    """
    pd = _imported("pandas")
    columns: dict[str, Values] = {}
    for name, values in _columns(records, fields, stream).items():
        for label, column in _leaves(name, values):
            if label in columns:
                raise LayoutError(f"two columns would have the name {label!r}: choose some of the fields")
            columns[label] = np.ascontiguousarray(column)
    return pd.DataFrame(columns)


def from_pandas(frame: Any, dtype: npt.DTypeLike | None = None, *, stream: StreamLike = None) -> Array:
    """Returns records with the columns of a pandas.DataFrame.

    dtype: the type of the records. The frame needs the columns that to_pandas() makes of them; others are left out.
        Columns are converted if all values of their type fit. By default, the type has a field for each column,
        without padding, for which strings are refused
    Raises: LayoutError if a column does not fit to its field; ArrayError if a string is too long
    """
    _imported("pandas")
    if dtype is None:
        values = {str(name): _numbers(frame[name].to_numpy(), f"the column {name!r}") for name in frame.columns}
        return _packed(values, np.dtype([(name, each.dtype) for name, each in values.items()]), stream)
    record = record_dtype(dtype, any_order=True)
    values = {}
    for field in fields_of(record).values():
        own = values[field.name] = np.zeros((len(frame), *field.inner), _native(field.base))
        leaves = list(_leaves(field.name, own))
        _refuse_absent([label for label, _ in leaves], frame.columns)
        for label, part in leaves:
            part[...] = _converted(frame[label].to_numpy(), part.dtype, f"the column {label!r}")
    return _packed(values, record, stream)


def _imported(name: str) -> Any:
    try:
        return __import__(name)
    except ImportError as reason:
        raise MissingError(f"{name} cannot be imported ({reason}): pip install {name}") from reason


def _columns(records: DeviceArray, fields: Iterable[str] | None, stream: StreamLike) -> dict[str, Values]:
    return {name: column.to_host(stream=stream) for name, column in unpack(records, fields, stream=stream).items()}


def _native(dtype: Dtype) -> Dtype:
    return dtype.newbyteorder("=")


def _refuse_absent(names: Iterable[str], columns: Iterable[str]) -> None:
    if absent := [name for name in names if name not in columns]:
        raise LayoutError(f"the table has no columns {absent}: leave their fields out of the type")


def _packed(values: Mapping[str, Values], record: Dtype, stream: StreamLike) -> Array:
    columns = {name: to_device(each, stream=stream) for name, each in values.items() if each.dtype.itemsize}
    return pack(columns, record, stream=stream)


def _leaves(label: str, values: Values) -> Iterator[tuple[str, Values]]:
    """Yields the columns of pandas for the values of a field, which are views of them."""
    if values.ndim > 1:
        for k in range(values.shape[1]):
            yield from _leaves(f"{label}[{k}]", values[:, k])
    elif values.dtype.names is not None:
        for name in values.dtype.names:
            yield from _leaves(f"{label}.{name}", values[name])
    else:
        yield label, values


def _numbers(values: Values, what: str) -> Values:
    """Returns values of a type of fixed size. Raises: LayoutError for Python objects"""
    if values.dtype.hasobject or values.dtype.kind == "T":
        raise LayoutError(f"{what} has no numbers: pass dtype, with a type of fixed size for it, such as 'S16'")
    return values


def _converted(values: Values, dtype: Dtype, what: str) -> Values:
    """Returns values with another type if all values of their type fit, and strings and bytes if these fit."""
    if dtype.kind in "SU" and values.dtype.kind in "OTSU":
        result: Values = np.array(values.tolist(), dtype.kind)
        if result.size and result.dtype.itemsize > dtype.itemsize:
            raise ArrayError(f"{what} has strings of {result.dtype.itemsize} bytes, and its field {dtype.itemsize}")
        return result.astype(dtype)
    if dtype.kind == "V" and values.dtype.kind == "O":
        parts = [each.tobytes() if isinstance(each, np.void) else each for each in values]
        if any(not isinstance(each, bytes) or len(each) != dtype.itemsize for each in parts):
            raise ArrayError(f"{what} must have bytes, {dtype.itemsize} for each record")
        return np.frombuffer(b"".join(parts), dtype)
    if not np.can_cast(_numbers(values, what).dtype, dtype, "same_kind" if dtype.kind in "mM" else "safe"):
        raise LayoutError(f"{what} has the type {values.dtype}, and its field {dtype}: convert the column first")
    return values.astype(dtype)


def _arrow_array(pa: Any, values: Values, what: str) -> Any:
    kind, size = values.dtype.kind, values.dtype.itemsize
    if values.size == 0 and 0 in values.shape[1:]:
        raise LayoutError(f"{what} has no bytes: leave it out")
    if values.ndim > 1:
        inner = values.reshape(-1, *values.shape[2:])
        return pa.FixedSizeListArray.from_arrays(_arrow_array(pa, inner, what), values.shape[1])
    if values.dtype.names is not None:
        names = values.dtype.names
        return pa.StructArray.from_arrays(
            [_arrow_array(pa, np.ascontiguousarray(values[name]), f"{what}.{name}") for name in names], list(names)
        )
    if kind == "c":
        return _arrow_array(pa, values.view(f"f{size // 2}").reshape(-1, 2), what)
    if kind in "SV":
        return pa.Array.from_buffers(pa.binary(size), len(values), [None, pa.py_buffer(values.view("u1"))])
    if kind in "mM" and np.datetime_data(values.dtype)[0] in "YMWhm":
        values = values.astype(f"{kind}8[s]")
    try:
        return pa.array(values.tolist(), pa.string()) if kind == "U" else pa.array(values)
    except (pa.ArrowException, TypeError) as error:
        raise LayoutError(f"{what} has the type {values.dtype}, which Arrow lacks: {error}") from None


def _from_arrow_array(pa: Any, column: Any, dtype: Dtype | None, what: str) -> Values:
    """Returns the values of an array of Arrow, of a type or, without one, of its own."""
    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if isinstance(array, pa.ChunkedArray):
        array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], array.type)
    if array.null_count and not pa.types.is_temporal(array.type):  # those of times become NaT
        raise ArrayError(f"{what} has nulls, which records have not: fill them first, by fill_null()")
    base, inner = (None, None) if dtype is None else dtype.subdtype or (dtype, ())
    own = array.type
    if pa.types.is_dictionary(own):
        return _from_arrow_array(pa, array.dictionary_decode(), dtype, what)
    if pa.types.is_fixed_size_list(own):
        if base is not None and base.kind == "c" and not inner and own.list_size == 2:
            part = np.dtype(f"f{base.itemsize // 2}")
            return np.ascontiguousarray(_from_arrow_array(pa, array.flatten(), part, what)).view(_native(base))
        if inner is not None and (not inner or inner[0] != own.list_size):
            raise LayoutError(f"{what} has lists of {own.list_size} values, and its field the shape {inner}")
        element = None if base is None or inner is None else np.dtype((base, inner[1:]))
        values = _from_arrow_array(pa, array.flatten(), element, what)
        return values.reshape(len(array), own.list_size, *values.shape[1:])
    if inner:
        raise LayoutError(f"{what} has the type {own}, and its field the shape {inner}")
    if pa.types.is_struct(own):
        return _from_struct(pa, array, base, what)
    if pa.types.is_fixed_size_binary(own):
        size = own.byte_width
        if base is not None and (base.kind not in "SV" or base.itemsize != size):
            raise LayoutError(f"{what} has {size} bytes, and its field the type {base}")
        memory = np.frombuffer(array.buffers()[1] or b"", "u1", len(array) * size, array.offset * size)
        return memory.view(f"V{size}" if base is None else base)
    values = array.to_numpy(zero_copy_only=False)
    return _numbers(values, what) if base is None else _converted(values, _native(base), what)


def _from_struct(pa: Any, array: Any, dtype: Dtype | None, what: str) -> Values:
    names = [array.type.field(k).name for k in range(array.type.num_fields)]
    columns = dict(zip(names, array.flatten(), strict=True))
    if dtype is None:
        parts = {name: _from_arrow_array(pa, each, None, f"{what}.{name}") for name, each in columns.items()}
        dtype = np.dtype([(name, each.dtype, each.shape[1:]) for name, each in parts.items()])
    else:
        if dtype.names is None:
            raise LayoutError(f"{what} has structs, and its field the type {dtype}")
        _refuse_absent(dtype.names, columns)
        parts = {name: _from_arrow_array(pa, columns[name], dtype[name], f"{what}.{name}") for name in dtype.names}
    result: Values = np.zeros(len(array), _native(dtype))
    for name, each in parts.items():
        result[name] = each
    return result
