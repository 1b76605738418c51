# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# The target `sanitize` runs the GPU tests under compute-sanitizer.
if(compiles_only OR NOT HEDDLE_PYTHON)
  add_custom_target(
    sanitize
    COMMAND ${CMAKE_COMMAND} -E echo "heddle: the target sanitize needs a GPU and python3; nothing was run"
    COMMAND ${CMAKE_COMMAND} -E false
    VERBATIM)
  return()
endif()

# The same tests without bulk copies, as for sm_80, for any GPU. initcheck runs these tests, because it does not see
# stores by bulk copies.
add_executable(heddle_gpu_tests_without_bulk EXCLUDE_FROM_ALL)
foreach(property SOURCES INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS LINK_LIBRARIES)
  get_target_property(value heddle_gpu_tests ${property})
  set_property(TARGET heddle_gpu_tests_without_bulk PROPERTY ${property} ${value})
endforeach()
set(architectures ${HEDDLE_TEST_ARCHITECTURES})
if("native" IN_LIST architectures)
  set(architectures ${CMAKE_CUDA_ARCHITECTURES_NATIVE})
endif()
list(TRANSFORM architectures REPLACE "[^0-9].*" "")
list(FILTER architectures INCLUDE REGEX "[0-9]")
list(REMOVE_DUPLICATES architectures)
set_property(TARGET heddle_gpu_tests_without_bulk PROPERTY CUDA_ARCHITECTURES OFF)
foreach(architecture IN LISTS architectures)
  set(virtual ${architecture})
  if(virtual GREATER 80)
    set(virtual 80)
  endif()
  target_compile_options(
    heddle_gpu_tests_without_bulk
    PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-gencode=arch=compute_${virtual},code=sm_${architecture}>)
endforeach()

add_custom_target(
  sanitize
  COMMAND
    ${HEDDLE_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/sanitize.py --program
    $<TARGET_FILE:heddle_gpu_tests> --without-bulk $<TARGET_FILE:heddle_gpu_tests_without_bulk>
  DEPENDS heddle_gpu_tests heddle_gpu_tests_without_bulk
  USES_TERMINAL)
