# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Tests the program heddle: runs it as users do, and checks what it prints and writes. Each method of a script is one
# test, so CTest lists the tests that are skipped.
file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*_test.py)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${scripts})
foreach(script IN LISTS scripts)
  file(STRINGS ${script} lines REGEX "^class |^    def test_")
  foreach(line IN LISTS lines)
    if(line MATCHES "class ([a-z_]+)\\(([A-Za-z_]+)\\)")
      # A class also has the tests of its base class.
      set(suite ${CMAKE_MATCH_1})
      set(added ${tests_of_${CMAKE_MATCH_2}})
    else()
      string(REGEX REPLACE ".*def (test_[a-z0-9_]+).*" "\\1" added "${line}")
    endif()
    list(APPEND tests_of_${suite} ${added})
    foreach(test IN LISTS added)
      string(REPLACE "test_" "program.${suite}." name ${test})
      heddle_add_script(${name} ${script} -v ${suite}.${test} PROPERTIES SKIP_REGULAR_EXPRESSION "\\.\\.\\. skipped "
                        ENVIRONMENT HEDDLE_PROGRAM=$<TARGET_FILE:heddle_program>)
    endforeach()
  endforeach()
endforeach()
