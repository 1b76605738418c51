# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Fails unless COMPILER refuses SOURCE and says every text that the source's lines of the form
# `// expect: <text>` name, and in its first error those of the form `// expect first: <text>`; and
# unless it accepts the source once HEDDLE_TEST_WITHOUT_OFFENCE is defined, which shows that nothing
# else is wrong with it. The offence of a source with a line `// standard: c++14` is that standard.
# Variables: COMPILER (command with its options), SOURCE, INCLUDES.
cmake_minimum_required(VERSION 3.25)

file(STRINGS ${SOURCE} expectations REGEX "^ *// expect( first)?: ")
if(NOT expectations)
  message(FATAL_ERROR "${SOURCE} has no line of the form // expect: <text>")
endif()
set(standard c++17)
file(STRINGS ${SOURCE} standards REGEX "^ *// standard: ")
if(standards)
  string(REGEX REPLACE "^ *// standard: +" "" standard "${standards}")
endif()
list(TRANSFORM INCLUDES PREPEND -I)
execute_process(
  COMMAND ${COMPILER} -std=${standard} ${INCLUDES} ${SOURCE}
  RESULT_VARIABLE result
  OUTPUT_VARIABLE output
  ERROR_VARIABLE output)
if(result EQUAL 0)
  message(FATAL_ERROR "${SOURCE} compiles, but must not")
endif()
execute_process(
  COMMAND ${COMPILER} -std=c++17 -DHEDDLE_TEST_WITHOUT_OFFENCE ${INCLUDES} ${SOURCE}
  RESULT_VARIABLE result_without
  OUTPUT_VARIABLE output_without
  ERROR_VARIABLE output_without)
if(NOT result_without EQUAL 0)
  message(FATAL_ERROR "${SOURCE} is refused without its offence, too:\n${output_without}")
endif()
string(REGEX REPLACE "[ \n]+" " " words "${output}")
# What stands between the first two errors. (Compilers write "error: ", nvcc some with a number.)
string(REGEX REPLACE "error( #[0-9]+(-D)?)?: " "\n" first_error "${words}")
string(REGEX REPLACE "^[^\n]*\n([^\n]*).*" "\\1" first_error "${first_error}")
foreach(expectation IN LISTS expectations)
  string(REGEX REPLACE "^ *// expect( first)?: +" "" text "${expectation}")
  string(FIND "${words}" "${text}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "${SOURCE} is refused, but not with `${text}`:\n${output}")
  endif()
  string(FIND "${first_error}" "${text}" position)
  if(position EQUAL -1 AND expectation MATCHES "^ *// expect first: ")
    message(FATAL_ERROR "${SOURCE} is refused with `${text}`, but not at first:\n${output}")
  endif()
endforeach()
