# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Runs a copy of .ci/run without one of its tools. Fails unless the copy stops before it configures the build, with a
# sentence that names the tool.
# Variables: BASH, SCRIPT, OUTPUT (a folder).
cmake_minimum_required(VERSION 3.25)

function(make_program name lines)
  file(WRITE ${OUTPUT}/bin/${name} "#!${BASH}\n${lines}\n")
  file(CHMOD ${OUTPUT}/bin/${name} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endfunction()

foreach(missing IN ITEMS clang-format clang-tidy pip)
  file(REMOVE_RECURSE ${OUTPUT})
  file(COPY ${SCRIPT} DESTINATION ${OUTPUT}/.ci)
  foreach(folder IN ITEMS include src tests benchmarks)
    file(MAKE_DIRECTORY ${OUTPUT}/${folder})
  endforeach()
  # The script finds only the programs in this folder.
  file(MAKE_DIRECTORY ${OUTPUT}/bin)
  foreach(program IN ITEMS dirname rm find xargs nproc sed head readlink)
    find_program(path_of_${program} ${program} REQUIRED)
    file(CREATE_LINK ${path_of_${program}} ${OUTPUT}/bin/${program} SYMBOLIC)
  endforeach()
  foreach(tool IN ITEMS clang-format clang-tidy)
    if(NOT tool STREQUAL missing)
      make_program(${tool} "exit 0")
    endif()
  endforeach()
  # The replacement for python3 has pip, or reports that it has none.
  if(missing STREQUAL "pip")
    make_program(python3 "exit 1")
  else()
    make_program(python3 "exit 0")
  endif()
  make_program(cmake ": >'${OUTPUT}/configured'; exit 1")

  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env PATH=${OUTPUT}/bin ${BASH} ${OUTPUT}/.ci/run
    RESULT_VARIABLE result OUTPUT_VARIABLE printed ERROR_VARIABLE printed)
  if(result EQUAL 0 OR NOT printed MATCHES "${missing} was not found; install it" OR EXISTS ${OUTPUT}/configured)
    message(FATAL_ERROR "without ${missing} the script ended with ${result} and printed:\n${printed}")
  endif()
endforeach()
