// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Measures kernels of applications before and after they are moved to heddle (docs/moving-a-kernel.md). A pattern is one
// kernel. Its variants are forms of the kernel:
//   plain  as people write it, on a T*
//   word   the same source on a coalesced_ptr<T>
//   best   in the form that the page recommends
// and others. GB/s count the whole structs that plain code reads and writes, whatever part of them a variant moves. So
// the ratio of two variants of a pattern is the ratio of their times.
#pragma once

#include "../access/moves.cuh"

namespace heddle_bench {

//! Returns the index of the calling thread's struct, in the type that people use.
__device__ __forceinline__ int own_index() { return static_cast<int>(element_index()); }

//! Returns whether i belongs to a random share.
__host__ __device__ inline bool takes(std::size_t i, unsigned percent)
{
    return mixed(static_cast<std::uint32_t>(i) * 101 + percent) % 100 < percent;
}

//! Fills structs with powers of two, so that kernels compute without rounding. The first word of a struct is positive
//! in a random share of the structs, and 0 in the others.
static __global__ void fill_powers(float* words, std::size_t word_count, unsigned words_of_struct, unsigned percent)
{
    for (std::size_t i = grid_index(); i < word_count; i += grid_size()) {
        std::uint32_t const random = mixed(static_cast<std::uint32_t>(i) + 1);
        float const power = static_cast<float>(1u << random % 8) / 8;
        bool const is_first = i % words_of_struct == 0;
        words[i] = !is_first ? (random & 8 ? power : -power) : takes(i / words_of_struct, percent) ? power : 0.0f;
    }
}

//! Adds the hashes of all structs to `sum`. If the order counts, a hash depends on the place of the struct.
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
    double moves;              //!< structs that plain code reads and writes, per struct of the array
    unsigned percent = 100;    //!< the share of structs whose first word is not 0
    bool order_counts = true;  //!< false if the kernels append structs
};

template <class Kernel>
struct form {
    char const* variant;
    Kernel kernel;
};
template <class Kernel>
form(char const*, Kernel) -> form<Kernel>;

//! Memory beside the structs, as an argument of kernels. value_of() calls other() only when a kernel is launched,
//! because the memory does not exist before.
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

//! Returns a function that measures forms of a pattern. The first form is plain code. The parameters of a kernel are
//! the structs, their number and the arguments. A form is right if it leaves the same memory as plain code.
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
            m.prepare = fill;  // before each batch, which changes the memory
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
