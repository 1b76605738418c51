# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Writes LIBRARIES, the #include of each header of another library that the headers in INCLUDE include, and OUTPUT, the
# names of all functions that the headers in INCLUDE define or call: HEDDLE_TEST_NAME(launch) for
# heddle's own names, and HEDDLE_TEST_NAME_OF_THRUST(transform) for the names of functions that Thrust calls, too.
cmake_minimum_required(VERSION 3.22)
file(WRITE ${OUTPUT} "")
file(GLOB_RECURSE headers ${INCLUDE}/heddle/*.cuh ${INCLUDE}/heddle/*.hpp)
set(names)
set(libraries)
foreach(header IN LISTS headers)
  file(READ ${header} text)
  string(REGEX MATCHALL "# *include <[^h][^>\n]*>" found "${text}")
  list(TRANSFORM found REPLACE ".*<(.*)>" "\\1")
  list(APPEND libraries ${found})
  # CMake's lists end at semicolons and brackets.
  string(REGEX REPLACE "[][;]" " " text "${text}")
  string(REGEX REPLACE "//[^\n]*|\"([^\"\\\n]|\\\\.)*\"|#[ \t]*include[^\n]*" " " text "${text}")
  # Functions of other libraries.
  string(REGEX REPLACE "(std|cuda|cub|thrust|cuda_cub|context)::[a-z_0-9]+" " " text "${text}")
  string(REGEX MATCHALL "[A-Za-z_0-9]+(<[^(){}\n]*>)?\\(" calls "${text}")
  list(TRANSFORM calls REPLACE "[<(].*" "")
  list(APPEND names ${calls})
endforeach()
list(REMOVE_DUPLICATES names)
# Names in capital letters are macros or template parameters; names with two underscores belong to the compiler.
list(FILTER names INCLUDE REGEX "^[a-z][a-z0-9_]*[a-z0-9]$")
# Keywords, attributes, names that mean the same in all namespaces, functions that heddle calls for the element's own
# sake, and raw_reference_cast, which Thrust must find for references to elements.
set(words alignas alignof asm auto bool catch char const constexpr const_cast decltype defined delete double dynamic_cast
    explicit float for if int long noexcept operator pragma reinterpret_cast return short sizeof static_assert
    static_cast switch throw typeid typename unsigned void volatile while warning aligned assert deprecated m name offsetof
    once raw_reference_cast swap)
list(REMOVE_ITEM names ${words})
list(SORT names)
list(LENGTH names count)
if(count LESS 400 OR NOT "launch" IN_LIST names OR NOT "store_if" IN_LIST names)
  message(FATAL_ERROR "only ${count} names were found in the headers of ${INCLUDE}")
endif()

# Thrust itself calls these functions without a namespace.
file(GLOB_RECURSE thrust_headers ${INCLUDE}/heddle/thrust/*.cuh)
set(algorithms get get_temporary_buffer return_temporary_buffer select_system get_stream
    must_perform_optional_stream_synchronization)
foreach(header IN LISTS thrust_headers)
  file(READ ${header} text)
  string(REGEX MATCHALL "\nHEDDLE_[A-Z_]+THRUST\\([a-z_]+\\)" found "${text}")
  list(TRANSFORM found REPLACE ".*\\((.*)\\)" "\\1")
  list(APPEND algorithms ${found})
endforeach()

# One name to a line, because compilers quote the line of an error.
foreach(name IN LISTS names)
  if(name IN_LIST algorithms)
    file(APPEND ${OUTPUT} "HEDDLE_TEST_NAME_OF_THRUST(${name})\n")
  else()
    file(APPEND ${OUTPUT} "HEDDLE_TEST_NAME(${name})\n")
  endif()
endforeach()

list(REMOVE_DUPLICATES libraries)
file(WRITE ${LIBRARIES} "")
foreach(library IN LISTS libraries)
  file(APPEND ${LIBRARIES} "#if __has_include(<${library}>)\n#    include <${library}>\n#endif\n")
endforeach()
