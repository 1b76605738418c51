# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Installs the headers, and what find_package(heddle) reads; the emulation is a component of it.
include_guard(GLOBAL)
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/heddle)
install(
  TARGETS heddle
  EXPORT heddle-targets
  FILE_SET HEADERS COMPONENT heddle_development)
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
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/heddle-config-version.cmake
  COMPATIBILITY SameMinorVersion
  ARCH_INDEPENDENT)
install(
  FILES ${PROJECT_BINARY_DIR}/heddle-config.cmake ${PROJECT_BINARY_DIR}/heddle-config-version.cmake
  DESTINATION ${package_dir}
  COMPONENT heddle_development)
