# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Fails unless the machine code of each kernel <name>_coalesced of SOURCE equals the machine code of <name>_raw: the
# same instructions or, without cuobjdump, the same bytes. If <name> ends in _in_any_order, both kernels must have the
# same number of instructions of each kind or, without cuobjdump, the same length.
# Variables: NVCC, HOST_COMPILER, SOURCE, INCLUDES, OUTPUT (path without extension), READELF (may be empty).
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/../machine_code.cmake)

heddle_find_disassembler(${NVCC})
if(NOT READELF)
  find_program(READELF readelf)
endif()
if(NOT HEDDLE_DISASSEMBLES AND NOT READELF)
  message("skipped: there is neither readelf, nor cuobjdump with nvdisasm")
  return()
endif()
set(options -std=c++17 -O3 -cubin -arch=sm_90 -I${INCLUDES})
if(HOST_COMPILER)
  list(APPEND options -ccbin=${HOST_COMPILER})
endif()
execute_process(COMMAND ${NVCC} ${options} ${SOURCE} -o ${OUTPUT}.cubin COMMAND_ERROR_IS_FATAL ANY)

#! Sets `names`, and sets code_<kernel> for each kernel to its instructions, with registers but without encodings.
macro(read_instructions)
  heddle_disassemble(sass ${NVCC} ${OUTPUT}.cubin)
  string(REPLACE "Function : " ";" functions "${sass}")
  list(POP_FRONT functions)
  foreach(function IN LISTS functions)
    string(REGEX MATCH "^[A-Za-z0-9_]+" name "${function}")
    string(LENGTH "${name}" length)
    string(SUBSTRING "${function}" ${length} -1 code_${name})
    string(REGEX MATCHALL "/\\*[0-9a-f]+\\*/ [^\n/]*" code_${name} "${code_${name}}")
    list(FILTER code_${name} EXCLUDE REGEX " NOP *$")
    string(REGEX REPLACE " *;/" "\n/" code_${name} "${code_${name}}")
    list(APPEND names ${name})
  endforeach()
endmacro()

#! Sets `names`, and sets code_<kernel> for each kernel to its bytes.
macro(read_bytes)
  execute_process(
    COMMAND ${READELF} -SW ${OUTPUT}.cubin
    OUTPUT_VARIABLE sections
    ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL " \\.text\\.[A-Za-z0-9_]+" names "${sections}")
  list(TRANSFORM names REPLACE " \\.text\\." "")
  foreach(name IN LISTS names)
    execute_process(
      COMMAND ${READELF} -x .text.${name} ${OUTPUT}.cubin
      OUTPUT_VARIABLE dump
      ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "\n +0x[0-9a-f]+( [0-9a-f]+)+" code_${name} "${dump}")
    string(REPLACE ";" "" code_${name} "${code_${name}}")
  endforeach()
endmacro()

set(names)
set(failures)
if(HEDDLE_DISASSEMBLES)
  set(memory_access "(LDG|STG|RED|ATOMG)")
  read_instructions()
else()
  set(memory_access ".")
  read_bytes()
endif()

#! Sets `out` to a form of a kernel that does not depend on the order and the registers of its instructions. Counts S2UR
#! and ULDC as S2R and LDC: they read the same value into a uniform register instead of a register of a thread.
function(without_order out code)
  if(HEDDLE_DISASSEMBLES)
    string(REGEX MATCHALL "\\*/ +(@!?U?P[0-9T]+ +)?[A-Z][A-Z0-9_.]*" kinds "${code}")
    list(TRANSFORM kinds REPLACE ".* " "")
    list(TRANSFORM kinds REPLACE "^S2UR$" "S2R")
    list(TRANSFORM kinds REPLACE "^ULDC" "LDC")
    list(SORT kinds)
    list(JOIN kinds "\n" text)
  else()
    string(LENGTH "${code}" text)
  endif()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

set(compared 0)
foreach(name IN LISTS names)
  if(NOT name MATCHES "^(.*)_raw$")
    continue()
  endif()
  set(pair ${CMAKE_MATCH_1})
  if(NOT code_${name} MATCHES "${memory_access}")
    list(APPEND failures "${name} accesses no memory")
  endif()
  if(pair MATCHES "_in_any_order$" AND DEFINED code_${pair}_coalesced)
    without_order(code_${name} "${code_${name}}")
    without_order(code_${pair}_coalesced "${code_${pair}_coalesced}")
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
