// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
#include "mesh.hpp"

unsigned words_of_vertex() { return heddle::plan_of<vertex>().word_count; }
