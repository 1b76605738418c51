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
function(heddle_read_blocks page kinds)
  file(READ ${page} text)
  # Brackets and semicolons are replaced, because CMake takes them for lists.
  string(REPLACE ";" "<semicolon>" text "${text}")
  string(REPLACE "[" "<bracket>" text "${text}")
  string(REPLACE "]" "</bracket>" text "${text}")
  string(REGEX MATCHALL "```cpp[^\n]*\n[^`]*```" blocks "${text}")
  string(REGEX MATCHALL "```cpp" fences "${text}")
  list(LENGTH blocks count)
  list(LENGTH fences fence_count)
  if(count EQUAL 0 OR NOT count EQUAL fence_count)
    message(FATAL_ERROR "heddle: ${fence_count} blocks of code begin in ${page}, ${count} end")
  endif()

  get_filename_component(name ${page} NAME_WE)
  string(MAKE_C_IDENTIFIER ${name} name)
  set(number 0)
  foreach(block IN LISTS blocks)
    math(EXPR number "${number} + 1")
    string(REGEX MATCH "^```cpp([^\n]*)\n" fence "${block}")
    string(STRIP "${CMAKE_MATCH_1}" kind)
    string(REGEX REPLACE "^```cpp[^\n]*\n|```$" "" block "${block}")
    # The bodies of functions must not contain includes. The templates have them outside of functions.
    string(REGEX REPLACE "#include <heddle/[a-z_./]+>\n" "" block "${block}")
    string(REPLACE "<semicolon>" ";" block "${block}")
    string(REPLACE "</bracket>" "]" block "${block}")
    string(REPLACE "<bracket>" "[" block "${block}")
    if(kind STREQUAL "")
      set(kind file)
    elseif(kind STREQUAL "host")
      set(block "void ${name}_${number}(HEDDLE_HOST_CONTEXT)\n{\n${block}}\n")
    elseif(kind STREQUAL "device")
      set(block "__global__ void ${name}_${number}(HEDDLE_DEVICE_CONTEXT)\n{\n${block}}\n")
    else()
      message(FATAL_ERROR "heddle: \"cpp ${kind}\" in ${page}: write cpp, cpp host or cpp device")
    endif()
    if(kind IN_LIST kinds)
      string(TOUPPER ${kind} kind)
      string(APPEND HEDDLE_${kind}_BLOCKS "${block}\n")
    endif()
  endforeach()
  foreach(kind IN ITEMS FILE HOST DEVICE)
    set(HEDDLE_${kind}_BLOCKS "${HEDDLE_${kind}_BLOCKS}" PARENT_SCOPE)
  endforeach()
endfunction()
