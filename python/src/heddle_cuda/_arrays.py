# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Arrays on the GPU: those of any library as arguments, and Array for results."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
import operator
from collections.abc import Sequence
from typing import Any, overload

import numpy as np
import numpy.typing as npt
from cuda.core import Buffer, Device, Stream
from cuda.core.utils import StridedMemoryView

from . import _driver
from ._driver import NO_STREAM
from ._dtypes import Dtype, descr_of, record_dtype
from ._errors import ArrayError, DeviceError, LayoutError
from ._types import DeviceArray, StreamLike

_dtype_of = functools.lru_cache(maxsize=256)(np.dtype)


def _contiguous(shape: Sequence[int], itemsize: int) -> tuple[int, ...]:
    return tuple(itemsize * math.prod(shape[k + 1 :]) for k in range(len(shape)))


@dataclasses.dataclass(eq=False)
class Array:
    """An array on a GPU, or a part of one. Other libraries read and write it without a copy: cupy.asarray(a),
    torch.as_tensor(a, device="cuda"), numba.cuda.as_cuda_array(a). `to_host()` copies it to NumPy. Its attributes do
    not change."""

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

    @functools.cached_property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @functools.cached_property
    def is_contiguous(self) -> bool:
        own = _contiguous(self.shape, self.dtype.itemsize)
        steps = zip(self.shape, self.strides, own, strict=True)
        return self.size == 0 or all(count == 1 or step == wanted for count, step, wanted in steps)

    @functools.cached_property
    def is_plain(self) -> bool:
        """Whether the array is contiguous, begins at a multiple of 16 bytes, and names its stream itself."""
        return self.producer is None and self.ptr % 16 == 0 and self.is_contiguous

    @functools.cached_property
    def number(self) -> int | None:
        """A number that arrays share only if all their attributes are the same, but for their owners. None if the
        stream to wait for is not known."""
        return None if self.producer is not None else _number_of(self)

    @property
    def _stream_now(self) -> int:
        """The handle of the stream to wait for now, or NO_STREAM."""
        return self.stream if self.producer is None else _stream_named_by(self.producer.__cuda_array_interface__)

    def copy(self, *, stream: StreamLike = None) -> Array:
        """Returns a copy on the GPU, with the same strides. It is on the current device."""
        device = current_device_of(self, "the array")
        target = _driver.stream_of(stream, device)
        memory = empty((self.span,), np.dtype("u1"), device, target)
        if self.size:
            own = self._stream_now
            _driver.wait_for(target, own)
            _driver.copy_on_device(memory.ptr, self.ptr, self.span, target)
            _driver.let_wait(own, target)
        return dataclasses.replace(memory, shape=self.shape, dtype=self.dtype, strides=self.strides)

    def __copy__(self) -> Array:
        return dataclasses.replace(self)

    def __deepcopy__(self, memo: object) -> Array:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the values, not the address. The array is made again on the device that is current then."""
        return to_device, (self.to_host(),)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("an array without dimensions has no length")
        return self.shape[0]

    @overload
    def __getitem__(self, key: slice) -> Array: ...
    @overload
    def __getitem__(self, key: str) -> Array: ...
    def __getitem__(self, key: slice | str) -> Array:
        """Returns a part without a copy: a range with a positive step, or a field."""
        if isinstance(key, str):
            if self.dtype.names is None:
                raise LayoutError(f"the elements have the type {self.dtype}, and no field {key!r}")
            if key not in self.dtype.names:
                raise LayoutError(f"the elements have no field {key!r}: their fields are {list(self.dtype.names)}")
            field, offset = self.dtype.fields[key][:2]  # type: ignore[index]
            base, inner = field.subdtype or (field, ())
            return dataclasses.replace(
                self,
                ptr=self.ptr + offset if self.size else 0,
                shape=self.shape + inner,
                dtype=base,
                strides=self.strides + _contiguous(inner, base.itemsize),
                owner=self,
            )
        if not isinstance(key, slice):
            raise TypeError(_refused_key(key))
        start, stop, step = key.indices(len(self))
        if step < 1:
            raise ArrayError(f"the step of a range is positive, not {step}: reverse the array with take()")
        count = len(range(start, stop, step))
        return dataclasses.replace(
            self,
            ptr=self.ptr + start * self.strides[0] if count else 0,
            shape=(count, *self.shape[1:]),
            strides=(self.strides[0] * step, *self.strides[1:]),
            owner=self,
        )

    def __setitem__(self, key: object, value: object) -> None:
        raise TypeError(
            f"an array on a GPU has no a[...] = b: write pack({{{key!r}: values}}, into=a)"
            if isinstance(key, str)
            else "an array on a GPU has no a[...] = b: write put(a, indices, values)"
        )

    def __iter__(self) -> Any:
        raise TypeError("the elements lie on a GPU, and cannot be iterated over: write for q in a.to_host()")

    def __array__(self, *arguments: object, **options: object) -> Any:
        raise TypeError("the array lies on a GPU, where NumPy cannot read it: write a.to_host() for a copy")

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
        if self.dtype.kind not in "biufc" or any(stride % itemsize for stride in self.strides):
            raise BufferError(
                f"DLPack has no arrays of {self.dtype} with strides {self.strides}: pass the array by "
                "__cuda_array_interface__, as cupy.asarray(a) does, or unpack() its fields"
            )
        if copy or (dl_device is not None and tuple(dl_device) != self.__dlpack_device__()):
            raise BufferError("DLPack exports the array without a copy, on its own device: copy it afterwards")
        if stream != -1:
            _driver.wait_for(_driver.stream_of(stream, Device(self.device)), self._stream_now)
        buffer = Buffer.from_handle(self.ptr, self.span, owner=self)
        counts = tuple(stride // itemsize for stride in self.strides)
        view = StridedMemoryView.from_buffer(buffer, self.shape, counts, dtype=self.dtype, is_readonly=self.readonly)
        return view.__dlpack__(stream=-1, max_version=max_version)

    @functools.cached_property
    def span(self) -> int:
        """The number of bytes from the first to behind the last element."""
        if self.size == 0:
            return 0
        return sum((n - 1) * stride for n, stride in zip(self.shape, self.strides, strict=True)) + self.dtype.itemsize

    def to_host(self, *, stream: StreamLike = None) -> npt.NDArray[Any]:
        """Returns a copy in NumPy, after the stream that wrote the array has done so."""
        memory = np.empty(self.span, np.uint8)
        if self.size:
            consumer = _driver.stream_of(stream, current_device_of(self, "the array"))
            _driver.wait_for(consumer, self._stream_now)
            _driver.copy_to_host(memory.ctypes.data, self.ptr, memory.size, consumer)
        # As bytes, because NumPy does not copy the padding of structs.
        rows: npt.NDArray[Any] = np.ndarray(self.shape, f"V{self.dtype.itemsize}", memory, strides=self.strides)
        return np.ascontiguousarray(rows).reshape(self.shape).view(self.dtype)


def _refused_key(key: Any) -> str:
    """Returns what to write instead of a[key]."""
    if isinstance(key, (int, np.integer)) and not isinstance(key, bool):
        return f"a[{key}] lies on a GPU: write a.to_host()[{key}], or take() for an array of some elements"
    if isinstance(key, (list, tuple)) and key and all(isinstance(name, str) for name in key):
        return f"a[{key!r}] would be several arrays: write unpack(a, {list(key)!r}) or view_fields(a)"
    if isinstance(key, tuple):
        return "a[...] takes one range or the name of a field: write cupy.asarray(a)[...] for more dimensions"
    return "a[...] takes a range or the name of a field: write take(a, indices), or copy_if(a, mask)"


def _refused_operator(sign: str) -> Any:
    def refuse(self: Array, other: object) -> Any:
        raise TypeError(f"an Array does not compute: write cupy.asarray(a) {sign} b, or a.to_host() {sign} b")

    return refuse


class _RefusedAttribute:
    """An attribute of other libraries' arrays. (Array.__getattr__ would make each access to an attribute slower.)"""

    def __init__(self, name: str, instead: str) -> None:
        self._message = f"an Array has no {name}: write {instead}"

    def __get__(self, array: Array | None, kind: type) -> Any:
        raise AttributeError(self._message)


for _name in ("get", "cpu", "numpy", "copy_to_host", "item", "tolist"):
    setattr(Array, _name, _RefusedAttribute(_name, "a.to_host()"))
for _name in ("T", "sum", "mean", "min", "max", "any", "all", "argsort", "reshape", "ravel", "astype", "view"):
    setattr(Array, _name, _RefusedAttribute(_name, f"cupy.asarray(a).{_name}, or a.to_host().{_name}"))
for _name, _sign in {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "matmul": "@",
    "and": "&", "or": "|", "xor": "^",
}.items():  # fmt: skip
    setattr(Array, f"__{_name}__", _refused_operator(_sign))
    setattr(Array, f"__r{_name}__", _refused_operator(_sign))
for _name, _sign in {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items():
    setattr(Array, f"__{_name}__", _refused_operator(_sign))


_MOST_NUMBERS = 4096
_number = itertools.count()
# Keeps the types, so that no other one gets their id().
_numbers: dict[tuple[object, ...], tuple[int, Dtype]] = {}


def _number_of(array: Array) -> int:
    key = array.ptr, array.shape, array.strides, id(array.dtype), array.device, array.stream, array.readonly
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
    size = math.prod(whole) * base.itemsize
    strides = _contiguous(whole, base.itemsize)
    if size == 0:
        return Array(0, whole, base, strides, device.device_id, NO_STREAM)
    _driver.refuse_capture(stream)
    # Another thread that frees the memory has another per-thread default stream. The legacy one waits for them all.
    lasting = _driver.with_all_threads(stream)
    buffer = device.allocate(size, stream=lasting)
    return Array(int(buffer.handle), whole, base, strides, device.device_id, _driver.handle_of(lasting), owner=buffer)


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
    buffer: DeviceArray, dtype: npt.DTypeLike, *, stride: int | None = None, offset: int = 0, count: int | None = None
) -> Array:
    """Returns records in the bytes of another array, without a copy.

    stride: bytes from one record to the next, by default the size of the type; offset: the first byte, aligned or not;
    count: by default as many as there are up to the end of the buffer
    Raises: ArrayError if the records do not fit, or, without a count, if a part of a record is left; LayoutError if the
        GPU cannot hold the type
    """
    record = record_dtype(dtype, any_order=True)
    view = view_of(buffer, "the buffer", None)
    if not view.is_contiguous:
        raise ArrayError("the buffer is not contiguous: copy it, for example by cupy.ascontiguousarray(a)")
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


def _type_name(value: object) -> str:
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _stream_named_by(interface: dict[str, Any]) -> int:
    return interface.get("stream") or NO_STREAM


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
    strides = interface.get("strides") or _contiguous(shape, dtype.itemsize)
    number = _ordinal(pointer, shape, what)
    stream = _stream_named_by(interface)
    return Array(pointer, shape, dtype, tuple(strides), number, stream, bool(readonly), array, array)


def _by_dlpack(array: Any, what: str, stream: Stream | None) -> Array:
    # Without a stream, the legacy default stream waits for the producer.
    view = StridedMemoryView.from_dlpack(array, 1 if stream is None else _driver.handle_of(stream))
    if not view.is_device_accessible:
        raise ArrayError(f"{what} lies in the memory of the host: copy it to the GPU, for example by to_device(a)")
    dtype = np.dtype(view.dtype)
    shape = tuple(view.shape)
    counts = view.strides
    strides = _contiguous(shape, dtype.itemsize) if counts is None else tuple(n * dtype.itemsize for n in counts)
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
