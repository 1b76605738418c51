// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <heddle/heddle.cuh>

struct vertex {
    float x, y, z;
};

inline unsigned words_of_vertex() { return heddle::plan_of<vertex>().word_count; }
