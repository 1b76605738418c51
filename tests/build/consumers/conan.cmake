# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes a Conan package with the recipe, and builds the test package with it. Uses no remotes and a new cache.
# Variables: CONAN; or PYTHON and DOWNLOAD, to install it; RECIPE, BINARY, CXX, GENERATOR.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

if(CONAN)
  set(conan ${CONAN})
else()
  heddle_from_pypi(conan>=2 ${BINARY}/pypi)
  set(conan ${CMAKE_COMMAND} -E env PYTHONPATH=${BINARY}/pypi ${PYTHON} ${BINARY}/pypi/bin/conan)
endif()
set(ENV{CONAN_HOME} ${BINARY}/home)
set(ENV{CXX} ${CXX})
file(REMOVE_RECURSE ${BINARY}/home ${BINARY}/test_package)
heddle_step("making a profile" COMMAND ${conan} profile detect)
heddle_step(
  "creating the package"
  COMMAND
    ${conan} create ${RECIPE} --no-remote --conf tools.cmake.cmaketoolchain:generator=${GENERATOR} --conf
    tools.cmake.cmake_layout:test_folder=${BINARY}/test_package)
