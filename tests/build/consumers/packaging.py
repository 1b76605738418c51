# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""packaging.py ROOT: checks that the port for vcpkg and the changelog match the project in a folder.

Fails if the version in vcpkg's manifest or at the top of CHANGELOG.md differs from version.hpp, if the manifest lacks a
field that vcpkg needs, if the port sets an option that CMakeLists.txt does not have, or if a header defines a macro
that does not begin with HEDDLE_. (build.consumer.conan runs the recipe for Conan.)
"""
import json
import pathlib
import re
import sys

PORT = "src/packaging/vcpkg"
ROOT = pathlib.Path(sys.argv[1])


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def found(pattern, name):
    """Returns what a pattern finds in a file. The script fails if it finds nothing."""
    return re.findall(pattern, read(name), re.M) or sys.exit(f"{name}: has no {pattern}")


header = "include/heddle/version.hpp"
version = ".".join(found(rf"^#define HEDDLE_VERSION_{part} (\d+)$", header)[0] for part in ("MAJOR", "MINOR", "PATCH"))
complaints = []
manifest = json.loads(read(f"{PORT}/vcpkg.json"))
for key, expected in (("name", "heddle"), ("version", version), ("license", "Apache-2.0")):
    if manifest.get(key) != expected:
        complaints.append(f"{PORT}/vcpkg.json: {key} is {manifest.get(key)!r}, not {expected!r}")
dependencies = [entry if isinstance(entry, str) else entry["name"] for entry in manifest.get("dependencies", ())
                if isinstance(entry, str) or entry.get("host")]
complaints += [f"{PORT}/vcpkg.json: has no host dependency {name}, whose functions the port calls"
               for name in ("vcpkg-cmake", "vcpkg-cmake-config") if name not in dependencies]
newest = found(r"^## (\d\S*)", "CHANGELOG.md")[0]
if newest != version:
    complaints.append(f"CHANGELOG.md: its first release is {newest}, not {version}")
options, known = (set(found(*where)) for where in ((r"-D(HEDDLE_\w+)=", f"{PORT}/portfile.cmake"),
                                                   (r"^option\((\w+)", "CMakeLists.txt")))
complaints += [f"{PORT}/portfile.cmake: CMakeLists.txt has no option {option}" for option in sorted(options - known)]
complaints += [f"{PORT}/portfile.cmake: does not turn off HEDDLE_BUILD_{part}" for part in
               ("PROGRAM", "TESTS", "BENCHMARKS") if f"HEDDLE_BUILD_{part}" not in options]
for path in sorted(path for path in (ROOT / "include").rglob("*") if path.is_file()):
    text = re.sub(r"\\\n", " ", path.read_text(encoding="utf-8"))
    complaints += [f"{path}: defines {macro}, and macros of heddle begin with HEDDLE_" for macro in
                   re.findall(r"^[ \t]*#[ \t]*define[ \t]+(?!HEDDLE_)(\w+)", text, re.M)]
sys.exit("\n".join(complaints) or 0)
