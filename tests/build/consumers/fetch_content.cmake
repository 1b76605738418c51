# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# Commits the sources to a git repository with a tag, as for a release. A project then fetches them by this tag.
# Variables: GIT, SOURCES, VERSION, BINARY, HOST_CONSUMER, CPM, and those of steps.cmake.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

set(repository ${BINARY}/repository)
file(REMOVE_RECURSE ${BINARY})
file(COPY ${SOURCES}/CMakeLists.txt ${SOURCES}/LICENSE ${SOURCES}/include ${SOURCES}/src DESTINATION ${repository})
set(git ${GIT} -C ${repository} -c user.name=heddle -c user.email=heddle@localhost -c commit.gpgSign=false)
heddle_step("making a repository" COMMAND ${git} init --quiet)
heddle_step("adding the sources" COMMAND ${git} add --all)
heddle_step("committing the sources" COMMAND ${git} commit --quiet --no-verify -m "heddle ${VERSION}")
heddle_step("tagging the sources" COMMAND ${git} tag v${VERSION})
heddle_consume(
  ${CMAKE_COMMAND} ${CMAKE_CURRENT_LIST_DIR}/fetch_content ${BINARY}/consumer
  -DREPOSITORY=file://${repository} -DTAG=v${VERSION} -DHOST_CONSUMER=${HOST_CONSUMER} -DCPM=${CPM})
