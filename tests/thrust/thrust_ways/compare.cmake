# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Fails unless SOURCE compiles to the same kernels with both ways of calling. Only heddle's kernels are allowed, and
# those of CUB that sort indices for heddle. The kernels do not depend on the optimizer. UNOPTIMISED is nvcc's option
# that turns it off, or empty.
# Variables: NVCC, HOST_COMPILER, SOURCE, INCLUDES, OUTPUT (a folder that is written anew), UNOPTIMISED.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${OUTPUT})
file(MAKE_DIRECTORY ${OUTPUT})

#! Sets `out` to the sorted names of SOURCE's kernels with one way of calling. A name contains all template arguments.
function(kernels_of out way)
  set(options -std=c++17 -O3 ${UNOPTIMISED} -ptx -arch=compute_90)
  if(HOST_COMPILER)
    list(APPEND options -ccbin=${HOST_COMPILER})
  endif()
  execute_process(
    COMMAND ${NVCC} ${options} -DWAY=${way} -I${INCLUDES} ${SOURCE} -o ${OUTPUT}/${out}.ptx
    COMMAND_ERROR_IS_FATAL ANY)
  file(STRINGS ${OUTPUT}/${out}.ptx kernels REGEX "\\.entry ")
  list(TRANSFORM kernels REPLACE "^.*\\.entry ([A-Za-z0-9_$]+).*$" "\\1")
  list(SORT kernels)
  set(${out} "${kernels}" PARENT_SCOPE)
endfunction()

kernels_of(policy 1)
kernels_of(iterator 2)
# A closure's name contains only a number, which does not identify the closure.
string(REGEX MATCH "[A-Za-z0-9_$]*EUl[A-Za-z0-9_$]*" closure "${policy}")
if(closure)
  message(FATAL_ERROR "the name of this kernel does not say what it is made of: ${closure}")
endif()
set(others ${policy})
list(FILTER others EXCLUDE REGEX "^_ZN6heddle|merge_sort[A-Za-z0-9_]*IP[jm]|DeviceMergeSort[A-Za-z0-9_]*IP[jm]|EmptyKernel")
if(others)
  message(FATAL_ERROR "heddle::par leaves calls to Thrust: ${others}")
endif()
if(NOT policy MATCHES "_ZN6heddle")
  message(FATAL_ERROR "${OUTPUT}/policy.ptx has no kernel of heddle")
endif()
if(NOT policy STREQUAL iterator)
  message(FATAL_ERROR "${OUTPUT}/policy.ptx has not the kernels of ${OUTPUT}/iterator.ptx: the two ways run others")
endif()
list(LENGTH policy count)
message("${count} kernels are the same by both ways")
