#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Compiles device code with NVRTC to a cubin. This needs no driver.

nvrtc.py LIBRARY FILE OPTION...    FILE is a source, or a header that one of the options finds. Prints NVRTC's log, and
                                   fails if NVRTC fails
"""
import ctypes
import pathlib
import sys


def call(library: ctypes.CDLL, function: str, *arguments) -> None:
    result = getattr(library, function)(*arguments)
    if result != 0:
        library.nvrtcGetErrorString.restype = ctypes.c_char_p
        sys.exit(f"error: {function}: {library.nvrtcGetErrorString(result).decode()}")


def main() -> int:
    library, name, *options = sys.argv[1:]
    library = ctypes.CDLL(library)
    options = [option.encode() for option in (*options, f"-I{pathlib.Path(name).parent}")]
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    text = f'#include "{name}"\n'.encode()
    call(library, "nvrtcCreateProgram", ctypes.byref(program), text, b"source.cu", 0, None, None)
    result = library.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
    call(library, "nvrtcGetProgramLogSize", program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    call(library, "nvrtcGetProgramLog", program, log)
    print(log.value.decode(errors="replace"))
    if result == 0:
        call(library, "nvrtcGetCUBINSize", program, ctypes.byref(size))
        return 0 if size.value else 1
    print("error: NVRTC failed with", result)
    return 1


if __name__ == "__main__":
    sys.exit(main())
