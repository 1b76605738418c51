# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Installs Debian packages, as root or with a sudo that asks for no password.
include_guard(GLOBAL)

#! Installs the named packages. If that fails, prints the reason in one line, and the build continues.
function(heddle_apt_install)
  if(NOT ARGN)
    return()
  endif()
  list(JOIN ARGN " " packages)
  find_program(HEDDLE_APT_GET apt-get)
  mark_as_advanced(HEDDLE_APT_GET)
  if(NOT HEDDLE_APT_GET)
    message(STATUS "heddle: there is no apt-get here to install ${packages}")
    return()
  endif()
  set(as_root)
  execute_process(COMMAND id -u OUTPUT_VARIABLE user OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT user EQUAL 0)
    set(as_root sudo -n)
    execute_process(COMMAND sudo -n true RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
    if(NOT result EQUAL 0)
      message(STATUS "heddle: only root may install what is missing: apt-get install ${packages}")
      return()
    endif()
  endif()

  message(STATUS "heddle: installing ${packages}")
  set(apt_get ${as_root} env DEBIAN_FRONTEND=noninteractive ${HEDDLE_APT_GET} -qq
              -o DPkg::Lock::Timeout=120)
  get_property(updated GLOBAL PROPERTY heddle_apt_updated)
  if(NOT updated)
    # Errors of `update` are ignored. If a package is missing because of them, the installation fails.
    execute_process(COMMAND ${apt_get} update OUTPUT_QUIET ERROR_QUIET)
    set_property(GLOBAL PROPERTY heddle_apt_updated TRUE)
  endif()
  execute_process(
    COMMAND ${apt_get} install --yes --no-install-recommends ${ARGN}
    RESULT_VARIABLE result
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(STATUS "heddle: apt-get could not install ${packages}:\n${output}")
  endif()
endfunction()
