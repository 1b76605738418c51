// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Helpers for the benchmarks of device-wide algorithms. They allocate storage before the timing starts, sum up the
// values that were read, and compare results with those of another library.
#pragma once

#include "../access/several.cuh"

#include <thrust/system/cuda/execution_policy.h>

#include <limits>
#include <new>

namespace heddle_bench {

//! Returns the number of structs in an array.
template <class Element>
std::size_t count_of()
{
    return array_bytes() / sizeof(Element);
}
template <class Element>
double bytes_of()
{
    return static_cast<double>(count_of<Element>() * sizeof(Element));
}

//! Returns a number of structs with 32 bits, with which CUB is faster than with 64 bits.
inline int count_for_cub(std::size_t count)
{
    if (count <= std::numeric_limits<int>::max()) return static_cast<int>(count);
    std::fprintf(stderr, "CUB gets 32-bit numbers of structs: HEDDLE_BENCH_MIB is too large for these structs\n");
    std::exit(1);
}

// ---- storage ----

//! Memory for two arrays, which is allocated on first use. Benchmarks write to the array `result`.
enum class storage { result, temporary };
inline std::byte* stored(storage which)
{
    static std::byte* all[2]{};
    std::byte*& own = all[static_cast<int>(which)];
    if (own == nullptr) own = allocate<std::byte>(2 * array_bytes());
    return own;
}
template <class Element>
Element* result_as()
{
    return reinterpret_cast<Element*>(stored(storage::result));
}

//! An allocator for policies of Thrust that returns memory which has been allocated before. It never frees memory.
struct prepared_memory {
    using value_type = char;
    char *next, *end;

    prepared_memory(void* begin, std::size_t bytes) : next(static_cast<char*>(begin)), end(next + bytes) {}
    prepared_memory() : prepared_memory(stored(storage::temporary), 2 * array_bytes()) {}

    char* allocate(std::ptrdiff_t bytes)
    {
        char* const place = next;
        next += (static_cast<std::size_t>(bytes) + 255) / 256 * 256;
        if (next > end) throw std::bad_alloc();
        return place;
    }
    void deallocate(char*, std::size_t) {}
};

//! Returns a launcher that calls call(temporary, bytes) with allocated temporary storage.
template <class Call>
launcher with_storage(Call const& call)
{
    return [=] {
        std::size_t bytes = 2 * array_bytes();
        HEDDLE_BENCH_CHECK(call(stored(storage::temporary), bytes));
    };
}

// ---- numbers and sums ----

//! Returns the address of a number in device memory, for a sum or a count.
inline unsigned long long* number()
{
    static auto* const one = allocate<unsigned long long>(1);
    return one;
}
inline std::uint32_t* sum_place() { return reinterpret_cast<std::uint32_t*>(number()); }

inline void clear_number() { HEDDLE_BENCH_CHECK(cudaMemset(number(), 0, sizeof *number())); }
inline void write_number(std::size_t value)
{
    unsigned long long const all_bits = value;
    HEDDLE_BENCH_CHECK(cudaMemcpyAsync(number(), &all_bits, sizeof all_bits, cudaMemcpyHostToDevice));
}

template <class Element>
__global__ void sum_plainly(std::uint32_t* sum, Element const* first, std::size_t count)
{
    std::uint32_t own = 0;
    for (std::size_t i = grid_index(); i < count; i += grid_size()) own += xor_of_words(first[i]);
    atomicAdd(sum, own);
}

//! Returns how many bytes of the sum are wrong after a launch. The correct sum is that of the words of all structs.
template <class Element>
std::size_t count_wrong_sum(launcher const& launch)
{
    clear_number();
    launch();
    return count_wrong_at(number(), sizeof *number(), clear_number, [] {
        launch_kernel(sum_plainly<Element>, 4096, block_threads, sum_place(), in_as<Element>(), count_of<Element>());
    });
}

// ---- comparison ----

//! Adds a measurement of `launch`, which must leave the same `result` and the same number() as `expected` does.
//! prepare() prepares what both require.
template <class Element>
void add_compared(
    char const* pattern, char const* variant, double bytes, launcher const& launch, launcher const& expected,
    std::function<void()> const& prepare = [] {})
{
    auto const clear = [] {
        HEDDLE_BENCH_CHECK(cudaMemset(stored(storage::result), 0, 2 * array_bytes()));
        clear_number();
    };
    auto const count_wrong = [=] {
        auto const found = copy_to_host(number(), 1);
        std::size_t const wrong = count_wrong_at(stored(storage::result), 2 * array_bytes(), clear, expected);
        return wrong + (found == copy_to_host(number(), 1) ? 0 : 1);
    };
    add_measurement<Element>(pattern, variant, {bytes, launch, count_wrong, clear, prepare});
}

//! Adds the limit for an algorithm that only reads an array: a flat kernel that reads as many bytes.
template <class Element>
void add_reading_limit(char const* pattern)
{
    std::size_t const words = count_of<Element>() * sizeof(Element) / sizeof(uint4);
    add_measurement<Element>(pattern, "limit", measure_load<flat_word>(flat_load, words, flat_share));
}

}  // namespace heddle_bench
