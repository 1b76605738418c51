# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# What a change must pass beside the tests of the library: sanitizers, machine code, headers, toolkits, consumers,
# packages, examples, benchmarks, tools and pages.

# Without a GPU, the GPU tests are compiled. Only sources that also test the host become a program.
if(compiles_only)
  include(gpu_code.cmake)
  heddle_split_gpu_sources(host_and_gpu_sources code_sources ${gpu_sources})
  heddle_add_gpu_code(heddle_gpu_code ${code_sources})
  heddle_add_gpu_tests(${host_and_gpu_sources})
endif()

heddle_add_tests(fuzz FILES tools/fuzz/accesses_test.cpp PROPERTIES ENVIRONMENT HEDDLE_FUZZ_CASES=1000 COST 30)
target_compile_options(heddle_fuzz_tests PRIVATE -O1) # compiled soon, and fast enough

list(JOIN sanitizers " " CMAKE_REQUIRED_FLAGS)
check_cxx_source_compiles("int main() {}" HEDDLE_HAS_SANITIZERS)
unset(CMAKE_REQUIRED_FLAGS)
if(HEDDLE_HAS_SANITIZERS)
  # These sources test pointers and policies, accesses through rows and through stages, small groups, tiles of blocks
  # and their pipelines, updates, sums, scans, sums at indices and whole records.
  set(sanitized
      algorithm/reduce
      algorithm/scan
      algorithm/scatter_add
      algorithm/search
      block/block_tile
      block/tile_pipeline_order
      group/emulation
      group/scratch
      group/staged_access
      group/tile_access
      pointer/coalesced_ptr
      pointer/coalesced_ref_types
      pointer/policy
      pointer/update
      records/record_keys
      records/whole)
  list(TRANSFORM sanitized APPEND _test.cpp)
  heddle_add_tests(sanitized FILES ${optimized_emulation} ${sanitized})
  target_compile_options(heddle_sanitized_tests PRIVATE ${sanitizers})
  target_link_options(heddle_sanitized_tests PRIVATE ${sanitizers})
else()
  heddle_skip_tests("the compiler lacks AddressSanitizer or UndefinedBehaviorSanitizer" sanitized)
endif()

# Tests with a fake CUDA runtime that records the calls of algorithms. No kernel runs, so kernels are compiled only to
# PTX.
set(runtime_calls algorithm/runtime_calls)
file(GLOB calls CONFIGURE_DEPENDS ${runtime_calls}/*.cu)
heddle_join_sources(calls ${runtime_calls}/calls 2 ${calls})
heddle_add_tests(runtime_calls FILES ${calls} ${runtime_calls}/comparison.cpp ${runtime_calls}/fake_runtime.cpp
                 PROPERTIES ENVIRONMENT CUDA_VISIBLE_DEVICES=)
# With this run path, the loader finds the toolkit's libraries.
set(toolkit_libraries ${CMAKE_CUDA_HOST_IMPLICIT_LINK_DIRECTORIES})
list(FILTER toolkit_libraries EXCLUDE REGEX "/stubs/*$")
set_target_properties(
  heddle_runtime_calls_tests PROPERTIES CUDA_ARCHITECTURES 90-virtual CUDA_RUNTIME_LIBRARY Shared
                                        BUILD_RPATH "${toolkit_libraries}")
target_compile_options(heddle_runtime_calls_tests PRIVATE ${unoptimised_code})
