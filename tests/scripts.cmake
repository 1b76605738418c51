# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Adds tests. The first part of a test's name is its label.
find_program(HEDDLE_PYTHON NAMES python3 python)
mark_as_advanced(HEDDLE_PYTHON)

#! Adds tests that cannot run on this machine as skipped: heddle_skip_tests(REASON NAME...).
function(heddle_skip_tests reason)
  foreach(name IN LISTS ARGN)
    heddle_add_command(${name} ${CMAKE_COMMAND} -E echo "skipped: ${reason}"
                       PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped: ")
  endforeach()
endfunction()

#! Adds a test: heddle_add_command(NAME COMMAND ARGUMENT... [PROPERTIES PROPERTY VALUE...]).
function(heddle_add_command name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PROPERTIES")
  string(REGEX MATCH "^[a-z_]+" label ${name})
  add_test(NAME ${name} COMMAND ${arg_UNPARSED_ARGUMENTS})
  set_tests_properties(${name} PROPERTIES LABELS ${label} PROCESSORS ${HEDDLE_TEST_SLOTS} ${arg_PROPERTIES})
endfunction()

#! Adds a test that runs a Python script in its own folder of the build, and is skipped if the script exits with 77:
#! heddle_add_script(NAME SCRIPT ARGUMENT... [PROPERTIES PROPERTY VALUE...]). build/script.py reads the settings.
function(heddle_add_script name script)
  if(NOT HEDDLE_PYTHON)
    heddle_skip_tests("python3 was not found" ${name})
    return()
  endif()
  cmake_path(ABSOLUTE_PATH script)
  cmake_path(GET script PARENT_PATH folder)
  cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE folder)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/${folder})
  set(arguments ${ARGN})
  if(NOT PROPERTIES IN_LIST arguments)
    list(APPEND arguments PROPERTIES)
  endif()
  heddle_add_command(${name} ${HEDDLE_PYTHON} -B ${script} ${arguments} SKIP_RETURN_CODE 77)
  set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT HEDDLE_TEST_SETTINGS=${heddle_settings})
  set_property(TEST ${name} PROPERTY WORKING_DIRECTORY ${PROJECT_BINARY_DIR}/${folder})
endfunction()

# What the user told this build about compilers and libraries. Projects that use heddle are told the same.
set(hints)
foreach(name IN ITEMS Boost_DIR CMAKE_CXX_COMPILER CMAKE_CXX_FLAGS CMAKE_CUDA_COMPILER CMAKE_CUDA_FLAGS
                      CMAKE_CUDA_HOST_COMPILER CMAKE_EXE_LINKER_FLAGS)
  if(${name})
    string(APPEND hints "set(${name} [==[${${name}}]==] CACHE STRING \"\")\n")
  endif()
endforeach()
file(CONFIGURE OUTPUT hints.cmake CONTENT "${hints}" @ONLY)

# What the scripts must know of this build.
set(heddle_settings ${CMAKE_CURRENT_BINARY_DIR}/settings.json)
set(heddle_prefix ${CMAKE_CURRENT_BINARY_DIR}/prefix)
list(GET HEDDLE_TEST_ARCHITECTURES 0 heddle_architecture)
list(JOIN CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES "\", \"" toolkit_includes)
file(CONFIGURE OUTPUT ${heddle_settings} @ONLY CONTENT [[{
  "include": "@PROJECT_SOURCE_DIR@/include", "version": "@PROJECT_VERSION@", "prefix": "@heddle_prefix@",
  "cxx": "@CMAKE_CXX_COMPILER@", "readelf": "@CMAKE_READELF@",
  "nvcc": "@CMAKE_CUDA_COMPILER@", "host_compiler": "@CMAKE_CUDA_HOST_COMPILER@",
  "unoptimised_nvcc": "@unoptimised_nvcc@", "toolkit_includes": ["@toolkit_includes@"],
  "architecture": "@heddle_architecture@", "cmake": "@CMAKE_COMMAND@", "generator": "@CMAKE_GENERATOR@",
  "make_program": "@CMAKE_MAKE_PROGRAM@", "hints": "@CMAKE_CURRENT_BINARY_DIR@/hints.cmake",
  "download": "@HEDDLE_INSTALL_DEPENDENCIES@"
}
]])
