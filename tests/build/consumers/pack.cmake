# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Configures heddle without CUDA, and packs it.
# Variables: SOURCES, BINARY, and those of steps.cmake.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

file(REMOVE_RECURSE ${BINARY})
heddle_step("configuring heddle" COMMAND ${CMAKE_COMMAND} -S ${SOURCES} -B ${BINARY} ${PROJECT_OPTIONS}
                                         -DHEDDLE_BUILD_PROGRAM=OFF -DHEDDLE_BUILD_TESTS=OFF
                                         -DHEDDLE_BUILD_BENCHMARKS=OFF)
file(GLOB cuda ${BINARY}/CMakeFiles/*/CMakeCUDACompiler.cmake)
if(cuda)
  message(FATAL_ERROR "packing looked for a CUDA compiler, which it does not need")
endif()
heddle_step("packing heddle" COMMAND ${CMAKE_CPACK_COMMAND} --config ${BINARY}/CPackConfig.cmake -B ${BINARY})
