# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Warnings for heddle's own sources. This target is linked privately, so that it does not affect consumers.
include_guard(GLOBAL)

set(host_warnings -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
list(JOIN host_warnings "," host_warnings_of_nvcc)

add_library(heddle_warnings INTERFACE)
target_compile_options(
  heddle_warnings
  INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${host_warnings};-Wpedantic>"
            "$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-Xcompiler=${host_warnings_of_nvcc}>")
if(HEDDLE_WARNINGS_AS_ERRORS)
  set(host_errors -Werror)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # The optimizer of GCC guesses these warnings. The guesses differ between versions.
    list(APPEND host_errors -Wno-error=maybe-uninitialized -Wno-error=array-bounds
         -Wno-error=stringop-overflow -Wno-error=stringop-overread)
  endif()
  list(JOIN host_errors "," host_errors_of_nvcc)
  target_compile_options(
    heddle_warnings
    INTERFACE
      "$<$<COMPILE_LANGUAGE:CXX>:${host_errors}>"
      "$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:--Werror=all-warnings;-Xcompiler=${host_errors_of_nvcc}>"
  )
endif()
