// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements, callables and arrays for tests of runtime calls (calls of the CUDA runtime). The tests compare the runtime
// calls of heddle with those of Thrust on raw pointers.
#pragma once

#include "comparison.hpp"

#include <heddle/thrust.cuh>

#include <thrust/execution_policy.h>

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <exception>
#include <new>
#include <type_traits>

namespace heddle_test {

inline constexpr std::size_t tried_counts[] = {0, 1, 1'000, 4'000, 100'000};
inline constexpr std::size_t largest_tried = 100'000;

struct body {
    float x, y, z, vx, vy, vz;
    int number;
};
static_assert(sizeof(body) == 28);

//! A struct that is large enough for heddle's own sort, which moves indices, in any number. (heddle passes small structs
//! to Thrust's sort.)
struct large {
    int number;
    int others[32];
};
struct unstaged {
    int number;
    int others[149];
};

struct is_odd {
    __host__ __device__ bool operator()(body const& b) const { return b.number % 2 != 0; }
    __host__ __device__ bool operator()(int number) const { return number % 2 != 0; }
};
struct are_equal {
    __host__ __device__ bool operator()(body const& a, body const& b) const { return a.number == b.number; }
};
struct is_less {
    template <class T>
    __host__ __device__ bool operator()(T const& a, T const& b) const
    {
        return a.number < b.number;
    }
};
struct added {
    __host__ __device__ body operator()(body a, body const& b) const
    {
        a.number += b.number;
        return a;
    }
};
struct moved {
    __host__ __device__ body operator()(body a) const
    {
        a.x += a.vx;
        return a;
    }
};
struct number_of {
    __host__ __device__ int operator()(body const& b) const { return b.number; }
};

//! Returns array `Number` of T, in memory of the fake runtime. The array is never freed.
template <class T, int Number = 0>
T* kept_array()
{
    static void* const memory = [] {
        void* allocated = nullptr;
        cudaMalloc(&allocated, largest_tried * sizeof(T));
        return allocated;
    }();
    return static_cast<T*>(memory);
}

//! Calls run() twice, and records the second call. The first call fills caches, so cached queries are not recorded.
template <class Run>
recorded_calls warm_calls(Run const& run)
{
    run();
    return record_calls(run);
}

//! Lets each recorded call fail in turn. report_of() runs the algorithm, and returns what it reported: by an exception
//! if `throws`. Every failure but that of a release must be reported, no memory may leak, and a pending error of an
//! earlier call must not be reported.
template <class Report>
void expect_errors(char const* algorithm, std::size_t count, recorded_calls const& calls, bool throws,
                   Report const& report_of)
{
    for (std::size_t k = 0; k < calls.size(); ++k) {
        if (calls[k].kind == runtime_call::release) continue;
        report heard = report::none;
        fail_call(k);
        auto const made = record_calls([&] { heard = report_of(); });
        expect_heard(algorithm, count, throws, heard, made, k);
    }
    leave_error();
    EXPECT_EQ(report::none, report_of()) << algorithm << " of " << count << ": reports an earlier error";
    static_cast<void>(cudaGetLastError());
}

template <class Run>
report exception_of(Run const& run)
{
    try {
        run();
    } catch (std::bad_alloc const&) {
        return report::bad_alloc;
    } catch (std::exception const&) {
        return report::error;
    }
    return report::none;
}

constexpr auto as_raw = [](auto* first) { return first; };
constexpr auto as_coalesced = [](auto* first) { return heddle::make_coalesced(first); };

//! Defines the arrays that HEDDLE_CALL, HEDDLE_TWO_PHASES and HEDDLE_ONE_PHASE use.
#define HEDDLE_ARRAYS(as)                                                                      \
    [[maybe_unused]] auto const from = as(kept_array<body>()), to = as(kept_array<body, 1>()), \
                                others = as(kept_array<body, 2>());                            \
    [[maybe_unused]] auto const larges = as(kept_array<large>());                              \
    [[maybe_unused]] auto const unstageds = as(kept_array<unstaged>());                        \
    [[maybe_unused]] int* const numbers = kept_array<int>();                                   \
    [[maybe_unused]] int* const more_numbers = kept_array<int, 1>();                           \
    [[maybe_unused]] int* const number_results = kept_array<int, 2>();                         \
    [[maybe_unused]] std::ptrdiff_t* const selected = kept_array<std::ptrdiff_t>();
//! A lambda that calls an algorithm of Thrust with `policy` for `n` elements.
#define HEDDLE_CALL(...)                                       \
    [](auto const& policy, auto const& as, std::ptrdiff_t n) { \
        HEDDLE_ARRAYS(as)                                      \
        __VA_ARGS__;                                           \
    }
//! A lambda that calls a function of heddle for `n` elements. Only HEDDLE_TWO_PHASES passes temporary storage.
#define HEDDLE_TWO_PHASES(...)                                  \
    [](void* temporary, std::size_t& bytes, std::ptrdiff_t n) { \
        HEDDLE_ARRAYS(as_raw)                                   \
        return __VA_ARGS__;                                     \
    }
#define HEDDLE_ONE_PHASE(...) \
    [](std::ptrdiff_t n) {    \
        HEDDLE_ARRAYS(as_raw) \
        return __VA_ARGS__;   \
    }

//! Checks that plain(), which calls heddle, reports errors. Compares the runtime calls of plain() and of call(), which
//! calls Thrust.
template <class Plain, class... Call>
void check_plain(char const* algorithm, Plain const& plain, Call const&... call)
{
    for (std::size_t const count : tried_counts) {
        auto const n = static_cast<std::ptrdiff_t>(count);
        void* temporary = nullptr;
        auto const run = [&] {
            if constexpr (std::is_invocable_v<Plain, std::ptrdiff_t>) {
                return plain(n);
            } else {
                std::size_t bytes = 0;
                cudaError_t const status = plain(nullptr, bytes, n);
                if (status == cudaSuccess && temporary == nullptr) cudaMalloc(&temporary, bytes);
                return status == cudaSuccess ? plain(temporary, bytes, n) : status;
            }
        };
        auto const calls = warm_calls(run);
        (expect_no_more(algorithm, "plain", count, calls,
                        warm_calls([&] { call(thrust::cuda::par_nosync, as_raw, n); })),
         ...);
        expect_errors(algorithm, count, calls, false,
                      [&] { return run() == cudaSuccess ? report::none : report::error; });
        cudaFree(temporary);
    }
}

//! Expects a std::bad_alloc, as from Thrust, from a call whose temporary storage is larger than the memory of the GPU.
template <class Call>
void expect_bad_alloc(char const* algorithm, Call const& call)
{
    std::ptrdiff_t const too_many = std::ptrdiff_t{1} << 42;
    EXPECT_EQ(report::bad_alloc, exception_of([&] { call(thrust::cuda::par, as_raw, too_many); })) << algorithm;
    EXPECT_EQ(report::bad_alloc, exception_of([&] { call(heddle::par, as_raw, too_many); })) << algorithm;
    EXPECT_EQ(report::bad_alloc, exception_of([&] { call(thrust::device, as_coalesced, too_many); })) << algorithm;
}

//! Compares the runtime calls of call(policy, as, n) with heddle's policies and with Thrust's. With coalesced_ptr,
//! call() must launch the same kernels as with heddle's policies. Also calls check_plain for each of `plain`.
template <class Call, class... Plain>
void compare(char const* algorithm, Call const& call, Plain const&... plain)
{
    auto const compare_policies = [&](char const* way, std::size_t count, auto const& ours, auto const& theirs) {
        auto const n = static_cast<std::ptrdiff_t>(count);
        auto const run = [&] { call(ours, as_raw, n); };
        auto const calls = warm_calls(run);
        expect_no_more(algorithm, way, count, calls, warm_calls([&] { call(theirs, as_raw, n); }));
        auto const run_coalesced = [&] { call(thrust::device, as_coalesced, n); };
        auto const coalesced = warm_calls(run_coalesced);
        expect_same_kernels(algorithm, count, calls, coalesced);
        expect_errors(algorithm, count, coalesced, true, [&] { return exception_of(run_coalesced); });
        expect_errors(algorithm, count, calls, true, [&] { return exception_of(run); });
    };
    for (std::size_t const count : tried_counts) {
        compare_policies("par", count, heddle::par, thrust::cuda::par);
        compare_policies("par_nosync", count, heddle::par_nosync, thrust::cuda::par_nosync);
    }
    (check_plain(algorithm, plain, call), ...);
}

}  // namespace heddle_test
