// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Arrays of random elements between guards, in device memory. A seed determines the contents. Tests compare these
// arrays byte by byte.
#pragma once

#include "common/gpu.cuh"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace heddle_test {

enum class variety : unsigned {
    any,   // random values
    few,   // values from a set of four
    runs,  // runs of equal elements, with values from a set of four
};

__host__ __device__ inline std::uint64_t mixed_bits(std::uint64_t z)
{
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

//! Computes an element from random bits. By default, the bits determine each byte of the element.
template <class T, class = void>
struct made_of_bits {
    static __device__ T make(std::uint64_t bits, bool few)
    {
        T made;
        auto* const bytes = reinterpret_cast<unsigned char*>(&made);
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            bytes[i] = static_cast<unsigned char>(few ? bits : mixed_bits(bits + i / 8) >> i % 8 * 8);
        }
        return made;
    }
};
template <class T>
struct made_of_bits<T, std::enable_if_t<std::is_floating_point_v<T>>> {
    // Returns a multiple of 1/2, so that sums are exact. A wrong conversion to an integer is noticed, because it
    // changes some numbers.
    static __device__ T make(std::uint64_t bits, bool)
    {
        return static_cast<T>(static_cast<int>(bits % 2001) - 1000) / 2;
    }
};
//! One third of the doubles are zeros, infinities and NaNs of both signs.
template <>
struct made_of_bits<double> {
    static __device__ double make(std::uint64_t bits, bool few)
    {
        constexpr std::int64_t special[] = {0, 0x7ff0'0000'0000'0000, 0x7ff8'0000'0000'0000};
        auto const sign = static_cast<std::int64_t>(bits >> 63 << 63);
        if (bits % 3 != 0) return made_of_bits<float>::make(bits, few);
        return __longlong_as_double(special[bits / 3 % 3] | sign);
    }
};
template <class T>
struct made_of_bits<T, std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T>>> {
    static __device__ T make(std::uint64_t bits, bool) { return static_cast<T>(bits); }
};

template <class Byte>
__global__ void fill_with_random_bytes(Byte* bytes, std::size_t count, std::uint64_t seed)
{
    std::size_t const step = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count; i += step) {
        bytes[i] = static_cast<Byte>(mixed_bits(seed + i));
    }
}

template <class T>
__global__ void fill_with_random_elements(T* elements, std::size_t count, std::uint64_t seed, variety kind)
{
    std::size_t const step = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count; i += step) {
        std::uint64_t const run = kind == variety::runs ? i / (1 + mixed_bits(seed ^ i / 64) % 9) : i;
        std::uint64_t const bits = mixed_bits(seed + run);
        bool const few = kind != variety::any;
        T const made = made_of_bits<T>::make(few ? mixed_bits(bits % 4) : bits, few);
        memcpy(static_cast<void*>(elements + i), &made, sizeof(T));
    }
}

template <class Byte>
__global__ void find_first_difference(unsigned long long* first, Byte const* a, Byte const* b, std::size_t count)
{
    std::size_t const step = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count; i += step) {
        if (a[i] != b[i]) {
            atomicMin(first, static_cast<unsigned long long>(i));
            return;
        }
    }
}

constexpr unsigned long long no_difference = ~0ull;

//! Compares `count` bytes in device memory. Returns the index of the first byte that differs, or no_difference.
inline unsigned long long first_difference(unsigned char const* a, unsigned char const* b, std::size_t count)
{
    device_vector<unsigned long long> const first({no_difference});
    find_first_difference<<<264, 256>>>(first.data(), a, b, count);
    finish_kernel();
    return first.to_host(1).front();
}

//! Up to `most` elements of T between guards. The first element lies less than 32 elements after an aligned address.
template <class T>
class shifted_array {
public:
    static constexpr std::size_t guard_bytes = 512;
    static constexpr std::size_t most_before = 32;

    explicit shifted_array(std::size_t most) : memory_(guard_bytes + (most_before + most) * sizeof(T) + guard_bytes) {}

    //! Fills the elements and the guards with new random values.
    void refill(std::size_t start, std::size_t count, std::uint64_t seed, variety kind)
    {
        begin_ = guard_bytes + start * sizeof(T);
        std::size_t const end = begin_ + count * sizeof(T);
        used_ = end + guard_bytes;
        fill_with_random_bytes<<<264, 256>>>(memory_.data(), begin_, seed);
        fill_with_random_bytes<<<264, 256>>>(memory_.data() + end, guard_bytes, seed + 2);
        fill_with_random_elements<<<264, 256>>>(data(), count, seed + 1, kind);
        finish_kernel();
    }

    T* data() const { return reinterpret_cast<T*>(memory_.data() + begin_); }

    //! Compares the elements and guards of two arrays of equal size. Returns whether they differ, and sets `where` to
    //! the offset from data() of the first different byte.
    bool differs_from(shifted_array const& other, long long& where) const
    {
        auto const found = first_difference(memory_.data(), other.memory_.data(), used_);
        where = static_cast<long long>(found) - static_cast<long long>(begin_);
        return found != no_difference;
    }

private:
    device_memory memory_;
    std::size_t begin_ = guard_bytes;
    std::size_t used_ = guard_bytes;
};

}  // namespace heddle_test
