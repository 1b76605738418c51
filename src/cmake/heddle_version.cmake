# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Reads the version of heddle, which only include/heddle/version.hpp defines.
include_guard(GLOBAL)

#! Sets `result` to the version that the header defines.
function(heddle_read_version result header)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
  file(READ ${header} text)
  set(version)
  foreach(part IN ITEMS MAJOR MINOR PATCH)
    if(NOT text MATCHES "#define HEDDLE_VERSION_${part} ([0-9]+)\n")
      message(FATAL_ERROR "heddle: ${header} does not define HEDDLE_VERSION_${part} as a number")
    endif()
    list(APPEND version ${CMAKE_MATCH_1})
  endforeach()
  list(JOIN version "." version)
  set(${result} ${version} PARENT_SCOPE)
endfunction()
