# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Reads the installed package with a version of CMake from PyPI.
# Variables: REQUIREMENT, the requirement for pip; EXPECTED, "refused" if the package refuses this version, "installs"
# if this version also makes an install tree of SOURCES, which CMake 3.18 can read; PREFIX, BINARY, HOST_CONSUMER;
# CUDA_COMPILER and CUDA_ARCHITECTURE for a project that has only CUDA; and those of steps.cmake.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

heddle_from_pypi(${REQUIREMENT} ${BINARY}/pypi)
set(cmake ${BINARY}/pypi/cmake/data/bin/cmake)
set(package -DCMAKE_PREFIX_PATH=${PREFIX})

if(EXPECTED STREQUAL "refused")
  heddle_expect_refusal(${cmake} ${CMAKE_CURRENT_LIST_DIR}/refusals ${BINARY}/refused "heddle: the package needs CMake 3.18 or newer, and this is"
                        ${package} -DLANGUAGES=NONE)
  return()
endif()

heddle_consume(${cmake} ${HOST_CONSUMER} ${BINARY}/host ${package})
heddle_expect_refusal(${cmake} ${CMAKE_CURRENT_LIST_DIR}/refusals ${BINARY}/refused "heddle: there is no component nothing; the only one is emulation"
                      ${package} -DLANGUAGES=NONE -DCOMPONENTS=nothing)
if(CUDA_COMPILER)
  set(binary ${BINARY}/cuda_only)
  file(REMOVE_RECURSE ${binary})
  heddle_step("configuring cuda_only" COMMAND ${cmake} -S ${CMAKE_CURRENT_LIST_DIR}/cuda_only -B ${binary}
                                              ${PROJECT_OPTIONS} ${package}
                                              -DCMAKE_CUDA_COMPILER=${CUDA_COMPILER}
                                              -DCMAKE_CUDA_ARCHITECTURES=${CUDA_ARCHITECTURE})
  heddle_step("building cuda_only" COMMAND ${cmake} --build ${binary})
endif()

if(EXPECTED STREQUAL "installs")
  heddle_step("configuring heddle" COMMAND ${cmake} -S ${SOURCES} -B ${BINARY}/heddle ${PROJECT_OPTIONS}
                                           -DHEDDLE_BUILD_PROGRAM=OFF -DHEDDLE_BUILD_TESTS=OFF
                                           -DHEDDLE_BUILD_BENCHMARKS=OFF)
  heddle_step("installing heddle" COMMAND ${cmake} --install ${BINARY}/heddle --prefix ${BINARY}/prefix)
  # The test of CMake 3.18 uses the same folder, and runs before this test.
  set(oldest ${BINARY}/../consumer.cmake_3.18/pypi)
  heddle_from_pypi(cmake==3.18.4.post1 ${oldest})
  heddle_consume(${oldest}/cmake/data/bin/cmake ${HOST_CONSUMER} ${BINARY}/host_oldest
                 -DCMAKE_PREFIX_PATH=${BINARY}/prefix)
endif()
