# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The table of rows. A row has a compiler, a toolkit, a source and flags, and the message if the source is refused.

In commands, these words are replaced with paths: TOOLKIT, NVCC (its compiler), NVRTC (its library), INCLUDE (heddle's),
SOURCES, PYTHON and SCRIPT (nvrtc.py), OUTPUT.
"""
import dataclasses
import pathlib
from typing import Iterator

from toolkits import TOOLKITS, compiler_parts

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = HERE.parents[2] / "include"

TOO_OLD, *SUPPORTED = TOOLKITS
CUDA12 = [version for version in SUPPORTED if version.startswith("12.")]
CUDA13 = [version for version in SUPPORTED if version.startswith("13.")]
OLDEST, NEWEST = CUDA13[0], CUDA13[-1]
NVRTC = [version for version in SUPPORTED if "nvrtc" in TOOLKITS[version]]

DEVICE = ("core.cu", "tiles.cu", "warp.cu")       # only device code, so that NVRTC compiles it, too
WITHOUT_THRUST = DEVICE + ("algorithm.cu",)
SOURCES = WITHOUT_THRUST + ("thrust_calls.cu",)
# One source for each kind of host code, to test host compilers.
FOR_HOSTS = ("core.cu", "algorithm.cu", "thrust_calls.cu")

ARCHITECTURES = (75, 80, 86, 89, 90, 100, 103, 110, 120, 121)
# Neither CUDA 12.9 nor clang 22 knows this architecture. (clang 22 writes at most PTX of CUDA 12.9.)
FIRST_IN_CUDA_13 = (110,)

# Most rows are compiled without optimization, because the optimizer does not decide whether a source compiles.
UNOPTIMIZED = "--Ofast-compile=max"
DEVICE_PASS = ("-std=c++17", "-IINCLUDE", "-arch=sm_90", UNOPTIMIZED, "-ptx")
WARNINGS = "-Wall,-Wextra,-Wconversion,-Wshadow"
# The ways to pass heddle's include directory to a compiler. With -isystem, the compiler reports fewer warnings.
WAYS = {"-I": ("-IINCLUDE",), "-isystem": ("-isystem", "INCLUDE")}


@dataclasses.dataclass(frozen=True)
class Row:
    compiler: str               # the name for readers
    toolkit: str                # a version, or an empty text
    flags: str                  # the flags in which the row differs from other rows
    source: str
    command: tuple[str, ...]
    parts: tuple[str, ...] = ()  # the parts of the toolkit that the row needs
    cccl: str = ""              # the toolkit whose CCCL replaces this toolkit's CCCL
    passes: tuple[str, ...] = ()  # the command is run with each of these options in turn
    refusal: str = ""           # a part of the message that refuses the source
    runs: bool = False          # true if the compiled program is run
    is_short: bool = False      # true if the row is in the short form of the table

    def name(self) -> str:
        toolkit = self.toolkit + (f", CCCL {self.cccl}" if self.cccl else "")
        return " ".join(filter(None, (self.compiler, toolkit, self.flags, self.source)))


def of_nvcc(toolkit: str, flags: str, source: str, options: tuple[str, ...], **others) -> Row:
    command = ("NVCC", *options, "SOURCES/" + source, "-o", "OUTPUT")
    return Row("nvcc", toolkit, flags, source, command, compiler_parts(toolkit), **others)


def nvcc_rows() -> Iterator[Row]:
    """Yields the rows of each nvcc with its own CCCL. They run only the device pass, which also reads host code."""
    for toolkit in CUDA13:
        for source in SOURCES:
            yield of_nvcc(toolkit, "-std=c++17", source, DEVICE_PASS, is_short=toolkit == NEWEST)


def cccl_rows() -> Iterator[Row]:
    """Yields the rows of CUDA 12's CCCL. CUDA 12's nvcc is not available, so the newest nvcc is used."""
    for cccl in CUDA12:
        for source in FOR_HOSTS:
            yield of_nvcc(NEWEST, "-std=c++17", source, DEVICE_PASS, cccl=cccl, is_short=cccl == CUDA12[0])
    yield of_nvcc(NEWEST, "-std=c++17", "thrust_calls.cu", DEVICE_PASS, cccl=TOO_OLD,
                  refusal="needs Thrust 2.3", is_short=True)


def of_clang(compiler: str, toolkit: str, flags: str, architecture: int, source: str, **others) -> Row:
    # The compiler might also find other CUDA headers in its default folders.
    cccl = ("-isystem", "TOOLKIT/include/cccl") if toolkit in CUDA13 else ()
    # clang warns about loops in CUB's kernels that it does not unroll.
    loops = ("-Wno-pass-failed",) if source not in DEVICE else ()
    command = (compiler, "-x", "cuda", "-std=c++17", "-O3", "-IINCLUDE", *cccl, "-isystem", "TOOLKIT/include",
               "--cuda-path=TOOLKIT", f"--cuda-gpu-arch=sm_{architecture}", "-Wall", "-Wextra", "-Werror",
               "-Wno-unknown-cuda-version", *loops, "-c", "SOURCES/" + source, "-o", "OUTPUT")
    # The packages of CUDA 12 lack the program that combines device and host code.
    return Row(compiler, toolkit, flags, source, command, compiler_parts(toolkit),
               passes=("--cuda-device-only", "--cuda-host-only"), **others)


# These compilers refuse CCCL's own headers, because of deduction guides only for the host and a pack index out of
# range.
GUIDES, PACK = "deduction guides may only be annotated", "invalid index 1 for pack"
REFUSED_BY_CCCL = {
    ("clang++-22", "13.1", "thrust_calls.cu"): GUIDES,
    ("clang++-22", "13.2", "algorithm.cu"): GUIDES,
    ("clang++-22", "13.2", "thrust_calls.cu"): GUIDES,
    ("clang++-22", "13.3", "algorithm.cu"): GUIDES,
    ("clang++-22", "13.3", "thrust_calls.cu"): GUIDES,
    ("clang++-19", "12.9", "thrust_calls.cu"): PACK,
}


def clang_rows() -> Iterator[Row]:
    for compiler, toolkits in (("clang++-22", [CUDA12[-1], *CUDA13]), ("clang++-19", CUDA12)):
        for toolkit in toolkits:
            for source in SOURCES:
                yield of_clang(compiler, toolkit, "-Wall -Wextra -Werror", 90, source,
                               refusal=REFUSED_BY_CCCL.get((compiler, toolkit, source), ""),
                               is_short=compiler == "clang++-22" and toolkit == NEWEST and source == "core.cu")


def device_headers() -> list[str]:
    """Returns the public headers that device code may include. All others are for the host."""
    heddle = INCLUDE / "heddle"
    found = [*heddle.glob("*.cuh"), *(heddle / "warp").glob("*.cuh"), *(heddle / "plan").glob("*.hpp")]
    return sorted(path.relative_to(INCLUDE).as_posix() for path in found)


OF_THE_HOST = {"heddle/algorithm.cuh", "heddle/thrust.cuh"}


def nvrtc_rows() -> Iterator[Row]:
    parts = ("nvrtc", "runtime", "cccl")
    for toolkit in NVRTC:
        include = ("-IINCLUDE", "-ITOOLKIT/include") + (("-ITOOLKIT/include/cccl",) if toolkit in CUDA13 else ())
        for standard in (17, 20):
            options = (f"-std=c++{standard}", *include)
            # Tiles use other instructions before sm_90.
            for source, architecture in (*((source, 90) for source in DEVICE), ("tiles.cu", 80)):
                yield Row("NVRTC", toolkit, f"-std=c++{standard} sm_{architecture}", source,
                          ("PYTHON", "SCRIPT", "NVRTC", "SOURCES/" + source, *options, f"-arch=sm_{architecture}"),
                          parts,
                          is_short=toolkit in (NVRTC[0], NVRTC[-1]) and standard == 17 and source == "core.cu")
            for header in device_headers():
                yield Row("NVRTC", toolkit, f"-std=c++{standard}", header,
                          ("PYTHON", "SCRIPT", "NVRTC", header, *options, "-arch=sm_90"), parts,
                          refusal="this header is host code" if header in OF_THE_HOST else "",
                          is_short=toolkit == NVRTC[-1] and standard == 17 and header in OF_THE_HOST)


def host_rows() -> Iterator[Row]:
    """Yields the rows of the emulated warp, which is compiled by a host compiler and run."""
    # These are the options of the target heddle::emulation. Emulation needs the order of branches in the source.
    source_order = ("-fno-reorder-blocks", "-fno-reorder-blocks-and-partition", "-fno-crossjumping")
    for compiler in ("g++-11", "g++-12", "clang++-19", "clang++-22"):
        order = source_order if compiler.startswith("g++") else ()
        for standard in (17, 20, 23):
            for label, way in WAYS.items():
                if standard > 17 and label == "-isystem":
                    continue
                yield Row(compiler, "", f"-std=c++{standard} -Werror {label}", "host.cpp",
                          (compiler, f"-std=c++{standard}", "-O2", *order, *way, *WARNINGS.split(","), "-Wpedantic",
                           "-Werror", "SOURCES/host.cpp", "-lboost_context", "-o", "OUTPUT"), runs=True)


def ccbin_rows() -> Iterator[Row]:
    """Yields the rows of both passes of nvcc with other host compilers and later standards."""
    for toolkit in (OLDEST, NEWEST):
        # CUDA 13.0 is older than clang 22.
        hosts = {"g++-11": (), "clang++-19": (),
                 "clang++-22": ("-allow-unsupported-compiler",) if toolkit == OLDEST else ()}
        for host, options in hosts.items():
            for source in FOR_HOSTS:
                yield of_nvcc(toolkit, " ".join((f"-ccbin {host}", *options)), source,
                              ("-std=c++17", "-IINCLUDE", "-arch=sm_90", UNOPTIMIZED, "-ccbin", host, *options, "-c"))
        for source in SOURCES:
            yield of_nvcc(toolkit, "-std=c++20", source,
                          ("-std=c++20", "-IINCLUDE", "-arch=sm_90", UNOPTIMIZED, "-c"))
    for source in SOURCES:
        yield of_nvcc(NEWEST, "-std=c++23 -ccbin clang++-19", source,
                      ("-std=c++23", "-IINCLUDE", "-arch=sm_90", UNOPTIMIZED, "-ccbin", "clang++-19", "-c"))
    yield of_nvcc(NEWEST, "-std=c++14", "core.cu", ("-std=c++14", "-IINCLUDE", "-arch=sm_90", "-ptx"),
                  refusal="heddle needs C++17")


def warning_rows() -> Iterator[Row]:
    for toolkit in (OLDEST, NEWEST):
        for label, way in WAYS.items():
            for source in SOURCES:
                yield of_nvcc(toolkit, f"-Werror {label}", source,
                              ("-std=c++17", *way, "-arch=sm_90", UNOPTIMIZED, "--Werror", "all-warnings", "-Xcompiler",
                               WARNINGS, "-c"))


def code_rows() -> Iterator[Row]:
    """Yields the rows of other kinds of device code."""
    kinds = {"-rdc=true": ("-arch=sm_90", "-rdc=true", UNOPTIMIZED), "-G": ("-arch=sm_90", "-G"),
             "-dlto": ("-arch=sm_90", "-dc", "-dlto")}
    for toolkit in (OLDEST, NEWEST):
        for label, options in kinds.items():
            for source in WITHOUT_THRUST:
                yield of_nvcc(toolkit, label, source, ("-std=c++17", "-IINCLUDE", *options,
                                                       *(("-c",) if "-dc" not in options else ())))


def architecture_rows() -> Iterator[Row]:
    for architecture in ARCHITECTURES:
        for source in ("core.cu", "tiles.cu"):
            for toolkit in (OLDEST, NEWEST):
                yield of_nvcc(toolkit, f"sm_{architecture}", source,
                              ("-std=c++17", "-IINCLUDE", f"-arch=sm_{architecture}", UNOPTIMIZED, "-cubin"))
            if architecture not in FIRST_IN_CUDA_13:
                yield of_clang("clang++-22", CUDA12[-1], f"sm_{architecture}", architecture, source)


def rows() -> list[Row]:
    return [*nvcc_rows(), *cccl_rows(), *clang_rows(), *nvrtc_rows(), *host_rows(), *ccbin_rows(), *warning_rows(),
            *code_rows(), *architecture_rows()]
