# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Reads the C++ blocks of pages, and makes code from them that compiles. The second word of a block's fence says where
# the code of the block goes:
#
#   ```cpp           in a file, as it is
#   ```cpp host      in a function
#   ```cpp device    in a kernel
#
# The rendered page does not show these words. A block of ```c++ is not compiled: it has code of another library.

#! Appends the blocks of a page to the caller's HEDDLE_FILE_BLOCKS, HEDDLE_HOST_BLOCKS and HEDDLE_DEVICE_BLOCKS, if
#! their kind (file, host, device) is among the given kinds. A host or device block is the body of its own function,
#! whose parameters are HEDDLE_HOST_CONTEXT or HEDDLE_DEVICE_CONTEXT. Fails if the page has no blocks, or a block of no
#! kind.
function(heddle_read_blocks page)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
  file(READ ${page} text)
  string(REGEX MATCHALL "```cpp" fences "${text}")
  list(LENGTH fences fence_count)
  cmake_path(GET page STEM name)
  string(MAKE_C_IDENTIFIER ${name} name)
  set(number 0)
  while(text MATCHES "```cpp *([a-z]*)\n([^`]*\n)```(.*)$")
    math(EXPR number "${number} + 1")
    set(kind "${CMAKE_MATCH_1}")
    set(block "${CMAKE_MATCH_2}")
    set(text "${CMAKE_MATCH_3}")
    # The bodies of functions must not contain includes. The templates have them outside of functions.
    string(REGEX REPLACE "#include <heddle/[a-z_./]+>\n" "" block "${block}")
    if(kind STREQUAL "")
      set(kind file)
    elseif(kind STREQUAL "host")
      set(block "void ${name}_${number}(HEDDLE_HOST_CONTEXT)\n{\n${block}}\n")
    elseif(kind STREQUAL "device")
      set(block "__global__ void ${name}_${number}(HEDDLE_DEVICE_CONTEXT)\n{\n${block}}\n")
    else()
      message(FATAL_ERROR "heddle: \"cpp ${kind}\" in ${page}: write cpp, cpp host or cpp device")
    endif()
    if(kind IN_LIST ARGN)
      string(TOUPPER ${kind} kind)
      string(APPEND HEDDLE_${kind}_BLOCKS "${block}\n")
    endif()
  endwhile()
  if(number EQUAL 0 OR NOT number EQUAL fence_count)
    message(FATAL_ERROR "heddle: ${fence_count} blocks of code begin in ${page}, ${number} end")
  endif()
  return(PROPAGATE HEDDLE_FILE_BLOCKS HEDDLE_HOST_BLOCKS HEDDLE_DEVICE_BLOCKS)
endfunction()
