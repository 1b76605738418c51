# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Tests what the package ships."""

import pathlib
import re

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
