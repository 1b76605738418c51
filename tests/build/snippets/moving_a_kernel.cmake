# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Writes all C++ blocks of docs/moving-a-kernel.md to one header. The versions of a kernel before and after the change
# are overloads, because the types of their parameters differ. tests/pointer/moving_a_kernel_test.cu compiles and runs
# them.
set(page ${PROJECT_SOURCE_DIR}/docs/moving-a-kernel.md)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
file(READ ${page} text)
# Brackets and semicolons are replaced, because CMake takes them for lists.
string(REPLACE ";" "<semicolon>" text "${text}")
string(REPLACE "[" "<bracket>" text "${text}")
string(REPLACE "]" "</bracket>" text "${text}")
string(REGEX MATCHALL "```cpp\n[^`]*```" blocks "${text}")
list(LENGTH blocks count)
if(count EQUAL 0)
  message(FATAL_ERROR "heddle: no blocks of code found in ${page}")
endif()
list(TRANSFORM blocks REPLACE "^```cpp\n|```$" "")
list(JOIN blocks "\n" HEDDLE_BLOCKS)
string(REPLACE "<semicolon>" ";" HEDDLE_BLOCKS "${HEDDLE_BLOCKS}")
string(REPLACE "</bracket>" "]" HEDDLE_BLOCKS "${HEDDLE_BLOCKS}")
string(REPLACE "<bracket>" "[" HEDDLE_BLOCKS "${HEDDLE_BLOCKS}")
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/blocks/moving_a_kernel.cuh CONTENT "@HEDDLE_BLOCKS@" @ONLY)
