# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# What a user needs to trust the library on a machine: its tests on the emulated warp and on the GPU, checked builds, the
# program, one consumer, and a smoke test of the Python package.
heddle_add_tests(host FILES ${host_sources})
target_precompile_headers(heddle_host_tests PRIVATE <gtest/gtest.h> <boost/context/fiber.hpp>)
# This test needs optimization: only then do compilers assume that accesses of different types do not alias.
set_source_files_properties(pointer/aliasing_test.cpp PROPERTIES COMPILE_OPTIONS -O2
                                                              SKIP_PRECOMPILE_HEADERS ON)
# Some idioms cause warnings, as real code does.
set_source_files_properties(pointer/idioms_test.cpp PROPERTIES COMPILE_OPTIONS -w)
heddle_add_tests(checked FOLDER build/checked)
target_compile_definitions(heddle_checked_tests PRIVATE HEDDLE_CHECKED=1)
target_compile_options(heddle_checked_tests PRIVATE ${unoptimised_if_compiled_only})
if(HEDDLE_BUILD_PROGRAM)
  add_subdirectory(program)
endif()
if(compiles_only)
  heddle_skip_tests(gpu "there is no GPU; the preset check compiles these tests" gpu)
else()
  heddle_add_gpu_tests(${gpu_sources})
endif()
include(tools/sanitize/target.cmake)
