# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays on the GPU: those of any library as arguments, and Array for results."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

import numpy as np
import numpy.typing as npt
from cuda.core import Buffer, Device, Stream
from cuda.core.utils import StridedMemoryView

from . import _allocator, _current, _driver
from ._driver import NO_STREAM
from ._dtypes import Dtype, descr_of, fields_of, name_of_title, record_dtype
from ._errors import ArrayError, DeviceError, LayoutError
from ._types import DeviceArray, StreamLike

Value = TypeVar("Value")

_dtype_of = functools.lru_cache(maxsize=256)(np.dtype)


def contiguous_strides(shape: Sequence[int], itemsize: int) -> tuple[int, ...]:
    if len(shape) == 1:
        return (itemsize,)
    return tuple(itemsize * math.prod(shape[k + 1 :]) for k in range(len(shape)))


class _Cached(Generic[Value]):
    """functools.cached_property without the lock that it has before Python 3.12, which takes most of the time."""

    def __init__(self, function: Callable[[Any], Value]) -> None:
        self._function, self.__doc__ = function, function.__doc__

    @overload
    def __get__(self, array: None, kind: type | None = None) -> _Cached[Value]: ...
    @overload
    def __get__(self, array: object, kind: type | None = None) -> Value: ...
    def __get__(self, array: Any, kind: type | None = None) -> Any:
        if array is None:
            return self
        value = array.__dict__[self._function.__name__] = self._function(array)
        return value


@dataclasses.dataclass(eq=False)
class Array(np.lib.mixins.NDArrayOperatorsMixin):
    """An array on a GPU, or a part of one. Other libraries read and write it without a copy: cupy.asarray(a),
    torch.as_tensor(a, device="cuda"), numba.cuda.as_cuda_array(a). `to_host()` copies it to NumPy. Its attributes do
    not change.

    It is indexed, assigned to, compared and computed with as an array of NumPy: see heddle_cuda.records. This is done
    on the stream of using_stream(), else, if the memory or another operand is theirs, on the current stream of CuPy or
    PyTorch, and otherwise on the legacy default stream. Indices are checked, for which a[indices] and a[mask] wait for
    the GPU.
    """

    ptr: int
    shape: tuple[int, ...]
    dtype: Dtype
    strides: tuple[int, ...]
    device: int
    #: The handle of the stream to wait for before the array is used, or NO_STREAM. The owner keeps the stream.
    stream: int
    readonly: bool = False
    #: The object that owns the memory.
    owner: object = dataclasses.field(default=None, repr=False)
    #: The array of another library that has to be asked for the stream, because it does not keep its stream.
    producer: Any = dataclasses.field(default=None, repr=False)
    #: Whether bytes beside the fields belong to other fields, as in a[["x", "y"]].
    has_hidden_fields: bool = dataclasses.field(default=False, repr=False)

    __array_priority__ = 1000  # so that CuPy leaves operators to this class
    __hash__ = None  # type: ignore[assignment]

    @_Cached
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @_Cached
    def is_contiguous(self) -> bool:
        own = contiguous_strides(self.shape, self.dtype.itemsize)
        steps = zip(self.shape, self.strides, own, strict=True)
        return self.size == 0 or all(count == 1 or step == wanted for count, step, wanted in steps)

    @_Cached
    def is_plain(self) -> bool:
        """Whether the array is contiguous, begins at a multiple of 16 bytes, and names its stream itself."""
        return self.producer is None and self.ptr % 16 == 0 and self.is_contiguous

    @_Cached
    def begin(self) -> int:
        """The lowest address of an element."""
        steps = zip(self.shape, self.strides, strict=True)
        return self.ptr + sum((n - 1) * stride for n, stride in steps if stride < 0)

    @_Cached
    def span(self) -> int:
        """The number of bytes from the lowest address to behind the last element."""
        if self.size == 0:
            return 0
        steps = zip(self.shape, self.strides, strict=True)
        return sum((n - 1) * abs(stride) for n, stride in steps) + self.dtype.itemsize

    @_Cached
    def number(self) -> int | None:
        """A number that arrays share only if all their attributes are the same, but for their owners. None if the
        stream to wait for is not known."""
        return None if self.producer is not None else _number_of(self)

    @property
    def _stream_now(self) -> int:
        """The handle of the stream to wait for now, or NO_STREAM."""
        return self.stream if self.producer is None else _stream_named_by(self.producer)

    # Parts.

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("an array without dimensions has no length")
        return self.shape[0]

    def __getitem__(self, key: Any) -> Array:
        """Returns a part without a copy for fields, numbers, ranges, None and Ellipsis, and a copy for arrays of
        indices and masks. An element is an array without dimensions: a[3].item() copies it to the host.

        Raises: OutOfRangeError, LayoutError if there is no such field
        """
        if type(key) is str:
            return self.field(key)
        from . import _indexing

        return _indexing.get(self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        """Sets elements to those of an array of any library, or to values of the host, which are converted."""
        if type(key) is str and type(value) is Array and value.is_same_part(self.field(key)):
            return  # a["x"] += 1 has written the field already
        from . import _indexing

        _indexing.put(self, key, value)

    def is_same_part(self, other: Array) -> bool:
        """Returns whether two arrays have the same elements in memory."""
        return (self.ptr, self.shape, self.strides, self.dtype) == (other.ptr, other.shape, other.strides, other.dtype)

    def field(self, name: str) -> Array:
        """Returns a field by its name or its title, without a copy."""
        own = fields_of(self.dtype).get(name) or fields_of(self.dtype)[self.field_name(name)]
        return Array(
            self.ptr + own.offset if self.size else 0,
            self.shape + own.inner,
            own.base,
            self.strides + contiguous_strides(own.inner, own.base.itemsize) if own.inner else self.strides,
            self.device,
            self.stream,
            self.readonly,
            self,
            self.producer,
        )

    def field_name(self, name: str) -> str:
        """Returns the name of the field with a name or a title."""
        fields = self.dtype.fields
        if fields is None:
            raise LayoutError(f"the elements have the type {self.dtype}, and no field {name!r}")
        if name not in fields:
            raise LayoutError(f"the elements have no field {name!r}: their fields are {list(self.dtype.names or ())}")
        return name if name in (self.dtype.names or ()) else name_of_title(self.dtype, name)

    def __iter__(self) -> Iterator[Array]:
        """Iterates over the parts of the first dimension. Elements would be copied one by one, and are refused."""
        if self.ndim < 2:
            raise TypeError("the elements lie on a GPU, and cannot be iterated over: write for q in a.to_host()")
        return (self[k] for k in range(len(self)))

    def reshape(self, *shape: Any) -> Array:
        """Returns the elements in another shape, without a copy where the strides allow it."""
        from . import _views

        wanted = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
        result = _views.reshaped(self, wanted)
        return self.copy().reshape(*shape) if result is None else result

    def ravel(self) -> Array:
        """Returns the elements in one dimension, without a copy where the strides allow it."""
        return self.reshape(-1)

    def view(self, dtype: npt.DTypeLike) -> Array:
        """Returns the same bytes with another type, without a copy."""
        from . import _views

        return _views.with_type(self, dtype)

    def transpose(self, *axes: int) -> Array:
        """Returns the dimensions in another order, by default reversed, without a copy."""
        from . import _views

        return _views.transposed(self, axes or None)

    @property
    def T(self) -> Array:
        return self.transpose()

    # Copies.

    def copy(self, *, stream: StreamLike = None) -> Array:
        """Returns a contiguous copy on the GPU. It is on the current device."""
        return self._copied(None, stream)

    def astype(self, dtype: npt.DTypeLike, *, stream: StreamLike = None) -> Array:
        """Returns a contiguous copy with another type, to which values are converted as in NumPy."""
        return self._copied(np.dtype(dtype), stream)

    def _copied(self, dtype: Dtype | None, stream: object) -> Array:
        from . import _elementwise
        from ._call import Call

        call = Call.on(stream, self)
        result = _elementwise.copied(call, call.view(self, "the array"), dtype)
        call.finish()
        return result

    def fill(self, value: Any) -> None:
        self[...] = value

    def __copy__(self) -> Array:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Array:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the values, not the address. The array is made again on the device that is current then."""
        return to_device, (self.to_host(),)

    def to_host(self, *, stream: StreamLike = None) -> npt.NDArray[Any]:
        """Returns a copy in NumPy, after the stream that wrote the array has done so."""
        if self.nbytes == 0:  # NumPy makes no arrays of types without bytes, but fields of them
            return np.zeros(self.shape, [("f", self.dtype)])["f"]
        if self.span > 2 * max(self.nbytes, _LARGEST_SPAN):
            return self.copy(stream=stream).to_host(stream=stream)
        memory = np.empty(self.span, np.uint8)
        consumer = _driver.stream_of(stream, current_device_of(self, "the array"))
        _driver.wait_for(consumer, self._stream_now)
        _driver.copy_to_host(memory.ctypes.data, self.begin, memory.size, consumer)
        # As bytes, because NumPy does not copy the padding of structs.
        kind = f"V{self.dtype.itemsize}"
        rows: npt.NDArray[Any] = np.ndarray(self.shape, kind, memory, self.ptr - self.begin, self.strides)
        return np.ascontiguousarray(rows).reshape(self.shape).view(self.dtype)

    def item(self) -> Any:
        """Returns the element of an array with one, as an object of Python. Waits for the GPU."""
        if self.size != 1:
            raise ArrayError(f"an array of the shape {self.shape} is not one element: write a.to_host()")
        return self.to_host().item()

    def tolist(self) -> Any:
        """Returns the elements as objects of Python."""
        return self.to_host().tolist()

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ArrayError("an array of several elements is neither true nor false: write a.any() or a.all()")
        return bool(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __float__(self) -> float:
        return float(self.item())

    def __complex__(self) -> complex:
        return complex(self.item())

    def __index__(self) -> int:
        if self.ndim or self.dtype.kind not in "iu":
            raise TypeError("only an integer without dimensions is an index")
        return int(self.item())

    def __str__(self) -> str:
        """Returns the values as NumPy prints them, of more than 1000 elements the first and the last three."""
        if self.size <= _MOST_PRINTED or self.ndim != 1:
            return str(self.to_host())
        return f"{str(self[:3].to_host())[:-1]} ... {str(self[-3:].to_host())[1:]}"

    def __format__(self, spec: str) -> str:
        return str(self) if self.ndim else format(self.item(), spec)

    # Values of all elements. axis: one dimension, or all of them. The results are arrays without dimensions.

    def sum(self, axis: int | None = None, dtype: npt.DTypeLike | None = None, out: Array | None = None) -> Array:
        """Returns the sum, of floats rounded once, of integers as a number of 8 bytes. out: an array to write"""
        from . import _reduction

        return _reduction.reduced(self, "sum", axis, None if dtype is None else np.dtype(dtype), out)

    def min(self, axis: int | None = None, out: Array | None = None) -> Array:
        """Returns the smallest element, or NaN if there is one."""
        from . import _reduction

        return _reduction.reduced(self, "min", axis, None, out)

    def max(self, axis: int | None = None, out: Array | None = None) -> Array:
        """Returns the largest element, or NaN if there is one."""
        from . import _reduction

        return _reduction.reduced(self, "max", axis, None, out)

    def mean(self, axis: int | None = None, dtype: npt.DTypeLike | None = None, out: Array | None = None) -> Array:
        """Returns the mean, of integers as float64."""
        from . import _reduction

        return _reduction.reduced(self, "mean", axis, None if dtype is None else np.dtype(dtype), out)

    def any(self, axis: int | None = None, out: Array | None = None) -> Array:
        """Returns whether an element is not 0."""
        from . import _functions

        return _functions.apply(np.greater, ((self != 0).sum(axis), 0), out)

    def all(self, axis: int | None = None, out: Array | None = None) -> Array:
        """Returns whether no element is 0."""
        from . import _functions

        return _functions.apply(np.equal, ((self == 0).sum(axis), 0), out)

    def argsort(self, *, order: str | Sequence[str] | None = None) -> Array:
        """Returns the indices that sort the array: see heddle_cuda.records.argsort()."""
        from . import records

        return records.argsort(self, order=order)

    def sort(self, *, order: str | Sequence[str] | None = None) -> None:
        """Sorts the array in place: see heddle_cuda.records.sort()."""
        from . import records

        self[...] = records.sort(self, order=order)

    # NumPy's protocols.

    def __array__(self, *arguments: object, **options: object) -> Any:
        raise TypeError("the array lies on a GPU, where NumPy cannot read it: write a.to_host() for a copy")

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, out: Any = (), **options: Any) -> Any:
        from . import _functions

        if method != "__call__" or options:
            raise TypeError(
                f"np.{ufunc.__name__}{'' if method == '__call__' else '.' + method} with {list(options)} does not read "
                "an Array: write cupy.asarray(a), or a.to_host()"
            )
        return _functions.apply(ufunc, inputs, out[0] if out else None)

    def __array_function__(self, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        from . import records

        own = records.own_function(function)
        if own is None:
            raise TypeError(
                f"np.{function.__name__} does not read an Array, which lies on a GPU: write cupy.asarray(a), or "
                "a.to_host()"
            )
        return own(*arguments, **options)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        stream = self._stream_now
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "descr": descr_of(self.dtype),
            "data": (self.ptr if self.size else 0, self.readonly),
            "strides": None if self.is_contiguous else self.strides,
            "stream": None if stream == NO_STREAM else stream,
            "version": 3,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return (2, self.device)  # kDLCUDA

    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        itemsize = self.dtype.itemsize
        is_native = self.dtype.kind in "biufc" and self.dtype.isnative
        if not is_native or any(stride % itemsize or stride < 0 for stride in self.strides):
            raise BufferError(
                f"DLPack has no arrays of {self.dtype} with strides {self.strides}: pass the array by "
                "__cuda_array_interface__, as cupy.asarray(a) does, or unpack() its fields"
            )
        if copy or (dl_device is not None and tuple(dl_device) != self.__dlpack_device__()):
            raise BufferError("DLPack exports the array without a copy, on its own device: copy it afterwards")
        if stream != -1:
            _driver.wait_for(_driver.stream_of(1 if stream is None else stream, Device(self.device)), self._stream_now)
        buffer = Buffer.from_handle(self.ptr, self.span, owner=self)
        counts = tuple(stride // itemsize for stride in self.strides)
        view = StridedMemoryView.from_buffer(buffer, self.shape, counts, dtype=self.dtype, is_readonly=self.readonly)
        return view.__dlpack__(stream=-1, max_version=max_version)


# to_host() copies fields of records together on the GPU if the records have more bytes than this.
_LARGEST_SPAN = 1 << 20
_MOST_PRINTED = 1000


class _RefusedAttribute:
    """An attribute of other libraries' arrays. (Array.__getattr__ would make each access to an attribute slower.)"""

    def __init__(self, name: str, instead: str) -> None:
        self._message = f"an Array has no {name}: write {instead}"

    def __get__(self, array: Array | None, kind: type) -> Any:
        raise AttributeError(self._message)


for _name in ("get", "cpu", "numpy", "copy_to_host"):
    setattr(Array, _name, _RefusedAttribute(_name, "a.to_host()"))
for _name in ("std", "var", "prod", "cumsum", "argmin", "argmax", "nonzero", "searchsorted", "dot"):
    setattr(Array, _name, _RefusedAttribute(_name, f"cupy.asarray(a).{_name}, or a.to_host().{_name}"))


_MOST_NUMBERS = 4096
_number = itertools.count()
# Keeps the types, so that no other one gets their id().
_numbers: dict[tuple[object, ...], tuple[int, Dtype]] = {}


def _number_of(array: Array) -> int:
    place = array.ptr, array.shape, array.strides, array.device, array.stream
    key = *place, id(array.dtype), array.readonly, array.has_hidden_fields
    known = _numbers.get(key)
    if known is None:
        if len(_numbers) >= _MOST_NUMBERS:
            _numbers.clear()
        known = _numbers[key] = next(_number), array.dtype
    return known[0]


def empty(shape: Sequence[int], dtype: Dtype, device: Device, stream: Stream) -> Array:
    """Returns an array with any values. Its memory keeps the stream, in whose order it is freed."""
    base, inner = dtype.subdtype or (dtype, ())
    whole = (*shape, *inner)
    strides = contiguous_strides(whole, base.itemsize)
    size = math.prod(whole) * base.itemsize
    if size == 0:
        return Array(0, whole, base, strides, device.device_id, NO_STREAM)
    _driver.refuse_capture(stream)
    # Another thread that frees the memory has another per-thread default stream. The legacy one waits for them all.
    lasting = _driver.with_all_threads(stream)
    pointer, owner = _allocator.allocate(size, device, lasting)
    return Array(pointer, whole, base, strides, device.device_id, _driver.handle_of(lasting), owner=owner)


def to_device(host: npt.ArrayLike, *, stream: StreamLike = None) -> Array:
    """Returns a copy of a NumPy array on the current GPU, after the copy is done."""
    if isinstance(host, np.ma.MaskedArray):
        raise ArrayError("the array is masked: fill it first, by a.filled(value)")
    if hasattr(host, "__cuda_array_interface__"):
        raise TypeError(
            f"the array lies on a GPU already ({_type_name(host)}): pass it to the functions as it is, or copy it there"
        )
    source = np.ascontiguousarray(host)
    if source.dtype.hasobject:
        raise LayoutError(
            f"the array has the type {source.dtype}, which points to Python objects: a GPU cannot read them. Pass one "
            "array of numbers or of a structured type"
        )
    device = _driver.current_device()
    target = _driver.stream_of(stream, device)
    result = empty(np.shape(host), source.dtype, device, target)
    if result.nbytes:
        _driver.copy_to_device(result.ptr, source.ctypes.data, source.nbytes, target)
    return result


def as_records(
    buffer: DeviceArray,
    dtype: npt.DTypeLike,
    *,
    stride: int | tuple[int, int] | None = None,
    offset: int = 0,
    count: int | tuple[int, int] | None = None,
) -> Array:
    """Returns records in the bytes of another array, without a copy.

    stride: bytes from one record to the next, by default the size of the type; offset: the first byte, aligned or not;
    count: by default as many as there are up to the end of the buffer. With pairs, (bytes from one row to the next,
        bytes from one record to the next) and (rows, records of a row), the result has two dimensions
    Raises: ArrayError if the records do not fit, or, without a count, if a part of a record is left; LayoutError if the
        GPU cannot hold the type
    """
    record = record_dtype(dtype, any_order=True)
    view = view_of(buffer, "the buffer", None)
    if not view.is_contiguous:
        raise ArrayError("the buffer is not contiguous: copy it, for example by cupy.ascontiguousarray(a)")
    if isinstance(stride, tuple) or isinstance(count, tuple):
        return _rows_of_records(view, record, stride, operator.index(offset), count)
    step = record.itemsize if stride is None else operator.index(stride)
    offset = operator.index(offset)
    if step < record.itemsize:
        raise ArrayError(f"a stride of {step} bytes is less than a record, which has {record.itemsize}")
    given = view.nbytes - offset if 0 <= offset <= view.nbytes else 0
    fitting = max(0, (given - record.itemsize) // step + 1)
    wanted = fitting if count is None else operator.index(count)
    if not 0 <= wanted <= fitting or not 0 <= offset <= view.nbytes:
        raise ArrayError(
            f"the buffer has {view.nbytes} bytes: {wanted} records of {record.itemsize} bytes, {step} apart, do "
            f"not fit behind byte {offset}; {fitting} do"
        )
    # The bytes between records may be missing behind the last one.
    if count is None and given % step not in (0, record.itemsize):
        raise ArrayError(
            f"the buffer has {given} bytes from byte {offset} on, which are {fitting} records of {record.itemsize} "
            f"bytes, {step} apart, and a part of one: it may be truncated; to leave out the part, pass count={fitting}"
        )
    return Array(
        view.ptr + offset if wanted else 0,
        (wanted,),
        record,
        (step,),
        view.device,
        view.stream,
        view.readonly,
        view,
        view.producer,
    )


def _rows_of_records(view: Array, record: Dtype, stride: Any, offset: int, count: Any) -> Array:
    try:
        (row_step, step), (rows, columns) = (tuple(map(operator.index, pair)) for pair in (stride, count))
    except (TypeError, ValueError):
        raise TypeError(f"stride={stride!r} and count={count!r} must both be pairs of integers, or neither") from None
    row = (columns - 1) * step + record.itemsize
    if step < record.itemsize or row_step < row or min(rows, columns) < 0:
        raise ArrayError(
            f"strides of {row_step} and {step} bytes are too small for rows of {columns} records of {record.itemsize} "
            "bytes"
        )
    end = offset + (rows - 1) * row_step + row if rows * columns else offset
    if not 0 <= offset <= end <= view.nbytes:
        raise ArrayError(f"the buffer has {view.nbytes} bytes: {rows} rows from byte {offset} on end at byte {end}")
    return dataclasses.replace(
        view,
        ptr=view.ptr + offset if rows * columns else 0,
        shape=(rows, columns),
        dtype=record,
        strides=(row_step, step),
        owner=view,
    )


def view_of(array: Any, what: str, stream: Stream | None) -> Array:
    """Returns an Array for an array of any library. Its `stream` is the one to wait for now, which the given one does.

    Raises: TypeError if it is no array on a GPU
    """
    if isinstance(array, Array):
        result = array if array.producer is None else dataclasses.replace(array, stream=array._stream_now)
    elif (interface := getattr(array, "__cuda_array_interface__", None)) is not None:
        result = _by_interface(array, interface, what)
    elif hasattr(array, "__dlpack__") and not isinstance(array, np.ndarray):
        return _by_dlpack(array, what, stream)
    else:
        if isinstance(array, np.ndarray):
            raise TypeError(f"{what} is an array of NumPy, which lies on the host: pass to_device(a)")
        raise TypeError(
            f"{what} is no array on a GPU, but of the type {_type_name(array)}: pass an array of CuPy, PyTorch or "
            "numba, to_device(a), or any other that has __cuda_array_interface__ or DLPack"
        )
    if stream is not None and result.size:
        _driver.wait_for(stream, result.stream)
    return result


def is_on_gpu(value: Any) -> bool:
    """Returns whether an object is an array that a GPU may have. NumPy's are not."""
    return isinstance(value, Array) or (
        not isinstance(value, (np.ndarray, np.generic))
        and (hasattr(value, "__cuda_array_interface__") or hasattr(value, "__dlpack__"))
    )


def _type_name(value: object) -> str:
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _stream_named_by(array: Any) -> int:
    return _current.handle_named_by(array, array.__cuda_array_interface__) or NO_STREAM


def _by_interface(array: Any, interface: dict[str, Any], what: str) -> Array:
    pointer, readonly = interface["data"]
    shape = tuple(interface["shape"])
    if interface.get("mask") is not None:
        raise ArrayError(f"{what} is masked: fill it first")
    dtype = _dtype_of(interface["typestr"])
    own = getattr(array, "dtype", None)
    if isinstance(own, np.dtype) and own.itemsize == dtype.itemsize:
        dtype = own
    elif dtype.kind == "V" and interface.get("descr") not in (None, [("", dtype.str)]):
        described = np.lib.format.descr_to_dtype(interface["descr"])  # names padding as NumPy does
        if described.itemsize != dtype.itemsize:
            raise LayoutError(f"{what} has an interface whose typestr {dtype.str} and descr {described} differ in size")
        dtype = described
    strides = interface.get("strides") or contiguous_strides(shape, dtype.itemsize)
    number = _ordinal(pointer, shape, what)
    stream = _current.handle_named_by(array, interface) or NO_STREAM
    return Array(pointer, shape, dtype, tuple(strides), number, stream, bool(readonly), array, array)


def _by_dlpack(array: Any, what: str, stream: Stream | None) -> Array:
    # Without a stream, the legacy default stream waits for the producer.
    view = StridedMemoryView.from_dlpack(array, 1 if stream is None else _driver.handle_of(stream))
    if not view.is_device_accessible:
        raise ArrayError(f"{what} lies in the memory of the host: copy it to the GPU, for example by to_device(a)")
    dtype = np.dtype(view.dtype)
    shape = tuple(view.shape)
    counts = view.strides
    strides = contiguous_strides(shape, dtype.itemsize) if counts is None else tuple(n * dtype.itemsize for n in counts)
    return Array(
        view.ptr,
        shape,
        dtype,
        strides,
        _ordinal(view.ptr, shape, what),
        1 if stream is None else NO_STREAM,
        bool(view.readonly),
        view,
    )


def _ordinal(pointer: int, shape: Sequence[int], what: str) -> int:
    if 0 in shape:
        return -1
    return _driver.device_of(pointer, what)


def current_device_of(array: Array, what: str) -> Device:
    """Returns the current device. Raises: DeviceError if the array lies on another one"""
    device = _driver.current_device()
    if array.device not in (-1, device.device_id):
        raise DeviceError(
            f"{what} lies on device {array.device}, but device {device.device_id} is current: call "
            f"cuda.core.Device({array.device}).set_current(), or use arrays of one device"
        )
    return device
