# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Compiles all idioms with HEDDLE_FIELDS and without. Fails unless the compiler refuses exactly the rows of IDIOMS that
# must be refused, each with its words (a regular expression). Without HEDDLE_FIELDS, the rows that need it must be
# refused, too.
# Variables: COMPILER (command with its options), SOURCE, IDIOMS, INCLUDES, HAS_HOST_ROWS,
# DIAGNOSTIC (a regular expression: where the compiler's next diagnostic begins).
cmake_minimum_required(VERSION 3.25)

# Brackets and semicolons are replaced, because CMake takes them for lists.
file(READ ${IDIOMS} text)
string(REGEX REPLACE "[][;]" " " text "${text}")
string(REPLACE "\n" ";" rows "${text}")
list(TRANSFORM INCLUDES PREPEND -I)

#! Fails unless exactly the rows of these kinds are refused, each with its own words or with `needs_fields`.
function(check kinds needs_fields)
  execute_process(
    COMMAND ${COMPILER} ${ARGN} ${INCLUDES} ${SOURCE}
    RESULT_VARIABLE result
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output)
  string(REGEX REPLACE "[][;]" " " output "${output}")
  # nvcc quotes the source, and g++ writes `In function …`. These lines are ignored when words are searched.
  string(REGEX REPLACE "\n[^\n]*__attribute__\\(\\(global\\)\\)[^\n]*" "" output "${output}")
  # g++ names the line of code that uses a default argument in a note after the error.
  string(REGEX REPLACE "\n[^\n]*: In copy constructor [^\n]*" "" output "${output}")
  string(REGEX REPLACE "${DIAGNOSTIC}" ";\\0" diagnostics "${output}")
  set(refused)
  foreach(diagnostic IN LISTS diagnostics)
    if(NOT diagnostic MATCHES "error[: ]" OR diagnostic MATCHES "errors detected")
      continue()
    endif()
    if(NOT diagnostic MATCHES "idioms\\.def[:(]([0-9]+)|line ([0-9]+) of [^ \n]*idioms\\.def")
      message(FATAL_ERROR "an error that belongs to no idiom:\n${diagnostic}")
    endif()
    set(line ${CMAKE_MATCH_1}${CMAKE_MATCH_2})
    list(APPEND refused ${line})
    string(REGEX REPLACE "^[^\n]*: In [^\n]*\n" "" diagnostic "${diagnostic}")
    string(REGEX REPLACE "[ \n]+" " " diagnostic "${diagnostic}")
    string(APPEND message_${line} "${diagnostic}\n")
  endforeach()

  set(number 0)
  set(count 0)
  set(failures)
  foreach(row IN LISTS rows)
    math(EXPR number "${number} + 1")
    if(NOT row MATCHES "^IDIOM_([A-Z_]+)\\(([a-z_]+), *(.*)")
      continue()
    endif()
    set(kind ${CMAKE_MATCH_1})
    set(name ${CMAKE_MATCH_2})
    set(words "${needs_fields}")
    if(CMAKE_MATCH_3 MATCHES "^\"([^\"]+)\"")
      set(words "${CMAKE_MATCH_1}|${needs_fields}")
    endif()
    if(kind MATCHES "^(${kinds})$" AND (HAS_HOST_ROWS OR NOT kind MATCHES "HOST"))
      math(EXPR count "${count} + 1")
      if(NOT number IN_LIST refused)
        string(APPEND failures "${name} compiles, but must not\n")
      elseif(NOT message_${number} MATCHES "${words}")
        string(APPEND failures "${name} is refused, but not with `${words}`:\n${message_${number}}")
      endif()
    elseif(number IN_LIST refused)
      string(APPEND failures "${name} is refused:\n${message_${number}}")
    endif()
  endforeach()
  if(count EQUAL 0 OR result EQUAL 0)
    message(FATAL_ERROR "nothing is refused of ${IDIOMS}")
  endif()
  if(failures)
    message(FATAL_ERROR "${failures}")
  endif()
  message("${count} idioms are refused ${ARGN}")
endfunction()

check("REFUSED|REFUSED_HOST" "no words")
check("REFUSED|REFUSED_HOST|FIELD|HOST_FIELD" "name_in_HEDDLE_FIELDS_or_write_p_plus_i_arrow"
      -DHEDDLE_TEST_WITHOUT_FIELDS)
