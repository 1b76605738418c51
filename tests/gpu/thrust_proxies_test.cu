// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Callables get elements, not proxies, from iterators with proxy references, as in Thrust with raw pointers. The
// callables are generic or take references, and have a state that changes.

#include "algorithms.cuh"
#include "thrust_algorithms.cuh"

#include <thrust/copy.h>
#include <thrust/device_ptr.h>
#include <thrust/for_each.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <type_traits>

namespace heddle_test::thrust_proxies_test {
namespace {

struct particle {
    unsigned number;
    unsigned others[6];
};
// Too large to be staged.
struct large {
    unsigned number;
    unsigned others[149];
};

template <class T>
using bare = std::remove_const_t<std::remove_reference_t<T>>;

//! Holds for some elements and numbers, but for no proxy; has a state that changes.
struct is_third {
    unsigned calls = 0;
    template <class Value>
    __host__ __device__ bool operator()(Value& value)
    {
        ++calls;
        if constexpr (std::is_same_v<bare<Value>, unsigned>) {
            return value % 3 == 0;
        } else if constexpr (std::is_class_v<Value>) {
            return value.number % 3 == 0;
        }
    }
};
struct are_alike_in_number {
    template <class A, class B>
    __host__ __device__ bool operator()(A& a, B& b) const
    {
        return a.number / 1000000000 == b.number / 1000000000;
    }
};
//! A generic callable that accesses members.
struct next_number {
    unsigned calls = 0;
    template <class A, class... B>
    __host__ __device__ bare<A> operator()(A&& a, B&&... b)
    {
        calls += a.number;
        bare<A> result = a;
        result.number += 1u + (0u + ... + b);
        return result;
    }
};
struct of_tuple {
    template <class Tuple>
    __host__ __device__ particle operator()(Tuple&& tuple)
    {
        particle result = thrust::get<0>(tuple);
        result.number += thrust::get<0>(tuple).others[1] + thrust::get<1>(tuple).number;
        return result;
    }
};
//! Takes an element by a reference that does not bind to proxies.
template <class Element>
struct change {
    unsigned calls = 0;
    __host__ __device__ void operator()(Element& element) { element.number += ++calls != 0 ? 7 : 0; }
};

std::vector<door_case> cases() { return {{0, 0}, {1, 1}, {33, 0}, {30'011, 1}}; }

template <class Element>
void check_elements(door_comparison& doors)
{
    doors.compare<Element, Element>("transform", [](auto in, auto out, std::size_t n, auto const&... policy) {
        thrust::transform(policy..., in, in + n, out, next_number{});
    });
    doors.compare<Element, unsigned>("transform of two", [](auto in, auto other, std::size_t n, auto const&... policy) {
        thrust::transform(policy..., in, in + n, other, in, next_number{});
    });
    doors.compare<Element, unsigned>(
        "transform_if with a stencil", [](auto in, auto stencil, std::size_t n, auto const&... policy) {
            thrust::transform_if(policy..., in, in + n, stencil, in, next_number{}, is_third{});
        });
    doors.compare<Element, Element>("transform_if", [](auto in, auto out, std::size_t n, auto const&... policy) {
        thrust::transform_if(policy..., in, in + n, out, next_number{}, is_third{});
    });
    doors.compare<Element, Element>("for_each", [](auto in, auto, std::size_t n, auto const&... policy) {
        thrust::for_each(policy..., in, in + n, change<Element>{});
    });
    doors.compare<Element, Element>("for_each_n", [](auto in, auto, std::size_t n, auto const&... policy) {
        auto const end = thrust::for_each_n(policy..., in, n, change<Element>{});
        EXPECT_EQ(static_cast<std::ptrdiff_t>(n), end - in);
    });
}

using thrust_proxies_test = gpu_test;

TEST_F(thrust_proxies_test, callables_of_transforms_are_given_elements)
{
    door_comparison doors("generic callables", cases());
    check_elements<particle>(doors);
}

FULL_TEST_F(thrust_proxies_test, callables_of_transforms_are_given_large_elements)
{
    door_comparison doors("generic callables", cases());
    check_elements<large>(doors);
}

FULL_TEST_F(thrust_proxies_test, callables_of_selections_are_given_elements)
{
    door_comparison doors("generic predicates", cases());
    doors.compare<particle, particle>("copy_if", [](auto in, auto out, std::size_t n, auto const&... policy) {
        thrust::copy_if(policy..., in, in + n, out, is_third{});
    });
    doors.compare<particle, unsigned>(
        "copy_if with a stencil", [](auto in, auto stencil, std::size_t n, auto const&... policy) {
            device_memory const other(n * sizeof(particle) + 1);
            auto const kept = decltype(in)(reinterpret_cast<particle*>(other.data()));
            auto const end = thrust::copy_if(policy..., in, in + n, stencil, kept, is_third{});
            leave(in, n, particle{static_cast<unsigned>(end - kept), {}});
        });
    doors.compare<particle, particle>("unique_copy", [](auto in, auto out, std::size_t n, auto const&... policy) {
        thrust::unique_copy(policy..., in, in + n, out, are_alike_in_number{});
    });
    // What there is no kernel for.
    doors.compare<particle, unsigned>(
        "remove_if with a stencil", [](auto in, auto stencil, std::size_t n, auto const&... policy) {
            clear_behind(in, thrust::remove_if(policy..., in, in + n, stencil, is_some{}), n);
        });
    doors.compare<particle, unsigned>("stable_partition with a stencil",
                                      [](auto in, auto stencil, std::size_t n, auto const&... policy) {
                                          thrust::stable_partition(policy..., in, in + n, stencil, is_some{});
                                      });
    doors.compare<unsigned, particle>("unique_by_key",
                                      [](auto keys, auto values, std::size_t n, auto const&... policy) {
                                          auto const ends = thrust::unique_by_key(policy..., keys, keys + n, values);
                                          clear_behind(keys, ends.first, n);
                                          clear_behind(values, ends.second, n);
                                      });
    doors.compare<unsigned, unsigned>("replace_if", [](auto in, auto, std::size_t n, auto const&... policy) {
        thrust::replace_if(policy..., in, in + n, is_some{}, 12u);
    });
}

//! Tuples of elements of two arrays, and a permuted array.
FULL_TEST_F(thrust_proxies_test, callables_are_given_elements_within_other_iterators)
{
    random_source random("generic callables of tuples");
    for (door_case const& size : cases()) {
        std::size_t const n = size.count;
        std::uint64_t const seed = random.next();
        random_array<particle> const a(size, seed), b(size, seed + 1);
        std::vector<unsigned> numbers(n);
        for (std::size_t k = 0; k < n; ++k) numbers[k] = static_cast<unsigned>(n - 1 - k);
        device_vector<unsigned> const memory(numbers);
        thrust::device_ptr<unsigned> const order(memory.data());
        auto const run = [&](auto const& out, auto first, auto second, auto const&... policy) {
            auto const zip = thrust::make_zip_iterator(thrust::make_tuple(first, second));
            thrust::transform(policy..., zip, zip + n, out, of_tuple{});
            auto const turned = thrust::make_permutation_iterator(first, order);
            thrust::transform_if(policy..., turned, turned + n, order, out, next_number{}, is_some{});
            finish_kernel();
        };
        random_array<particle> const expected(size, seed + 2);
        run(expected.data(), a.data(), b.data(), thrust::cuda::par);
        auto const check = [&](char const* how, auto first, auto second, auto const&... policy) {
            random_array<particle> const out(size, seed + 2);
            run(heddle::make_coalesced(out.data()), first, second, policy...);
            EXPECT_TRUE(out.has_bytes_of(expected)) << how << ", " << n << " elements";
        };
        check("raw pointers", a.data(), b.data(), heddle::par);
        check("device_ptr", thrust::device_ptr<particle>(a.data()), thrust::device_ptr<particle>(b.data()),
              heddle::par);
        check("coalesced_ptr", heddle::make_coalesced(a.data()), heddle::make_coalesced(b.data()), heddle::par);
        check("coalesced_ptr and a raw pointer", heddle::make_coalesced(a.data()), b.data(), heddle::par);
        check("coalesced_ptr without a policy", heddle::make_coalesced(a.data()), heddle::make_coalesced(b.data()));
    }
}

struct doubled {
    template <class Number>
    __host__ __device__ long long operator()(Number number) const
    {
        return 2 * static_cast<long long>(number);
    }
};

FULL_TEST_F(thrust_proxies_test, counts_of_selections_go_wherever_can_be_written_to)
{
    random_source random("counts by other iterators");
    constexpr std::size_t n = 5'003;
    random_array<particle> const in({n, 0}, 1), out({n, 0}, 2);
    std::ptrdiff_t const kept =
        thrust::copy_if(thrust::cuda::par, in.data(), in.data() + n, out.data(), is_third{}) - out.data();
    for (std::size_t const count : {n, std::size_t{0}}) {
        device_vector<long long> const counts({-1, -1, -1});
        auto const check = [&](auto selected) {
            run_in_two_phases(random, 0, [&](void* memory, std::size_t& size, cudaStream_t stream) {
                return heddle::copy_if(memory, size, stream, in.data(), in.data() + count, out.data(), selected,
                                       is_third{});
            });
        };
        check(thrust::make_discard_iterator());
        check(heddle::make_coalesced(counts.data()));
        check(thrust::device_ptr<long long>(counts.data() + 1));
        check(thrust::make_transform_output_iterator(counts.data() + 2, doubled{}));
        long long const expected = count == 0 ? 0 : kept;
        EXPECT_EQ((std::vector<long long>{expected, expected, 2 * expected}), counts.to_host(3));
        run_in_two_phases(random, 0, [&](void* memory, std::size_t& size, cudaStream_t stream) {
            return heddle::partition(memory, size, stream, out.data(), out.data() + count,
                                     thrust::make_discard_iterator(), is_third{});
        });
    }
}

}  // namespace
}  // namespace heddle_test::thrust_proxies_test
