# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Adds the headers and the license to the packages. In the repository, both lie beside this folder."""

import pathlib
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class AddHeaders(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        here = pathlib.Path(self.root)
        top = here if (here / "include").is_dir() else here.parent
        if version == "editable":  # include_path() finds the headers in the repository
            return
        folder = "heddle_cuda/include" if self.target_name == "wheel" else "include"
        build_data["force_include"][str(top / "include" / "heddle")] = f"{folder}/heddle"
        if self.target_name == "sdist":
            build_data["force_include"][str(top / "LICENSE")] = "LICENSE"
