# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""CUDA toolkits from PyPI's packages: the versions, and the functions that make a folder of a toolkit."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from typing import NamedTuple

DOWNLOAD_SECONDS = 900


class Unavailable(Exception):
    """A toolkit is not available. The message gives the reason in one sentence."""


class Wheel(NamedTuple):
    package: str
    version: str


def cuda13(nvcc: str, runtime: str, cccl: str, nvrtc: str = "") -> dict[str, Wheel]:
    parts = {"nvcc": Wheel("nvidia-cuda-nvcc", nvcc), "crt": Wheel("nvidia-cuda-crt", nvcc),
             "nvvm": Wheel("nvidia-nvvm", nvcc), "runtime": Wheel("nvidia-cuda-runtime", runtime),
             "cccl": Wheel("nvidia-cuda-cccl", cccl)}
    return {**parts, "nvrtc": Wheel("nvidia-cuda-nvrtc", nvrtc)} if nvrtc else parts


def cuda12(nvcc: str, runtime: str, cccl: str, nvrtc: str = "") -> dict[str, Wheel]:
    """Returns the packages of a toolkit of CUDA 12. The package that is named after nvcc has ptxas and headers, but no
    nvcc."""
    parts = {"ptxas": Wheel("nvidia-cuda-nvcc-cu12", nvcc),
             "runtime": Wheel("nvidia-cuda-runtime-cu12", runtime),
             "cccl": Wheel("nvidia-cuda-cccl-cu12", cccl)}
    return {**parts, "nvrtc": Wheel("nvidia-cuda-nvrtc-cu12", nvrtc)} if nvrtc else parts


TOOLKITS = {
    "12.3": {"cccl": Wheel("nvidia-cuda-cccl-cu12", "12.3.101.post1")},  # too old, as heddle/thrust.cuh says
    "12.4": cuda12("12.4.131", "12.4.127", "12.4.127.post1"),
    "12.5": cuda12("12.5.82", "12.5.82", "12.5.39.post1"),
    "12.6": cuda12("12.6.85", "12.6.77", "12.6.77"),
    "12.8": cuda12("12.8.93", "12.8.90", "12.8.90"),
    "12.9": cuda12("12.9.86", "12.9.79", "12.9.27", "12.9.86"),
    "13.0": cuda13("13.0.88", "13.0.96", "13.0.85", "13.0.88"),
    "13.1": cuda13("13.1.115", "13.1.80", "13.1.115"),
    "13.2": cuda13("13.2.86", "13.2.86", "13.2.86"),
    "13.3": cuda13("13.3.73", "13.3.29", "13.3.3.4.1"),
    "13.4": cuda13("13.4.92", "13.4.92", "13.3.4.3.1"),
    "13.5": cuda13("13.5.37", "13.5.37", "13.3.5.0.6", "13.5.37"),
}

# Libraries for static linking and a second build of NVRTC. They are half of the packages' bytes, and no row uses them.
LEFT_OUT = ("*.a", "*.alt.so*")


def compiler_parts(version: str) -> tuple[str, ...]:
    """Returns the parts of a toolkit that nvcc, or clang with this toolkit, needs."""
    return tuple(part for part in TOOLKITS[version] if part != "nvrtc")


def install(wheel: Wheel, folder: pathlib.Path) -> None:
    """Installs a package to a folder. Raises: Unavailable"""
    name = f"{wheel.package}=={wheel.version}"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
               "--no-compile", "--only-binary=:all:", "--root-user-action=ignore", "--target", str(folder), name]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=DOWNLOAD_SECONDS)
    except subprocess.TimeoutExpired:
        raise Unavailable(f"{name} was not downloaded within {DOWNLOAD_SECONDS} s") from None
    if "No module named pip" in done.stderr:
        raise Unavailable("pip was not found; install it (Debian, Ubuntu: apt-get install python3-pip)")
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if line.startswith("ERROR: ")]
        why = said[-1].removeprefix("ERROR: ") if said else "pip names no reason"
        if "(from versions: none)" in done.stderr:
            why = "pip finds no version of it; is the package index within reach?"
        raise Unavailable(f"{name} could not be downloaded: {why}")


def installed(cache: pathlib.Path, wheel: Wheel) -> pathlib.Path:
    """Returns the folder of a package in the cache. Installs the package if the cache does not have it.

    Raises: Unavailable; OSError if the cache cannot be written and the package is missing
    """
    folder = cache / f"{wheel.package}-{wheel.version}"
    if not folder.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as unfinished:
            files = pathlib.Path(unfinished, "files")
            install(wheel, files)
            for path in (path for pattern in LEFT_OUT for path in files.rglob(pattern)):
                path.unlink()
            try:
                files.rename(folder)
            except OSError:
                if not folder.exists():  # another run was not faster
                    raise
    return folder


def set_up(cache: pathlib.Path, folder: pathlib.Path, wheels: list[Wheel]) -> None:
    """Fills a folder with links to the files of packages, which lie in nvidia/NAME/ of each package."""
    for wheel in wheels:
        for part in (installed(cache, wheel) / "nvidia").iterdir():
            if part.is_dir():
                shutil.copytree(part, folder, copy_function=os.link, dirs_exist_ok=True,
                                ignore=shutil.ignore_patterns("__init__.py", "__pycache__"))
