// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What the benchmarks of algorithms with temporary storage share: arrays of structs of random bytes,
// made once; storage that is there before anything is timed; and the comparison of results.
#pragma once

#include "../common/check.hpp"
#include "../common/measurement.hpp"
#include "prepared_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>

namespace heddle_bench {

//! A struct as users have them: an array of members.
template <unsigned Bytes, unsigned Alignment>
struct alignas(Alignment) record {
    using member =
        std::conditional_t<Alignment % 4 == 0, std::uint32_t,
                           std::conditional_t<Alignment == 2, std::uint16_t, std::uint8_t>>;
    member members[Bytes / sizeof(member)];
};

//! Calls visit(record<…>{}) for every struct that is measured.
template <class Visit>
void for_each_record(Visit const& visit)
{
    visit(record<1, 1>{});
    visit(record<2, 2>{});
    visit(record<3, 1>{});
    visit(record<4, 4>{});
    visit(record<8, 4>{});
    visit(record<12, 4>{});
    visit(record<13, 1>{});
    visit(record<16, 4>{});
    visit(record<20, 4>{});
    visit(record<28, 4>{});
    visit(record<32, 4>{});
    visit(record<50, 2>{});
    visit(record<64, 4>{});
    visit(record<96, 4>{});
    visit(record<128, 4>{});
    visit(record<132, 4>{});
    visit(record<248, 4>{});
}

namespace {

inline constexpr std::size_t sequence_bytes = std::size_t{512} << 20;

__global__ void fill_words(std::uint32_t* words, std::size_t count)
{
    std::size_t const step = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count; i += step) {
        std::uint64_t z = i * 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        words[i] = static_cast<std::uint32_t>(z >> 32);
    }
}

__global__ void count_differences(unsigned long long* differences, std::uint8_t const* a,
                                  std::uint8_t const* b, std::size_t bytes)
{
    std::size_t const step = std::size_t{gridDim.x} * blockDim.x;
    unsigned long long own = 0;
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < bytes; i += step) {
        own += a[i] != b[i] ? 1 : 0;
    }
    if (own != 0) atomicAdd(differences, own);
}

//! The arrays of one source file. What is measured writes its number to numbers[0].
class sequences {
public:
    static sequences& get()
    {
        static sequences all;
        return all;
    }

    void* in = nullptr;
    void* out = nullptr;       //!< what is measured writes here
    void* expected = nullptr;  //!< a peer's answer
    void* temporary = nullptr;
    std::size_t temporary_bytes = 2 * sequence_bytes;
    unsigned long long* numbers = nullptr;

    void clear_out() const
    {
        HEDDLE_BENCH_CHECK(cudaMemset(out, 0, 2 * sequence_bytes));
        HEDDLE_BENCH_CHECK(cudaMemset(numbers, 0, 8 * sizeof(*numbers)));
    }
    unsigned long long number(unsigned i) const
    {
        unsigned long long value = 0;
        HEDDLE_BENCH_CHECK(cudaMemcpy(&value, numbers + i, sizeof(value), cudaMemcpyDeviceToHost));
        return value;
    }
    std::size_t differences(std::size_t bytes) const
    {
        HEDDLE_BENCH_CHECK(cudaMemset(numbers + 7, 0, sizeof(*numbers)));
        count_differences<<<4096, 256>>>(numbers + 7, static_cast<std::uint8_t const*>(out),
                                         static_cast<std::uint8_t const*>(expected), bytes);
        check_launch();
        return number(7);
    }

private:
    sequences()
    {
        HEDDLE_BENCH_CHECK(cudaMalloc(&in, sequence_bytes));
        HEDDLE_BENCH_CHECK(cudaMalloc(&out, 2 * sequence_bytes));
        HEDDLE_BENCH_CHECK(cudaMalloc(&expected, 2 * sequence_bytes));
        HEDDLE_BENCH_CHECK(cudaMalloc(&temporary, temporary_bytes));
        HEDDLE_BENCH_CHECK(cudaMalloc(&numbers, 8 * sizeof(*numbers)));
        fill_words<<<4096, 256>>>(static_cast<std::uint32_t*>(in), sequence_bytes / 4);
        check_launch();
    }
};

template <class Element>
constexpr std::size_t count_of = sequence_bytes / sizeof(Element);

template <class Element>
Element* as(void* memory)
{
    return static_cast<Element*>(memory);
}

//! What Thrust's policies allocate from.
inline prepared_memory prepared_temporary()
{
    return {sequences::get().temporary, sequences::get().temporary_bytes};
}

//! Both phases of a call: the storage is large enough.
template <class Call>
void run_two_phases(Call const& call)
{
    sequences& all = sequences::get();
    std::size_t bytes = all.temporary_bytes;
    HEDDLE_BENCH_CHECK(call(all.temporary, bytes));
}

//! Adds a measurement; count_wrong() is called after one launch on cleared memory.
inline void add_two_phase(std::string const& name, std::size_t bytes_moved,
                          std::function<void()> const& launch,
                          std::function<std::size_t()> const& count_wrong)
{
    measurement m;
    m.bytes_moved = bytes_moved;
    m.prepare = [] { sequences::get(); };
    m.launch = launch;
    m.count_wrong = [launch, count_wrong] {
        sequences::get().clear_out();
        launch();
        return count_wrong();
    };
    add_measurement(name, m);
}

}  // namespace
}  // namespace heddle_bench
