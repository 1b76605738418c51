# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Exceptions. Each message says what is wrong, then what to do."""

#: What a MissingError says to do.
INSTALL = (
    "pip install 'heddle-cuda[cu13]' installs it, or [cu12] for CUDA 12; in a clone of heddle, pip install "
    "'./python[cu13]'"
)


class HeddleError(Exception):
    """The base class of all exceptions of this package."""


class LayoutError(HeddleError, TypeError):
    """The GPU cannot hold a type, or two types differ."""


class ArrayError(HeddleError, ValueError):
    """An array has the wrong shape, strides, address or size, or may not be written."""


class DeviceError(HeddleError, ValueError):
    """An array or a stream is of another device."""


class OutOfRangeError(HeddleError, IndexError):
    """An index is out of range."""


class CompileError(HeddleError, RuntimeError):
    """NVRTC refused the source. The message is its log, in which lines are those of the source."""


class MissingError(HeddleError, ImportError):
    """A package or a part of the toolkit is not installed."""
