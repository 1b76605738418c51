#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""packaging.py ROOT: checks that the packages and the changelog match the project in a folder.

Fails if the version in vcpkg's manifest or at the top of CHANGELOG.md differs from version.hpp, if the manifest lacks a
field that vcpkg needs, if a recipe sets an option that CMakeLists.txt does not have, or if a header defines a macro
that does not begin with HEDDLE_.
"""
import json
import pathlib
import re
import sys

PORT = "src/packaging/vcpkg"
RECIPES = (f"{PORT}/portfile.cmake", "src/packaging/conan/conanfile.py")


def version_of(header):
    parts = [re.search(rf"^#define HEDDLE_VERSION_{part} (\d+)$", header, re.M) for part in ("MAJOR", "MINOR", "PATCH")]
    return ".".join(part[1] for part in parts) if all(parts) else None


def check_manifest(text, version):
    try:
        manifest = json.loads(text)
    except json.JSONDecodeError as error:
        return [f"{PORT}/vcpkg.json: is no JSON: {error}"]
    complaints = [f"{PORT}/vcpkg.json: {key} is {manifest.get(key)!r}, not {expected!r}"
                  for key, expected in (("name", "heddle"), ("version", version), ("license", "Apache-2.0"))
                  if manifest.get(key) != expected]
    names = {entry if isinstance(entry, str) else entry["name"] for entry in manifest.get("dependencies", ())
             if isinstance(entry, str) or entry.get("host")}
    return complaints + [f"{PORT}/vcpkg.json: has no host dependency {name}, whose functions the port calls"
                         for name in ("vcpkg-cmake", "vcpkg-cmake-config") if name not in names]


def options_of(text):
    """Returns the options that a recipe names. A recipe in Python may compose their names from parts."""
    options = set(re.findall(r"-D(HEDDLE_\w+)=", text))
    for prefix in re.findall(r'f"(HEDDLE_BUILD_)\{part\}"', text):
        parts = re.search(r"for part in \(([^)]*)\):\s*toolchain", text)
        options |= {prefix + part for part in re.findall(r"\w+", parts[1])} if parts else {prefix + "?"}
    return options


def check_macros(name, text):
    text = re.sub(r"\\\n", " ", text)
    return [f"{name}: defines {macro}, and macros of heddle begin with HEDDLE_"
            for macro in re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, re.M) if not macro.startswith("HEDDLE_")]


def check(root):
    def read(name):
        return (root / name).read_text(encoding="utf-8")

    version = version_of(read("include/heddle/version.hpp"))
    if version is None:
        return ["include/heddle/version.hpp: does not define the version as three numbers"]
    complaints = check_manifest(read(f"{PORT}/vcpkg.json"), version)
    newest = re.search(r"^## (\d\S*)", read("CHANGELOG.md"), re.M)
    if not newest or newest[1] != version:
        complaints.append(f"CHANGELOG.md: its first release is {newest and newest[1]}, not {version}")
    known = set(re.findall(r"^option\((\w+)", read("CMakeLists.txt"), re.M))
    for recipe in RECIPES:
        options = options_of(read(recipe))
        complaints += [f"{recipe}: CMakeLists.txt has no option {option}" for option in sorted(options - known)]
        complaints += [f"{recipe}: does not turn off {option}" for option in
                       ("HEDDLE_BUILD_PROGRAM", "HEDDLE_BUILD_TESTS", "HEDDLE_BUILD_BENCHMARKS")
                       if option not in options]
    for path in sorted((root / "include").rglob("*")):
        if path.is_file():
            complaints += check_macros(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))
    return complaints


if __name__ == "__main__":
    sys.exit("\n".join(check(pathlib.Path(sys.argv[1]))) or 0)
