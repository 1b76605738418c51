# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
include(CMakeFindDependencyMacro)
find_dependency(heddle 0.1 CONFIG)
include("${CMAKE_CURRENT_LIST_DIR}/mesh-targets.cmake")
