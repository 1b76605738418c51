# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Types of arguments, for checkers of types."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias


class DeviceArray(Protocol):
    """An array on a GPU, of any library: of CuPy, PyTorch, numba, JAX, or an Array. The functions also take arrays that
    have DLPack alone, but checkers could not tell them from those of NumPy, which lie on the host."""

    @property
    def __cuda_array_interface__(self) -> Any: ...


class _CudaStream(Protocol):
    def __cuda_stream__(self) -> tuple[int, int]: ...


class _StreamOfCupy(Protocol):
    @property
    def ptr(self) -> int: ...


class _StreamOfTorch(Protocol):
    @property
    def cuda_stream(self) -> int: ...


#: A stream of cuda.core, CuPy or PyTorch, or its handle. None is the stream of using_stream(),
#: else the current stream of CuPy or PyTorch if an array of the call is theirs, else the legacy default stream.
StreamLike: TypeAlias = "_CudaStream | _StreamOfCupy | _StreamOfTorch | int | None"
