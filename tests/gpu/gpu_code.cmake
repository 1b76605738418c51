# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# GPU tests where no GPU would run them: nvcc's device pass reads all of a source, its host code, too, and instantiates
# what that calls. So an object library of PTX proves that the tests compile, in a quarter of the time. Each test is
# listed by its name, as skipped. Most of what a source costs are the headers that it reads, so several are compiled as
# one: the names of each are in a namespace of its own.

#! Sets `program` to the sources with tests of the host, and `code` to the others.
function(heddle_split_gpu_sources program code)
  set(with_host_tests)
  set(without)
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} host_tests REGEX "^TEST\\(")
    if(host_tests)
      list(APPEND with_host_tests ${source})
    else()
      list(APPEND without ${source})
    endif()
  endforeach()
  set(${program} ${with_host_tests} PARENT_SCOPE)
  set(${code} ${without} PARENT_SCOPE)
endfunction()

#! Lists the tests of a source, and those of the sweeps that it includes.
function(heddle_list_gpu_tests source)
  set(reason "there is no GPU; the test was compiled")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(STRINGS ${source} lines REGEX "^(FULL_|TYPED_|HEDDLE_)?TEST(_[FP]|_DOORS)?\\(|^#include .*/sweep_")
  foreach(line IN LISTS lines)
    if(line MATCHES "^#include \"(.*)\"")
      heddle_list_gpu_tests(${CMAKE_MATCH_1})
    elseif(line MATCHES "^HEDDLE_TEST_DOORS\\(([a-z_]+)\\)")
      heddle_skip_tests(gpu "${reason}" gpu.${CMAKE_MATCH_1}.as_thrust_with_raw_pointers
                        gpu.${CMAKE_MATCH_1}.as_thrust_with_many_elements)
    elseif(line MATCHES "\\(([A-Za-z0-9_]+), *([A-Za-z0-9_]+)\\)")
      heddle_skip_tests(gpu "${reason}" gpu.${CMAKE_MATCH_1}.${CMAKE_MATCH_2})
    else()
      message(FATAL_ERROR "heddle: no name of a test in this line of ${source}, which must have all of it: ${line}")
    endif()
  endforeach()
endfunction()

function(heddle_add_gpu_code target)
  heddle_join_sources(sources gpu/code 15 ${ARGN})
  add_library(${target} OBJECT ${sources})
  set_target_properties(${target} PROPERTIES CUDA_PTX_COMPILATION ON CUDA_ARCHITECTURES 90-virtual)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}
                                               ${CMAKE_CURRENT_BINARY_DIR}/snippets)
  target_link_libraries(${target} PRIVATE heddle::emulation heddle_cuda_headers heddle_warnings
                                          heddle_tuning GTest::gtest)
  target_compile_definitions(${target} PRIVATE HEDDLE_TEST_EVERY_SIZE=0)
  # 177: tests that are left out leave behind what they would use.
  target_compile_options(
    ${target}
    PRIVATE $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-diag-suppress=177> ${unoptimised_code})
  foreach(source IN LISTS ARGN)
    heddle_list_gpu_tests(${source})
  endforeach()
endfunction()
