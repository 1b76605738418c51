# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# GPU tests on machines without a GPU. The device pass of nvcc parses all of a source, including host code, and
# instantiates all templates. An object library of PTX therefore proves that the tests compile. If the pass ends after
# the front end, this takes less than a quarter of the time. Each test is added under its name, as skipped. Most compile
# time goes to headers, so several sources are compiled as one. The names of each source must therefore be in its own
# namespace.

#! Sets `program` to the sources that also test the host, and `code` to all other sources.
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

#! Adds the tests of a source, and of the sweeps that it includes, as skipped.
function(heddle_list_gpu_tests source)
  set(reason "there is no GPU; the test was compiled")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(STRINGS ${source} lines REGEX "^(FULL_|TYPED_)?TEST(_[FP])?\\(|^#include .*/sweep_")
  foreach(line IN LISTS lines)
    if(line MATCHES "^#include \"(.*)\"")
      heddle_list_gpu_tests(${CMAKE_MATCH_1})
    elseif(line MATCHES "\\(([A-Za-z0-9_]+), *([A-Za-z0-9_]+)\\)")
      heddle_skip_tests("${reason}" gpu.${CMAKE_MATCH_1}.${CMAKE_MATCH_2})
    else()
      message(FATAL_ERROR "heddle: no name of a test in this line of ${source}, which must have all of it: ${line}")
    endif()
  endforeach()
endfunction()

function(heddle_add_gpu_code target)
  heddle_join_sources(sources gpu/code 15 ${ARGN})
  add_library(${target} OBJECT ${sources})
  set_target_properties(${target} PROPERTIES CUDA_PTX_COMPILATION ON CUDA_ARCHITECTURES 90-virtual)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${target} PRIVATE heddle::emulation heddle_cuda_headers heddle_warnings
                                          heddle_tuning GTest::gtest)
  target_compile_definitions(${target} PRIVATE HEDDLE_TEST_EVERY_SIZE=0)
  # 177: the functions of tests that are omitted are not used.
  target_compile_options(
    ${target}
    PRIVATE $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-diag-suppress=177> ${syntax_only})
  foreach(source IN LISTS ARGN)
    heddle_list_gpu_tests(${source})
  endforeach()
endfunction()
