# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# A function for scripts that compile with clang.
include_guard(GLOBAL)

#! If clang cannot compile a kernel that uses nothing of heddle, prints a line that begins with "skipped: ", and ends the
#! calling script. What clang refuses of heddle's own code is not skipped. The arguments after PROBE, a path without
#! extension, are the command.
macro(heddle_require_clang probe)
  file(WRITE ${probe}.cu "#include <cooperative_groups.h>\n__global__ void kernel(int* i) { *i = 0; }\n")
  execute_process(
    COMMAND ${ARGN} ${probe}.cu
    OUTPUT_VARIABLE heddle_probe_output
    ERROR_VARIABLE heddle_probe_output
    RESULT_VARIABLE heddle_probe_result)
  if(NOT heddle_probe_result EQUAL 0)
    message("skipped: clang cannot compile for this toolkit:\n${heddle_probe_output}")
    return()
  endif()
endmacro()
