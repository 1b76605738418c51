// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls algorithms from the host, at least one for each kind of kernel.
#include "elements.cuh"

#include <heddle/algorithm.cuh>
#include <heddle/exchange.cuh>

#include <cstddef>
#include <iterator>
#include <vector>

namespace app {

//! An iterator that is not a pointer.
struct walker {
    using iterator_category = std::random_access_iterator_tag;
    using value_type = particle;
    using difference_type = std::ptrdiff_t;
    using pointer = particle const*;
    using reference = particle const&;

    particle const* at;
    __host__ __device__ reference operator*() const { return *at; }
    __host__ __device__ reference operator[](difference_type n) const { return at[n]; }
    __host__ __device__ walker& operator+=(difference_type n)
    {
        at += n;
        return *this;
    }
    __host__ __device__ walker operator+(difference_type n) const { return {at + n}; }
    __host__ __device__ difference_type operator-(walker const& other) const { return at - other.at; }
};

//! The engine of a single rank.
struct only_rank {
    unsigned rank() const { return 0; }
    unsigned ranks() const { return 1; }
    std::uint64_t key_of(void const*) const { return 1; }
    cudaError_t all_gather(cudaStream_t, void const*, void*, std::size_t) { return cudaSuccess; }
    cudaError_t send(cudaStream_t, std::byte const*, std::byte*, std::vector<heddle::rank_messages> const&)
    {
        return cudaSuccess;
    }
};
struct rank_of {
    __device__ int operator()(particle const& each) const { return each.mass < 0 ? -1 : 0; }
};

}  // namespace app
using app::only_rank;
using app::rank_of;
using app::walker;

template <class In>
void call_algorithms(In first, particle* array, cudaStream_t stream)
{
    std::size_t bytes = 0;
    std::size_t* selected = nullptr;
    int* places = nullptr;
    float* masses = nullptr;
    In const last = first + 1;
    heddle::transform(stream, first, last, array, pushed{});
    heddle::transform(stream, first, last, first, array, joined{});
    heddle::transform_if(stream, first, last, array, pushed{}, is_heavy{});
    heddle::transform_if(stream, first, last, first, array, pushed{}, is_heavy{});
    heddle::transform_if(stream, first, last, first, first, array, joined{}, is_heavy{});
    heddle::copy(stream, first, last, array);
    heddle::device::transform_reduce(nullptr, bytes, stream, first, last, masses, 0.0f, mass_of{}, added{});
    heddle::device::reduce(nullptr, bytes, stream, first, last, array, particle{}, joined{});
    heddle::device::inclusive_scan(nullptr, bytes, stream, first, last, array, joined{});
    heddle::device::exclusive_scan(nullptr, bytes, stream, first, last, array, particle{}, joined{});
    heddle::device::copy_if(nullptr, bytes, stream, first, last, array, selected, is_heavy{});
    heddle::device::copy_if(nullptr, bytes, stream, first, last, first, array, selected, is_heavy{});
    heddle::device::remove_copy_if(nullptr, bytes, stream, first, last, array, selected, is_heavy{});
    heddle::device::unique_copy(nullptr, bytes, stream, first, last, array, selected, alike{});
    heddle::device::partition_copy(nullptr, bytes, stream, first, last, array, array, selected, is_heavy{});
    heddle::gather(stream, places, places, first, array);
    heddle::scatter(stream, first, last, places, array);
    heddle::scatter_add(stream, first, places, 1, array);
}

int main()
{
    cudaStream_t const stream = nullptr;
    std::size_t bytes = 0;
    std::size_t* selected = nullptr;
    particle* array = nullptr;
    float* masses = nullptr;
    call_algorithms(array, array, stream);
    call_algorithms(walker{array}, array, stream);
    heddle::coalesced_ptr<particle> const p(array);
    heddle::for_each(stream, p, p, push{});
    heddle::tabulate(stream, p, p, made{});
    heddle::generate(stream, p, p, made{});
    heddle::fill(stream, p, p, particle{});
    heddle::device::remove_if(nullptr, bytes, stream, p, p, selected, is_heavy{});
    heddle::device::unique(nullptr, bytes, stream, p, p, selected, alike{});
    heddle::device::partition(nullptr, bytes, stream, p, p, selected, is_heavy{});
    heddle::device::sort(nullptr, bytes, stream, array, array, 1, lighter{});
    heddle::device::sort_by_member<&particle::mass>(nullptr, bytes, stream, array, array, 1);
    heddle::device::sort_by_member<&particle::mass, &particle::x>(nullptr, bytes, stream, array, array, 1,
                                                                  heddle::descending(), heddle::ascending());
    heddle::device::top_k_by_member<&particle::mass>(nullptr, bytes, stream, array, array, 1, 1);
    heddle::device::sort_by_key(nullptr, bytes, stream, masses, masses, array, array, 1);
    int* const places = nullptr;
    heddle::device::segmented_reduce(nullptr, bytes, stream, p, places, places, 0, array, particle{}, joined{});
    heddle::device::segmented_inclusive_scan(nullptr, bytes, stream, p, p, 0, places, 0, joined{});
    heddle::device::segmented_sort(nullptr, bytes, stream, array, array, 2, places, 1, lighter{});
    heddle::device::segmented_sort_by_member<&particle::mass>(nullptr, bytes, stream, array, array, 2, places, 1);
    heddle::device::segmented_top_k_by_member<&particle::mass>(nullptr, bytes, stream, array, array, 2, places, 1, 1);
    heddle::device::multisplit(nullptr, bytes, stream, array, array, 1, places, 8, rank_of{});
    only_rank engine;
    std::size_t received = 0;
    heddle::device::exchange(nullptr, bytes, stream, engine, array, 1, array, 1, received, rank_of{});
    heddle::scatter_add<&particle::mass>(stream, array, places, 1, p);
    heddle::device::deterministic_scatter_add(nullptr, bytes, stream, array, places, 1, array);
    heddle::device::deterministic_scatter_add<&particle::mass>(nullptr, bytes, stream, p, places, 1, p);
    heddle::aos_to_soa<&particle::x, &particle::mass>(stream, p, p, masses, masses);
    heddle::soa_to_aos<&particle::x, &particle::mass>(stream, p, p, masses, masses);
    heddle::aos_to_aosoa<32, &particle::x, &particle::mass>(stream, p, p, masses);
    heddle::aosoa_to_aos<32, &particle::x, &particle::mass>(stream, p, p, masses);
    letters* const words = nullptr;
    heddle::copy(stream, words, words, words);
    heddle::device::exclusive_scan(nullptr, bytes, stream, masses, masses, masses, 0.0f);
    heddle::device::sort_by_key(nullptr, bytes, stream, masses, masses, words, words, 0);
}
