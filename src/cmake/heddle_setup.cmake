# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Runs before project(): finds nvcc, installs build tools if that is allowed, and selects the GPU architectures.
include_guard(GLOBAL)
include(heddle_apt)

option(HEDDLE_INSTALL_DEPENDENCIES "Install what is missing with apt-get" OFF)

#! Stops with one sentence if there is no CUDA compiler.
function(heddle_require_nvcc)
  if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    message(FATAL_ERROR "heddle: nvcc was not found; install the CUDA toolkit, or name it with "
                        "-DCMAKE_CUDA_COMPILER=<toolkit>/bin/nvcc")
  endif()
endfunction()

# A project that adds heddle has made these choices itself.
if(NOT CMAKE_SOURCE_DIR STREQUAL CMAKE_CURRENT_SOURCE_DIR)
  return()
endif()

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_GENERATOR MATCHES "Multi-Config")
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build")
endif()

if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  file(GLOB toolkits /usr/local/cuda-*)
  list(SORT toolkits COMPARE NATURAL ORDER DESCENDING)
  find_program(
    CMAKE_CUDA_COMPILER nvcc
    HINTS ENV CUDA_PATH ENV CUDA_HOME ENV CUDAToolkit_ROOT
    PATHS /usr/local/cuda ${toolkits} /opt/cuda
    PATH_SUFFIXES bin
    DOC "The CUDA compiler")
  if(NOT CMAKE_CUDA_COMPILER)
    unset(CMAKE_CUDA_COMPILER CACHE)
  endif()
endif()

#! Sets `missing` to the packages of the build tools that are not installed.
macro(heddle_find_tools missing)
  set(${missing})
  find_program(HEDDLE_CXX NAMES ${CMAKE_CXX_COMPILER} $ENV{CXX} c++ g++ clang++)
  find_program(HEDDLE_NINJA NAMES ${CMAKE_MAKE_PROGRAM} ninja ninja-build)
  mark_as_advanced(HEDDLE_CXX HEDDLE_NINJA)
  if(NOT HEDDLE_CXX AND NOT HEDDLE_BUILD_DOCS)
    list(APPEND ${missing} g++)
  endif()
  if(CMAKE_GENERATOR MATCHES "Ninja" AND NOT HEDDLE_NINJA)
    list(APPEND ${missing} ninja-build)
  endif()
endmacro()

if(HEDDLE_INSTALL_DEPENDENCIES)
  heddle_find_tools(tools)
  if(tools)
    heddle_apt_install(${tools})
    heddle_find_tools(tools)
  endif()
  if(tools)
    list(JOIN tools " " tools)
    message(FATAL_ERROR "heddle: build tools are missing; install them "
                        "(Debian, Ubuntu: apt-get install ${tools})")
  endif()
endif()

# Without a GPU, the build generates code for the data-center GPU on which the library is tuned, and PTX for all GPUs
# since sm_80. In the preset `test`, no GPU code runs without a GPU, so the preset requests only the PTX.
find_program(HEDDLE_NVIDIA_SMI nvidia-smi PATHS /usr/lib/wsl/lib)
mark_as_advanced(HEDDLE_NVIDIA_SMI)
set(HEDDLE_GPU "none")
if(HEDDLE_NVIDIA_SMI)
  execute_process(
    COMMAND ${HEDDLE_NVIDIA_SMI} --query-gpu=name --format=csv,noheader
    OUTPUT_VARIABLE gpus OUTPUT_STRIP_TRAILING_WHITESPACE
    RESULT_VARIABLE result ERROR_QUIET)
  if(result EQUAL 0 AND gpus)
    string(REPLACE "\n" ";" gpus "${gpus}")
    list(REMOVE_DUPLICATES gpus)
    list(JOIN gpus ", " HEDDLE_GPU)
  endif()
elseif(EXISTS /dev/nvidia0)
  set(HEDDLE_GPU "of unknown name")
endif()
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
  if(HEDDLE_GPU STREQUAL "none")
    set(HEDDLE_ARCHITECTURES_WITHOUT_GPU 80-virtual 90-real CACHE STRING "GPU architectures where there is no GPU")
    set(CMAKE_CUDA_ARCHITECTURES ${HEDDLE_ARCHITECTURES_WITHOUT_GPU} CACHE STRING "GPU architectures")
    set(HEDDLE_TEST_ARCHITECTURES 90 CACHE STRING "GPU architectures of the tests")
  else()
    set(CMAKE_CUDA_ARCHITECTURES native CACHE STRING "GPU architectures")
  endif()
endif()
