# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Fails unless COMPILER refuses SOURCE and says every text that the source's lines of the form
# `// expect: <text>` name; and unless it accepts the source once HEDDLE_TEST_WITHOUT_OFFENCE is
# defined, which shows that nothing else is wrong with it.
# Variables: COMPILER (command with its options), SOURCE, INCLUDES.
cmake_minimum_required(VERSION 3.25)

file(STRINGS ${SOURCE} expectations REGEX "^ *// expect: ")
if(NOT expectations)
  message(FATAL_ERROR "${SOURCE} has no line of the form // expect: <text>")
endif()
list(TRANSFORM INCLUDES PREPEND -I)
execute_process(
  COMMAND ${COMPILER} ${INCLUDES} ${SOURCE}
  RESULT_VARIABLE result
  OUTPUT_VARIABLE output
  ERROR_VARIABLE output)
if(result EQUAL 0)
  message(FATAL_ERROR "${SOURCE} compiles, but must not")
endif()
execute_process(
  COMMAND ${COMPILER} -DHEDDLE_TEST_WITHOUT_OFFENCE ${INCLUDES} ${SOURCE}
  RESULT_VARIABLE result_without
  OUTPUT_VARIABLE output_without
  ERROR_VARIABLE output_without)
if(NOT result_without EQUAL 0)
  message(FATAL_ERROR "${SOURCE} is refused without its offence, too:\n${output_without}")
endif()
string(REGEX REPLACE "[ \n]+" " " words "${output}")
foreach(expectation IN LISTS expectations)
  string(REGEX REPLACE "^ *// expect: +" "" text "${expectation}")
  string(FIND "${words}" "${text}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "${SOURCE} is refused, but not with `${text}`:\n${output}")
  endif()
endforeach()
