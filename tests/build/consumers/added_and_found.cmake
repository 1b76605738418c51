# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Tests a project that both adds heddle as a subdirectory and finds an installed heddle.
# Variables: SOURCES, PREFIX, BINARY, HOST_CONSUMER, and those of steps.cmake.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

set(project ${CMAKE_CURRENT_LIST_DIR}/added_and_found)
set(options -DCMAKE_PREFIX_PATH=${PREFIX} -DHEDDLE_ROOT=${SOURCES} -DHOST_CONSUMER=${HOST_CONSUMER})
heddle_consume(${CMAKE_COMMAND} ${project} ${BINARY} ${options})
heddle_expect_refusal(${CMAKE_COMMAND} ${project} ${BINARY} "heddle: the target heddle::heddle exists already"
                      ${options} -DFOUND_FIRST=ON)
heddle_expect_refusal(${CMAKE_COMMAND} ${project} ${BINARY}
                      "heddle: write find_package(Boost 1.74 CONFIG REQUIRED COMPONENTS context) before" ${options}
                      -DCOMPONENTS=emulation)
