# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# The port of heddle for vcpkg: `vcpkg install heddle --overlay-ports=<heddle>/src/packaging/vcpkg`. The port packs the
# sources of its own project. In a registry, a call of vcpkg_from_git replaces the next line.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

set(VCPKG_BUILD_TYPE release) # headers alone

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    -DHEDDLE_BUILD_PROGRAM=OFF
    -DHEDDLE_BUILD_TESTS=OFF
    -DHEDDLE_BUILD_BENCHMARKS=OFF
    -DHEDDLE_INSTALL=ON)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/heddle)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/doc")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
