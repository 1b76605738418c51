# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Compiles sources with NVRTC, and keeps the results in memory and in a folder."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import os
import pathlib
import re

from cuda.core import ObjectCode, Program, ProgramOptions
from cuda.core.utils import FileStreamProgramCache, make_program_cache_key

from ._errors import INSTALL, CompileError, MissingError

# The options that add files to a source. Their contents are not part of the key, so such code is not kept in a folder.
_FILE_OPTIONS = ("include_path", "pre_include", "pch", "create_pch", "use_pch", "pch_dir", "time", "fdevice_time_trace")


@functools.lru_cache
def include_path() -> str:
    """Returns the folder of heddle's headers, for other compilers: #include <heddle/heddle.cuh>."""
    here = pathlib.Path(__file__).resolve().parent
    for folder in (here / "include", *(parent / "include" for parent in here.parents)):
        if (folder / "heddle" / "heddle.cuh").is_file():
            return str(folder)
    raise MissingError(f"heddle's headers lie neither in {here} nor above it: install the package again")


@functools.lru_cache
def toolkit_include_paths() -> tuple[str, ...]:
    """Returns the folders of CUDA's headers and of libcu++."""
    candidates = [*_folders_of_packages(), *_folders_of_toolkits()]
    for folder in candidates:
        for libcuxx in (folder / "cccl", folder):
            if (folder / "cuda_runtime.h").is_file() and (libcuxx / "cuda" / "std" / "version").is_file():
                return (str(folder),) if libcuxx == folder else (str(folder), str(libcuxx))
    raise MissingError(
        f"the headers of CUDA were not found: {INSTALL}; or install the CUDA Toolkit and set CUDA_PATH to its folder"
    )


def _folders_of_packages() -> list[pathlib.Path]:
    from cuda import pathfinder

    try:
        folder = pathfinder.find_nvidia_header_directory("cudart")
    except Exception:  # the function raises several types, some of them private
        return []
    return [pathlib.Path(folder)] if folder else []


def _folders_of_toolkits() -> list[pathlib.Path]:
    homes = [os.environ.get("CUDA_PATH"), os.environ.get("CUDA_HOME"), "/usr/local/cuda"]
    return [pathlib.Path(home, "include") for home in homes if home]


@functools.lru_cache
def _digest_of_headers() -> bytes:
    """Returns a hash of heddle's headers, and of the versions of the toolkit's."""
    digest = hashlib.sha256()
    folder = pathlib.Path(include_path())
    files = sorted(path for path in (folder / "heddle").rglob("*") if path.is_file())
    for toolkit in map(pathlib.Path, toolkit_include_paths()):
        files += [toolkit / "cuda_runtime_api.h", toolkit / "cuda" / "std" / "__cccl" / "version.h"]
    for path in files:
        if path.is_file():
            digest.update(str(path).encode() + b"\0" + path.read_bytes())
    return digest.digest()


@functools.lru_cache
def _disk_cache() -> FileStreamProgramCache | None:
    """Returns the cache in HEDDLE_CUDA_CACHE_DIR, by default that of cuda.core; None if the variable is empty."""
    folder = os.environ.get("HEDDLE_CUDA_CACHE_DIR")
    if folder == "":
        return None
    try:
        return FileStreamProgramCache(folder) if folder else FileStreamProgramCache()
    except OSError:  # a read-only home
        return None


def options_for(arch: str, given: ProgramOptions | None = None) -> ProgramOptions:
    """Returns options with the folders of headers, and with C++17 unless another standard is given."""
    options = given or ProgramOptions(arch=arch)
    own = options.include_path or []
    folders = [*([own] if isinstance(own, str) else own), include_path(), *toolkit_include_paths()]
    # replace() makes a new object, which reads the values again.
    return dataclasses.replace(
        options, arch=arch, name="heddle_cuda.cu", std=options.std or "c++17", include_path=folders
    )


# Compiled code by key.
_compiled: dict[bytes, tuple[str, bytes]] = {}


def compile_source(source: str, name: str, arch: str, given: ProgramOptions | None = None) -> tuple[str, bytes]:
    """Returns the machine code of a source, and the mangled name of its kernel. `name` may be that of a template.

    Raises: CompileError, with NVRTC's log; MissingError if NVRTC or headers are not installed
    """
    options = options_for(arch, given)
    key = make_program_cache_key(
        code=source,
        code_type="c++",
        options=_without_side_effects(options),
        target_type="cubin",
        name_expressions=(name,),
        extra_digest=_digest_of_headers(),
    )
    if (found := _compiled.get(key)) is not None:
        return found
    disk = _disk_cache()
    if given is not None and any(getattr(given, option, None) for option in _FILE_OPTIONS):
        disk = None
    result = _from_disk(disk, key) if disk is not None else None
    if result is None:
        result = _compile(source, name, options)
        if disk is not None:
            with contextlib.suppress(OSError):  # a full disk: the code is compiled again next time
                content = result[0].encode() + b"\0" + result[1]
                disk[key] = hashlib.sha256(content).digest() + content
    _compiled[key] = result
    return result


def _from_disk(disk: FileStreamProgramCache, key: bytes) -> tuple[str, bytes] | None:
    """Returns None for an entry that is missing, damaged or not readable."""
    try:
        entry = disk.get(key) or b""
    except OSError:
        return None
    content = entry[32:]
    if hashlib.sha256(content).digest() != entry[:32]:
        return None
    mangled, _, code = content.partition(b"\0")
    return mangled.decode(), code


def _without_side_effects(options: ProgramOptions) -> ProgramOptions:
    return dataclasses.replace(options, create_pch=None, time=None, fdevice_time_trace=None)


def _compile(source: str, name: str, options: ProgramOptions) -> tuple[str, bytes]:
    try:
        program = Program(source, "c++", options)
    except Exception as error:
        raise MissingError(
            f"NVRTC could not be loaded ({error}): {INSTALL}; or install the CUDA Toolkit of the major version of "
            "cuda-bindings, and set CUDA_PATH to its folder"
        ) from error
    try:
        code: ObjectCode = program.compile("cubin", name_expressions=(name,))
    except Exception as error:
        raise CompileError(_explained(str(error))) from None
    finally:
        program.close()
    mangled = code.symbol_mapping[name]
    return mangled if isinstance(mangled, str) else mangled.decode(), bytes(code.code)


def _explained(log: str) -> str:
    """Returns the log without what cuda.core adds in front of it and behind it."""
    start = log.find("compilation log")
    text = log[start:].partition("\n")[2] if start >= 0 else log
    return re.sub(r"\n{2,}", "\n", text).strip("\0\n ") or log
