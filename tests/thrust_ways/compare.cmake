# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Fails unless SOURCE has the same PTX by both ways of calling, with no kernels but heddle's and those of CUB that sort
# indices for it.
# Variables: NVCC, HOST_COMPILER, SOURCE, INCLUDES, OUTPUT (a folder that is written anew).
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${OUTPUT})
file(MAKE_DIRECTORY ${OUTPUT})

#! Sets `out` to the PTX of SOURCE by a way, without what names the run.
function(compile out way)
  set(options -std=c++17 -O3 -ptx -arch=compute_90)
  if(HOST_COMPILER)
    list(APPEND options -ccbin=${HOST_COMPILER})
  endif()
  execute_process(
    COMMAND ${NVCC} ${options} -DWAY=${way} -I${INCLUDES} ${SOURCE} -o ${OUTPUT}/${out}.ptx
    COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${OUTPUT}/${out}.ptx ptx)
  string(REGEX REPLACE "//[^\n]*" "" ptx "${ptx}")
  string(REGEX REPLACE "_INTERNAL_[0-9a-zA-Z]+_[0-9]+_[a-z]+_cu_[0-9a-f]+(_[0-9]+)?" "_INTERNAL" ptx
                       "${ptx}")
  set(${out} "${ptx}" PARENT_SCOPE)
endfunction()

compile(policy 1)
compile(iterator 2)
string(REGEX MATCHALL "\\.entry [A-Za-z0-9_$]+" kernels "${policy}")
list(FILTER kernels EXCLUDE REGEX "entry _ZN6heddle|merge_sort[A-Za-z0-9_]*IP[jm]|EmptyKernel")
if(kernels)
  message(FATAL_ERROR "heddle::par leaves calls to Thrust: ${kernels}")
endif()
if(NOT policy MATCHES "entry _ZN6heddle")
  message(FATAL_ERROR "${OUTPUT}/policy.ptx has no kernel of heddle")
endif()
if(NOT policy STREQUAL iterator)
  message(FATAL_ERROR "${OUTPUT}/policy.ptx is not ${OUTPUT}/iterator.ptx: the two ways run other kernels")
endif()
string(LENGTH "${policy}" length)
message("${length} characters of PTX are the same by both ways")
