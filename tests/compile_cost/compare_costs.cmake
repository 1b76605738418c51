# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Compiles transform.cu for sm_90 in each of its forms, prints the seconds and the bytes of the object,
# and fails if a form of heddle takes more than twice what Thrust's own takes.
# Variables: NVCC, INCLUDES, OUTPUT (a folder), HOST_COMPILER (may be empty), FORMS (default: all).
cmake_minimum_required(VERSION 3.25)

set(nvcc_options -std=c++17 -O3 -arch=sm_90 -I${INCLUDES})
if(HOST_COMPILER)
  list(APPEND nvcc_options -ccbin=${HOST_COMPILER})
endif()

set(THRUST "thrust::transform(thrust::device, ...)")
set(POLICY "thrust::transform(heddle::par, ...)")
set(FUNCTION "heddle::transform(stream, ...)")
set(HEADERS_OF_THRUST "the headers of the first alone")
set(HEADERS_OF_HEDDLE "all of heddle/thrust.cuh, no call")

if(NOT FORMS)
  set(FORMS THRUST POLICY FUNCTION HEADERS_OF_THRUST HEADERS_OF_HEDDLE)
endif()

message("    ms   bytes  form")
foreach(form IN LISTS FORMS)
  set(object ${OUTPUT}/${form}.o)
  string(TIMESTAMP start "%s%f")
  execute_process(
    COMMAND ${NVCC} ${nvcc_options} -DFORM=FORM_${form} -c ${CMAKE_CURRENT_LIST_DIR}/transform.cu
            -o ${object}
    COMMAND_ERROR_IS_FATAL ANY)
  string(TIMESTAMP end "%s%f")
  math(EXPR ms_${form} "(${end} - ${start}) / 1000")
  file(SIZE ${object} bytes_${form})
  message(" ${ms_${form}}  ${bytes_${form}}  ${${form}}")
endforeach()

foreach(form POLICY FUNCTION)
  foreach(unit ms bytes)
    math(EXPR most "2 * ${${unit}_THRUST}")
    if(${unit}_${form} GREATER most)
      message(SEND_ERROR "${${form}} takes ${${unit}_${form}} ${unit}; "
                         "twice what Thrust's own takes is ${most}")
    endif()
  endforeach()
endforeach()
