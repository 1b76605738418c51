# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Configures `cpack`, which makes a Debian package and an archive. Both contain the headers, and the files with which
# CMake and pkg-config find the headers. The program is not included, because its binary would be for one architecture.
include_guard(GLOBAL)

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_VENDOR "The heddle authors")
set(CPACK_PACKAGE_CONTACT "The heddle authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION "heddle is a library of headers for CUDA. The lanes of a warp load and store
structures together, as consecutive machine words, and exchange the words
by shuffles.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)

# There is one package, of the component heddle_development.
set(CPACK_COMPONENTS_ALL heddle_development)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
set(CPACK_PACKAGE_FILE_NAME heddle-${PROJECT_VERSION})

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_NAME libheddle-dev)
set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "")
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "nvidia-cuda-toolkit, libboost-context-dev")
# Debian requires its own path for the license. This component is only in the Debian package.
install(
  FILES ${PROJECT_SOURCE_DIR}/LICENSE
  DESTINATION share/doc/libheddle-dev
  RENAME copyright
  COMPONENT heddle_debian EXCLUDE_FROM_ALL)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_BINARY_DIR}/heddle_cpack_generator.cmake)
file(
  WRITE ${CPACK_PROJECT_CONFIG_FILE}
  [[if(CPACK_GENERATOR STREQUAL "DEB")
  list(APPEND CPACK_COMPONENTS_ALL heddle_debian)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY OFF)
endif()
]])

set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME heddle-${PROJECT_VERSION}-source)
# The binary folders, but not tests/build.
string(REGEX REPLACE "([+.*?()|])" "[\\1]" source_folder "${PROJECT_SOURCE_DIR}")
set(CPACK_SOURCE_IGNORE_FILES "/\\.git/" "^${source_folder}/build/" "/test_package/build/" "/\\.cache/" "/__pycache__/")
include(CPack)
