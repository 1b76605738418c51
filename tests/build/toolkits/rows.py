# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The table of rows. A row has a compiler, a toolkit, a source and flags, and the message if the source is refused.

In commands, these words are replaced with paths: TOOLKIT, NVCC (its compiler), NVRTC (its library), INCLUDE (heddle's),
SOURCES, PYTHON and SCRIPT (nvrtc.py), OUTPUT.
"""
import dataclasses
import itertools
import pathlib
from typing import Iterable, Iterator

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
SOURCES = WITHOUT_THRUST + ("records.cu", "thrust_calls.cu")
# One source for each kind of host code, to test host compilers.
FOR_HOSTS = ("core.cu", "algorithm.cu", "thrust_calls.cu")

TWO = ("core.cu", "tiles.cu")                    # for each architecture

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
    ("clang++-22", "13.2", "records.cu"): GUIDES,
    ("clang++-22", "13.2", "thrust_calls.cu"): GUIDES,
    ("clang++-22", "13.3", "algorithm.cu"): GUIDES,
    ("clang++-22", "13.3", "records.cu"): GUIDES,
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
    for architecture in ARCHITECTURES:
        if architecture not in FIRST_IN_CUDA_13:
            for source in TWO:
                yield of_clang("clang++-22", CUDA12[-1], f"sm_{architecture}", architecture, source)


def device_headers() -> list[str]:
    """Returns the public headers that device code may include. All others are for the host."""
    heddle = INCLUDE / "heddle"
    found = [*heddle.glob("*.cuh"), *(heddle / "warp").glob("*.cuh"), *(heddle / "plan").glob("*.hpp")]
    return sorted(path.relative_to(INCLUDE).as_posix() for path in found)


OF_THE_HOST = {f"heddle/{name}.cuh" for name in ("algorithm", "exchange", "records", "thrust")}


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
                           "-Werror", "SOURCES/host.cpp", "-lboost_context", "-o", "OUTPUT"), runs=True,
                          is_short=compiler == "g++-12" and standard == 17 and label == "-I")


def nvcc_kinds() -> Iterator[tuple[Iterable[str], Iterable[str], str, tuple[str, ...], dict[str, str]]]:
    """Yields toolkits, sources, flags, the options of nvcc, and other members of the rows of each kind."""
    begin, both = ("-IINCLUDE", "-arch=sm_90", UNOPTIMIZED), (OLDEST, NEWEST)
    # Only the device pass, which also reads host code.
    yield CUDA13, SOURCES, "-std=c++17", DEVICE_PASS, {}
    # CUDA 12's nvcc is not available, so the newest nvcc compiles with CUDA 12's CCCL.
    for cccl in CUDA12:
        yield [NEWEST], FOR_HOSTS, "-std=c++17", DEVICE_PASS, {"cccl": cccl}
    yield [NEWEST], ["thrust_calls.cu"], "-std=c++17", DEVICE_PASS, {"cccl": TOO_OLD, "refusal": "needs Thrust 2.3"}
    # Both passes with other host compilers, and with later standards.
    for host in ("g++-11", "clang++-19"):
        yield both, FOR_HOSTS, f"-ccbin {host}", ("-std=c++17", *begin, "-ccbin", host, "-c"), {}
    # CUDA 13.0 is older than clang 22.
    for toolkit, options in ((OLDEST, ("-allow-unsupported-compiler",)), (NEWEST, ())):
        yield ([toolkit], FOR_HOSTS, " ".join(("-ccbin clang++-22", *options)),
               ("-std=c++17", *begin, "-ccbin", "clang++-22", *options, "-c"), {})
    yield both, SOURCES, "-std=c++20", ("-std=c++20", *begin, "-c"), {}
    yield ([NEWEST], SOURCES, "-std=c++23 -ccbin clang++-19", ("-std=c++23", *begin, "-ccbin", "clang++-19", "-c"), {})
    yield ([NEWEST], ["core.cu"], "-std=c++14", ("-std=c++14", "-IINCLUDE", "-arch=sm_90", "-ptx"),
           {"refusal": "heddle needs C++17"})
    for label, way in WAYS.items():
        yield (both, SOURCES, f"-Werror {label}", ("-std=c++17", *way, "-arch=sm_90", UNOPTIMIZED, "--Werror",
                                                   "all-warnings", "-Xcompiler", WARNINGS, "-c"), {})
    for label, options in (("-rdc=true", ("-rdc=true", UNOPTIMIZED, "-c")), ("-G", ("-G", "-c")), ("-dlto", ("-dc", "-dlto"))):
        yield both, WITHOUT_THRUST, label, ("-std=c++17", "-IINCLUDE", "-arch=sm_90", *options), {}
    for architecture in ARCHITECTURES:
        yield (both, TWO, f"sm_{architecture}",
               ("-std=c++17", "-IINCLUDE", f"-arch=sm_{architecture}", UNOPTIMIZED, "-cubin"), {})


def nvcc_rows() -> Iterator[Row]:
    for compilers, sources, flags, options, others in nvcc_kinds():
        for toolkit, source in itertools.product(compilers, sources):
            is_short = options is DEVICE_PASS and (others.get("cccl") in (TOO_OLD, CUDA12[0]) or
                                                   not others and toolkit == NEWEST)
            yield of_nvcc(toolkit, flags, source, options, is_short=is_short, **others)


def rows() -> list[Row]:
    return [*nvcc_rows(), *clang_rows(), *nvrtc_rows(), *host_rows()]
