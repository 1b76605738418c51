// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// grid_reduce: sums up an array in one kernel. Compared with CUB, and with a kernel that only reads (flat_read).
#pragma once

#include "../access/several.cuh"
#include "rounds.cuh"

#include <heddle/warp.cuh>

#include <cub/device/device_reduce.cuh>

#include <cmath>

namespace heddle_bench::device_reduce {

//! Returns the number of elements. The array is as large as two arrays of the other benchmarks.
template <class T>
std::size_t count_of()
{
    return std::size_t{blocks_of(2 * array_bytes() / sizeof(T), 8192)} * 8192;
}

//! An addition that heddle may treat as commutative. CUB always treats operations as commutative.
struct addition_in_any_order : addition {};

template <class T>
using operation_for = std::conditional_t<std::is_arithmetic_v<T>, heddle::plus, addition_in_any_order>;

}  // namespace heddle_bench::device_reduce

template <>
struct heddle::operation_of<heddle_bench::device_reduce::addition_in_any_order>
    : std::integral_constant<heddle::operation_kind, heddle::operation_kind::commutative> {
};

namespace heddle_bench::device_reduce {

// ---- the arrays and their sums ----

//! Returns a number below 8. Sums of such numbers are nearly exact in every order of addition.
__host__ __device__ inline unsigned number_at(std::size_t i) { return static_cast<unsigned>(i * 2654435761u >> 7 & 7); }

template <class T>
__global__ void fill(T* first, std::size_t count)
{
    for (std::size_t i = grid_index(); i < count; i += grid_size()) {
        first[i] = static_cast<T>(number_at(i));
    }
}

template <class T>
struct reduced_array {
    std::size_t count = count_of<T>();
    T *first = allocate<T>(count), *partial = allocate<T>(count / 8192 + 4096), *result = allocate<T>(1);
    unsigned* arrived = copy_to_device(std::vector<unsigned>(1));

    reduced_array() { launch_kernel(fill<T>, 4096, block_threads, first, count); }
};

//! Returns whether the sum is correct. Sums of integers must be exact. Sums of floats may differ by a ten-thousandth,
//! because they are added in another order; only their first member is compared.
template <class T>
bool is_right(T const& sum, std::size_t count)
{
    std::conditional_t<std::is_integral_v<T>, T, float> found;
    std::memcpy(&found, &sum, sizeof found);
    double expected = 0;
    for (std::size_t i = 0; i < count; ++i) expected += number_at(i);
    return std::abs(found - expected) <= (std::is_integral_v<T> ? 0 : 1e-4 * expected);
}

// ---- kernels ----

template <class T, class Operation>
__global__ void __launch_bounds__(block_threads, 1)
    reduce_grid(T const* first, std::size_t count, heddle::grid_reduce_memory<T> memory, T* result)
{
    namespace cg = cooperative_groups;
    __shared__ heddle::grid_reduce_scratch<T, block_threads / 32> scratch;
    heddle::grid_reduce_range(cg::this_grid(), cg::this_thread_block(), this_warp(), scratch, memory, first, count,
                              result, Operation{});
}

// ---- registration ----

//! Adds a benchmark that times `launch`. `launch` is called with the addresses of the arrays.
template <class T, class Launch>
void add_form(std::string const& form, Launch const& launch)
{
    auto const run = [=] { launch(made_once<reduced_array<T>>()); };
    auto const count_wrong = [=]() -> std::size_t {
        auto const& a = made_once<reduced_array<T>>();
        return form == "flat_read" || is_right(copy_to_host(a.result, 1)[0], a.count) ? 0 : 1;
    };
    add_measurement("grid_reduce/" + type_name<T>() + '/' + form + '/' + std::to_string(count_of<T>()),
                    {static_cast<double>(count_of<T>() * sizeof(T)), run, count_wrong});
}

//! Adds a grid reduction with as many blocks as can be resident at the same time.
template <class T, class Operation>
void add_grid(char const* form)
{
    add_form<T>(form, [](reduced_array<T> const& a) {
        static unsigned const blocks = resident_blocks(reduce_grid<T, Operation>, block_threads);
        launch_kernel(reduce_grid<T, Operation>, blocks, block_threads, a.first, a.count,
                      heddle::grid_reduce_memory<T>{a.partial, a.arrived}, a.result);
    });
}

template <class T>
void add_type()
{
    add_form<T>("flat_read", [](reduced_array<T> const& a) {
        std::size_t const words = a.count * sizeof(T) / sizeof(uint4);
        launch_kernel(flat_load, blocks_of(words, flat_share.elements), block_threads,
                      reinterpret_cast<std::byte const*>(a.first), nullptr, no_sums, words);
    });
    add_grid<T, operation_for<T>>("heddle");
    add_grid<T, addition>("heddle_in_order");
    add_form<T>("cub", [](reduced_array<T> const& a) {
        static std::size_t bytes = std::size_t{64} << 20;  // more bytes than CUB needs
        static auto* const storage = allocate<std::byte>(bytes);
        HEDDLE_BENCH_CHECK(
            cub::DeviceReduce::Reduce(storage, bytes, a.first, a.result, a.count, addition{}, static_cast<T>(0u)));
    });
}

inline void add()
{
    add_type<int>();
    add_type<float>();
    add_type<vector7>();
    add_type<vector13>();
    add_type<point13>();
}

}  // namespace heddle_bench::device_reduce
