# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""CUDA toolkits from PyPI's packages: the versions, and the functions that make a folder of a toolkit."""
import contextlib
import fcntl
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile
import zipfile
from typing import Iterator, NamedTuple

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

# The folders leave out libraries for static linking and a second build of NVRTC. They are half of the packages' bytes,
# and no row uses them.
LEFT_OUT = (".a", ".alt.so")


def compiler_parts(version: str) -> tuple[str, ...]:
    """Returns the parts of a toolkit that nvcc, or clang with this toolkit, needs."""
    return tuple(part for part in TOOLKITS[version] if part != "nvrtc")


def download(wheel: Wheel, folder: pathlib.Path) -> pathlib.Path:
    name = f"{wheel.package}=={wheel.version}"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
               "--only-binary=:all:", "--dest", str(folder), name]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=DOWNLOAD_SECONDS)
    except subprocess.TimeoutExpired:
        raise Unavailable(f"{name} was not downloaded within {DOWNLOAD_SECONDS} s") from None
    if "No module named pip" in done.stderr:
        raise Unavailable("pip was not found; install it (Debian, Ubuntu: apt-get install python3-pip)")
    found = list(folder.glob("*.whl"))
    if done.returncode != 0 or len(found) != 1:
        said = [line for line in done.stderr.splitlines() if line.startswith("ERROR: ")]
        why = said[-1].removeprefix("ERROR: ") if said else "pip names no reason"
        if "(from versions: none)" in done.stderr:
            why = "pip finds no version of it; is the package index within reach?"
        raise Unavailable(f"{name} could not be downloaded: {why}")
    return found[0]


def place_of(name: str) -> pathlib.PurePosixPath | None:
    """Returns the path in a toolkit of a file of a wheel: bin/ptxas for nvidia/cuda_nvcc/bin/ptxas."""
    path = pathlib.PurePosixPath(name)
    if len(path.parts) < 3 or path.parts[0] != "nvidia" or ".." in path.parts or name.endswith("/"):
        return None
    if path.name == "__init__.py" or any(end in path.name for end in LEFT_OUT):
        return None
    return pathlib.PurePosixPath(*path.parts[2:])


def unpack(wheel: pathlib.Path, folder: pathlib.Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            place = place_of(name)
            if place is None:
                continue
            path = folder / place
            path.parent.mkdir(parents=True, exist_ok=True)
            with archive.open(name) as source, open(path, "wb") as target:
                shutil.copyfileobj(source, target, 1 << 20)
            if path.parent.name == "bin":
                path.chmod(path.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)


@contextlib.contextmanager
def lock(path: pathlib.Path) -> Iterator[None]:
    with open(path, "w", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def mark_of(folder: pathlib.Path, wheel: Wheel) -> pathlib.Path:
    """Returns the path of the file that marks a part as complete."""
    return folder / ".complete" / f"{wheel.package}-{wheel.version}"


def is_reusable(folder: pathlib.Path, wheels: dict[str, Wheel]) -> bool:
    """Returns whether the folder has only complete parts of these versions."""
    if not folder.exists():
        return True
    known = {mark_of(folder, wheel) for wheel in wheels.values()}
    return not (folder / ".unfinished").exists() and set((folder / ".complete").glob("*")) <= known


def is_complete(folder: pathlib.Path, wheels: dict[str, Wheel], parts: tuple[str, ...]) -> bool:
    return is_reusable(folder, wheels) and all(mark_of(folder, wheels[part]).exists() for part in parts)


def set_up(cache: pathlib.Path, version: str, parts: tuple[str, ...]) -> pathlib.Path:
    """Returns the folder of a toolkit with these parts. Downloads missing parts.

    Raises: Unavailable; OSError if the cache cannot be written and something is missing
    """
    wheels = TOOLKITS[version]
    folder = cache / f"cuda-{version}"
    if is_complete(folder, wheels, parts):
        return folder
    cache.mkdir(parents=True, exist_ok=True)
    with lock(cache / f"cuda-{version}.lock"):
        if not is_reusable(folder, wheels):
            shutil.rmtree(folder)
        for part in parts:
            if mark_of(folder, wheels[part]).exists():
                continue
            with tempfile.TemporaryDirectory(dir=cache) as downloads:
                wheel = download(wheels[part], pathlib.Path(downloads))
                (folder / ".complete").mkdir(parents=True, exist_ok=True)
                (folder / ".unfinished").touch()
                unpack(wheel, folder)
            mark_of(folder, wheels[part]).touch()
            (folder / ".unfinished").unlink()
    return folder


CCCL = ("thrust", "cub", "cuda", "nv")


def link(path: pathlib.Path, target: pathlib.Path) -> None:
    path.unlink(missing_ok=True)
    path.symlink_to(target)


def with_cccl(cache: pathlib.Path, toolkit: pathlib.Path, version: str) -> pathlib.Path:
    """Returns a folder with links to a toolkit, except its CCCL, which is of another version.

    A folder that the compiler searches first would not be enough: headers that the older CCCL lacks would come from the
    newer CCCL.
    Raises: Unavailable
    """
    other = set_up(cache, version, ("cccl",)) / "include"
    if (other / "cccl").is_dir():
        other = other / "cccl"
    folder = cache / f"{toolkit.name}-cccl-{version}"
    include = toolkit / "include"
    made_of = f"{toolkit}\n{other}\n"
    mark = folder / ".made_of"
    if mark.exists() and mark.read_text(encoding="utf-8") == made_of:
        return folder
    with lock(cache / f"{folder.name}.lock"):
        if mark.exists() and mark.read_text(encoding="utf-8") == made_of:
            return folder
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "bin").mkdir(parents=True)
        (folder / "include").mkdir()
        for path in (toolkit / "bin").iterdir():
            link(folder / "bin" / path.name, path)
        for name in ("nvvm", "lib", "lib64"):
            if (toolkit / name).exists():
                link(folder / name, toolkit / name)
        # If the toolkit has targets/x86_64-linux, this path in the new folder is a link to the folder itself.
        for path in (toolkit / "targets").glob("*"):
            (folder / "targets").mkdir(exist_ok=True)
            link(folder / "targets" / path.name, folder)
        for path in include.iterdir():
            if path.name not in (*CCCL, "cccl"):
                link(folder / "include" / path.name, path)
        target = folder / "include" / "cccl" if (include / "cccl").is_dir() else folder / "include"
        target.mkdir(exist_ok=True)
        for name in CCCL:
            link(target / name, other / name)
        mark.write_text(made_of, encoding="utf-8")
    return folder
