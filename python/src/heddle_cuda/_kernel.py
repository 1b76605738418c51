# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Kernels that users write in C++."""

from __future__ import annotations

import functools
import math
import operator
import re
import struct as struct_module
import threading
from collections.abc import Iterable
from typing import Any

import numpy as np
from cuda.bindings import driver
from cuda.core import Kernel as CoreKernel
from cuda.core import LaunchConfig, ObjectCode, ProgramOptions, launch

from . import _current, _driver
from ._arrays import Array, current_device_of, view_of
from ._compile import compile_source
from ._errors import ArrayError, CompileError, LayoutError
from ._parameters import Parameter, parameters_in, with_parameters
from ._struct import Struct
from ._types import StreamLike

_NUMBERS: dict[tuple[str, int], Any] = {
    ("f", 4): np.float32, ("f", 8): np.float64, ("b", 1): np.bool_,
    **{("i", n): np.dtype(f"i{n}").type for n in (1, 2, 4, 8)},
    **{("u", n): np.dtype(f"u{n}").type for n in (1, 2, 4, 8)},
}  # fmt: skip

_loaded: dict[tuple[str, str, bytes], CoreKernel] = {}
_lock = threading.Lock()


def load(source: str, name: str, arch: str, options: ProgramOptions | None = None) -> CoreKernel:
    """Returns the kernel `name` of a source, compiled for an architecture."""
    mangled, code = compile_source(source, name, arch, options)
    with _lock:
        key = (mangled, arch, code)
        if key not in _loaded:
            _loaded[key] = ObjectCode.from_cubin(code).get_kernel(mangled)
        return _loaded[key]


class Kernel:
    """A kernel that is compiled when it is launched first. `compile()` compiles it before."""

    def __init__(self, source: str, name: str, options: ProgramOptions | None) -> None:
        self.source = source
        self.name = name
        self._options = options
        self._compiled: dict[str, tuple[bytes, str, list[Parameter]]] = {}
        self._kernels: dict[str, CoreKernel] = {}
        self._known: dict[tuple[object, ...], _Known] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Kernel, (self.source, self.name, self._options)

    def __getitem__(self, key: object) -> Any:
        raise TypeError(f"a kernel is launched by a call: write {self.name}(..., grid=blocks, block=threads, stream=s)")

    def compile(self, arch: str | None = None) -> bytes:
        """Returns the machine code for an architecture such as "sm_90", by default that of the current GPU.

        Raises: CompileError, with lines of the source
        """
        return self._code(arch or self._own_arch() or f"sm_{_driver.current_device().arch}")[0]

    def _own_arch(self) -> str | None:
        return self._options.arch if self._options is not None else None

    def _code(self, arch: str) -> tuple[bytes, str, list[Parameter]]:
        if arch not in self._compiled:
            if not isinstance(arch, str) or not re.fullmatch(r"(sm|compute)_\d+[a-z]?", arch):
                raise ValueError(f"{arch!r} is no architecture: write one like 'sm_90'")
            try:
                mangled, code = compile_source(self.source, self.name, arch, self._options)
            except CompileError as error:
                if f'identifier "{self.name}" is undefined' in str(error):
                    raise CompileError(
                        f"the source has no kernel {self.name} outside a namespace: pass its name, with its "
                        f"namespace and template arguments\n{error}"
                    ) from None
                raise CompileError(f"{error}{_hint(str(error))}") from None
            self._compiled[arch] = code, mangled, parameters_in(code)
        return self._compiled[arch]

    def __call__(
        self,
        *arguments: object,
        threads: int | None = None,
        grid: int | tuple[int, ...] | None = None,
        block: int | tuple[int, ...] = 256,
        shared: int = 0,
        stream: StreamLike = None,
    ) -> None:
        """Launches the kernel.

        threads: how many threads are needed: the grid has as many blocks as needed; or grid: the number of blocks
        arguments: numbers for numbers; arrays of any library, or None, for pointers. The elements of an array must
            have the size and alignment that the pointer's target has
        stream: by default, that of using_stream(), else the current stream of CuPy or PyTorch if an argument is theirs,
            and otherwise the legacy default stream
        Raises: TypeError and ArrayError if an argument does not fit; DeviceError. Then nothing is launched
        """
        key = _key_of(arguments, (threads, grid, block, shared), stream)
        if key is not None and (known := self._known.get(key)) is not None and known.launch(arguments):
            return
        device = _driver.current_device()
        arch = f"sm_{device.arch}"
        _, _, parameters = self._code(arch)
        if (threads is None) == (grid is None):
            raise TypeError("pass threads, the number of threads that are needed, or grid, the number of blocks")
        if len(arguments) != len(parameters):
            raise TypeError(
                f"{self.name} has {len(parameters)} parameters, but gets {len(arguments)} arguments: write "
                f"{self.name}(first, second, ..., threads=n)"
            )
        if stream is None and not _driver.uses_stream():
            stream = _current.stream_of_arguments(arguments)
        target = _driver.stream_of(stream, device)
        views: list[Array] = []
        values = [
            self._value(k, argument, parameter, target, views)
            for k, (argument, parameter) in enumerate(zip(arguments, parameters, strict=True))
        ]
        config = _checked_config(threads, grid, block, shared)
        if config is None:
            return
        if arch not in self._kernels:
            self._kernels[arch] = load(self.source, self.name, arch, self._options)
        launch(target, config, self._kernels[arch], *values)
        for view in views:
            _driver.let_wait(view.stream, target)
        if key is not None and {view.stream for view in views} <= {_driver.handle_of(target), _driver.NO_STREAM}:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[key] = _Known(self._kernels[arch], config, _driver.handle_of(target), parameters, values)

    def _value(self, position: int, argument: Any, parameter: Parameter, stream: Any, views: list[Array]) -> Any:
        what = f"argument {position} of {self.name}"
        if parameter.kind in "pc":
            return 0 if argument is None else self._pointer(what, argument, parameter, stream, views)
        if parameter.kind == "s":
            if isinstance(argument, np.float16) and parameter.size == 2:
                return argument
            raise TypeError(f"{what} is a struct: pass it in an array, or pass its members as numbers")
        if not isinstance(argument, (int, float, np.integer, np.floating, np.bool_)):
            raise TypeError(f"{what} must be a number, and has the type {type(argument).__name__}")
        number = _NUMBERS[parameter.kind, parameter.size]
        if parameter.kind in "iu" and not isinstance(argument, (int, np.integer)):
            raise TypeError(f"{what} must be an integer, not {argument!r}: write int(...)")
        if parameter.kind in "iu" and not np.iinfo(number).min <= int(argument) <= np.iinfo(number).max:
            raise OverflowError(f"{what} has {parameter.size} bytes, and {argument} does not fit")
        with np.errstate(over="ignore"):
            value = number(argument)
        if parameter.kind == "f" and np.isinf(value) and abs(argument) != math.inf:
            raise OverflowError(f"{what} has {parameter.size} bytes, and {argument} does not fit")
        return value

    def _pointer(self, what: str, argument: object, parameter: Parameter, stream: Any, views: list[Array]) -> int:
        view = view_of(argument, what, stream)
        current_device_of(view, what)
        if not view.is_contiguous:
            raise ArrayError(
                f"{what} is not contiguous: copy it, or pass the array that it is a part of, and its stride"
            )
        if view.readonly and parameter.kind == "p":
            raise ArrayError(f"{what} may not be written: let the kernel take a pointer to const, or copy the array")
        # A pointer to bytes takes any array, and a pointer to a struct takes arrays of numbers that fill whole structs.
        # A pointer to numbers takes no larger ones: double, NumPy's default, is not read as two floats.
        size, kind = view.dtype.itemsize, view.dtype.kind
        number = {"c": size // 2, "U": 4}.get(kind, size)
        if parameter.target_size != 1 and (
            size != parameter.target_size
            if kind == "V"
            else parameter.target_size % number or view.nbytes % parameter.target_size
        ):
            raise LayoutError(
                f"{what} points to {parameter.target_size} bytes, but the array has elements of {size} "
                f"({view.dtype}), {view.nbytes} bytes in all: pass an array of the pointer's type, or of the type that "
                "the struct was made from"
            )
        if view.ptr % parameter.target_align:
            raise ArrayError(
                f"{what} must be aligned to {parameter.target_align} bytes, and the array begins at {view.ptr:#x}: "
                "make the struct with align=1, or copy the array"
            )
        views.append(view)
        return view.ptr


# How struct packs a parameter into 8 bytes.
_FORMATS = {
    "p8": "Q", "c8": "Q", "f4": "f4x", "f8": "d", "b1": "?7x",
    "i1": "b7x", "i2": "h6x", "i4": "i4x", "i8": "q", "u1": "B7x", "u2": "H6x", "u4": "I4x", "u8": "Q",
}  # fmt: skip
_MOST_KNOWN = 256


def _key_of(arguments: tuple[object, ...], config: tuple[object, ...], stream: object) -> tuple[object, ...] | None:
    """Returns what a launch depends on but for the values of numbers, or None if there is an argument of which that is
    not known."""
    handle = _driver.default_handle() if stream is None else _driver.open_handle(stream)
    key: list[object] = [_driver.current_number(), handle, *config]
    for value in arguments:
        kind = type(value)
        if kind is int or kind is float or kind is bool or value is None:
            key.append(kind)
        elif isinstance(value, Array) and value.number is not None:
            key.append(value.number)
        else:
            return None
    if handle is None or not all(type(each) in (int, tuple, type(None)) for each in config):
        return None
    return tuple(key)


class _Known:
    """A launch that was checked, but for the values of numbers."""

    def __init__(
        self, kernel: CoreKernel, config: LaunchConfig, stream: int, parameters: list[Parameter], values: list[Any]
    ) -> None:
        self._struct = struct_module.Struct("=" + "".join(_FORMATS[f"{each.kind}{each.size}"] for each in parameters))
        self._memory = np.zeros(2 * max(len(parameters), 1), np.uint64)
        count, address = len(parameters), self._memory.ctypes.data
        self._memory[count : 2 * count] = [address + 8 * k for k in range(count)]
        self._bytes = self._memory.data.cast("B")
        self._launch = functools.partial(
            driver.cuLaunchKernel, function_of(kernel), *config.grid, *config.block, config.shmem_size, stream,
            address + 8 * count, 0,
        )  # fmt: skip
        self._values = values
        self._numbers = [k for k, each in enumerate(parameters) if each.kind not in "pc"]
        self._lock = threading.Lock()

    def launch(self, arguments: tuple[Any, ...]) -> bool:
        """Returns False if a number does not fit to its parameter."""
        values = self._values.copy()
        for k in self._numbers:
            values[k] = arguments[k]
        with self._lock:  # the memory belongs to one launch at a time
            try:
                self._struct.pack_into(self._bytes, 0, *values)
            except (struct_module.error, OverflowError):
                return False
            _driver.check(self._launch())
        return True


def _hint(log: str) -> str:
    """Returns what may be wrong if NVRTC's errors are far from it."""
    if (found := re.search(r"heddle_cuda: struct (\w+)\(\d+\): error", log)) is not None:
        return (
            f"\nThe struct {found[1]} does not compile, because its name, or that of a field, means something else in "
            "C++, CUDA or an option: write another name"
        )
    if 'attribute "__global__" does not apply here' in log:
        return "\nThe type of a parameter may not be defined: pass its struct by kernel(source, [struct(name, dtype)])"
    if "parameters of the kernel(" in log and "linkage specification is not allowed" in log:
        return "\nThe source may have a { without its }"
    return ""


_LARGEST_GRID = (2**31 - 1, 65535, 65535)
_LARGEST_BLOCK = (1024, 1024, 64)


def _checked_config(threads: Any, grid: Any, block: Any, shared: Any) -> LaunchConfig | None:
    """Returns None if no thread is needed."""
    in_block = _extents("block", block, _LARGEST_BLOCK)
    if math.prod(in_block) > _LARGEST_BLOCK[0]:
        raise ValueError(f"block is {block}, which is more than {_LARGEST_BLOCK[0]} threads")
    if threads is not None:
        grid = -(-_integer("threads", threads) // math.prod(in_block))
        if grid == 0:
            return None
    in_grid = _extents("grid", grid, _LARGEST_GRID)
    return LaunchConfig(grid=in_grid, block=in_block, shmem_size=_integer("shared", shared))


def _integer(what: str, value: Any) -> int:
    try:
        result = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be an integer, not {value!r}") from None
    if result < 0:
        raise ValueError(f"{what} is {value}, and must not be negative")
    return result


def _extents(what: str, value: Any, largest: tuple[int, ...]) -> tuple[int, ...]:
    result = tuple(_integer(what, n) for n in (value if isinstance(value, tuple) else (value,)))
    if not 1 <= len(result) <= 3 or any(not 1 <= n <= most for n, most in zip(result, largest, strict=False)):
        raise ValueError(f"{what} is {value}, and must be 1 to 3 numbers, from 1 to {largest}")
    return result


def kernel(
    source: str, structs: Iterable[Struct] = (), name: str | None = None, *, options: ProgramOptions | None = None
) -> Kernel:
    """Returns a kernel of C++ source, in which the structs are defined and <heddle/heddle.cuh> is included.

    name: the kernel's name, if the source has several or it is a template ("advance<4>")
    options: for NVRTC. Code that depends on other files (include_path, pre_include, pch) is not kept on disk
    Code is kept in memory, and in the folder HEDDLE_CUDA_CACHE_DIR (by default that of cuda.core; none if it is "").
    """
    if not isinstance(source, str) or not isinstance(name, (str, type(None))):
        raise TypeError("source and name must be strings")
    for what, text in (("source", source), ("name", name or "")):
        # NVRTC reads UTF-8 up to the first NUL. Surrogates are half characters, which UTF-8 cannot represent.
        if (found := re.search("[\0\ud800-\udfff]", text)) is not None:
            line = text.count("\n", 0, found.start()) + 1
            raise ValueError(f"the {what} has {found[0]!r} in line {line}, which NVRTC cannot read: remove it")
    if isinstance(structs, (Struct, np.dtype, str)) or not isinstance(structs, Iterable):
        raise TypeError("structs must be a list of results of struct(name, dtype): write [struct]")
    by_name: dict[str, Struct] = {}
    for each in structs:
        if not isinstance(each, Struct):
            raise TypeError(f"structs must be results of struct(name, dtype), not a {type(each).__name__}")
        if by_name.setdefault(each.name, each) != each:
            raise ValueError(f"two structs have the name {each.name}: give one of them another name")
    chosen = name or _only_kernel(source)
    file = re.sub(r"\W+", "_", chosen)
    definitions = [f'#line 1 "heddle_cuda: struct {each.name}"\n{each.source}' for each in by_name.values()]
    text = "".join([*definitions, f'#line 1 "{file}.cu"\n{source}\n'])
    return Kernel(with_parameters(text, chosen), chosen, options)


def _only_kernel(source: str) -> str:
    code = re.sub(r"//[^\n]*|/\*.*?\*/", " ", source, flags=re.DOTALL)
    names = re.findall(
        r"__global__\s+(?:void\s+)?(?:__launch_bounds__\s*\([^)]*\)\s*)?(?:void\s+)?(?!__launch_bounds__)(\w+)\s*\(",
        code,
    )
    if len(set(names)) != 1:
        raise ValueError(
            f"the source has the kernels {sorted(set(names))}: pass the name of one"
            if names
            else "no kernel was found in the source: write __global__ void, or pass its name"
        )
    return str(names[0])


def function_of(kernel: CoreKernel) -> Any:
    """Returns the handle of a kernel as the driver's launches take it."""
    return driver.CUfunction(int(kernel.handle))


def load_own(source: str, name: str, arch: str) -> Any:
    """Returns a kernel of this package, all of whose parameters have 8 bytes."""
    return function_of(load(source, name, arch))
