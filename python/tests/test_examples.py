# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the examples, and the example of the README."""

import importlib
import importlib.util
import io
import os
import pathlib
import re
import runpy
import struct
import subprocess
import sys

import numpy as np
import pytest

import heddle_cuda as hc

ROOT = pathlib.Path(__file__).parents[1]
# numba-cuda 0.30 names numpy.row_stack, which NumPy 2.5 does not have.
RUN = "import sys, runpy, numpy; numpy.row_stack = numpy.vstack; runpy.run_path(sys.argv[1], run_name='__main__')"


def example(name, monkeypatch):
    monkeypatch.setattr(sys, "argv", [name])
    return runpy.run_path(str(ROOT / "examples" / f"{name}.py"))


def test_point_cloud(gpu, monkeypatch):
    example("pointcloud2", monkeypatch)["main"]()


@pytest.mark.parametrize(("minor", "kind", "more"), [(0, 0, 0), (2, 3, 0), (3, 1, 3), (4, 6, 0), (4, 3, 1)])
def test_las(gpu, minor, kind, more, monkeypatch):
    """Files of all versions stay files: the header describes the points, and laspy reads them if it is installed."""
    scope = example("las", monkeypatch)
    file = bytearray(scope["made_file"](500, minor, kind, more)) + b"behind the points"
    dtype, offset, count = scope["points_of"](file)
    behind = offset + count * dtype.itemsize
    if minor >= 4:  # an extended record lies behind the points
        struct.pack_into("<QI", file, 235, behind, 1)
    points = np.frombuffer(file, dtype, count, offset)
    field, bits = scope["class_field"](dtype), 0xFF if kind >= 6 else 0x1F
    order = np.flatnonzero((points[field] & bits) == 2)
    if "gps_time" in dtype.names:
        order = order[np.argsort(points["gps_time"][order], kind="stable")]
    rows = np.frombuffer(file, np.uint8, count * dtype.itemsize, offset).reshape(count, -1)
    kept = rows[order].reshape(-1).view(dtype)  # with the bytes behind the fields, which NumPy does not copy
    result = scope["ground"](bytes(file))
    assert scope["points_of"](result) == (dtype, offset, len(kept)) and 0 < len(kept) < 500
    assert result[offset:] == kept.tobytes() + b"behind the points"
    assert result[:107] == file[:107] and (minor >= 3 or result[227:offset] == file[227:offset])
    old = [len(kept), len(kept), 0, 0, 0, 0] if kind < 6 else [0] * 6
    assert [*struct.unpack_from("<6I", result, 107)] == old
    if minor >= 4:
        assert [*struct.unpack_from("<QIQQ", result, 235)] == [offset + kept.nbytes, 1, len(kept), len(kept)]
    assert struct.unpack_from("<2d", result, 179) == (kept["X"].max() * 0.01, kept["X"].min() * 0.01)
    if importlib.util.find_spec("laspy"):
        import laspy

        result = bytearray(result[: offset + kept.nbytes])
        if minor >= 4:
            struct.pack_into("<QI", result, 235, 0, 0)
        las = laspy.read(io.BytesIO(result))
        assert np.array_equal(las.X, kept["X"]) and (las.classification == 2).all()


def test_las_files_that_are_none(gpu, monkeypatch):
    scope = example("las", monkeypatch)
    file = bytearray(scope["made_file"](10))
    with pytest.raises(hc.ArrayError, match="10 records of 30 bytes, 30 apart, do not fit"):
        scope["ground"](bytes(file[:-1]))
    for at, value, message in [
        (0, 0, "no LAS file"),
        (25, 5, "no LAS file"),
        (104, 0x86, "laszip"),
        (104, 4, "format 4"),
    ]:
        other = bytearray(file)
        other[at] = value
        with pytest.raises(SystemExit, match=message):
            scope["ground"](bytes(other))


@pytest.mark.parametrize("library", ["cupy", "torch", "numba"])
def test_example_of_library(device, library):
    try:
        importlib.import_module(library)
    except ImportError:
        pytest.skip(f"{library} is not installed")
    command = [sys.executable, "-c", RUN, ROOT / "examples" / f"with_{library}.py"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def example_of_readme():
    return re.findall(r"```py\n(.*?)```", (ROOT / "README.md").read_text(), re.S)[0]


def test_readme_compiles():
    """Without a GPU: the kernel of the README compiles."""
    source = re.search(r'"""(.*?)"""', example_of_readme(), re.S).group(1)
    dtype = np.dtype([("x", "f4", 3), ("v", "f4", 3), ("mass", "f4")], align=True)
    assert hc.kernel(source, [hc.struct("particle", dtype)]).compile("sm_90")


def test_readme_runs(device):
    exec(example_of_readme(), {})
