# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Tests that a project with heddle as a subdirectory can export a target that links heddle, and that another project
# finds this target and heddle.
# Variables: SOURCES, BINARY, and those of steps.cmake.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

file(REMOVE_RECURSE ${BINARY})
heddle_step("configuring export" COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/export -B ${BINARY}/mesh
                                         ${PROJECT_OPTIONS} -DHEDDLE_ROOT=${SOURCES})
heddle_step("building export" COMMAND ${CMAKE_COMMAND} --build ${BINARY}/mesh)
heddle_step("installing export" COMMAND ${CMAKE_COMMAND} --install ${BINARY}/mesh --prefix ${BINARY}/prefix)
heddle_consume(${CMAKE_COMMAND} ${CMAKE_CURRENT_LIST_DIR}/export/user ${BINARY}/user
               -DCMAKE_PREFIX_PATH=${BINARY}/prefix)
