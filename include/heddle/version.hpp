// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The version of heddle, as macros, from which CMakeLists.txt reads it.
#pragma once

//! The first number of the version, MAJOR.MINOR.PATCH.
#define HEDDLE_VERSION_MAJOR 0
//! The second number of the version.
#define HEDDLE_VERSION_MINOR 1
//! The third number of the version.
#define HEDDLE_VERSION_PATCH 0

//! The version as one number, so that versions can be compared: 10203 is 1.2.3.
#define HEDDLE_VERSION (HEDDLE_VERSION_MAJOR * 10000 + HEDDLE_VERSION_MINOR * 100 + HEDDLE_VERSION_PATCH)
