# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# What a user needs to trust the library on a machine: its tests on the emulated warp and on the GPU, checked builds, the
# program, one consumer, and a smoke test of the Python package.
heddle_add_tests(host FILES ${host_sources})
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
