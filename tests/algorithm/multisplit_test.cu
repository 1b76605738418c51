// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares multisplit with a stable sort by bucket: no, one and many buckets, numbers of no bucket, and elements that
// can only be copied as bytes.

#include "common/algorithms.cuh"

#include <heddle/algorithm/multisplit.cuh>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace heddle_test::multisplit_test {
namespace {

using multisplit_test = gpu_test;

struct particle {
    std::int32_t cell;
    float position[3], velocity[3];
};
//! Has no default constructor, no copies by assignment, and an operator& of its own.
struct sealed_particle {
    std::int32_t cell;
    std::uint16_t other[5];

    sealed_particle() = delete;
    sealed_particle(sealed_particle const&) = default;
    sealed_particle& operator=(sealed_particle const&) = delete;
    void operator&() const = delete;
};

struct cell_of {
    template <class T>
    HEDDLE_HOST_DEVICE std::int32_t operator()(T const& each) const
    {
        return each.cell;
    }
};
enum class half : std::uint8_t { lower, upper };
//! Has a state, and an operator() that is not const.
struct half_of {
    std::int32_t middle;

    HEDDLE_HOST_DEVICE half operator()(particle const& each) { return each.cell < middle ? half::lower : half::upper; }
};
struct last_bits_of {
    HEDDLE_HOST_DEVICE std::uint8_t operator()(std::uint8_t byte) const { return byte & 7; }
};
struct wide_cell_of {
    HEDDLE_HOST_DEVICE std::uint64_t operator()(particle const& each) const
    {
        return (std::uint64_t{1} << 32) + static_cast<std::uint64_t>(each.cell);
    }
};

//! Returns the bytes of `count` structs, whose first member is random between -1 and `most`.
template <class T>
std::vector<unsigned char> random_structs(std::size_t count, std::int32_t most, random_source& random)
{
    std::vector<unsigned char> bytes(count * sizeof(T));
    random.fill(bytes.data(), bytes.size());
    if constexpr (sizeof(T) >= sizeof(std::int32_t)) {
        for (std::size_t i = 0; i < count; ++i) {
            auto const cell = static_cast<std::int32_t>(random.below(static_cast<unsigned>(most) + 2)) - 1;
            std::memcpy(bytes.data() + i * sizeof(T), &cell, sizeof cell);
        }
    }
    return bytes;
}

template <class T, class Offset, class BucketOf>
void expect_split(std::vector<unsigned char> const& structs, std::uint32_t bucket_count, random_source& random,
                  BucketOf bucket_of)
{
    std::size_t const count = structs.size() / sizeof(T);
    SCOPED_TRACE(testing::Message() << count << " structs, " << bucket_count << " buckets");
    auto const* const first = reinterpret_cast<T const*>(structs.data());
    std::vector<std::uint64_t> buckets(count), order(count);
    for (std::size_t i = 0; i < count; ++i) {
        order[i] = i;
        buckets[i] = std::min(static_cast<std::uint64_t>(bucket_of(first[i])), std::uint64_t{bucket_count});
    }
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return buckets[a] < buckets[b]; });
    std::vector<unsigned char> expected;
    for (auto const i : order) {
        expected.insert(expected.end(), structs.begin() + static_cast<std::ptrdiff_t>(i * sizeof(T)),
                        structs.begin() + static_cast<std::ptrdiff_t>((i + 1) * sizeof(T)));
    }
    std::vector<Offset> expected_offsets(bucket_count + std::size_t{1});
    for (std::size_t b = 0; b <= bucket_count; ++b) {
        expected_offsets[b] = static_cast<Offset>(
            std::count_if(buckets.begin(), buckets.end(), [b](std::uint64_t each) { return each < b; }));
    }
    guarded_array<unsigned char> array(structs.size(), random, alignof(T));
    guarded_array<Offset> offsets(bucket_count + std::size_t{1}, random, sizeof(Offset));
    std::copy(structs.begin(), structs.end(), array.begin());
    device_copy<Offset> const offsets_on_device(offsets);
    expect_sorted(
        expected, array, random,
        [&](unsigned char const* in, unsigned char* out, void* temporary, std::size_t& bytes, cudaStream_t stream) {
            return heddle::device::multisplit(temporary, bytes, stream, reinterpret_cast<T const*>(in),
                                              reinterpret_cast<T*>(out), count, offsets_on_device.data(), bucket_count,
                                              bucket_of);
        });
    expect_elements(expected_offsets, offsets, offsets_on_device);
}

TEST_F(multisplit_test, equals_a_stable_sort)
{
    random_source random("structs in buckets");
    for (std::size_t const count : algorithm_counts()) {
        for (std::uint32_t const buckets : {0u, 1u, 2u, 7u, 255u, 256u, 1000u}) {
            auto const structs = random_structs<particle>(count, static_cast<std::int32_t>(buckets), random);
            expect_split<particle, std::uint64_t>(structs, buckets, random, cell_of());
        }
    }
}

TEST_F(multisplit_test, takes_other_structs_and_functions)
{
    random_source random("other structs in buckets");
    std::size_t const count = usual_or_small(50000, 5000);
    expect_split<sealed_particle, int>(random_structs<sealed_particle>(count, 40, random), 40, random, cell_of());
    expect_split<std::uint8_t, std::uint32_t>(random_structs<std::uint8_t>(count, 0, random), 6, random,
                                              last_bits_of());
    auto const particles = random_structs<particle>(count, 99, random);
    expect_split<particle, std::int64_t>(particles, 2, random, half_of{50});
    expect_split<particle, std::uint64_t>(particles, 100, random, wide_cell_of());
    expect_split<particle, std::uint64_t>(random_structs<particle>(300, 1 << 20, random), 1 << 20, random, cell_of());
}

TEST_F(multisplit_test, refuses_offsets_that_cannot_hold_the_count)
{
    std::size_t bytes = 0;
    particle* const none = nullptr;
    std::uint8_t* const offsets = nullptr;
    EXPECT_EQ(cudaErrorInvalidValue,
              heddle::device::multisplit(nullptr, bytes, nullptr, none, none, 256, offsets, 4, cell_of()));
    EXPECT_EQ(cudaSuccess, heddle::device::multisplit(nullptr, bytes, nullptr, none, none, 255, offsets, 4, cell_of()));
}

TEST_F(multisplit_test, refuses_arrays_that_overlap)
{
    device_vector<particle> const array(std::vector<particle>(100));
    device_vector<int> const offsets(std::vector<int>(5));
    auto const split = [&](void* temporary, std::size_t& bytes) {
        return heddle::device::multisplit(temporary, bytes, nullptr, static_cast<particle const*>(array.data()),
                                          array.data() + 1, 99, offsets.data(), 4, cell_of());
    };
    std::size_t bytes = 0;
    EXPECT_EQ(cudaSuccess, split(nullptr, bytes));
    device_memory const temporary(bytes);
    EXPECT_EQ(cudaErrorInvalidValue, split(temporary.data(), bytes));
}

}  // namespace
}  // namespace heddle_test::multisplit_test
