# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Fails unless the PTX of each kernel <name>_coalesced of SOURCE has as many instructions of each kind that accesses memory
# or calls a function as that of <name>_raw. (ptxas orders two such kernels differently, and names their registers
# differently.)
# Variables: NVCC, HOST_COMPILER, SOURCE, INCLUDES, OUTPUT (path without extension).
cmake_minimum_required(VERSION 3.25)

set(options -std=c++17 -O3 -ptx -arch=sm_90 -I${INCLUDES})
if(HOST_COMPILER)
  list(APPEND options -ccbin=${HOST_COMPILER})
endif()
execute_process(COMMAND ${NVCC} ${options} ${SOURCE} -o ${OUTPUT}.ptx COMMAND_ERROR_IS_FATAL ANY)
file(READ ${OUTPUT}.ptx ptx)

# Brackets and semicolons would be CMake's lists.
string(REGEX REPLACE "[][;]" " " ptx "${ptx}")
string(REPLACE ".entry " ";" kernels "${ptx}")
list(POP_FRONT kernels)
set(kinds ld.global st.global ld.local st.local "ld.[fubv]" "st.[fubv]" ld.shared st.shared atom red call)
foreach(kernel IN LISTS kernels)
  string(REGEX MATCH "^[A-Za-z0-9_]+" name "${kernel}")
  # A function may follow the kernel.
  string(REGEX REPLACE "\n\\.(visible )?\\.?func .*" "" kernel "${kernel}")
  set(counts)
  foreach(kind IN LISTS kinds)
    string(REPLACE "." "\\." pattern "${kind}")
    string(REGEX MATCHALL "\n\t(@!?%p[0-9]+ )?${pattern}" found "${kernel}")
    list(LENGTH found count)
    list(APPEND counts "${kind} ${count}")
  endforeach()
  list(JOIN counts ", " counts_${name})
  list(APPEND names ${name})
endforeach()

set(compared 0)
set(failures)
foreach(name IN LISTS names)
  if(NOT name MATCHES "^(.*)_raw$")
    continue()
  endif()
  set(pair ${CMAKE_MATCH_1})
  if(counts_${name} MATCHES "^ld.global 0, st.global 0,")
    list(APPEND failures "${name} accesses no global memory")
  endif()
  if(NOT counts_${name} STREQUAL "${counts_${pair}_coalesced}")
    list(APPEND failures "${pair}: of the raw pointer ${counts_${name}}\n  of the coalesced_ptr \
${counts_${pair}_coalesced}")
  endif()
  math(EXPR compared "${compared} + 1")
endforeach()
if(compared LESS 10)
  message(FATAL_ERROR "only ${compared} pairs of kernels were found in ${SOURCE}")
endif()
if(failures)
  list(JOIN failures "\n" failures)
  message(FATAL_ERROR "${failures}")
endif()
message("${compared} pairs of kernels make the same accesses")
