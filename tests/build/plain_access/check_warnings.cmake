# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Compiles SOURCE with HEDDLE_WARN_PLAIN. Fails unless each line with `// warns: TEXT` causes exactly one warning, this
# warning contains TEXT, and no other line of any file causes a warning. Fails, too, if the compiler prints more than 12
# lines for each warning. The test is skipped if clang cannot compile for the toolkit.
# Variables: COMPILER (command with its options), NAME (nvcc_..., clang or host), SOURCE, OUTPUT (a folder).
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/../clang.cmake)

if(NAME STREQUAL "clang")
  heddle_require_clang(${OUTPUT}/probe ${COMPILER})
endif()

get_filename_component(name ${SOURCE} NAME)
execute_process(
  COMMAND ${COMPILER} -DHEDDLE_WARN_PLAIN=1 ${SOURCE}
  OUTPUT_VARIABLE output
  ERROR_VARIABLE output
  RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${output}")
endif()

# Brackets and semicolons are replaced, because CMake takes them for lists.
string(REGEX REPLACE "[][;]" " " output "${output}")
file(READ ${SOURCE} text)
string(REGEX REPLACE "[][;]" " " text "${text}")
string(REPLACE "\n" ";" lines "${text}")
string(REGEX MATCHALL "[^\n]*[:)] warning[ :][^\n]*" warnings "${output}")

set(failures)
foreach(warning IN LISTS warnings)
  if(NOT warning MATCHES "(^|/)${name}[:(]([0-9]+)")
    string(APPEND failures "a warning outside ${name}: ${warning}\n")
  elseif(NOT DEFINED warning_${CMAKE_MATCH_2})
    set(warning_${CMAKE_MATCH_2} "${warning}")
  elseif(NAME MATCHES "^nvcc")  # g++ 12 repeats warnings about fields, clang 22 about templates
    string(APPEND failures "a second warning: ${warning}\n")
  endif()
endforeach()

set(number 0)
set(count 0)
foreach(line IN LISTS lines)
  math(EXPR number "${number} + 1")
  if(line MATCHES "// warns: (.*)")
    math(EXPR count "${count} + 1")
    string(FIND "${warning_${number}}" "${CMAKE_MATCH_1}" position)
    if(position EQUAL -1)
      string(APPEND failures "line ${number} does not warn with `${CMAKE_MATCH_1}`: ${warning_${number}}\n")
    endif()
  elseif(DEFINED warning_${number})
    string(APPEND failures "line ${number} must not warn: ${warning_${number}}\n")
  endif()
endforeach()
list(LENGTH warnings warning_count)
string(REGEX MATCHALL "\n" output_lines "${output}")
list(LENGTH output_lines output_line_count)
math(EXPR max_line_count "12 * ${warning_count}")
if(output_line_count GREATER max_line_count)
  string(APPEND failures "${output_line_count} lines for ${warning_count} warnings\n")
endif()
if(failures OR count EQUAL 0)
  message(FATAL_ERROR "${count} lines of ${SOURCE} should warn:\n${failures}")
endif()
