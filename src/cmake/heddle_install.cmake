# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Installs the headers, the license, and the files that find_package(heddle) and pkg-config read. No file depends on the
# architecture, so all files are in include/ and share/. The emulation is a component of the package.
include_guard(GLOBAL)
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir ${CMAKE_INSTALL_DATADIR}/cmake/heddle)
set(pkg_config_dir ${CMAKE_INSTALL_DATADIR}/pkgconfig)

install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/include/heddle
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  COMPONENT heddle_development
  FILES_MATCHING
  PATTERN "*.cuh"
  PATTERN "*.h"
  PATTERN "*.hpp")
# CMAKE_INSTALL_DOCDIR may be the folder of a project that has heddle as a subdirectory.
install(
  FILES ${PROJECT_SOURCE_DIR}/LICENSE
  DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/heddle
  COMPONENT heddle_development)

install(TARGETS heddle EXPORT heddle-targets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS heddle_emulation EXPORT heddle-emulation-targets)
foreach(set IN ITEMS heddle-targets heddle-emulation-targets)
  install(
    EXPORT ${set}
    NAMESPACE heddle::
    DESTINATION ${package_dir}
    COMPONENT heddle_development)
endforeach()

configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/heddle-config.cmake.in ${PROJECT_BINARY_DIR}/heddle-config.cmake
  INSTALL_DESTINATION ${package_dir}
  NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/heddle-config-version.cmake
  COMPATIBILITY SameMinorVersion
  ARCH_INDEPENDENT)
install(
  FILES ${PROJECT_BINARY_DIR}/heddle-config.cmake ${PROJECT_BINARY_DIR}/heddle-config-version.cmake
  DESTINATION ${package_dir}
  COMPONENT heddle_development)

# heddle.pc computes the prefix from its own path, so that an install tree can be moved, unless its folders are
# absolute.
set(pkg_config_prefix ${CMAKE_INSTALL_PREFIX})
if(NOT IS_ABSOLUTE "${pkg_config_dir}")
  file(RELATIVE_PATH to_prefix /prefix/${pkg_config_dir} /prefix)
  string(REGEX REPLACE "/$" "" pkg_config_prefix "\${pcfiledir}/${to_prefix}")
endif()
set(pkg_config_include_dir ${CMAKE_INSTALL_INCLUDEDIR})
if(NOT IS_ABSOLUTE "${pkg_config_include_dir}")
  string(PREPEND pkg_config_include_dir "\${prefix}/")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/heddle.pc.in ${PROJECT_BINARY_DIR}/heddle.pc @ONLY)
install(
  FILES ${PROJECT_BINARY_DIR}/heddle.pc
  DESTINATION ${pkg_config_dir}
  COMPONENT heddle_development)
