# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Third-party libraries of the program, the tests and the benchmarks. A library is found on the machine, otherwise
# installed (heddle_apt), otherwise fetched. The headers of heddle need none of these libraries.
include_guard(GLOBAL)
include(FetchContent)
include(heddle_apt)

set(Boost_USE_STATIC_LIBS ON)

# name of find_package | target | Debian package | URL | SHA-256
set(dependency_Boost Boost::context libboost-context-dev
    https://github.com/boostorg/boost/releases/download/boost-1.84.0/boost-1.84.0.tar.xz
    2e64e5d79a738d0fa6fb546c6e5c2bd28f88d268a2a080546f74e5ff98f29d0e)
set(dependency_fmt fmt::fmt libfmt-dev
    https://github.com/fmtlib/fmt/archive/refs/tags/10.2.1.tar.gz
    1250e4cc58bf06ee631567523f48848dc4596133e163f02615c97f78bab6c811)
set(dependency_CLI11 CLI11::CLI11 libcli11-dev
    https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.3.2.tar.gz
    aac0ab42108131ac5d3344a9db0fdf25c4db652296641955720a4fbe52334e22)
set(dependency_GTest GTest::gtest libgtest-dev
    https://github.com/google/googletest/archive/refs/tags/v1.14.0.tar.gz
    8ad598c73ad796e0d8280b082cebd82a630d73e73cd3c70057938a6501bba5d7)
set(dependency_benchmark benchmark::benchmark libbenchmark-dev
    https://github.com/google/benchmark/archive/refs/tags/v1.8.3.tar.gz
    6bc180a57d23d4d9515519f92b0c83d61b05b5bab188961f36ac7b06b0d9e9ce)

# Appends the dependencies that find_package does not find to `missing`.
macro(heddle_find missing)
  foreach(name IN ITEMS ${ARGN})
    if(name STREQUAL "Boost")
      find_package(Boost 1.74 QUIET CONFIG COMPONENTS context)
    else()
      find_package(${name} QUIET)
    endif()
    list(GET dependency_${name} 0 target)
    if(NOT TARGET ${target})
      list(APPEND ${missing} ${name})
    endif()
  endforeach()
endmacro()

# Downloads first, because FetchContent alone reports a missing network in a hundred lines.
function(heddle_fetch name)
  list(GET dependency_${name} 1 package)
  list(GET dependency_${name} 2 url)
  list(GET dependency_${name} 3 sha256)
  string(TOUPPER ${name} upper_name)
  set(source "URL;${url}")
  if(NOT FETCHCONTENT_SOURCE_DIR_${upper_name})
    get_filename_component(archive ${url} NAME)
    set(archive ${FETCHCONTENT_BASE_DIR}/heddle_download/${name}-${archive})
    set(found_sha256)
    if(EXISTS ${archive})
      file(SHA256 ${archive} found_sha256)
    endif()
    if(NOT found_sha256 STREQUAL sha256)
      message(STATUS "heddle: fetching ${url}")
      file(DOWNLOAD ${url} ${archive} STATUS status INACTIVITY_TIMEOUT 20)
      list(GET status 0 code)
      if(NOT code EQUAL 0)
        file(REMOVE ${archive})
        message(FATAL_ERROR "heddle: ${name} was neither found nor could it be fetched; install "
                            "it (Debian, Ubuntu: apt-get install ${package})")
      endif()
    endif()
    set(source URL ${archive})
  endif()

  # These settings prevent targets, installations and warnings of the fetched projects.
  set(BUILD_SHARED_LIBS OFF)
  set(BUILD_TESTING OFF)
  set(INSTALL_GTEST OFF)
  set(BUILD_GMOCK OFF)
  set(FMT_INSTALL OFF)
  set(CLI11_INSTALL OFF)
  set(CLI11_BUILD_TESTS OFF)
  set(CLI11_BUILD_EXAMPLES OFF)
  set(BENCHMARK_ENABLE_TESTING OFF)
  set(BENCHMARK_ENABLE_INSTALL OFF)
  set(BENCHMARK_ENABLE_WERROR OFF)
  set(BOOST_INCLUDE_LIBRARIES context)
  set(BOOST_SKIP_INSTALL_RULES ON)
  set(CMAKE_POLICY_DEFAULT_CMP0077 NEW) # the options above win over the projects' defaults
  set(CMAKE_POLICY_VERSION_MINIMUM 3.5) # CMake 4 refuses the 3.4 that CLI11 asks for
  FetchContent_Declare(${name} ${source} URL_HASH SHA256=${sha256} DOWNLOAD_EXTRACT_TIMESTAMP TRUE)
  # The property replaces the argument SYSTEM, which CMake 3.25 takes for a part of the hash.
  set_property(DIRECTORY PROPERTY SYSTEM TRUE)
  FetchContent_MakeAvailable(${name})
  set_property(DIRECTORY PROPERTY SYSTEM FALSE)
  set_property(GLOBAL APPEND PROPERTY heddle_fetched ${name})
endfunction()

set(wanted)
if(HEDDLE_BUILD_PROGRAM
   OR HEDDLE_BUILD_DEMO
   OR builds_tests
   OR HEDDLE_BUILD_SHORT_BENCHMARK)
  list(APPEND wanted Boost CLI11)
endif()
if(HEDDLE_BUILD_PROGRAM)
  list(APPEND wanted fmt)
endif()
if(builds_tests)
  list(APPEND wanted GTest)
endif()
if(HEDDLE_BUILD_BENCHMARKS)
  list(APPEND wanted benchmark)
endif()

set(missing)
heddle_find(missing ${wanted})
if(missing AND HEDDLE_INSTALL_DEPENDENCIES)
  set(packages)
  foreach(name IN LISTS missing)
    list(GET dependency_${name} 1 package)
    list(APPEND packages ${package})
  endforeach()
  heddle_apt_install(${packages})
  set(still_missing)
  heddle_find(still_missing ${missing})
  set(missing ${still_missing})
endif()
foreach(name IN LISTS missing)
  heddle_fetch(${name})
endforeach()

# The toolkit's headers, including CCCL, for sources that a plain C++ compiler compiles.
add_library(heddle_cuda_headers INTERFACE)
foreach(directory IN LISTS CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES)
  target_include_directories(heddle_cuda_headers SYSTEM INTERFACE ${directory})
  if(IS_DIRECTORY ${directory}/cccl)
    target_include_directories(heddle_cuda_headers SYSTEM INTERFACE ${directory}/cccl)
  endif()
endforeach()
