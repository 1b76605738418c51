# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Fails unless the PTX of SOURCE is the same with the headers and with copies of the headers without HEDDLE_EXPECTS.
# Also fails unless the PTX of a checked build differs, which shows that the code has checks. UNOPTIMISED may be the
# option of nvcc that turns off the optimizer: if the code before optimization is the same, the optimized code is the
# same, too.
# Variables: NVCC, HOST_COMPILER, SOURCE, INCLUDES, OUTPUT (a folder that is written anew), UNOPTIMISED (may be empty).
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${OUTPUT})
file(MAKE_DIRECTORY ${OUTPUT})
file(GLOB_RECURSE headers RELATIVE ${INCLUDES} ${INCLUDES}/*.cuh ${INCLUDES}/*.hpp)
set(cut 0)
foreach(header IN LISTS headers)
  file(READ ${INCLUDES}/${header} text)
  # Brackets and semicolons are replaced, because CMake takes them for lists.
  string(REGEX MATCHALL "\n *HEDDLE_EXPECTS\\(" checks "${text}")
  list(LENGTH checks count)
  math(EXPR cut "${cut} + ${count}")
  # A semicolon in the message of a check does not end the check.
  string(REGEX REPLACE "\n *HEDDLE_EXPECTS\\(([^;\"]|\"[^\"\n]*\")*;" "\n" text "${text}")
  if(text MATCHES "\n *HEDDLE_EXPECTS")
    message(FATAL_ERROR "${header}: a HEDDLE_EXPECTS was not cut out")
  endif()
  file(WRITE ${OUTPUT}/without/${header} "${text}")
endforeach()
if(cut LESS 20)
  message(FATAL_ERROR "only ${cut} checks were found in ${INCLUDES}")
endif()

#! Sets `out` to the PTX of SOURCE, without the parts that differ between runs.
function(compile out includes)
  set(options -std=c++17 -O3 ${UNOPTIMISED} -ptx -arch=compute_90)
  if(HOST_COMPILER)
    list(APPEND options -ccbin=${HOST_COMPILER})
  endif()
  execute_process(
    COMMAND ${NVCC} ${options} ${ARGN} -I${includes} ${SOURCE} -o ${OUTPUT}/${out}.ptx
    COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${OUTPUT}/${out}.ptx ptx)
  string(REGEX REPLACE "//[^\n]*" "" ptx "${ptx}")
  string(REGEX REPLACE "_INTERNAL_[0-9a-zA-Z]+_[0-9]+_[a-z]+_cu_[0-9a-f]+(_[0-9]+)?" "_INTERNAL" ptx
                       "${ptx}")
  set(${out} "${ptx}" PARENT_SCOPE)
endfunction()

compile(release ${INCLUDES})
compile(without_checks ${OUTPUT}/without)
compile(checked ${INCLUDES} -DHEDDLE_CHECKED=1)
if(NOT release MATCHES "in_dynamic_memory")
  message(FATAL_ERROR "the PTX of ${SOURCE} has not all kernels")
endif()
if(NOT release STREQUAL without_checks)
  message(FATAL_ERROR "${OUTPUT}/release.ptx is not ${OUTPUT}/without_checks.ptx: the checks left "
                      "something in the release code")
endif()
if(release STREQUAL checked)
  message(FATAL_ERROR "the checked build has the same PTX as the release build")
endif()
string(LENGTH "${release}" length)
message("${length} characters of PTX are the same with ${cut} checks cut out")
