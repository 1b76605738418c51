# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Tests that the installed package refuses languages and components that it does not support, with one sentence.
# Variables: PREFIX, BINARY, and those of steps.cmake.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

set(project ${CMAKE_CURRENT_LIST_DIR}/refusals)
set(package -DCMAKE_PREFIX_PATH=${PREFIX})
heddle_expect_refusal(${CMAKE_COMMAND} ${project} ${BINARY}
                      "heddle: there is no component nothing; the only one is emulation" ${package} -DLANGUAGES=NONE -DCOMPONENTS=nothing)
heddle_expect_refusal(
  ${CMAKE_COMMAND} ${project} ${BINARY} "heddle: the component emulation needs C++: add CXX to the languages of project()"
  ${package} -DLANGUAGES=NONE -DCOMPONENTS=emulation)
heddle_expect_refusal(
  ${CMAKE_COMMAND} ${project} ${BINARY} "heddle: the component emulation needs Boost.Context 1.74 or newer, which was not found"
  ${package} -DLANGUAGES=CXX -DCOMPONENTS=emulation -DCMAKE_DISABLE_FIND_PACKAGE_Boost=TRUE)
