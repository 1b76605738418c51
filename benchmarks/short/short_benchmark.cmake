# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Adds the program of the short benchmark for some sizes of structs: heddle_add_short_benchmark(TARGET SIZE...).
include(${CMAKE_CURRENT_LIST_DIR}/../../examples/common/heddle_example.cmake)

function(heddle_add_short_benchmark target)
  set(folder ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  set(sources ${folder}/main.cu ${folder}/limits.cu ${folder}/kernels.cu)
  foreach(size IN LISTS ARGN)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}/size_${size}.cu)
    file(CONFIGURE OUTPUT ${source} @ONLY
         CONTENT "#include \"accesses.cuh\"\n
namespace heddle_bench::brief {
static registration const registered(add_accesses<@size@>);
}  // namespace heddle_bench::brief\n")
    list(APPEND sources ${source})
  endforeach()
  heddle_add_example(${target} ${sources})
  target_sources(${target} PRIVATE ${folder}/table.cpp ${folder}/picture.cpp)
  target_include_directories(${target} PRIVATE ${folder})
  target_link_libraries(${target} PRIVATE heddle_cuda_headers heddle_warnings)
endfunction()
