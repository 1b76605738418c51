# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Compiles several sources as one. Sources with Thrust spend most of their compile time on Thrust's headers. If they are
# compiled as one, these headers are parsed only once.

#! Sets `joined` to generated sources, prefix_1.cu and so on, each of which includes up to `count` of the given sources.
#! Sources with their own macros or pragmas are not joined. The names of each source must be in its own namespace.
function(heddle_join_sources joined prefix count)
  set(result)
  set(batch)
  set(number 0)
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} macros REGEX "^#(define|pragma nv_)")
    if(macros)
      list(APPEND result ${source})
      continue()
    endif()
    list(APPEND batch "#include \"${source}\"\n")
    list(LENGTH batch length)
    if(length EQUAL count)
      heddle_write_joined()
    endif()
  endforeach()
  if(batch)
    heddle_write_joined()
  endif()
  set(${joined} ${result} PARENT_SCOPE)
endfunction()

macro(heddle_write_joined)
  math(EXPR number "${number} + 1")
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${prefix}_${number}.cu)
  list(JOIN batch "" lines)
  file(CONFIGURE OUTPUT ${file} CONTENT "${lines}" @ONLY)
  list(APPEND result ${file})
  set(batch)
endmacro()
