// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// transform, copy, for_each, fill and similar algorithms, in random cases, compared with Thrust and raw pointers.

#include "differential_elements.cuh"

#include <thrust/copy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/generate.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/uninitialized_copy.h>
#include <thrust/uninitialized_fill.h>

namespace heddle_test::differential_transform_test {
namespace {

//! Changes some elements, with a non-const operator(), and returns a value that is ignored.
struct change_some {
    std::uint64_t state;
    template <class T>
    __host__ __device__ T& operator()(T& value)
    {
        if (some{state}(value)) value = stir{state}(value);
        return value;
    }
};
struct add_up {
    unsigned long long* sum;
    template <class T>
    __device__ void operator()(T const& value) const
    {
        atomicAdd(sum, static_cast<unsigned long long>(sum_of_bytes_of{}(value)));
    }
};
template <class T>
struct same_value {
    T value;
    __host__ __device__ T operator()() { return value; }
};

class differential_transform_test : public differential_cases_test {};

FULL_TEST_F(differential_transform_test, transform)
{
    same<b28, unsigned, b28, all_ways>("28 bytes, counted",
                                       [](auto const& c, auto in, auto, auto out, auto const&... policy) {
                                           auto const f = count_calls(c, stir{c.seed});
                                           return thrust::transform(policy..., in, in + c.count, out, f) - out;
                                       });
    same<b13, unsigned, b13>("13 bytes, not const", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
        thrust::transform(policy..., in, in + c.count, out, stir_one<b13>{c.seed});
    });
    same<b50, unsigned, b50>("50 bytes, a reference",
                             [](auto const& c, auto in, auto, auto out, auto const&... policy) {
                                 thrust::transform(policy..., in, in + c.count, out, itself{});
                             });
    same<b128, b28, b128>("128 and 28 bytes", [](auto const& c, auto in, auto other, auto out, auto const&... policy) {
        return thrust::transform(policy..., in, in + c.count, other, out, stir_both{}) - out;
    });
    same<b28, unsigned, assigned>("to what is assigned",
                                  [](auto const& c, auto in, auto, auto out, auto const&... policy) {
                                      thrust::transform(policy..., in, in + c.count, out, sum_of_bytes_of{});
                                  });
    same<b28, unsigned, float>("to float from unsigned",
                               [](auto const& c, auto in, auto, auto out, auto const&... policy) {
                                   thrust::transform(policy..., in, in + c.count, out, sum_of_bytes_of{});
                               });
    same<shade, unsigned, b13>("an enum", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
        thrust::transform(policy..., in, in + c.count, out, element_of_sum<b13>{});
    });
}

FULL_TEST_F(differential_transform_test, transform_of_iterators)
{
    same<b28, unsigned, b28>("counting", [](auto const& c, auto, auto, auto out, auto const&... policy) {
        auto const first = thrust::make_counting_iterator(c.seed);
        thrust::transform(policy..., first, first + c.count, out, element_of<b28>{});
    });
    same<b28, unsigned, b28>("with a constant", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
        auto const constant = thrust::make_constant_iterator(static_cast<unsigned>(c.seed));
        thrust::transform(policy..., in, in + c.count, constant, out, stir_both{});
    });
    same<b28, unsigned, b28>("zipped", [](auto const& c, auto in, auto second, auto out, auto const&... policy) {
        auto const first = thrust::make_zip_iterator(thrust::make_tuple(in, second));
        thrust::transform(policy..., first, first + c.count, out, stir_pair<b28>{});
    });
    same<b50, unsigned, b13>("transform_iterator", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
        auto const first = thrust::make_transform_iterator(in, element_of_sum<b13>{});
        thrust::transform(policy..., first, first + c.count, out, stir{c.seed});
    });
    same<b28, unsigned, b28>(
        "permuted",
        [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            auto const places =
                thrust::make_transform_iterator(thrust::make_counting_iterator(std::size_t{0}), place_of{c.count});
            auto const first = thrust::make_permutation_iterator(in, places);
            thrust::transform(policy..., first, first + c.count, out, stir{c.seed});
        },
        aliasing::not_be_in);
    same<b28, unsigned, b28>("discarded", [](auto const& c, auto in, auto, auto, auto const&... policy) {
        auto const out = thrust::make_discard_iterator();
        auto const f = count_calls(c, stir{c.seed});
        return thrust::transform(policy..., in, in + c.count, out, f) - out;
    });
}

FULL_TEST_F(differential_transform_test, transform_if)
{
    same<b28, unsigned, b28, all_ways>("by itself", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
        return thrust::transform_if(policy..., in, in + c.count, out, count_calls(c, stir{c.seed}), some{c.seed}) - out;
    });
    same<b13, b28, b13>("by a stencil", [](auto const& c, auto in, auto stencil, auto out, auto const&... policy) {
        thrust::transform_if(policy..., in, in + c.count, stencil, out, stir_one<b13>{c.seed}, some{c.seed});
    });
    same<unsigned, unsigned, b28, by_policy>(
        "elements read", [](auto const& c, auto in, auto stencil, auto out, auto const&... policy) {
            auto const first = thrust::make_transform_iterator(in, count_calls(c, number_of{}));
            thrust::transform_if(policy..., first, first + c.count, stencil, out, element_of<b28>{}, some{c.seed});
        });
    same<b28, unsigned, b28>("of two", [](auto const& c, auto in, auto second, auto out, auto const&... policy) {
        thrust::transform_if(policy..., in, in + c.count, second, second, out, stir_both{},
                             some_not_const<unsigned>{c.seed});
    });
}

TEST_F(differential_transform_test, for_each)
{
    same<b28, unsigned, b28, all_ways>("some changed", [](auto const& c, auto in, auto, auto, auto const&... policy) {
        return thrust::for_each(policy..., in, in + c.count, change_some{c.seed}) - in;
    });
    same<b50, unsigned, b28>("only looks", [](auto const& c, auto in, auto, auto, auto const&... policy) {
        return thrust::for_each_n(policy..., in, c.count, add_up{c.calls}) - in;
    });
    same<b13, unsigned, b28, by_policy>(
        "generic, of bytes", [](auto const& c, auto in, auto, auto, auto const&... policy) {
            thrust::for_each(policy..., in, in + c.count, count_calls(c, change_some{c.seed}));
        });
}

FULL_TEST_F(differential_transform_test, copy)
{
    same<b28, unsigned, b28, all_ways>("28 bytes", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
        return thrust::copy(policy..., in, in + c.count, out) - out;
    });
    same<unsigned, unsigned, assigned>("to what is assigned",
                                       [](auto const& c, auto in, auto, auto out, auto const&... policy) {
                                           return thrust::copy_n(policy..., in, c.count, out) - out;
                                       });
    same<converting, unsigned, unsigned>("converted",
                                         [](auto const& c, auto in, auto, auto out, auto const&... policy) {
                                             thrust::copy(policy..., in, in + c.count, out);
                                         });
    same<unsigned, unsigned, assigned>("uninitialized",
                                       [](auto const& c, auto in, auto, auto out, auto const&... policy) {
                                           return thrust::uninitialized_copy(policy..., in, in + c.count, out) - out;
                                       });
    same<three, unsigned, three>("tuples", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
        thrust::copy(policy..., in, in + c.count, out);
    });
}

FULL_TEST_F(differential_transform_test, fill_and_generate)
{
    same<b28, unsigned, b50, all_ways>("fill", [](auto const& c, auto, auto, auto out, auto const&... policy) {
        thrust::fill(policy..., out, out + c.count, element_of<b50>{}(c.seed));
    });
    same<b28, unsigned, assigned>(
        "fill what is assigned", [](auto const& c, auto, auto, auto out, auto const&... policy) {
            return thrust::fill_n(policy..., out, c.count, static_cast<unsigned>(c.seed)) - out;
        });
    same<b28, unsigned, assigned>("uninitialized_fill", [](auto const& c, auto, auto, auto out, auto const&... policy) {
        thrust::uninitialized_fill(policy..., out, out + c.count, static_cast<unsigned>(c.seed));
    });
    same<b28, unsigned, b13>("generate", [](auto const& c, auto, auto, auto out, auto const&... policy) {
        thrust::generate(policy..., out, out + c.count, same_value<b13>{element_of<b13>{}(c.seed)});
    });
    same<b28, unsigned, b128>("tabulate", [](auto const& c, auto, auto, auto out, auto const&... policy) {
        thrust::tabulate(policy..., out, out + c.count, element_of<b128>{});
    });
    same<b28, unsigned, assigned>("tabulate what is assigned",
                                  [](auto const& c, auto, auto, auto out, auto const&... policy) {
                                      thrust::tabulate(policy..., out, out + c.count, sum_of_bytes_of{});
                                  });
}

}  // namespace
}  // namespace heddle_test::differential_transform_test
