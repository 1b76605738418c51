# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Functions for the scripts of this folder. A failure names the step and the project, and shows the output.
# Variables: PROJECT_OPTIONS, the generator and the compiler as arguments of a configuration.
include_guard(GLOBAL)

#! Runs a command, and stops if it fails: heddle_step(WHAT [OUTPUT VARIABLE] COMMAND...).
function(heddle_step what)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OUTPUT" "COMMAND")
  execute_process(
    COMMAND ${arg_COMMAND}
    RESULT_VARIABLE result
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN arg_COMMAND " " command)
    message(FATAL_ERROR "${what} failed (${result}): ${command}\n${output}")
  endif()
  if(arg_OUTPUT)
    set(${arg_OUTPUT} "${output}" PARENT_SCOPE)
  endif()
endfunction()

#! Configures and builds the project in `source` with the program `cmake`, and runs its program `consumer`.
function(heddle_consume cmake source binary)
  file(REMOVE_RECURSE ${binary})
  heddle_step("configuring ${source}" COMMAND ${cmake} -S ${source} -B ${binary} ${PROJECT_OPTIONS} ${ARGN})
  heddle_step("building ${source}" COMMAND ${cmake} --build ${binary})
  heddle_step("running the program of ${source}" COMMAND ${binary}/consumer)
endfunction()

#! Stops unless the configuration of `project` fails with a message that contains `sentence`:
#! heddle_expect_refusal(CMAKE PROJECT BINARY SENTENCE OPTION...).
function(heddle_expect_refusal cmake project binary sentence)
  file(REMOVE_RECURSE ${binary})
  execute_process(
    COMMAND ${cmake} -S ${project} -B ${binary} ${PROJECT_OPTIONS} ${ARGN}
    RESULT_VARIABLE result
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " one_line "${output}")
  string(FIND "${one_line}" "${sentence}" at)
  if(result EQUAL 0 OR at EQUAL -1)
    message(FATAL_ERROR "with ${ARGN} the configuration should fail and say \"${sentence}\"; its result is ${result}, "
                        "and it said\n${output}")
  endif()
endfunction()

#! Installs a package of PyPI to a folder. If that fails, ends the script, and the test is skipped.
#! Variables: PYTHON; DOWNLOAD, whether a download is allowed.
macro(heddle_from_pypi requirement folder)
  string(MAKE_C_IDENTIFIER "${requirement}" pip_mark)
  string(APPEND pip_mark ".installed")
  if(NOT EXISTS ${folder}/${pip_mark})
    if(NOT PYTHON)
      message("skipped: python3, which would install ${requirement}, was not found")
      return()
    endif()
    if(NOT DOWNLOAD)
      message("skipped: ${requirement} is installed only with -DHEDDLE_INSTALL_DEPENDENCIES=ON")
      return()
    endif()
    file(REMOVE_RECURSE ${folder})
    execute_process(
      COMMAND ${PYTHON} -m pip install --quiet --disable-pip-version-check --no-input --timeout 20 --retries 1
              --only-binary :all: --target ${folder} ${requirement}
      TIMEOUT 120
      RESULT_VARIABLE pip_result
      OUTPUT_VARIABLE pip_output
      ERROR_VARIABLE pip_output)
    if(NOT pip_result EQUAL 0)
      message("skipped: pip could not install ${requirement}: ${pip_output}")
      return()
    endif()
    file(TOUCH ${folder}/${pip_mark})
  endif()
endmacro()
