# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""Builds the documentation site with the tools that the preset docs has installed, or with those of the system.
Installs nothing. Without Sphinx, only Doxygen reads the headers: it warns of public names without documentation."""
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from script import finish, output_of, result_of, skip

root = pathlib.Path(__file__).resolve().parents[3]
doxygen = shutil.which("doxygen") or skip("doxygen was not found")
for python in (root / "build/docs/venv/bin/python", sys.executable):
    if pathlib.Path(python).exists() and result_of(python, "-c", "import breathe, furo, myst_parser")[0] == 0:
        print(output_of(python, "-B", root / "docs/site/build.py", root, pathlib.Path("site").resolve(), "--doxygen",
                        doxygen))
        break
else:
    sys.path.insert(0, str(root / "docs/site"))
    import api
    shutil.rmtree("doxygen", ignore_errors=True)
    warnings = api.run_doxygen(doxygen, root / "docs/site/Doxyfile.in", root / "include/heddle",
                               pathlib.Path("doxygen").resolve())
    if warnings:
        finish(warnings)
    skip("no Python has the packages of docs/site/requirements.txt: cmake --preset docs installs them")
