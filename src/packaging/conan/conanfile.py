# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
"""The recipe of heddle for Conan 2: `conan create src/packaging/conan`.

The recipe packs the sources of its own project, and has no option. find_package(heddle) reads the files that CMake
installs, so the component emulation is available, too. Projects that use it add Boost to their own requirements.
"""
import pathlib
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain
from conan.tools.files import copy, rmdir
from conan.tools.layout import basic_layout

required_conan_version = ">=2.0"


class Heddle(ConanFile):
    name = "heddle"
    description = "Arrays of structures at the speed of structures of arrays, on CUDA GPUs"
    license = "Apache-2.0"
    topics = ("cuda", "gpu", "header-only")
    package_type = "header-library"
    settings = "os", "compiler", "build_type", "arch"

    def _sources(self):
        return pathlib.Path(self.recipe_folder).parents[2]

    def set_version(self):
        header = (self._sources() / "include/heddle/version.hpp").read_text(encoding="utf-8")
        self.version = ".".join(re.search(rf"HEDDLE_VERSION_{part} (\d+)", header)[1]
                                for part in ("MAJOR", "MINOR", "PATCH"))

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "include/*", "src/cmake/*"):
            copy(self, pattern, src=self._sources(), dst=self.export_sources_folder)

    def layout(self):
        basic_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("PROGRAM", "TESTS", "BENCHMARKS"):
            toolchain.cache_variables[f"HEDDLE_BUILD_{part}"] = False
        toolchain.generate()

    def package(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.install(component="heddle_development")
        copy(self, "LICENSE", src=self.source_folder, dst=pathlib.Path(self.package_folder) / "licenses")
        rmdir(self, pathlib.Path(self.package_folder) / "share/doc")

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        # CMake reads the package's own configuration. Other build systems get the folder of its headers.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["share/cmake/heddle"]
        self.cpp_info.set_property("pkg_config_name", "heddle")
