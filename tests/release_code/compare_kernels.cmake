# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Fails unless the machine code of each kernel <name>_coalesced of SOURCE is that of <name>_raw, instruction
# for instruction.
# Variables: NVCC, HOST_COMPILER, SOURCE, INCLUDES, OUTPUT (path without extension).
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/../machine_code.cmake)

set(options -std=c++17 -O3 -cubin -arch=sm_90 -I${INCLUDES})
if(HOST_COMPILER)
  list(APPEND options -ccbin=${HOST_COMPILER})
endif()
execute_process(COMMAND ${NVCC} ${options} ${SOURCE} -o ${OUTPUT}.cubin COMMAND_ERROR_IS_FATAL ANY)
heddle_disassemble(sass ${NVCC} ${OUTPUT}.cubin)
string(REPLACE "Function : " ";" functions "${sass}")
list(POP_FRONT functions)
set(names)
foreach(function IN LISTS functions)
  string(REGEX MATCH "^[A-Za-z0-9_]+" name "${function}")
  string(LENGTH "${name}" length)
  string(SUBSTRING "${function}" ${length} -1 code_${name})
  # Instructions with their registers, without their encodings.
  string(REGEX MATCHALL "/\\*[0-9a-f]+\\*/ [^\n/]*" code_${name} "${code_${name}}")
  list(FILTER code_${name} EXCLUDE REGEX " NOP *$")
  string(REGEX REPLACE " *;/" "\n/" code_${name} "${code_${name}}")
  list(APPEND names ${name})
endforeach()

set(compared 0)
set(failures)
foreach(name IN LISTS names)
  if(NOT name MATCHES "^(.*)_raw$")
    continue()
  endif()
  set(pair ${CMAKE_MATCH_1})
  if(NOT code_${name} MATCHES "(LDG|STG|RED|ATOMG)")
    list(APPEND failures "${name} accesses no memory")
  endif()
  if(NOT code_${name} STREQUAL "${code_${pair}_coalesced}")
    list(APPEND failures "${pair}: the code of the raw pointer is\n${code_${name}}\nthat of the \
coalesced_ptr\n${code_${pair}_coalesced}")
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
message("${compared} pairs of kernels have the same machine code")
