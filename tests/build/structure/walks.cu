// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The accesses whose functions count_walk.py counts, each in a function walk_NAME. clang reads this file as device code.
// g++ compiles it for the host, and runs the access that is the program's argument on an emulated warp.
#include <cstddef>

#include <heddle/coalesced_ptr.cuh>
#if defined(__CUDACC__)
#    include <thrust/transform.h>

#    include <heddle/thrust.cuh>
#else
#    include <string>
#    include <vector>

#    include <heddle/emulation.hpp>
#endif

template <unsigned Bytes>
struct element {
    float values[Bytes / 4];
};

template <unsigned Bytes>
using pointer = heddle::coalesced_ptr<element<Bytes>>;

HEDDLE_HOST_DEVICE element<28> walk_load_28(pointer<28> p, std::ptrdiff_t i)
{
    element<28> const q = p[i];
    return q;
}

HEDDLE_HOST_DEVICE element<64> walk_load_64(pointer<64> p, std::ptrdiff_t i)
{
    element<64> const q = p[i];
    return q;
}

HEDDLE_HOST_DEVICE void walk_diverged_store_28(pointer<28> p, std::ptrdiff_t i, element<28> const& q) { p[i] = q; }

#if defined(__CUDACC__)

struct twice {
    HEDDLE_HOST_DEVICE element<28> operator()(element<28> e) const
    {
        for (float& value : e.values) value *= 2;
        return e;
    }
};

void walk_transform_28(element<28> const* in, element<28>* out, int n)
{
    thrust::transform(heddle::par, in, in + n, out, twice());
}

#else

int main(int, char** arguments)
{
    std::string const walk = arguments[1];
    std::vector<element<64>> large(32);
    std::vector<element<28>> small(32 * 32);
    heddle::emulate_grid(32, [&](std::size_t lane) {
        if (walk == "load_28") walk_load_28(pointer<28>(small.data()), static_cast<std::ptrdiff_t>(lane));
        if (walk == "load_64") walk_load_64(pointer<64>(large.data()), static_cast<std::ptrdiff_t>(lane));
        if (walk != "diverged_store_28" || lane % 3 != 0) return;
        // 11 lanes are left, whose elements are far apart.
        walk_diverged_store_28(pointer<28>(small.data()), static_cast<std::ptrdiff_t>(lane * 37 % 32 * 32), {});
    });
}

#endif
