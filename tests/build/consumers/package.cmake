# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds a project with the archive, or with the Debian package.
# Variables: ARCHIVE; or DEBIAN_PACKAGE and DPKG_DEB; VERSION, BINARY, HOST_CONSUMER, and those of steps.cmake.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

file(REMOVE_RECURSE ${BINARY})
file(MAKE_DIRECTORY ${BINARY})
if(ARCHIVE)
  file(ARCHIVE_EXTRACT INPUT ${ARCHIVE} DESTINATION ${BINARY})
  set(prefix ${BINARY}/heddle-${VERSION})
else()
  heddle_step("unpacking ${DEBIAN_PACKAGE}" COMMAND ${DPKG_DEB} -x ${DEBIAN_PACKAGE} ${BINARY})
  set(prefix ${BINARY}/usr)
  foreach(field IN ITEMS Package=libheddle-dev Version=${VERSION} Architecture=all Depends=)
    string(REGEX MATCH "^([^=]*)=(.*)$" field "${field}")
    set(name ${CMAKE_MATCH_1})
    set(expected "${CMAKE_MATCH_2}")
    heddle_step("reading ${DEBIAN_PACKAGE}" OUTPUT value COMMAND ${DPKG_DEB} -f ${DEBIAN_PACKAGE} ${name})
    string(STRIP "${value}" value)
    if(NOT value STREQUAL expected)
      message(FATAL_ERROR "the field ${name} of ${DEBIAN_PACKAGE} is \"${value}\", not \"${expected}\"")
    endif()
  endforeach()
endif()

# All files of the package except the headers.
file(GLOB_RECURSE files RELATIVE ${prefix} ${prefix}/*)
list(FILTER files EXCLUDE REGEX "^include/heddle/.*\\.(cuh|hpp)$")
list(SORT files)
set(expected_files
    share/cmake/heddle/heddle-config-version.cmake
    share/cmake/heddle/heddle-config.cmake
    share/cmake/heddle/heddle-emulation-targets.cmake
    share/cmake/heddle/heddle-targets.cmake
    share/doc/heddle/LICENSE
    share/pkgconfig/heddle.pc)
if(DEBIAN_PACKAGE)
  list(APPEND expected_files share/doc/libheddle-dev/copyright)
endif()
list(SORT expected_files)
if(NOT files STREQUAL expected_files)
  message(FATAL_ERROR "beside headers, the package has\n${files}\nand should have\n${expected_files}")
endif()
heddle_consume(${CMAKE_COMMAND} ${HOST_CONSUMER} ${BINARY}/consumer -DCMAKE_PREFIX_PATH=${prefix})
