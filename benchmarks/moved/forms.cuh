// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Measures kernels of applications before and after they are moved to heddle (docs/moving-a-kernel.md). A pattern is
// one kernel. Its variants are forms of this kernel, among them:
//   plain  as people write it, with a T*
//   word   the same source with a coalesced_ptr<T>
//   best   the form that the page recommends
// GB/s count the whole structs that plain code reads and writes, whatever part of them a variant moves. The ratio of
// GB/s of two variants of a pattern is therefore the inverse ratio of their times.
#pragma once

#include "../access/moves.cuh"
#include "bodies.cuh"

namespace heddle_bench {

//! Returns the index of the calling thread's struct, as an int, which is the type that people use.
__device__ __forceinline__ int own_index() { return static_cast<int>(element_index()); }

static __global__ void fill_powers(float* words, std::size_t word_count, unsigned words_of_struct, unsigned percent)
{
    for (std::size_t i = grid_index(); i < word_count; i += grid_size())
        words[i] = power_of(i, words_of_struct, percent);
}

//! Adds the hashes of all structs to `sum`. If order_counts, the hash of a struct also depends on its index.
static __global__ void sum_hashes(std::uint32_t const* words, std::size_t count, unsigned words_of_struct,
                                  bool order_counts, unsigned long long* sum)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) {
        unsigned long long hash = order_counts ? i : 0;
        for (unsigned w = 0; w < words_of_struct; ++w) {
            hash = (hash ^ words[i * words_of_struct + w]) * 0x9e3779b97f4a7c15ull;
            hash ^= hash >> 29;
        }
        atomicAdd(sum, hash);
    }
}

struct pattern {
    char const* name;
    double moves;              //!< number of structs that plain code reads and writes per struct of the array
    unsigned percent = 100;    //!< the percentage of structs whose first word is not 0
    bool order_counts = true;  //!< false if kernels append structs, so their order does not count
};

template <class Kernel>
struct form {
    char const* variant;
    Kernel kernel;
};
template <class Kernel>
form(char const*, Kernel) -> form<Kernel>;

//! Memory in addition to the structs, as an argument of kernels. The memory does not exist before a kernel is launched,
//! so value_of() calls other() only then.
template <class T>
T* other()
{
    return reinterpret_cast<T*>(sums());
}
template <class Argument>
auto value_of(Argument const& argument)
{
    if constexpr (std::is_invocable_v<Argument>) return argument();
    if constexpr (!std::is_invocable_v<Argument>) return argument;
}

//! Returns a function that measures the forms of a pattern. The first form is plain code. A kernel has the structs,
//! their number and the arguments as parameters. A form is correct if it leaves the same memory as plain code.
template <class T, class... Arguments>
auto measure_forms(pattern const& what, Arguments... arguments)
{
    return [=](auto plain, auto... others) {
        std::size_t const count = element_count(sizeof(T));
        unsigned const words = sizeof(T) / 4;
        auto const fill = [=] {
            launch_kernel(fill_powers, 4096, block_threads, out_as<float>(), count * words, words, what.percent);
            launch_kernel(fill_powers, 4096, block_threads, other<float>(), count * words, 1u, 50u);
        };
        auto const launch = [=](auto kernel) {
            launch_kernel(kernel, blocks_of(count), block_threads, out_as<T>(), static_cast<int>(count),
                          value_of(arguments)...);
        };
        auto const hash = [=](std::uint32_t const* array) {
            return count_wrong_by(sum_hashes, array, count, words, what.order_counts);
        };
        auto const count_wrong = [=] {
            auto const structs = hash(out_as<std::uint32_t>()), rest = hash(other<std::uint32_t>());
            fill();
            launch(plain.kernel);
            return std::size_t{structs != hash(out_as<std::uint32_t>())} + (rest != hash(other<std::uint32_t>()));
        };
        auto const add = [&](auto one) {
            double const bytes = what.moves * static_cast<double>(count * sizeof(T));
            measurement m{bytes, [=] { launch(one.kernel); }, count_wrong};
            m.prepare = fill;  // the launches in a batch change the memory, so every batch begins with a fill
            cudaFuncAttributes attributes{};
            if (cudaFuncGetAttributes(&attributes, one.kernel) == cudaSuccess) {
                m.facts["registers"] = attributes.numRegs;
            }
            add_measurement<T>(what.name, one.variant, m);
        };
        add(plain);
        (add(others), ...);
    };
}

}  // namespace heddle_bench
