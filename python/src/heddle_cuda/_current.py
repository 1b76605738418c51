# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The current streams of CuPy and PyTorch.

Neither library is imported here: an array of it can only exist if the program has imported it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from . import _arrays


def stream_of_arguments(arguments: Iterable[object]) -> Any:
    """Returns the stream that is current on this device in the library of the first array of CuPy or PyTorch, or None
    if no argument is one.

    arguments: those of a call; dicts may have arrays. Parts of such arrays, and records in them, count as well
    """
    for argument in arguments:
        is_dict = type(argument) is not _arrays.Array and isinstance(argument, Mapping)
        for array in argument.values() if is_dict else (argument,):  # type: ignore[attr-defined]
            producer = array.producer if type(array) is _arrays.Array else array
            if producer is None:
                continue
            if is_tensor(producer):
                return sys.modules["torch"].cuda.current_stream()
            if isinstance(producer, getattr(sys.modules.get("cupy"), "ndarray", ())):
                return sys.modules["cupy"].cuda.get_current_stream()
    return None


def is_tensor(array: object) -> bool:
    """Returns whether an object is a tensor of PyTorch on a GPU."""
    return isinstance(array, getattr(sys.modules.get("torch"), "Tensor", ())) and array.is_cuda  # type: ignore[attr-defined]


def handle_named_by(array: Any, interface: dict[str, Any]) -> int | None:
    """Returns the handle of the stream that wrote an array: the one that its interface names, or, as the interface of
    PyTorch names none, the one that is current in PyTorch. None if there is nothing to wait for."""
    named: int | None = interface.get("stream")
    if named is None and is_tensor(array):
        return int(sys.modules["torch"].cuda.current_stream(array.device).cuda_stream) or 1
    return named
