# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The first steps of all calls: check their arguments, and choose the device and the stream."""

from __future__ import annotations

import ctypes
import dataclasses
import itertools
import struct
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from cuda.core import Device, Stream

from . import _current, _driver
from ._arrays import Array, contiguous_strides, current_device_of, empty, to_device, view_of
from ._driver import NO_STREAM
from ._dtypes import INTEGERS, Dtype, Field, fields_of, record_dtype
from ._errors import ArrayError, LayoutError
from ._kernel import load_own
from ._sources import LARGEST_ALIGNMENT, THREADS, Place, alignment_of

#: A launch as the driver takes it, and at last what must be kept for its parameters.
Launch = tuple[Any, int, int, int, int, int, object]


#: Arrays of the fields that a call unpacks have their memory in common up to so many bytes.
_LARGEST_IN_COMMON = 1 << 22


class _Recording(threading.local):
    """The launches of the thread's call so far, or None."""

    launches: list[Launch] | None = None


recording = _Recording()


@dataclasses.dataclass(slots=True)
class Call:
    """The device and the stream of a call."""

    device: Device
    stream: Stream
    device_number: int
    stream_handle: int
    #: The streams that the arguments name, without that of the call.
    others: set[int] = dataclasses.field(default_factory=set)

    @staticmethod
    def on(stream: object, *arguments: object) -> Call:
        """arguments: the arrays of the call, and dicts of arrays. Without a stream, the call is on that of
        using_stream(), else on the current stream of CuPy or PyTorch if one of them is theirs, and else on the legacy
        default stream."""
        device = _driver.current_device()
        if stream is None and not _driver.uses_stream():
            stream = _current.stream_of_arguments(arguments)
        chosen = _driver.stream_of(stream, device)
        return Call(device, chosen, device.device_id, _driver.handle_of(chosen))

    def launch(
        self,
        kernel: Any,
        blocks: int,
        threads: int,
        shared: int,
        parameters: int,
        memory: Callable[[], tuple[int, object]],
    ) -> None:
        """Launches a kernel, and records that. Arguments as those of launch_table()."""
        _driver.launch(kernel, blocks, threads, shared, self.stream_handle, parameters)
        if recording.launches is not None:
            recording.launches.append((kernel, blocks, threads, shared, self.stream_handle, *memory()))

    @staticmethod
    def does_more() -> None:
        """Says that the call is more than its launches, so that these are not recorded."""
        recording.launches = None

    def view(self, array: object, what: str) -> Array:
        """Returns an Array for an array of any library. The stream of the call waits for the stream that wrote it."""
        if (
            type(array) is Array
            and array.stream == self.stream_handle
            and array.producer is None
            and array.device == self.device_number
        ):
            return array
        view = view_of(array, what, self.stream)
        if view.stream not in (NO_STREAM, self.stream_handle):
            self.others.add(view.stream)
            self.does_more()
        if view.device != self.device_number:
            current_device_of(view, what)
        return view

    def records(self, array: object, what: str, *, written: bool = False, any_order: bool = False) -> Array:
        view = self.view(array, what)
        refuse_numbers(view, what)
        record_dtype(view.dtype, any_order=any_order)
        if len(view.shape) != 1:
            raise ArrayError(
                f"{what} must be one-dimensional, and has the shape {view.shape}: use reshape(-1), or "
                "as_records(a, dtype)"
            )
        if len(view) > 1 and view.strides[0] < view.dtype.itemsize:
            raise ArrayError(
                f"{what} has a stride of {view.strides[0]} bytes, less than a record: copy the array first"
            )
        if written and view.readonly:
            raise ArrayError(f"{what} may not be written: copy the array first")
        return view

    def target(self, out: object, count: int | None, view: Array) -> Array:
        """Returns the argument `out`: records of the type of `view`, contiguous, so many if a count is given."""
        target = self.records(out, "out", written=True, any_order=True)
        if target.has_hidden_fields:
            raise ArrayError("out are some fields of records, and whole records are written: copy the result to them")
        if len(target) != (len(target) if count is None else count) or not (
            target.dtype == view.dtype and target.is_contiguous
        ):
            shape = "" if count is None else f"the shape {(count,)} and "
            raise ArrayError(f"out must be contiguous, with {shape}the type of the records, {view.dtype}")
        return target

    def column(self, arrays: Mapping[str, object], what: str, field: Field, shape: tuple[int, ...]) -> Array:
        """Returns one of several arrays, that of the values of a field: contiguous, with the field's type."""
        what = f"{what}[{field.name!r}]"
        view = self.view(arrays[field.name], what)
        if view.shape != shape + field.inner:
            raise ArrayError(f"{what} has the shape {view.shape}, and needs {shape + field.inner}")
        base = field.base
        if view.dtype is not base and view.dtype != base and not _is_same_as_bytes(view.dtype, base):
            raise LayoutError(
                f"{what} has the type {view.dtype}, and needs {base}: write cupy.asarray(a).astype({base.str!r}), "
                "or what its library has for that"
            )
        if not view.is_contiguous:
            raise ArrayError(f"{what} is not contiguous: copy it, for example by cupy.ascontiguousarray(a)")
        if view.ptr % LARGEST_ALIGNMENT and view.size and view.ptr % alignment_of(field.size):
            raise ArrayError(f"{what} must begin at a multiple of {alignment_of(field.size)} bytes: copy it")
        return view

    def columns(
        self, arrays: Mapping[str, object], what: str, fields: Sequence[Field], shape: tuple[int, ...], *, written: bool
    ) -> tuple[list[Array], list[int]]:
        """Returns the arrays of the values of some fields, as column() does one by one, and their addresses."""
        handle, number = self.stream_handle, self.device_number
        result: list[Array] = []
        pointers: list[int] = []
        for field in fields:
            name, _, _, _, _, base, inner = field
            array: Any = arrays[name]
            if not (
                type(array) is Array
                and array.stream == handle
                and array.dtype is base
                and array.shape == (shape + inner if inner else shape)
                and array.device == number
                and array.is_plain
            ):
                array = self.column(arrays, what, field, shape)
            if written and array.readonly:
                raise ArrayError(f"{what}[{name!r}] may not be written")
            result.append(array)
            pointers.append(array.ptr)
        return result, pointers

    def indices(self, array: object, what: str = "indices") -> Array:
        if isinstance(array, (list, tuple, range)):
            host = np.array(array) if len(array) else np.zeros(0, "i8")
            array = to_device(host, stream=self.stream)
        view = self.view(array, what)
        if len(view.shape) != 1 or not view.is_contiguous:
            raise ArrayError(f"{what} must be one-dimensional and contiguous: use reshape(-1), or copy them")
        if view.dtype.str[1:] not in INTEGERS or not view.dtype.isnative:
            raise LayoutError(
                f"{what} have the type {view.dtype}, and must be integers in the byte order of this machine: "
                "use a mask with copy_if(), or astype('i8')"
            )
        if view.size and view.ptr % view.dtype.itemsize:
            raise ArrayError(f"{what} do not begin at a multiple of their size: copy them")
        return view

    def new(self, shape: Sequence[int], dtype: Dtype) -> Array:
        self.does_more()
        return empty(shape, dtype, self.device, self.stream)

    def new_columns(self, shape: tuple[int, ...], fields: Sequence[Field]) -> list[Array]:
        """Returns new arrays for the values of fields. Small ones have their memory in common, because allocating takes
        longer than writing them."""
        places = [0, *itertools.accumulate(-(-shape[0] * field.size // 256) * 256 for field in fields)]
        if len(fields) < 2 or not 0 < places[-1] <= _LARGEST_IN_COMMON:
            return [self.new(shape, field.dtype) for field in fields]
        common = self.new((places[-1],), np.dtype("u1"))
        arrays = []
        for field, place in zip(fields, places[:-1], strict=True):
            base, whole = field.base, shape + field.inner
            strides = contiguous_strides(whole, base.itemsize) if field.inner else (base.itemsize,)
            address = common.ptr + place if field.size else 0
            arrays.append(Array(address, whole, base, strides, common.device, common.stream, owner=common.owner))
        return arrays

    def finish(self) -> None:
        """Lets the streams of the arguments wait for that of the call: they may free or overwrite the arrays next."""
        for other in sorted(self.others):
            _driver.let_wait(other, self.stream)

    def run(self, source: str, count: int, *arguments: int, name: str = "run", threads: int = THREADS) -> None:
        """Launches a kernel of this package, with a thread for each of `count`. All its parameters have 8 bytes."""
        self.launcher(source, name).launch(self, -(-count // threads), arguments, threads)

    def launcher(self, source: str, name: str = "run") -> Launcher:
        """Returns a kernel of this package, which is compiled and loaded if no call has needed it before."""
        key = source, name, self.device_number
        known = _launchers.get(key)
        if known is None:
            if len(_launchers) >= _MOST_LAUNCHERS:
                _launchers.clear()
            known = _launchers[key] = Launcher(load_own(source, name, f"sm_{self.device.arch}"))
        return known

    def copy_rows(self, target: int, target_pitch: int, source: int, source_pitch: int, width: int, count: int) -> None:
        """Copies `count` rows of `width` bytes from device to device."""
        self.does_more()
        _driver.copy_rows(target, target_pitch, source, source_pitch, width, count, self.stream)


class Launcher:
    """A loaded kernel of this package, and memory for its parameters, all of which have 8 bytes."""

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel
        self._lock = threading.Lock()
        self._memory: Any = None
        self._format = struct.Struct("")
        self._address = 0

    def _set_number(self, number: int) -> None:
        """Makes memory for the parameters, and behind them for their addresses, which the driver takes."""
        self._memory = (ctypes.c_uint64 * (2 * number))()
        values = ctypes.addressof(self._memory)
        self._address = values + 8 * number
        self._memory[number:] = [values + 8 * k for k in range(number)]
        self._format = struct.Struct(f"={number}q")

    def launch(
        self,
        call: Call,
        blocks: int,
        arguments: Sequence[Any],
        threads: int = THREADS,
        packed: struct.Struct | None = None,
    ) -> None:
        """packed: the format of the arguments, 8 bytes for each, if not all of them are integers

        Raises: struct.error or OverflowError for a number that does not fit to the format
        """
        with self._lock:  # the memory belongs to one launch at a time
            if self._memory is None:
                self._set_number(len(arguments))
            (packed or self._format).pack_into(self._memory, 0, *arguments)
            call.launch(self._kernel, blocks, threads, 0, self._address, self._copied)

    def _copied(self) -> tuple[int, object]:
        copy = Launcher(self._kernel)
        number = len(self._memory) // 2
        copy._set_number(number)
        copy._memory[:number] = self._memory[:number]
        return copy._address, copy._memory


_MOST_LAUNCHERS = 4096
_launchers: dict[tuple[str, str, int], Launcher] = {}


def _is_same_as_bytes(first: Dtype, second: Dtype) -> bool:
    """Returns whether one is a type of bytes ("V8"), and the other one has as many: a string, a struct or bytes."""
    are_bytes = [dtype.kind == "V" and dtype.names is None for dtype in (first, second)]
    return first.itemsize == second.itemsize and any(are_bytes) and first.kind in "VSU" and second.kind in "VSU"


def distance_of(view: Array) -> int:
    """Returns the number of bytes from one record to the next. Of a single record it does not matter."""
    return view.strides[0] if view.shape[0] > 1 else view.dtype.itemsize


def number_of(order: Array) -> int:
    """Returns the size of an index, negative if the indices are signed."""
    size = order.dtype.itemsize
    return -size if order.dtype.kind == "i" else size


def place_of(view: Array) -> Place:
    return Place.of(view.ptr, view.dtype.itemsize, distance_of(view))


def refuse_overlap(first: Array, second: Array, first_name: str, second_name: str) -> None:
    if first.ptr < second.ptr + second.span and second.ptr < first.ptr + first.span and first.size and second.size:
        raise ArrayError(f"{first_name} and {second_name} overlap: pass a copy of one of them")


def refuse_overlaps(
    arrays: Sequence[Array],
    names: Sequence[str],
    ranges: Iterable[tuple[int, int]],
    what: str,
    other: Array,
    other_name: str,
) -> None:
    """Refuses arrays that overlap `other`. `ranges` are their addresses and sizes in bytes."""
    begin, end = other.ptr, other.ptr + other.span
    for k, (pointer, size) in enumerate(ranges):
        if pointer < end and pointer + size > begin:
            refuse_overlap(arrays[k], other, f"{what}[{names[k]!r}]", other_name)


def refuse_overlaps_among(
    arrays: Sequence[Array], names: Sequence[str], ranges: Iterable[tuple[int, int]], what: str
) -> None:
    """Refuses arrays that overlap each other."""
    last = 0
    for pointer, size in sorted(ranges):
        if pointer < last:
            break
        last = pointer + size
    else:
        return
    in_order = sorted(range(len(arrays)), key=lambda k: arrays[k].ptr)
    for first, second in itertools.pairwise(in_order):
        refuse_overlap(arrays[first], arrays[second], f"{what}[{names[first]!r}]", f"{what}[{names[second]!r}]")


def by_name(values: Any, what: str) -> Mapping[str, object]:
    if not isinstance(values, Mapping):
        raise TypeError(f"{what} must be a dict of arrays by the names of fields: write {what}={{'x': array}}")
    return values


def refuse_numbers(view: Array, what: str) -> None:
    if view.dtype.kind != "V":
        raise LayoutError(
            f"{what} has elements of the type {view.dtype}, which are no records: pass an array of a structured type, "
            "or give its bytes one by as_records(a, dtype)"
        )


def refuse_without_fields(view: Array) -> None:
    if not view.dtype.names:
        raise LayoutError(f"the records have the type {view.dtype}, without fields: use as_records(records, dtype)")


def chosen_fields(dtype: Dtype, names: Iterable[str]) -> list[Field]:
    fields = fields_of(dtype)
    if isinstance(names, str):
        raise TypeError(f"fields are a list of names: write [{names!r}]")
    try:
        return [fields[name] for name in dict.fromkeys(names)]
    except KeyError as error:
        name = error.args[0]
        raise LayoutError(f"the records have no field {name!r}: their fields are {list(fields)}") from None
    except TypeError:
        raise TypeError(f"fields must be a list of names, not {names!r}") from None
