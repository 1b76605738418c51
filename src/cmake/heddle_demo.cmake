# SPDX-FileCopyrightText: 2026 The heddle authors
# SPDX-License-Identifier: Apache-2.0
#
# The target demo: runs the example mesh_repair on a file that it makes, and builds the program.
include_guard(GLOBAL)

add_subdirectory(examples/mesh_repair)
target_link_libraries(mesh_repair PRIVATE heddle_cuda_headers heddle_warnings)
add_custom_target(
  demo
  COMMAND mesh_repair --output repaired.stl
  WORKING_DIRECTORY ${PROJECT_BINARY_DIR}
  USES_TERMINAL VERBATIM
  COMMENT "mesh_repair --output repaired.stl")
if(HEDDLE_BUILD_PROGRAM)
  add_dependencies(demo heddle_program)
endif()
