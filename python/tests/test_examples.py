# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the examples, and the example of the README."""

import importlib
import os
import pathlib
import re
import runpy
import subprocess
import sys

import numpy as np
import pytest

import heddle_cuda as hc

ROOT = pathlib.Path(__file__).parents[1]
# numba-cuda 0.30 names numpy.row_stack, which NumPy 2.5 does not have.
RUN = "import sys, runpy, numpy; numpy.row_stack = numpy.vstack; runpy.run_path(sys.argv[1], run_name='__main__')"


@pytest.mark.parametrize("example", ["las", "pointcloud2"])
def test_example(gpu, example, monkeypatch):
    monkeypatch.setattr(sys, "argv", [example])
    scope = runpy.run_path(str(ROOT / "examples" / f"{example}.py"))
    if example == "las":
        file = scope["made_file"](500)
        dtype, offset, _, count = scope["points_of"](file)
        points = np.frombuffer(file, dtype, count, offset)
        points = points[points["classification"] == 2]
        assert scope["ground"](file)[offset:] == points[np.argsort(points["gps_time"], kind="stable")].tobytes()
    else:
        scope["main"]()


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
