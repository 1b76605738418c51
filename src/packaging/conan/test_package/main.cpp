// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Uses an installed heddle with the host's compiler only: the headers, a plan and the version.
#include <heddle/heddle.cuh>

#include <cstdio>

struct particle {
    float x, y, z, vx, vy, vz, mass;
};

static_assert(heddle::plan_of<particle>().word_count == 7);

int main()
{
    std::printf("heddle %d.%d.%d\n", HEDDLE_VERSION_MAJOR, HEDDLE_VERSION_MINOR, HEDDLE_VERSION_PATCH);
    return HEDDLE_VERSION > 0 ? 0 : 1;
}
