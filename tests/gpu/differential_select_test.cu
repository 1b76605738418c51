// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// copy_if, unique, partition and similar algorithms, in random cases, compared with Thrust and raw pointers.

#include "differential_elements.cuh"

#include <thrust/copy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/unique.h>

namespace heddle_test::differential_select_test {
namespace {

using heddle::coalesced_ptr;

template <class T>
T* raw(T* pointer)
{
    return pointer;
}
template <class T>
T* raw(thrust::device_ptr<T> pointer)
{
    return pointer.get();
}
template <class T>
T* raw(coalesced_ptr<T> pointer)
{
    return pointer.get();
}

//! Sets the elements after an end to 0, since they are unspecified, and returns the index of the end.
template <class Iterator>
std::ptrdiff_t clear_behind(Iterator first, Iterator end, std::size_t count)
{
    check_cuda(cudaDeviceSynchronize(), "before what is behind the end is cleared");
    auto const kept = static_cast<std::size_t>(end - first);
    if (kept > count) return -1;
    check_cuda(cudaMemset(raw(end), 0, (count - kept) * sizeof(*raw(first))), "cudaMemset");
    return end - first;
}

class differential_select_test : public differential_cases_test {};

constexpr aliasing apart = aliasing::not_be_in;

FULL_TEST_F(differential_select_test, copy_if)
{
    same<b28, unsigned, b28, all_ways>(
        "28 bytes",
        [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            return thrust::copy_if(policy..., in, in + c.count, out, some{c.seed}) - out;
        },
        apart);
    same<b13, b28, b13>(
        "a generic predicate on a stencil of structs",
        [](auto const& c, auto in, auto stencil, auto out, auto const&... policy) {
            return thrust::copy_if(policy..., in, in + c.count, stencil, out, some{c.seed}) - out;
        },
        apart);
    same<b28, std::uint8_t, b28>(
        "a generic predicate on a stencil of bytes",
        [](auto const& c, auto in, auto stencil, auto out, auto const&... policy) {
            return thrust::copy_if(policy..., in, in + c.count, stencil, out, some{c.seed}) - out;
        },
        apart);
    same<b28, unsigned, b28>("discarded", [](auto const& c, auto in, auto, auto, auto const&... policy) {
        auto const out = thrust::make_discard_iterator();
        return thrust::copy_if(policy..., in, in + c.count, out, some_not_const<b28>{c.seed}) - out;
    });
    same<converting, unsigned, assigned>(
        "to what is assigned", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            return thrust::copy_if(policy..., in, in + c.count, out, some{c.seed}) - out;
        });
    same<shade, unsigned, shade>(
        "an enum",
        [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            return thrust::remove_copy_if(policy..., in, in + c.count, out, some{c.seed}) - out;
        },
        apart);
    same<three, unsigned, three>(
        "tuples",
        [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            return thrust::copy_if(policy..., in, in + c.count, out, some_first{}) - out;
        },
        apart);
    same<b28, unsigned, b28, by_policy>(
        "by places",
        [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            auto const first = thrust::make_counting_iterator(c.seed);
            return thrust::copy_if(policy..., in, in + c.count, first, out, some{c.seed}) - out;
        },
        apart);
}

FULL_TEST_F(differential_select_test, remove)
{
    same<b50, unsigned, b50, all_ways>("50 bytes", [](auto const& c, auto in, auto, auto, auto const&... policy) {
        auto const end = thrust::remove_if(policy..., in, in + c.count, some{c.seed});
        return clear_behind(in, end, c.count);
    });
    same<b13, b28, b13>("with a stencil", [](auto const& c, auto in, auto stencil, auto, auto const&... policy) {
        auto const end = thrust::remove_if(policy..., in, in + c.count, stencil, some{c.seed});
        return clear_behind(in, end, c.count);
    });
    same<b28, unsigned, b28>(
        "copied",
        [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            return thrust::remove_copy_if(policy..., in, in + c.count, out, some_not_const<b28>{c.seed}) - out;
        },
        apart);
}

TEST_F(differential_select_test, unique)
{
    same<b28, unsigned, b28>("28 bytes", [](auto const& c, auto in, auto, auto, auto const&... policy) {
        auto const end = thrust::unique(policy..., in, in + c.count);
        return clear_behind(in, end, c.count);
    });
    same<b13, unsigned, b13>(
        "copied, alike",
        [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            return thrust::unique_copy(policy..., in, in + c.count, out, alike{}) - out;
        },
        apart);
    same<converting, unsigned, unsigned>("to what they convert to",
                                         [](auto const& c, auto in, auto, auto out, auto const&... policy) {
                                             return thrust::unique_copy(policy..., in, in + c.count, out) - out;
                                         });
}

FULL_TEST_F(differential_select_test, partition)
{
    same<b28, unsigned, b28, all_ways>("28 bytes", [](auto const& c, auto in, auto, auto, auto const&... policy) {
        return thrust::stable_partition(policy..., in, in + c.count, some{c.seed}) - in;
    });
    same<b50, b13, b50>("with a stencil", [](auto const& c, auto in, auto stencil, auto, auto const&... policy) {
        return thrust::stable_partition(policy..., in, in + c.count, stencil, some{c.seed}) - in;
    });
    auto const to_two_arrays = [](auto const& c, auto in, auto second, auto out, auto const&... policy) {
        auto const ends = thrust::stable_partition_copy(policy..., in, in + c.count, out, second, some{c.seed});
        return (ends.first - out) * 1'000'000 + (ends.second - second);
    };
    same<b28, b28, b28>("to two arrays", to_two_arrays, apart);
    same<unsigned, unsigned, unsigned>("numbers to two arrays", to_two_arrays, apart);
    same<shade, shade, shade>("single bytes to two arrays", to_two_arrays, apart);
    same<b128, unsigned, assigned>("one half discarded", [](auto const& c, auto in, auto, auto out,
                                                            auto const&... policy) {
        auto const nowhere = thrust::make_discard_iterator();
        auto const first = thrust::make_transform_iterator(in, sum_of_bytes_of{});
        auto const ends = thrust::stable_partition_copy(policy..., first, first + c.count, out, nowhere, some{c.seed});
        return (ends.first - out) * 1'000'000 + (ends.second - nowhere);
    });
}

}  // namespace
}  // namespace heddle_test::differential_select_test
