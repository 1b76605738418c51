# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Compiles SOURCE for sm_90 and compares each kernel with the lines in SOURCE of one of the forms
#     // expect: <kernel> shuffles=5 asks=1
#     <MACRO>(<kernel>, ...)  // expect: shuffles=5 asks=1
# The keys are: stack (bytes), spills (bytes stored and loaded), shuffles (shfl.sync in the PTX), predicates (shuffles
# whose predicate heddle reads, as `p`), reduxes (redux.sync), votes (vote.sync), asks (queries of the active lanes:
# activemask), merges (mov.f32), ranks (reads of the lane number), bits (shifts, masks, permutations, conversions),
# compares (setp), selects (selp), branches (bra), loads (ld.global), generic (loads and stores that do not name their
# state space), registers, and doubted (BRA.DIV in the machine code: checks that choose a second version of collectives,
# for lanes that are not converged).
# With MACHINE_CODE, the script compares only the key doubted, and is skipped if cuobjdump is missing. Without
# MACHINE_CODE, the script compares all other keys.
# With CLANG, clang compiles the PTX and must not warn. The script then compares only the keys that do not depend on the
# compiler. It is skipped if clang cannot compile for nvcc's toolkit.
# The key registers is a maximum. It is compared only for nvcc 13.0, because it depends on ptxas.
# Every kernel of the file must have stack=0, spills=0, generic=0 and no calls unless its line says otherwise. A line of
# the form
#     // order: <kernel> st.global fence.acq_rel.gpu st.relaxed.gpu
# requires that its PTX has these instructions in this order. Others may come between them, but none that the line names
# only later. With !vote.sync before an instruction, there must be no vote.sync between the instruction and the one before
# it. (Before the first instruction of a line, only instructions named so are refused.)
# Variables: NVCC, SOURCE, INCLUDES, OUTPUT (path without extension), MACHINE_CODE, HOST_COMPILER and CLANG (may be
# empty).
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/../clang.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/../machine_code.cmake)

get_filename_component(toolkit_bin ${NVCC} DIRECTORY)
if(MACHINE_CODE)
  heddle_require_disassembler(${NVCC})
endif()
find_program(PTXAS ptxas HINTS ${toolkit_bin} REQUIRED)
set(include_options)
foreach(directory IN LISTS INCLUDES)
  list(APPEND include_options -I${directory})
endforeach()
if(CLANG)
  get_filename_component(toolkit ${NVCC} REALPATH)
  get_filename_component(toolkit ${toolkit} DIRECTORY)
  get_filename_component(toolkit ${toolkit} DIRECTORY)
  # The headers of the toolkit come first, because clang's own folders may contain headers of another toolkit.
  set(clang
      ${CLANG} -x cuda --cuda-path=${toolkit} --cuda-gpu-arch=sm_90 --cuda-device-only -std=c++17 -O3
      -isystem ${toolkit}/include -isystem ${toolkit}/include/cccl -Wno-unknown-cuda-version)
  heddle_require_clang(${OUTPUT}.probe ${clang} -S -o ${OUTPUT}.probe.ptx)
  set(compile ${clang} -S -Wall -Wextra -Werror)
else()
  set(compile ${NVCC} -std=c++17 -ptx -arch=compute_90)
  if(HOST_COMPILER)
    list(APPEND compile -ccbin=${HOST_COMPILER})
  endif()
endif()
execute_process(COMMAND ${compile} ${include_options} ${SOURCE} -o ${OUTPUT}.ptx COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND ${PTXAS} -v -arch=sm_90 ${OUTPUT}.ptx -o ${OUTPUT}.cubin
  OUTPUT_VARIABLE report
  ERROR_VARIABLE report
  RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "ptxas failed:\n${report}")
endif()

set(sass)
if(MACHINE_CODE)
  heddle_disassemble(sass ${NVCC} ${OUTPUT}.cubin)
endif()

#! Sets `out` to the number of matches of `regex` in `text`.
function(count_matches out text regex)
  string(REGEX MATCHALL "${regex}" matches "${text}")
  list(LENGTH matches count)
  set(${out} ${count} PARENT_SCOPE)
endfunction()

#! Sets found_<key> for every key, and found_registers, from the report of ptxas and from the PTX of a kernel.
macro(measure kernel)
  if(NOT report MATCHES "Function properties for ${kernel}\n *([0-9]+) bytes stack frame, \
([0-9]+) bytes spill stores, ([0-9]+) bytes spill loads[^\n]*\n[^\n]*Used ([0-9]+) registers")
    message(FATAL_ERROR "ptxas says nothing of the kernel ${kernel}:\n${report}")
  endif()
  set(found_stack ${CMAKE_MATCH_1})
  math(EXPR found_spills "${CMAKE_MATCH_2} + ${CMAKE_MATCH_3}")
  set(found_registers ${CMAKE_MATCH_4})

  string(FIND "${ptx}" ".entry ${kernel}(" first)
  string(SUBSTRING "${ptx}" ${first} -1 body)
  string(REGEX MATCH "\n\\.[a-z. ]*(entry|func)[ (]" next "${body}")
  if(next)
    string(FIND "${body}" "${next}" last)
    string(SUBSTRING "${body}" 0 ${last} body)
  endif()
  set(mnemonics shuffles "shfl\\.sync" reduxes "redux\\.sync" votes "vote\\.sync" asks "activemask\\."
      merges "mov\\.f32[\t ]" bits "(and|or|xor|not|shl|shr|shf|bfe|bfi|prmt|cvt)\\." compares "setp\\."
      loads "ld\\.global" selects "selp\\." branches "bra[. \t]" calls "call[. (]"
      predicates "shfl\\.sync\\.[a-z]+\\.b32[\t ]+[%a-z0-9]+\\|p,")
  while(mnemonics)
    list(POP_FRONT mnemonics key regex)
    count_matches(found_${key} "${body}" "[\t ]${regex}")
  endwhile()
  count_matches(found_ranks "${body}" "%laneid")
  set(found_doubted 0)
  if(MACHINE_CODE)
    string(FIND "${sass}" "Function : ${kernel}\n" first)
    if(first EQUAL -1)
      message(FATAL_ERROR "cuobjdump shows no kernel ${kernel}")
    endif()
    math(EXPR first "${first} + 10")
    string(SUBSTRING "${sass}" ${first} -1 code)
    string(FIND "${code}" "Function : " last)
    string(SUBSTRING "${code}" 0 ${last} code)
    count_matches(found_doubted "${code}" "BRA\\.DIV")
  endif()
  string(REGEX MATCHALL "[\t ](ld|st)\\.[a-z0-9_.:]+" accesses "${body}")
  list(FILTER accesses EXCLUDE REGEX "\\.(global|shared|local|const|param)")
  list(LENGTH accesses found_generic)
endmacro()

# Semicolons and brackets are replaced, because CMake takes them for lists.
file(READ ${OUTPUT}.ptx ptx)
string(REGEX REPLACE "[][;]" " " ptx "${ptx}")
file(READ ${SOURCE} text)
string(REGEX REPLACE "[][;]" " " text "${text}")
string(REGEX MATCHALL "\n[^\n]*// expect: [^\n]*" expectations "${text}")
string(REGEX MATCHALL "\\.entry [A-Za-z0-9_$]+" kernels "${ptx}")
list(TRANSFORM kernels REPLACE "^\\.entry " "")
if(NOT kernels)
  message(FATAL_ERROR "${SOURCE} has no kernel")
endif()

set(keys stack spills calls shuffles predicates reduxes votes asks merges ranks bits compares selects
    branches loads generic doubted registers)
set(failures)
foreach(expectation IN LISTS expectations)
  if(NOT expectation MATCHES "^\n(// expect: |[A-Z_]+\\()([a-z_0-9]+)(,.*// expect:)?(.*)")
    message(FATAL_ERROR "${SOURCE}: this line names no kernel:${expectation}")
  endif()
  set(kernel ${CMAKE_MATCH_2})
  separate_arguments(pairs UNIX_COMMAND "${CMAKE_MATCH_4}")
  if(NOT kernel IN_LIST kernels)
    list(APPEND failures "${kernel}: there is no such kernel")
  endif()
  if(NOT pairs)
    list(APPEND failures "${kernel}: its line expects nothing")
  endif()
  foreach(pair IN LISTS pairs)
    if(NOT pair MATCHES "^([a-z]+)=([0-9]+)$" OR NOT CMAKE_MATCH_1 IN_LIST keys)
      message(FATAL_ERROR "${SOURCE}: `${pair}` is not <key>=<count>; keys: ${keys}")
    endif()
    set(expected_${CMAKE_MATCH_1}_${kernel} ${CMAKE_MATCH_2})
  endforeach()
endforeach()

#! Sets `out` to what breaks the order of a list of instructions, or to empty. Searches the first place of each
#! instruction behind the place of the instruction before it. Between the two places must be no instruction of which
#! the list says `!instruction` there, and none that the list names only later.
function(find_disorder out body)
  set(${out} "" PARENT_SCOPE)
  set(refused)
  set(rest ${ARGN})
  set(before "")
  while(rest)
    list(POP_FRONT rest instruction)
    if(instruction MATCHES "^!(.+)")
      list(APPEND refused "${CMAKE_MATCH_1}")
      continue()
    endif()
    string(FIND "${body}" "${instruction}" at)
    if(at EQUAL -1)
      set(${out} "no ${instruction} comes behind ${before}" PARENT_SCOPE)
      return()
    endif()
    string(SUBSTRING "${body}" 0 ${at} between)
    if(NOT before STREQUAL "")
      list(APPEND refused ${rest})
    endif()
    foreach(other IN LISTS refused)
      string(FIND "${between}" "${other}" place)
      if(NOT place EQUAL -1)
        set(${out} "${other} comes before ${instruction}" PARENT_SCOPE)
        return()
      endif()
    endforeach()
    set(refused)
    set(before "${instruction}")
    string(LENGTH "${instruction}" length)
    math(EXPR at "${at} + ${length}")
    string(SUBSTRING "${body}" ${at} -1 body)
  endwhile()
endfunction()

if(text MATCHES "\n *// (order|expect): [^\n]*\n *// [^oe][^\n]*")
  list(APPEND failures "a line goes on in the next one, which is not read: ${CMAKE_MATCH_0}")
endif()
file(STRINGS ${SOURCE} orders REGEX "^ *// order: ")
foreach(order IN LISTS orders)
  string(REGEX REPLACE "^ *// order: +([^ ]+).*" "\\1" kernel "${order}")
  string(REGEX REPLACE "^ *// order: +[^ ]+" "" instructions "${order}")
  separate_arguments(instructions UNIX_COMMAND "${instructions}")
  if(NOT kernel IN_LIST kernels)
    list(APPEND failures "${kernel}: there is no such kernel")
    continue()
  endif()
  measure(${kernel})
  find_disorder(disorder "${body}" ${instructions})
  if(disorder)
    list(APPEND failures "${kernel}: ${disorder}, against its order")
  endif()
endforeach()

if(MACHINE_CODE)
  set(keys doubted)
elseif(CLANG)
  set(keys stack spills calls shuffles predicates reduxes votes ranks loads generic)
else()
  list(REMOVE_ITEM keys doubted)
  execute_process(COMMAND ${NVCC} --version OUTPUT_VARIABLE version COMMAND_ERROR_IS_FATAL ANY)
  if(NOT version MATCHES "release 13\\.0,")
    list(REMOVE_ITEM keys registers)
  endif()
endif()
message("registers  stack  spills  shuffles  generic  kernel")
foreach(kernel IN LISTS kernels)
  measure(${kernel})
  set(row)
  foreach(column IN ITEMS registers stack spills shuffles generic)
    string(LENGTH "${column}" width)
    string(LENGTH "${found_${column}}" length)
    math(EXPR padding "${width} - ${length}")
    string(REPEAT " " ${padding} spaces)
    string(APPEND row "${spaces}${found_${column}}  ")
  endforeach()
  message("${row}${kernel}")

  foreach(key IN ITEMS stack spills generic calls)
    if(NOT DEFINED expected_${key}_${kernel})
      set(expected_${key}_${kernel} 0)
    endif()
  endforeach()
  foreach(key IN LISTS keys)
    set(expected "${expected_${key}_${kernel}}")
    if(expected STREQUAL "" OR found_${key} EQUAL expected OR (key STREQUAL "registers" AND found_${key} LESS expected))
      continue()
    endif()
    list(APPEND failures "${kernel}: ${key}=${found_${key}}, expected ${expected}")
  endforeach()
endforeach()
if(failures)
  list(JOIN failures "\n  " failures)
  message(FATAL_ERROR "${SOURCE}:\n  ${failures}")
endif()
