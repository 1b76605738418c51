// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares a call of Thrust through each door (heddle's policy, or coalesced_ptr) with Thrust alone and raw pointers.
#pragma once

#include "gpu.cuh"

#include <common/bytes.hpp>

#include <heddle/thrust.cuh>

#include <thrust/execution_policy.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle_test {

//! Element types. Each takes seconds to compile, most of them for Thrust's own kernels.
using door_elements = full_or<::testing::Types<bytes<1>, bytes<2>, bytes<3>, bytes<8>, bytes<12>, bytes<13>, bytes<20>,
                                               bytes<28>, bytes<50>, bytes<64>, bytes<96>, bytes<132>, bytes<248>>,
                              ::testing::Types<bytes<28>>>;

//! The number of elements of a call, and the offset of the first element in its memory.
struct door_case {
    std::size_t count;
    std::size_t shift;
};

inline std::vector<door_case> small_cases()
{
    std::vector<std::size_t> const counts{0, 1, 31, 32, 33, 255, 256, 257, usual_or_small(100'003, 30'011)};
    std::vector<door_case> cases;
    for (std::size_t const count : counts) {
        for (std::size_t const shift : {0, 1}) cases.push_back({count, shift});
    }
    return cases;
}

inline std::vector<door_case> large_cases()
{
    return {{usual_or_small(std::size_t{1} << 26, std::size_t{1} << 20), 1}};
}

//! Returns whether this GPU has room for the arrays of the large cases, and for temporary storage.
template <class Element>
bool has_room_for_large_cases()
{
    std::size_t available = 0, all = 0;
    check_cuda(cudaMemGetInfo(&available, &all), "cudaMemGetInfo");
    return available / 7 > large_cases().front().count * sizeof(Element);
}

template <class Word>
__global__ void fill_with_random_words(Word* words, std::size_t count, std::uint64_t seed)
{
    std::size_t const step = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count; i += step) {
        std::uint64_t z = seed + i * 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        words[i] = z ^ (z >> 31);
    }
}

template <class Word>
__global__ void count_different_words(unsigned long long* different, Word const* a, Word const* b, std::size_t count)
{
    std::size_t const step = std::size_t{gridDim.x} * blockDim.x;
    unsigned long long own = 0;
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count; i += step) {
        own += a[i] != b[i] ? 1 : 0;
    }
    if (own != 0) atomicAdd(different, own);
}

//! Elements on the device between guards, with random bytes from a seed.
template <class Element>
class random_array {
public:
    random_array(door_case const& size, std::uint64_t seed)
        : offset_(guard_size + size.shift * sizeof(Element)),
          words_((offset_ + size.count * sizeof(Element) + guard_size) / sizeof(std::uint64_t) + 1),
          memory_(words_ * sizeof(std::uint64_t))
    {
        fill_with_random_words<<<blocks, threads>>>(words(), words_, seed);
        finish_kernel();
    }

    Element* data() const { return reinterpret_cast<Element*>(memory_.data() + offset_); }

    //! Returns whether another array of this size has the same bytes, guards included.
    bool has_bytes_of(random_array const& other) const
    {
        device_vector<unsigned long long> const different({0});
        count_different_words<<<blocks, threads>>>(different.data(), words(), other.words(), words_);
        finish_kernel();
        return different.to_host(1).front() == 0;
    }

private:
    static constexpr std::size_t guard_size = 512;
    static constexpr unsigned blocks = 1024, threads = 256;

    std::uint64_t* words() const { return reinterpret_cast<std::uint64_t*>(memory_.data()); }

    std::size_t offset_;
    std::size_t words_;
    device_memory memory_;
};

//! Compares algorithms by each door with Thrust alone, for arrays of some sizes.
class door_comparison {
public:
    door_comparison(char const* purpose, std::vector<door_case> cases) : random_(purpose), cases_(std::move(cases)) {}
    ~door_comparison() { EXPECT_LT(0u, compared_); }
    door_comparison(door_comparison const&) = delete;
    door_comparison& operator=(door_comparison const&) = delete;

    std::vector<door_case> const& cases() const { return cases_; }

    //! Calls algorithm(in, out, count, policy...) on copies of the same arrays, and compares both arrays afterwards,
    //! guards included.
    template <class In, class Out, class Algorithm>
    void compare(char const* name, Algorithm const& algorithm)
    {
        own_stream const stream(cudaStreamDefault);
        for (door_case const& size : cases_) {
            std::uint64_t const in_seed = random_.next();
            std::uint64_t const out_seed = random_.next();
            random_array<In> const expected_in(size, in_seed);
            random_array<Out> const expected_out(size, out_seed);
            algorithm(expected_in.data(), expected_out.data(), size.count, thrust::cuda::par);
            finish_kernel();

            auto const check = [&](char const* door, auto const& call) {
                random_array<In> const in(size, in_seed);
                random_array<Out> const out(size, out_seed);
                call(in.data(), out.data());
                check_cuda(cudaStreamSynchronize(stream), name);
                finish_kernel();
                EXPECT_TRUE(in.has_bytes_of(expected_in))
                    << name << " by " << door << " changes its input differently: " << size.count << " elements of "
                    << sizeof(In) << " bytes";
                EXPECT_TRUE(out.has_bytes_of(expected_out))
                    << name << " by " << door << ": " << size.count << " elements of " << sizeof(In) << " to "
                    << sizeof(Out) << " bytes, shifted by " << size.shift;
                ++compared_;
            };
            using heddle::make_coalesced;
            check("heddle::par", [&](In* a, Out* b) { algorithm(a, b, size.count, heddle::par); });
            check("heddle::par_nosync.on(stream)",
                  [&](In* a, Out* b) { algorithm(a, b, size.count, heddle::par_nosync.on(stream)); });
            check("coalesced_ptr", [&](In* a, Out* b) { algorithm(make_coalesced(a), make_coalesced(b), size.count); });
            check("coalesced_ptr and thrust::device",
                  [&](In* a, Out* b) { algorithm(make_coalesced(a), make_coalesced(b), size.count, thrust::device); });
        }
    }

private:
    random_source random_;
    std::vector<door_case> cases_;
    unsigned compared_ = 0;
};

}  // namespace heddle_test

//! Both tests of a suite, which compare algorithms by check<Element>(doors).
#define HEDDLE_TEST_DOORS(suite)                                                         \
    TYPED_TEST(suite, as_thrust_with_raw_pointers)                                       \
    {                                                                                    \
        door_comparison doors(#suite, small_cases());                                    \
        check<TypeParam>(doors);                                                         \
    }                                                                                    \
    TYPED_TEST(suite, as_thrust_with_many_elements)                                      \
    {                                                                                    \
        if (!has_room_for_large_cases<TypeParam>()) GTEST_SKIP() << "too little memory"; \
        door_comparison doors(#suite, large_cases());                                    \
        check<TypeParam>(doors);                                                         \
    }
