// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls of sorts, and of algorithms on segments, that nvcc must refuse. (refusals.py describes the test.)

#define REFUSED(name, ...)
#define ACCEPTED(name, ...) __VA_ARGS__

// A sort by several members needs an order for each member, or none.
#include <heddle/algorithm/sort_members.cuh>
struct trade {
    float price;
    int time;
};
void sort(trade const* first, trade* to)
{
    std::size_t bytes = 0;
    heddle::device::sort_by_member<&trade::price, &trade::time>(nullptr, bytes, nullptr, first, to, 1);
    // expect: an order for each
    REFUSED(sort_without_an_order, heddle::device::sort_by_member<&trade::price, &trade::time>(
                                       nullptr, bytes, nullptr, first, to, 1, heddle::ascending());)
}

// Sorts move the bytes of structs.
#include <heddle/algorithm/sort.cuh>
struct owner {
    int key;
    // expect: sorted elements must be
    REFUSED(sort_of_destroyed, __host__ __device__ ~owner(){})
};
struct by_owner_key {
    __device__ bool operator()(owner const& a, owner const& b) const { return a.key < b.key; }
};
void sort(owner const* first, owner* to)
{
    std::size_t bytes = 0;
    heddle::device::sort(nullptr, bytes, nullptr, first, to, 1, by_owner_key());
}

// Segments are those of an array.
#include <heddle/algorithm/segmented_reduce.cuh>
struct weights {
    float value[5];
    weights const& operator*() const { return *this; }
};
struct weights_iterator : weights {
    using iterator_category = std::random_access_iterator_tag;
    using value_type = weights;
    using difference_type = std::ptrdiff_t;
    using pointer = weights const*;
    using reference = weights const&;
};
struct greater_weights {
    __device__ weights operator()(weights const& a, weights const& b) const { return a.value[0] < b.value[0] ? b : a; }
};
void reduce(weights const* first, int const* offsets, weights* to)
{
    std::size_t bytes = 0;
    auto const* const ends = offsets + 1;
    heddle::device::segmented_reduce(nullptr, bytes, nullptr, first, offsets, ends, 1, to, {}, greater_weights());
    // expect: needs a pointer to
    REFUSED(segments_of_an_iterator, heddle::device::segmented_reduce(nullptr, bytes, nullptr, weights_iterator(),
                                                                      offsets, ends, 1, to, {}, greater_weights());)
    [[maybe_unused]] float const* numbers = nullptr;
    // expect: offsets of segments
    REFUSED(segments_of_floats, heddle::device::segmented_reduce(nullptr, bytes, nullptr, first, numbers, ends, 1, to,
                                                                 {}, greater_weights());)
}

// Scans of segments need arrays of the same elements, and offsets that are integers.
#include <heddle/algorithm/segmented_scan.cuh>
struct note {
    int number;
};
struct later_note {
    __device__ note operator()(note const& a, note const& b) const { return a.number < b.number ? b : a; }
};
void scan_segments(note const* first, int const* offsets, note* to)
{
    std::size_t bytes = 0;
    heddle::device::segmented_inclusive_scan(nullptr, bytes, nullptr, first, to, 1, offsets, 1, later_note());
    [[maybe_unused]] float const* numbers = nullptr;
    // expect: offsets of segments
    REFUSED(scanned_segments_of_floats,
            heddle::device::segmented_inclusive_scan(nullptr, bytes, nullptr, first, to, 1, numbers, 1, later_note());)
    // expect: to an array of
    REFUSED(scanned_segments_to_const, heddle::device::segmented_exclusive_scan(nullptr, bytes, nullptr, first, first,
                                                                                1, offsets, 1, {}, later_note());)
}

// Sorts of segments need elements whose bytes are moved, offsets that are integers, and an order for each member, or none.
#include <heddle/algorithm/segmented_sort.cuh>
struct bid {
    float price;
    int time;
    // expect: sorted elements must be
    REFUSED(sorted_segments_of_destroyed, __host__ __device__ ~bid(){})
};
struct cheaper {
    __device__ bool operator()(bid const& a, bid const& b) const { return a.price < b.price; }
};
void sort_segments(bid const* first, int const* offsets, bid* to)
{
    std::size_t bytes = 0;
    heddle::device::segmented_sort(nullptr, bytes, nullptr, first, to, 2, offsets, 1, cheaper());
    heddle::device::segmented_sort_by_member<&bid::price>(nullptr, bytes, nullptr, first, to, 2, offsets, 1);
    [[maybe_unused]] float const* numbers = nullptr;
    // expect: offsets of segments
    REFUSED(sorted_segments_of_floats,
            heddle::device::segmented_sort(nullptr, bytes, nullptr, first, to, 2, numbers, 1, cheaper());)
    REFUSED(segments_of_floats_sorted_by_member,
            heddle::device::segmented_sort_by_member<&bid::price>(nullptr, bytes, nullptr, first, to, 2, numbers, 1);)
    // expect: an order for each
    REFUSED(sorted_segments_with_one_order,
            heddle::device::segmented_top_k_by_member<&bid::price, &bid::time>(nullptr, bytes, nullptr, first, to, 2,
                                                                               offsets, 1, 1, heddle::descending());)
}

// A bucket is an integer.
#include <heddle/algorithm/multisplit.cuh>
struct cell {
    float x, y;
};
struct x_of_cell {
    // expect: must return an integer
    REFUSED(multisplit_by_a_float, using number = float;)
    ACCEPTED(multisplit_by_a_float, using number = int;)
    __device__ number operator()(cell const& each) const { return static_cast<number>(each.x); }
};
void split(cell const* first, cell* to, int* offsets)
{
    std::size_t bytes = 0;
    heddle::device::multisplit(nullptr, bytes, nullptr, first, to, 1, offsets, 8, x_of_cell());
}

// An exchange moves the bytes of structs.
#include <heddle/exchange.cuh>
struct visitor {
    int rank;
    // expect: sorted elements must be
    REFUSED(exchange_of_destroyed, __host__ __device__ ~visitor(){})
};
struct rank_of_visitor {
    __device__ int operator()(visitor const& each) const { return each.rank; }
};
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
void exchange(only_rank& engine, visitor const* first, visitor* to, std::size_t& count)
{
    std::size_t bytes = 0;
    heddle::device::exchange(nullptr, bytes, nullptr, engine, first, 1, to, 1, count, rank_of_visitor());
}
