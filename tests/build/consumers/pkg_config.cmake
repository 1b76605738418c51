# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Tests that pkg-config finds the installed headers.
# Variables: PKG_CONFIG, PREFIX, VERSION, CXX, BINARY, HOST_CONSUMER.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

set(ENV{PKG_CONFIG_PATH} ${PREFIX}/share/pkgconfig)
heddle_step("asking pkg-config for the version" OUTPUT version COMMAND ${PKG_CONFIG} --modversion heddle)
string(STRIP "${version}" version)
if(NOT version STREQUAL VERSION)
  message(FATAL_ERROR "pkg-config says that heddle has version ${version}, not ${VERSION}")
endif()
heddle_step("asking pkg-config for the flags" OUTPUT flags COMMAND ${PKG_CONFIG} --cflags heddle)
separate_arguments(flags UNIX_COMMAND "${flags}")
file(MAKE_DIRECTORY ${BINARY})
heddle_step("compiling with ${flags}" COMMAND ${CXX} -std=c++17 ${flags} ${HOST_CONSUMER}/main.cpp
                                              -o ${BINARY}/consumer)
heddle_step("running the program" COMMAND ${BINARY}/consumer)
