# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Tests a table of compile failures: a .cpp for the host compiler, or a .cu for nvcc. A table must compile without its
# cases, so that each case has only one fault. The compiler must refuse each case:
#
#     // expect: a text that the compiler must say
#     // expect first: a text that its first error must say
#     REFUSED(NAME, the faulty code)
#     ACCEPTED(NAME, code that stands in its place in the table)
#
# To compile a case, the script exchanges REFUSED and ACCEPTED of this NAME. Consecutive cases share the lines above the
# first case. If one of these lines is `// standard: c++14`, the script compiles the case with this standard, and the
# standard is the fault. If the fault is a directive, the directive stands between `#ifdef NAME` and `#endif`.
# Without CASE, this script fails unless COMPILER accepts the table. It then precompiles the headers of a .cpp for the
# cases. With CASE, this script fails unless COMPILER refuses the case with the expected messages. It then compiles only
# the paragraph of the case (between blank lines), and the paragraphs before the first case.
# Variables: COMPILER, HOST_COMPILER (of nvcc, may be empty), TABLE, CASE, INCLUDES, BINARY_DIR.
cmake_minimum_required(VERSION 3.25)

get_filename_component(name ${TABLE} NAME_WE)
get_filename_component(extension ${TABLE} EXT)
set(headers ${BINARY_DIR}/${name}_headers.hpp)
list(TRANSFORM INCLUDES PREPEND -I)
set(standard c++17)

#! Compiles the source with the options. Sets `output` to the messages of the compiler. Sets `words` to the same
#! messages with single spaces instead of white space, and without semicolons and brackets.
function(compile source)
  set(options -fsyntax-only)
  if(extension STREQUAL ".cu")
    # -fdevice-syntax-only is not used, because nvcc refuses some cases only when it generates code.
    set(options -ptx -o /dev/null --extended-lambda)
    if(HOST_COMPILER)
      list(APPEND options -ccbin=${HOST_COMPILER})
    endif()
  elseif(EXISTS ${headers})
    list(APPEND options -include ${headers})
  endif()
  execute_process(
    COMMAND ${COMPILER} ${options} -std=${standard} ${INCLUDES} ${ARGN} ${source}
    RESULT_VARIABLE result
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output)
  string(REGEX REPLACE "[][;]" "" words "${output}")
  string(REGEX REPLACE "[ \n]+" " " words "${words}")
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

# Finds the paragraph of the case, and those before the first case.
file(READ ${TABLE} text)
string(REGEX MATCH "\n *(REFUSED\\(${CASE},|#ifdef ${CASE}\n)" case "${text}")
if(NOT case)
  message(FATAL_ERROR "${TABLE} has no case ${CASE}")
endif()
string(REGEX MATCH "\n *// (expect|standard)" first_expectation "${text}")
string(FIND "${text}" "${first_expectation}" position)
string(SUBSTRING "${text}" 0 ${position} before)
string(FIND "${before}\n" "\n\n" end REVERSE)
string(SUBSTRING "${text}" 0 ${end} prologue)
string(FIND "${text}" "${case}" position)
string(SUBSTRING "${text}" 0 ${position} before)
string(FIND "${before}\n" "\n\n" begin REVERSE)
math(EXPR begin "${begin} + 1")
string(SUBSTRING "${text}" ${begin} -1 paragraph)
string(FIND "${paragraph}\n\n" "\n\n" end)
string(SUBSTRING "${paragraph}" 0 ${end} paragraph)

# Reads the lines above the case or, if there are none, above the previous case. Semicolons and brackets are removed,
# because CMake would take them for lists.
string(REGEX REPLACE "[][;]" "" lines "${paragraph}")
string(REGEX MATCHALL "\n *(// (standard|expect|expect first): [^\n]*|(REFUSED\\(|#ifdef )[a-z_0-9]+)" lines "${lines}")
set(texts)
set(after_case OFF)
foreach(line IN LISTS lines)
  if(line MATCHES "// standard: (.*)")
    set(standard ${CMAKE_MATCH_1})
  elseif(line MATCHES "// (expect.*)")
    if(after_case)
      set(texts)
    endif()
    list(APPEND texts "${CMAKE_MATCH_1}")
    set(after_case OFF)
  elseif(line MATCHES "[( ]${CASE}$")
    break()
  else()
    set(after_case ON)
  endif()
endforeach()
if(NOT texts)
  message(FATAL_ERROR "${TABLE} names no text that ${CASE} is refused with")
endif()

string(REPLACE "ACCEPTED(${CASE}," "LEFT_OUT(${CASE}," paragraph "${paragraph}")
string(REPLACE "REFUSED(${CASE}," "ACCEPTED(${CASE}," paragraph "${paragraph}")
string(REPLACE "LEFT_OUT(${CASE}," "REFUSED(${CASE}," paragraph "${paragraph}")
set(source ${BINARY_DIR}/${CASE}${extension})
file(WRITE ${source} "${prologue}\n${paragraph}\n")
compile(${source} -D${CASE})
if(result EQUAL 0)
  message(FATAL_ERROR "${CASE} in ${TABLE} compiles, but must not")
endif()
# Finds the text between the first two errors. (Compilers write "error: "; nvcc may add a number.)
string(REGEX REPLACE "error( #[0-9]+(-D)?)?: " "\n" first_error "${words}")
string(REGEX REPLACE "^[^\n]*\n([^\n]*).*" "\\1" first_error "${first_error}")
foreach(line IN LISTS texts)
  string(REGEX MATCH "^expect( first)?: (.*)" line "${line}")
  set(is_first "${CMAKE_MATCH_1}")
  set(text "${CMAKE_MATCH_2}")
  string(FIND "${words}" "${text}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "${CASE} in ${TABLE} is refused, but not with `${text}`:\n${output}")
  endif()
  string(FIND "${first_error}" "${text}" position)
  if(is_first AND position EQUAL -1)
    message(FATAL_ERROR "${CASE} in ${TABLE} is refused with `${text}`, but not at first:\n${output}")
  endif()
endforeach()
