# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Numbers that kernels write for the host, which waits for them: to page-locked memory, so that nothing is copied."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from . import _driver
from ._call import Call

# The addresses of numbers that no call uses. They are never freed.
_free: list[int] = []


def answer(call: Call, launch: Callable[[int], None]) -> int:
    """Returns the number that kernels write to the address that `launch` gets. At first it is 0.

    launch: launches kernels on the stream of the call, for which the host waits then
    Raises: DeviceError if the stream is captured
    """
    call.does_more()
    _driver.refuse_capture(call.stream)
    try:
        address = _free.pop()
    except IndexError:
        address = _driver.allocate_on_host(8)
    number = ctypes.c_int64.from_address(address)
    number.value = 0
    try:
        launch(address)
    finally:
        _driver.synchronize(call.stream)
    result = number.value
    _free.append(address)
    return result
