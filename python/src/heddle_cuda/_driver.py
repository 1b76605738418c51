# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The current device, streams, and the few calls of the driver that cuda.core does not wrap."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from cuda.bindings import driver
from cuda.core import LEGACY_DEFAULT_STREAM, PER_THREAD_DEFAULT_STREAM, Device, Stream

from ._errors import ArrayError, DeviceError, HeddleError


def check(result: tuple[Any, ...]) -> Any:
    """Returns the value of a driver call. Raises HeddleError if the call failed."""
    error, *values = result
    if error != driver.CUresult.CUDA_SUCCESS:
        raise HeddleError(f"CUDA reports {error.name}; if the GPU worked before, an earlier kernel may have failed")
    return values[0] if values else None


class _Used(threading.local):
    """The devices that the thread has made current in cuda.core, by their numbers."""

    def __init__(self) -> None:
        self.devices: dict[int, Device] = {}


_used = _Used()


def current_device() -> Device:
    """Returns the device of the thread's CUDA context, by default the first one. Raises: DeviceError without a GPU"""
    try:
        known = _used.devices.get(current_number())
        if known is not None:
            return known
        error, context = driver.cuCtxGetCurrent()
        has_context = error == driver.CUresult.CUDA_SUCCESS and int(context) != 0
        device = Device() if has_context else Device(0)
        device.set_current()  # cuda.core refuses to allocate on a device that only another library has made current
        _used.devices[device.device_id] = device
    except Exception as reason:  # the types of cuda.core's exceptions are private
        raise DeviceError(f"no GPU can be used ({reason}): check nvidia-smi and CUDA_VISIBLE_DEVICES") from reason
    return device


def current_number() -> int:
    """Returns the number of the device of the thread's CUDA context, -1 if there is none."""
    error, device = driver.cuCtxGetDevice()
    return int(device) if error == driver.CUresult.CUDA_SUCCESS else -1


def device_of(pointer: int, what: str) -> int:
    """Returns the number of the device that a pointer belongs to."""
    attribute = driver.CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
    error, device = driver.cuPointerGetAttribute(attribute, pointer)
    if error == driver.CUresult.CUDA_ERROR_NOT_INITIALIZED:
        current_device()
        error, device = driver.cuPointerGetAttribute(attribute, pointer)
    if error != driver.CUresult.CUDA_SUCCESS:
        raise ArrayError(f"{what} does not lie in the memory of a GPU: copy it there, for example by to_device(a)")
    return int(device)


def stream_of(stream: object, device: Device) -> Stream:
    """Returns a stream of cuda.core for one of any library. None is the stream of using_stream(), and without that the
    legacy default stream, as in CuPy and PyTorch.

    Raises: TypeError if the object is no stream; DeviceError if it belongs to another device
    """
    result = _wrapped(stream, device)
    if result is LEGACY_DEFAULT_STREAM:
        return result
    if result.is_closed:
        raise DeviceError("the stream is closed: make a new one")
    if _is_default(result):
        return result
    if (own := result.device.device_id) != device.device_id:
        raise DeviceError(
            f"the stream belongs to device {own}, the arrays to device {device.device_id}: pass a stream of that device"
        )
    return result


class _Default(threading.local):
    """The stream of the thread's calls that name none, or None for the legacy default stream."""

    stream: Stream | None = None


_default = _Default()


@contextlib.contextmanager
def using_stream(stream: object) -> Iterator[None]:
    """Lets the calls and the operators of this thread that name no stream use this one.

        with hc.using_stream(stream):
            particles["x"] += 1

    stream: one of cuda.core, CuPy or PyTorch, or a handle; None is the legacy default stream. The current streams of
        CuPy and PyTorch do not count meanwhile
    Raises: TypeError if the object is no stream; DeviceError if it belongs to another device
    """
    chosen = stream_of(LEGACY_DEFAULT_STREAM if stream is None else stream, current_device())
    before, _default.stream = _default.stream, chosen
    try:
        yield
    finally:
        _default.stream = before


def uses_stream() -> bool:
    """Returns whether the thread is in a block of using_stream()."""
    return _default.stream is not None


def default_handle() -> int:
    """Returns the handle of the stream of calls that name none."""
    return 1 if _default.stream is None else handle_of(_default.stream)


class _ForeignStream:
    """A stream of another library. cuda.core keeps this object, and so the stream, as long as memory that is freed in
    the order of the stream."""

    def __init__(self, handle: int, owner: object) -> None:
        self._handle, self._owner = handle, owner

    def __cuda_stream__(self) -> tuple[int, int]:
        return 0, self._handle


def _wrapped(stream: Any, device: Device) -> Stream:
    if stream is None:
        return LEGACY_DEFAULT_STREAM if _default.stream is None else _default.stream
    if isinstance(stream, Stream):
        return stream
    handle = stream
    if hasattr(stream, "__cuda_stream__"):
        handle = stream.__cuda_stream__()[1]
    elif hasattr(stream, "cuda_stream"):  # PyTorch
        handle = stream.cuda_stream
    elif hasattr(stream, "ptr"):  # CuPy
        handle = stream.ptr
    if isinstance(handle, bool) or not isinstance(handle, int) or handle < 0:
        raise TypeError(f"{stream!r} is no stream: pass one of cuda.core, CuPy or PyTorch, or its handle as an int")
    if handle < 2:
        return LEGACY_DEFAULT_STREAM
    return PER_THREAD_DEFAULT_STREAM if handle == 2 else device.create_stream(_ForeignStream(handle, stream))


def open_handle(stream: Any) -> int | None:
    """Returns the handle of a stream of any library, or None if it is closed or no stream."""
    if isinstance(stream, Stream):
        return None if stream.is_closed else handle_of(stream)
    handle = getattr(stream, "ptr", None) or getattr(stream, "cuda_stream", None) or stream
    return handle if type(handle) is int else None


def _is_default(stream: Stream) -> bool:
    return handle_of(stream) in (1, 2)


def handle_of(stream: Stream) -> int:
    """Returns the handle of a stream: 1 for the legacy default stream, 2 for that of the thread."""
    return 1 if stream is LEGACY_DEFAULT_STREAM else int(stream.handle) or 1


def with_all_threads(stream: Stream) -> Stream:
    """Returns the legacy default stream for the per-thread one. It waits for those of all threads, and they for it."""
    return LEGACY_DEFAULT_STREAM if handle_of(stream) == 2 else stream


#: Instead of the handle of a stream: there is nothing to wait for.
NO_STREAM = -1


def is_capturing(handle: int) -> bool:
    """Returns whether the work of a stream is captured into a graph. The legacy default stream never is."""
    if handle < 2:
        return False
    return bool(
        check(driver.cuStreamIsCapturing(handle)) == driver.CUstreamCaptureStatus.CU_STREAM_CAPTURE_STATUS_ACTIVE
    )


def refuse_capture(stream: Stream) -> None:
    if is_capturing(handle_of(stream)):
        raise DeviceError(
            "the stream is being captured into a graph, in which this call can neither allocate its result nor wait "
            "for it: pass all results by out= or into=, or call the function before the capture"
        )


def wait_for(stream: Stream, producer: int) -> None:
    """Makes a stream wait for the work that another stream has now."""
    _order(producer, handle_of(stream))


def let_wait(consumer: int, stream: Stream) -> None:
    """Makes another stream wait for the work that a stream has now."""
    _order(handle_of(stream), consumer)


def _order(first: int, second: int) -> None:
    if first == second or NO_STREAM in (first, second):
        return
    # A graph cannot wait for work outside of it, which was done when the graph was captured, but not when it runs.
    if is_capturing(first) != is_capturing(second):
        return
    event = check(driver.cuEventCreate(int(driver.CUevent_flags.CU_EVENT_DISABLE_TIMING)))
    try:
        check(driver.cuEventRecord(event, first))
        check(driver.cuStreamWaitEvent(second, event, 0))
    finally:
        check(driver.cuEventDestroy(event))


def copy_to_host(target: int, source: int, size: int, stream: Stream) -> None:
    """Copies bytes to the host, and waits for them."""
    refuse_capture(stream)
    check(driver.cuMemcpyDtoHAsync(target, source, size, stream.handle))
    check(driver.cuStreamSynchronize(stream.handle))


def copy_to_device(target: int, source: int, size: int, stream: Stream) -> None:
    """Copies bytes from the host, and waits until they have been read: pinned memory is read meanwhile."""
    refuse_capture(stream)
    check(driver.cuMemcpyHtoDAsync(target, source, size, stream.handle))
    check(driver.cuStreamSynchronize(stream.handle))


def start_copy_to_device(target: int, source: int, size: int, stream: Stream) -> None:
    """Copies bytes from page-locked memory of the host, and does not wait."""
    check(driver.cuMemcpyHtoDAsync(target, source, size, stream.handle))


def start_copy_to_host(target: int, source: int, size: int, stream: Stream) -> None:
    """Copies bytes to page-locked memory of the host, and does not wait."""
    check(driver.cuMemcpyDtoHAsync(target, source, size, stream.handle))


def copy_on_device(target: int, source: int, size: int, stream: Stream) -> None:
    check(driver.cuMemcpyDtoDAsync(target, source, size, stream.handle))


def fill_with_zeros(target: int, size: int, stream: Stream) -> None:
    check(driver.cuMemsetD8Async(target, 0, size, stream.handle))


def launch(kernel: Any, blocks: int, threads: int, shared: int, stream: int, parameters: int) -> None:
    """Launches a kernel, a CUfunction. `parameters` is the address of an array with the address of each parameter."""
    (error,) = driver.cuLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, shared, stream, parameters, 0)
    if error:
        check((error,))


def copy_rows(
    target: int, target_pitch: int, source: int, source_pitch: int, width: int, count: int, stream: Stream
) -> None:
    """Copies `count` rows of `width` bytes from device to device."""
    copy = driver.CUDA_MEMCPY2D()
    copy.srcMemoryType = copy.dstMemoryType = driver.CUmemorytype.CU_MEMORYTYPE_DEVICE
    copy.srcDevice, copy.srcPitch = source, source_pitch
    copy.dstDevice, copy.dstPitch = target, target_pitch
    copy.WidthInBytes, copy.Height = width, count
    check(driver.cuMemcpy2DAsync(copy, stream.handle))


def current_context() -> int:
    """Returns the handle of the thread's CUDA context."""
    return int(check(driver.cuCtxGetCurrent()))


def use_context(context: int) -> None:
    """Makes a context current in this thread."""
    check(driver.cuCtxSetCurrent(context))


@contextlib.contextmanager
def in_context(context: int) -> Iterator[None]:
    """Makes a context current in this thread, which may have another one, or none."""
    check(driver.cuCtxPushCurrent(context))
    try:
        yield
    finally:
        driver.cuCtxPopCurrent()


def new_stream(device: Device) -> Stream:
    """Returns a stream that the legacy default stream does not wait for."""
    return device.create_stream()


def wait_on_host(stream: Stream) -> None:
    """Waits for a stream. An error is not raised, because it is that of an earlier call."""
    driver.cuStreamSynchronize(stream.handle)


def is_page_locked(address: int, size: int) -> bool:
    """Returns whether memory of the host is page-locked as a whole, by any library."""
    names = driver.CUpointer_attribute
    error, begin = driver.cuPointerGetAttribute(names.CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, address)
    if error != driver.CUresult.CUDA_SUCCESS:  # CUDA does not know the memory
        return False
    kind = check(driver.cuPointerGetAttribute(names.CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address))
    length = check(driver.cuPointerGetAttribute(names.CU_POINTER_ATTRIBUTE_RANGE_SIZE, address))
    is_on_host = int(kind) == int(driver.CUmemorytype.CU_MEMORYTYPE_HOST)
    return is_on_host and address + size <= int(begin) + int(length)


def synchronize(stream: Stream) -> None:
    """Waits for a stream. Raises: HeddleError if its work failed"""
    check(driver.cuStreamSynchronize(stream.handle))


def allocate_on_host(size: int) -> int:
    """Returns the address of a little page-locked memory, to which kernels can write."""
    error, address = driver.cuMemHostAlloc(size, 0)
    if error == driver.CUresult.CUDA_ERROR_OUT_OF_MEMORY:
        raise MemoryError(f"the host has no {size} bytes for page-locked memory: free some memory")
    check((error,))
    return int(address)


_HUGE_PAGE = 2**21


class PageLocked:
    """Page-locked memory, which a GPU copies at the rate of the bus, while the host goes on."""

    def __init__(self, size: int) -> None:
        # NumPy asks for huge pages, which are locked faster than the small ones of cuMemHostAlloc(). No other memory
        # lies on the same pages.
        self._memory = np.empty(size + 2 * _HUGE_PAGE, np.uint8)
        self.address, self.size = -(-self._memory.ctypes.data // _HUGE_PAGE) * _HUGE_PAGE, size
        # The system clears each page when it is written first, which takes most of the time of locking it.
        with ThreadPoolExecutor(min(8, size // _HUGE_PAGE + 1)) as threads:
            for begin in range(self.address, self.address + size, 4 * _HUGE_PAGE):
                end = min(begin + 4 * _HUGE_PAGE, self.address + size)
                threads.submit(ctypes.memset, begin, 0, end - begin)
        (error,) = driver.cuMemHostRegister(self.address, -(-size // mmap.PAGESIZE) * mmap.PAGESIZE, 0)
        if error == driver.CUresult.CUDA_ERROR_OUT_OF_MEMORY:
            raise MemoryError(f"the host has no {size} bytes for page-locked memory: free some memory")
        check((error,))

    def close(self) -> None:
        driver.cuMemHostUnregister(self.address)
        del self._memory


class Event:
    """A point in the work of a stream. The host waits for it without using a processor."""

    def __init__(self) -> None:
        flags = driver.CUevent_flags
        self._handle = check(driver.cuEventCreate(int(flags.CU_EVENT_DISABLE_TIMING | flags.CU_EVENT_BLOCKING_SYNC)))

    def record(self, stream: Stream) -> None:
        check(driver.cuEventRecord(self._handle, stream.handle))

    def let_wait(self, stream: Stream) -> None:
        """Makes a stream wait for the point; not at all before record()."""
        check(driver.cuStreamWaitEvent(stream.handle, self._handle, 0))

    def wait_on_host(self) -> None:
        check(driver.cuEventSynchronize(self._handle))

    def close(self) -> None:
        driver.cuEventDestroy(self._handle)
