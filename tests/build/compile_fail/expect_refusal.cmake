# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Tests a table of compile failures: host.cpp, or a .cu for nvcc. A table must compile without its cases, so that each
# case has only one fault. The compiler must refuse each case:
#
#     #ifdef NAME
#     // expect: a text that the compiler must say
#     // expect first: a text that its first error must say
#     the faulty code
#     #endif
#
# If the case begins with a line `// standard: c++14`, the case is compiled with this standard, which is its fault.
#
# Without CASE, this script fails unless COMPILER accepts the table. Then it precompiles the headers of host.cpp for the
# cases. With CASE, this script fails unless COMPILER refuses the case with the expected messages. It compiles only the
# paragraph of the case (between blank lines), and the paragraphs before the first case.
# Variables: COMPILER (command with its options), TABLE, CASE, INCLUDES, BINARY_DIR.
cmake_minimum_required(VERSION 3.25)

get_filename_component(name ${TABLE} NAME_WE)
get_filename_component(extension ${TABLE} EXT)
set(headers ${BINARY_DIR}/${name}_headers.hpp)
list(TRANSFORM INCLUDES PREPEND -I)
set(standard c++17)

#! Compiles the source with the options. Sets `output` to the compiler's messages, and `words` to the same messages with
#! single spaces.
function(compile source)
  set(options -fsyntax-only)
  if(extension STREQUAL ".cu")
    set(options -ptx -o /dev/null)
  elseif(EXISTS ${headers})
    list(APPEND options -include ${headers})
  endif()
  execute_process(
    COMMAND ${COMPILER} ${options} -std=${standard} ${INCLUDES} ${ARGN} ${source}
    RESULT_VARIABLE result
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " words "${output}")
  return(PROPAGATE result output words)
endfunction()

if(NOT DEFINED CASE)
  file(REMOVE ${headers} ${headers}.gch)
  compile(${TABLE})
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${TABLE} is refused without a fault, too:\n${output}")
  endif()
  if(extension STREQUAL ".cpp")
    file(STRINGS ${TABLE} includes REGEX "^#include ")
    list(JOIN includes "\n" includes)
    file(WRITE ${headers} "${includes}\n")
    execute_process(COMMAND ${COMPILER} -std=${standard} ${INCLUDES} -x c++-header ${headers} -o ${headers}.gch
                            COMMAND_ERROR_IS_FATAL ANY)
  endif()
  return()
endif()

file(READ ${TABLE} text)
string(FIND "${text}" "#ifdef " first_case)
string(SUBSTRING "${text}" 0 ${first_case} before)
string(FIND "${before}" "\n\n" end REVERSE)
string(SUBSTRING "${text}" 0 ${end} prologue)
string(FIND "${text}" "#ifdef ${CASE}\n" position)
if(position EQUAL -1)
  message(FATAL_ERROR "${TABLE} has no case ${CASE}")
endif()
string(SUBSTRING "${text}" 0 ${position} before)
string(FIND "${before}" "\n\n" begin REVERSE)
string(SUBSTRING "${before}" ${begin} -1 before)
string(SUBSTRING "${text}" ${position} -1 after)
string(FIND "${after}\n\n" "\n\n" end)
string(SUBSTRING "${after}" 0 ${end} after)
set(source ${BINARY_DIR}/${CASE}${extension})
file(WRITE ${source} "${prologue}${before}${after}\n")

unset(words)
file(STRINGS ${source} lines REGEX "^(#ifdef| *// (standard|expect|expect first):) ")
foreach(line IN LISTS lines)
  if(line MATCHES "^#ifdef (.*)")
    set(current ${CMAKE_MATCH_1})
  elseif(NOT current STREQUAL CASE)
    continue()
  elseif(line MATCHES "// standard: (.*)")
    set(standard ${CMAKE_MATCH_1})
  elseif(line MATCHES "// expect( first)?: (.*)")
    set(is_first "${CMAKE_MATCH_1}")
    set(text "${CMAKE_MATCH_2}")
    if(NOT DEFINED words)
      compile(${source} -D${CASE})
      if(result EQUAL 0)
        message(FATAL_ERROR "${CASE} in ${TABLE} compiles, but must not")
      endif()
      # Finds the text between the first two errors. (Compilers write "error: "; nvcc may add a number.)
      string(REGEX REPLACE "error( #[0-9]+(-D)?)?: " "\n" first_error "${words}")
      string(REGEX REPLACE "^[^\n]*\n([^\n]*).*" "\\1" first_error "${first_error}")
    endif()
    string(FIND "${words}" "${text}" position)
    if(position EQUAL -1)
      message(FATAL_ERROR "${CASE} in ${TABLE} is refused, but not with `${text}`:\n${output}")
    endif()
    string(FIND "${first_error}" "${text}" position)
    if(is_first AND position EQUAL -1)
      message(FATAL_ERROR "${CASE} in ${TABLE} is refused with `${text}`, but not at first:\n${output}")
    endif()
  endif()
endforeach()
if(NOT DEFINED words)
  message(FATAL_ERROR "${TABLE} names no text that ${CASE} is refused with")
endif()
