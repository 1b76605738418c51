# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Fails if heddle/heddle.cuh includes strings, streams or headers that need them, such as <iterator>. These headers
# would add much to the compile time of every source that includes heddle.
# Variables: CXX, INCLUDES.
cmake_minimum_required(VERSION 3.25)

execute_process(
  COMMAND ${CXX} -std=c++17 -M -I${INCLUDES} -x c++ ${INCLUDES}/heddle/heddle.cuh
  OUTPUT_VARIABLE read COMMAND_ERROR_IS_FATAL ANY)
if(NOT read MATCHES "/coalesced_ptr\\.cuh" OR NOT read MATCHES "/type_traits[ \n\\]")
  message(FATAL_ERROR "${CXX} does not say what heddle.cuh reads: ${read}")
endif()
string(REGEX MATCH "/(algorithm|functional|iosfwd|iterator|memory|sstream|streambuf|string)[ \n\\]" heavy "${read}")
if(heavy)
  message(FATAL_ERROR "heddle/heddle.cuh reads <${CMAKE_MATCH_1}>, which its users pay for in each source")
endif()
