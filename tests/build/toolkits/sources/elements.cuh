// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// One struct for each kind of plan: words of 4 bytes, single bytes, words of 16 bytes, one word.
#pragma once

#include <heddle/fields.cuh>

struct particle {
    float x, y, z, vx, vy, vz, mass;
};
HEDDLE_FIELDS(particle, x, y, z, vx, vy, vz, mass);

struct letters {
    char text[33];
};

struct alignas(16) matrix {
    float rows[3][4];
};

struct pixel {
    unsigned char r, g, b;
};

//! A struct whose fields have the names of members of heddle's references.
struct cell {
    float load;
    int value_type, store;
};
HEDDLE_FIELDS(cell, load, value_type, store);
