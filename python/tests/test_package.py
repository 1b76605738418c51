# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests what the package ships."""

import importlib.metadata
import os
import pathlib
import re
import subprocess
import sys

import pytest

import heddle_cuda as hc


def test_version():
    header = pathlib.Path(hc.include_path(), "heddle", "version.hpp").read_text()
    assert hc.__version__ == ".".join(re.findall(r"define HEDDLE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header))


def test_headers():
    """The headers lie in the package, or in the repository if the package is not installed."""
    folder = pathlib.Path(hc.include_path())
    package = pathlib.Path(hc.__file__).parent
    assert folder in (package / "include", package.parents[2] / "include")
    for header in ("heddle.cuh", "warp.cuh", "detail/plan/plan.hpp"):
        assert (folder / "heddle" / header).is_file()


def test_everything_has_a_description():
    for name in hc.__all__:
        assert getattr(hc, name).__doc__, name


def with_all_they_need(names):
    """Returns the names of packages, and of those that they need without extras."""
    found = set()
    while names:
        name = re.match(r"[\w.-]+", names.pop()).group().lower()
        if name not in found:
            found.add(name)
            needed = importlib.metadata.requires(name) or []
            names += [each for each in needed if "extra ==" not in each and "python_version" not in each]
    return found


def test_import_needs_what_is_installed_without_an_extra():
    project = pathlib.Path(__file__).parents[1] / "pyproject.toml"
    if not project.is_file():
        pytest.skip("the tests do not lie beside pyproject.toml")
    listed = re.search(r"^dependencies = \[(.*?)\]$", project.read_text(), re.M | re.S).group(1)
    installed = with_all_they_need(re.findall(r'"([^"]+)"', listed))
    absent = {"cuda.core": "cuda-core", "cuda.bindings": "cuda-bindings", "cuda.pathfinder": "cuda-pathfinder"}
    absent |= {name: owners[0].lower() for name, owners in importlib.metadata.packages_distributions().items()}
    absent = {name for name, owner in absent.items() if owner not in installed} - {"cuda", "heddle_cuda"}
    code = f"import sys; sys.modules.update(dict.fromkeys({absent})); import heddle_cuda"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
