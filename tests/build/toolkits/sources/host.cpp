// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs a kernel on emulated warps, compiled by a host compiler. The program fails unless the kernel moves every element
// and makes as many requests as on a GPU.
#include <heddle/emulation.hpp>
#include <heddle/heddle.cuh>

#include <cstdio>
#include <vector>

namespace {

struct particle {
    float x, y, z, vx, vy, vz, mass;
};

template <class Pointer>
heddle::memory_traffic advance(std::vector<particle>& particles, Pointer const pointer)
{
    return heddle::emulate_grid(particles.size(), [&](std::size_t index) {
        // clang warns about the conversion of an index to a signed type, which iterators of std::vector require.
        auto const i = static_cast<std::ptrdiff_t>(index);
        particle q = pointer[i];
        if (i % 2 == 0) {
            q.x += q.vx;
        } else {
            q.y += q.vy;
        }
        pointer[i] = q;
    });
}

}  // namespace

int main()
{
    std::vector<particle> particles(256);
    for (std::size_t i = 0; i < particles.size(); ++i) {
        auto const number = static_cast<float>(i);
        particles[i] = {number, number, 0, 1, 2, 0, 1};
    }
    auto const traffic = advance(particles, heddle::make_coalesced(particles.data()));
    for (std::size_t i = 0; i < particles.size(); ++i) {
        auto const number = static_cast<float>(i);
        float const x = i % 2 == 0 ? number + 1 : number;
        float const y = i % 2 == 0 ? number : number + 2;
        if (particles[i].x != x || particles[i].y != y) {
            std::printf("element %zu is wrong\n", i);
            return 1;
        }
    }
    // An element has 7 words of 4 bytes, so 8 warps make 8 * 7 requests.
    if (traffic.loads.requests != 56 || traffic.stores.requests != 56) {
        std::printf("%llu loads and %llu stores, not 56\n", static_cast<unsigned long long>(traffic.loads.requests),
                    static_cast<unsigned long long>(traffic.stores.requests));
        return 1;
    }
}
