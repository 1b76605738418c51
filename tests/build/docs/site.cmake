# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds the documentation site with the tools that the preset docs has installed, or with those of the system. Installs
# nothing. Prints "skipped: …" if a tool is missing.
# Variables: SOURCES, the project's folder; OUTPUT, the folder for the site; PYTHON, a Python that may have the packages.
cmake_minimum_required(VERSION 3.25)

find_program(doxygen doxygen)
if(NOT doxygen)
  message("skipped: doxygen was not found")
  return()
endif()
set(with_packages)
foreach(python IN ITEMS ${SOURCES}/build/docs/venv/bin/python ${PYTHON})
  execute_process(COMMAND ${python} -c "import breathe, furo, myst_parser" RESULT_VARIABLE result
                  OUTPUT_QUIET ERROR_QUIET)
  if(result EQUAL 0)
    set(with_packages ${python})
    break()
  endif()
endforeach()
if(NOT with_packages)
  message("skipped: no Python has the packages of docs/site/requirements.txt: cmake --preset docs installs them")
  return()
endif()
execute_process(COMMAND ${with_packages} -B ${SOURCES}/docs/site/build.py ${SOURCES} ${OUTPUT} --doxygen ${doxygen}
                COMMAND_ERROR_IS_FATAL ANY)
