# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Functions for scripts that read machine code.
include_guard(GLOBAL)

#! Sets HEDDLE_DISASSEMBLES to whether both cuobjdump and nvdisasm are in nvcc's folder or in the PATH. (cuobjdump runs
#! nvdisasm.)
macro(heddle_find_disassembler nvcc)
  get_filename_component(toolkit_bin ${nvcc} DIRECTORY)
  find_program(CUOBJDUMP cuobjdump HINTS ${toolkit_bin})
  find_program(NVDISASM nvdisasm HINTS ${toolkit_bin})
  set(HEDDLE_DISASSEMBLES OFF)
  if(CUOBJDUMP AND NVDISASM)
    set(HEDDLE_DISASSEMBLES ON)
  endif()
endmacro()

#! If the disassembler is missing, prints a line that begins with "skipped: ", and ends the calling script.
macro(heddle_require_disassembler nvcc)
  heddle_find_disassembler(${nvcc})
  if(NOT HEDDLE_DISASSEMBLES)
    message("skipped: cuobjdump, or nvdisasm, which it runs, is neither beside nvcc nor in the PATH")
    return()
  endif()
endmacro()

#! Sets `out` to the machine code in a cubin. Brackets and semicolons are replaced with spaces, because CMake would take
#! them for lists. The calling script ends if the disassembler is missing.
macro(heddle_disassemble out nvcc cubin)
  heddle_require_disassembler(${nvcc})
  get_filename_component(nvdisasm_bin ${NVDISASM} DIRECTORY)
  set(ENV{PATH} "${nvdisasm_bin}:$ENV{PATH}")
  execute_process(
    COMMAND ${CUOBJDUMP} -sass ${cubin}
    OUTPUT_VARIABLE ${out} COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE "[][;]" " " ${out} "${${out}}")
endmacro()
