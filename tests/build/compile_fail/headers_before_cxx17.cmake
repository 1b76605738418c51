# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Fails unless COMPILER refuses every header, as C++11 and as C++14, because heddle needs C++17. The message of heddle
# must be the first error, and the compiler must stop after it.
# Variables: COMPILER, INCLUDES (the folder), BINARY_DIR.
cmake_minimum_required(VERSION 3.25)

file(GLOB_RECURSE headers RELATIVE ${INCLUDES} ${INCLUDES}/*.cuh ${INCLUDES}/*.hpp)
# Headers that have only macros compile with any standard.
list(REMOVE_ITEM headers heddle/version.hpp heddle/detail/hide_macros.hpp heddle/detail/restore_macros.hpp)
list(LENGTH headers count)
if(count LESS 50)
  message(FATAL_ERROR "only ${count} headers in ${INCLUDES}")
endif()
set(source ${BINARY_DIR}/header_before_cxx17.cpp)
foreach(header IN LISTS headers)
  file(WRITE ${source} "#include <${header}>\n")
  foreach(standard c++11 c++14)
    execute_process(
      COMMAND ${COMPILER} -std=${standard} -fsyntax-only -I${INCLUDES} ${source}
      RESULT_VARIABLE result
      OUTPUT_VARIABLE output
      ERROR_VARIABLE output)
    string(REGEX MATCHALL "error: [^\n]*" errors "${output}")
    list(LENGTH errors error_count)
    if(result EQUAL 0
       OR NOT error_count EQUAL 2
       OR NOT errors MATCHES "^error: (#error )?heddle needs C\\+\\+17: compile with -std=c\\+\\+17;")
      message(FATAL_ERROR "${header} as ${standard}:\n${output}")
    endif()
  endforeach()
endforeach()
