# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Tests a table of compile failures: host.cpp, or a .cu for nvcc. A table compiles as it stands, so that nothing else
# is wrong with it. Each of its cases is a fault that the compiler must refuse:
#
#     #ifdef NAME
#     // expect: a text that the compiler must say
#     // expect first: a text that its first error must say
#     the faulty code
#     #endif
#
# A line `// standard: c++14` above the others makes that standard the fault.
#
# Without CASE this script fails unless COMPILER accepts the table. Then it precompiles the headers of host.cpp for the
# cases. With CASE it fails unless COMPILER refuses that case as it says. It compiles no more of the table than the
# paragraph (between blank lines) of the case, and the paragraphs before the first case.
# Variables: COMPILER (command with its options), TABLE, CASE, INCLUDES, BINARY_DIR.
cmake_minimum_required(VERSION 3.25)

get_filename_component(name ${TABLE} NAME_WE)
get_filename_component(extension ${TABLE} EXT)
set(headers ${BINARY_DIR}/${name}_headers.hpp)
list(TRANSFORM INCLUDES PREPEND -I)
set(standard c++17)

#! Compiles the source with the options. Gives what the compiler says as `output`, and as `words` with single spaces.
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
      # What stands between the first two errors. (Compilers write "error: ", nvcc some with a number.)
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
