#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Compiles device code with NVRTC to a cubin. This needs no driver.

nvrtc.py LIBRARY (--header NAME | SOURCE) OPTION...    prints NVRTC's log, and fails if NVRTC fails
"""
import ctypes
import pathlib
import sys

USAGE = "nvrtc.py LIBRARY (--header NAME | SOURCE) OPTION..."


def check(library: ctypes.CDLL, result: int, what: str) -> None:
    if result != 0:
        library.nvrtcGetErrorString.restype = ctypes.c_char_p
        sys.exit(f"error: {what}: {library.nvrtcGetErrorString(result).decode()}")


def compile_text(library: ctypes.CDLL, text: str, name: str, options: list[str]) -> tuple[int, str]:
    """Returns the cubin's size, or 0 on failure, and the log."""
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    check(library, library.nvrtcCreateProgram(ctypes.byref(program), text.encode(), name.encode(), 0, None, None),
          "nvrtcCreateProgram")
    encoded = [option.encode() for option in options]
    result = library.nvrtcCompileProgram(program, len(encoded), (ctypes.c_char_p * len(encoded))(*encoded))
    check(library, library.nvrtcGetProgramLogSize(program, ctypes.byref(size)), "nvrtcGetProgramLogSize")
    log = ctypes.create_string_buffer(size.value)
    check(library, library.nvrtcGetProgramLog(program, log), "nvrtcGetProgramLog")
    said = log.value.decode(errors="replace")
    if result != 0:
        if "error" not in said:
            check(library, result, "nvrtcCompileProgram")
        return 0, said
    check(library, library.nvrtcGetCUBINSize(program, ctypes.byref(size)), "nvrtcGetCUBINSize")
    return size.value, said


def main() -> int:
    arguments = sys.argv[1:]
    if len(arguments) < 2:
        sys.exit(USAGE)
    library = ctypes.CDLL(arguments.pop(0))
    name = arguments.pop(0)
    if name == "--header":
        name = arguments.pop(0)
        text, name = f"#include <{name}>\n", "header.cu"
    else:
        text = pathlib.Path(name).read_text(encoding="utf-8")
        arguments.append(f"-I{pathlib.Path(name).parent}")
    size, said = compile_text(library, text, name, arguments)
    print(said)
    return 0 if size else 1


if __name__ == "__main__":
    sys.exit(main())
