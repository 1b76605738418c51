# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The memory of results: by default that of the driver, freed in the order of a stream, or that of another library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cuda.core import Device, Stream

from . import _driver
from ._errors import ArrayError

_ALIGNMENT = 16


def set_allocator(allocator: Callable[[int, Stream], object] | str | None) -> None:
    """Lets the results of later calls lie in memory of another library, so that both share one pool.

    allocator: "cupy" or "torch" for the memory of these libraries, None for that of the driver, which is the default,
        or a function of a size in bytes and a stream of cuda.core. It returns an object that owns as many bytes or more
        of the current device, at a multiple of 16: its address is `ptr`, or that of __cuda_array_interface__. The work
        of the stream may use the memory at once. A result keeps the object, and then drops it, while work of the stream
        may still use the memory: so the library must reuse it in the order of the stream
    """
    global _allocator
    if isinstance(allocator, str):
        if allocator not in _OF_LIBRARIES:
            raise ValueError(f"{allocator!r} is no allocator: write one of {sorted(_OF_LIBRARIES)}, or a function")
        _allocator = _OF_LIBRARIES[allocator]
    elif allocator is None or callable(allocator):
        _allocator = allocator
    else:
        raise TypeError(f"{allocator!r} is no allocator: pass a function(size, stream), 'cupy', 'torch' or None")


_allocator: Callable[[int, Stream], object] | None = None


def allocate(size: int, device: Device, stream: Stream) -> tuple[int, object]:
    """Returns the address of memory, and what owns it. The owner keeps the stream."""
    if _allocator is None:
        buffer = device.allocate(size, stream=stream)
        return int(buffer.handle), buffer
    memory: Any = _allocator(size, stream)
    pointer = getattr(memory, "ptr", None)
    if pointer is None:
        interface = getattr(memory, "__cuda_array_interface__", None)
        if interface is None:
            raise TypeError(
                f"the allocator returned an object of the type {type(memory).__name__}: return one that has ptr, or "
                "__cuda_array_interface__"
            )
        pointer = interface["data"][0]
    if int(pointer) % _ALIGNMENT or not pointer:
        raise ArrayError(f"the allocator returned the address {int(pointer):#x}: return a multiple of {_ALIGNMENT}")
    return int(pointer), _Owner(memory, stream)


class _Owner:
    """Drops the memory before the stream."""

    def __init__(self, memory: object, stream: Stream) -> None:
        self._memory: object | None = memory
        self._stream = stream

    def __del__(self) -> None:
        self._memory = None


def _of_cupy(size: int, stream: Stream) -> object:
    import cupy

    handle = _driver.handle_of(stream)
    if handle == 1:
        own = cupy.cuda.Stream.null
    elif hasattr(cupy.cuda.Stream, "from_external"):
        own = cupy.cuda.Stream.from_external(stream)
    else:  # CuPy 13
        own = cupy.cuda.ExternalStream(handle)
    with own:
        return cupy.cuda.alloc(size)


def _of_torch(size: int, stream: Stream) -> object:
    import torch

    handle = _driver.handle_of(stream)
    own = torch.cuda.default_stream() if handle == 1 else torch.cuda.ExternalStream(handle)
    with torch.cuda.stream(own):
        return torch.empty(size, dtype=torch.uint8, device="cuda")


_OF_LIBRARIES: dict[str, Callable[[int, Stream], object]] = {"cupy": _of_cupy, "torch": _of_torch}
