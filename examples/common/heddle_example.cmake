# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Adds the program of an example, or of your own kernel: heddle_add_example(NAME SOURCE... [DEVICE_ONLY]). Link it with
# other targets as usual. DEVICE_ONLY: the kernels are __device__ code, which the host does not compile, so the program
# needs a GPU. The harness needs CLI11 and Boost.Context.
include_guard(GLOBAL)

if(NOT TARGET heddle::emulation)
  find_package(heddle REQUIRED COMPONENTS emulation)
endif()
if(NOT TARGET Boost::context)
  # add_subdirectory(heddle) leaves this to its user. The target must be visible there.
  find_package(Boost 1.74 CONFIG REQUIRED GLOBAL COMPONENTS context)
endif()
if(NOT TARGET CLI11::CLI11)
  find_package(CLI11 REQUIRED)
endif()

# These sources are compiled without -fsanitize=thread: count_accesses.cpp says why. Optimizing CLI11 takes longer than
# running it without optimization.
add_library(heddle_examples STATIC ${CMAKE_CURRENT_LIST_DIR}/report.cpp ${CMAKE_CURRENT_LIST_DIR}/count_accesses.cpp)
target_include_directories(heddle_examples PUBLIC ${CMAKE_CURRENT_LIST_DIR})
target_link_libraries(heddle_examples PUBLIC heddle::emulation PRIVATE CLI11::CLI11)
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/report.cpp PROPERTIES COMPILE_OPTIONS -O0)

function(heddle_add_example name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "DEVICE_ONLY" "" "")
  set(sources ${arg_UNPARSED_ARGUMENTS})
  if(HEDDLE_EXAMPLES_ON_HOST AND arg_DEVICE_ONLY)
    message(FATAL_ERROR "heddle: ${name} is DEVICE_ONLY, which needs nvcc; leave out HEDDLE_EXAMPLES_ON_HOST")
  endif()
  if(HEDDLE_EXAMPLES_ON_HOST)
    # Without nvcc, the programs use only the emulated warp.
    set_source_files_properties(${sources} PROPERTIES LANGUAGE CXX)
  endif()
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE heddle_examples)
  if(arg_DEVICE_ONLY)
    target_compile_definitions(${name} PRIVATE HEDDLE_EXAMPLES_DEVICE_ONLY=1)
  endif()
  # All forms of a kernel round alike if no product is fused with a sum. With -O3 the host compiler keeps loaded fields
  # in registers, as nvcc does.
  set(host_options -O3 -ffp-contract=off -fsanitize=thread)
  list(JOIN host_options "," host_options_of_nvcc)
  target_compile_options(
    ${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:${host_options}>
                    "$<$<COMPILE_LANGUAGE:CUDA>:-fmad=false;-Xcompiler=${host_options_of_nvcc}>")
endfunction()
