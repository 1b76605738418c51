// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// update calls a function with the element alone.
// expect: heddle: update cannot call this function with a T& alone; write [&](T& q) { ... }

#include <heddle/heddle.cuh>

struct particle {
    float x, y, z, vx, vy, vz;
    void push(float dt) { x += vx * dt; }
};

void advance(heddle::coalesced_ptr<particle> p, float dt)
{
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    heddle::update(p, &particle::push);
#endif
    heddle::update(p, [&](particle& q) { q.push(dt); });
}
