# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes a source of the rates in benchmarks/results/access_GPU.csv, which `heddle plan` prints.
include_guard(GLOBAL)

#! Writes a source that defines measured_gpus() of src/measured.hpp, and sets `result` to its path.
function(heddle_measured_rates result)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/benchmarks/results/access_*.csv)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(patterns "(load|store|copy|gather|scatter)")
  set(variants "(plain|coalesced|scratch|blocked|block_tile)")
  set(tables)
  set(gpus)
  foreach(path IN LISTS files)
    get_filename_component(file ${path} NAME)
    string(MAKE_C_IDENTIFIER ${file} name)
    file(STRINGS ${path} rates REGEX "^${patterns},[0-9]+,[0-9]+,,${variants},[0-9.]+,GB/s,.*,yes,")
    list(TRANSFORM rates REPLACE "^([a-z]+),([0-9]+),([0-9]+),,([a-z_]+),([0-9.]+),.*"
                                 "{\"\\1\", \"\\4\", \\2, \\3, \\5},")
    list(JOIN rates "\n" rates)
    file(READ ${path} text)
    string(REGEX MATCH "^# ([^\n]+)" line "${text}")
    string(JSON gpu ERROR_VARIABLE no_gpu GET "${CMAKE_MATCH_1}" gpu)
    string(JSON commit ERROR_VARIABLE no_commit GET "${CMAKE_MATCH_1}" heddle_commit)
    if(no_gpu OR no_commit OR NOT rates)
      message(FATAL_ERROR "heddle: ${path} has no line of its machine, or no rates: see benchmarks/reporting.py")
    endif()
    # A file may have several commits. Those of these patterns are shown.
    set(commits "${commit}")
    list(TRANSFORM commits STRIP)
    list(FILTER commits INCLUDE REGEX "(^|[ ,])${patterns}([ ,:]|$)")
    if(commits)
      list(JOIN commits "; " commit)
    endif()
    string(APPEND tables "constexpr measured_rate ${name}[] = {\n${rates}\n};\n")
    string(APPEND gpus "{R\"-(${gpu})-\", \"${file}\", R\"-(${commit})-\", std::begin(${name}), std::end(${name})},\n")
  endforeach()
  set(${result} ${CMAKE_CURRENT_BINARY_DIR}/measured_gpus.cpp)
  file(CONFIGURE OUTPUT ${${result}} @ONLY CONTENT [[#include "measured.hpp"

#include <iterator>

namespace heddle::program {

@tables@
std::vector<measured_gpu> measured_gpus()
{
return {@gpus@};
}

}  // namespace heddle::program
]])
  set(${result} ${${result}} PARENT_SCOPE)
endfunction()
