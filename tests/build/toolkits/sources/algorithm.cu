// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls algorithms from the host, at least one for each kind of kernel.
#include "elements.cuh"

#include <heddle/algorithm.cuh>

int main()
{
    particle* const from = nullptr;
    particle* const to = nullptr;
    letters* const words = nullptr;
    float* const masses = nullptr;
    int* const places = nullptr;
    std::size_t* const selected = nullptr;
    cudaStream_t const stream = nullptr;
    std::size_t const count = 0;
    std::size_t bytes = 0;

    heddle::transform(stream, from, from + count, to, pushed{});
    heddle::copy(stream, words, words + count, words);
    heddle::device::transform_reduce(nullptr, bytes, stream, from, from + count, masses, 0.0f, mass_of{},
                                     heddle::plus{});
    heddle::device::reduce(nullptr, bytes, stream, from, from + count, to, particle{}, sum_of{});
    heddle::device::inclusive_scan(nullptr, bytes, stream, from, from + count, to, sum_of{});
    heddle::device::exclusive_scan(nullptr, bytes, stream, masses, masses + count, masses, 0.0f);
    heddle::device::copy_if(nullptr, bytes, stream, from, from + count, to, selected, is_heavy{});
    heddle::device::partition(nullptr, bytes, stream, from, from + count, selected, is_heavy{});
    heddle::gather(stream, places, places + count, heddle::make_coalesced(from), to);
    heddle::device::sort_by_member<&particle::mass>(nullptr, bytes, stream, from, to, count);
    heddle::device::sort_by_key(nullptr, bytes, stream, masses, masses, words, words, count);
    heddle::device::sort(nullptr, bytes, stream, from, to, count, lighter{});
    heddle::aos_to_soa<&particle::x, &particle::mass>(stream, from, from + count, masses, masses + count);
    heddle::soa_to_aos<&particle::x, &particle::mass>(stream, from, from + count, masses, masses + count);
    heddle::aos_to_aosoa<32, &particle::x, &particle::mass>(stream, from, from + count, masses);
}
