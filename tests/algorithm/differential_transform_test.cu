// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares transform, copy, for_each, fill and similar algorithms with Thrust on raw pointers, for elements of many
// sizes and for unusual types and callables.

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

//! Changes some elements, and returns a value that for_each ignores. The operator() is non-const.
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
//! Takes an element through a reference that does not bind to proxies.
template <class T>
struct change_one {
    unsigned calls = 0;
    __host__ __device__ void operator()(T& value) { value = stir{++calls != 0 ? 7u : 0u}(value); }
};
template <class T>
struct same_value {
    T value;
    __host__ __device__ T operator()() { return value; }
};

template <class T>
T const* as_const(T* first)
{
    return first;
}
template <class T>
thrust::device_ptr<T const> as_const(thrust::device_ptr<T> first)
{
    return first;
}
template <class T>
heddle::coalesced_ptr<T const> as_const(heddle::coalesced_ptr<T> first)
{
    return first;
}

class differential_transform_test : public differential_cases_test {
protected:
    template <class T>
    void compare_size()
    {
        same<T, unsigned, T, all_ways>("transform", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            return thrust::transform(policy..., in, in + c.count, out, count_calls(c, stir{c.seed})) - out;
        });
        same<T, unsigned, unsigned, all_ways>(
            "transform to numbers", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
                thrust::transform(policy..., in, in + c.count, out, sum_of_bytes_of{});
            });
        same<T, unsigned, T, all_ways>("transform of two",
                                       [](auto const& c, auto in, auto other, auto out, auto const&... policy) {
                                           thrust::transform(policy..., in, in + c.count, other, out, stir_both{});
                                       });
        same<T, unsigned, T, all_ways>(
            "transform_if", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
                auto const f = count_calls(c, stir{c.seed});
                return thrust::transform_if(policy..., in, in + c.count, out, f, some{c.seed}) - out;
            });
        same<T, unsigned, T, all_ways>(
            "transform_if by a stencil", [](auto const& c, auto in, auto stencil, auto out, auto const&... policy) {
                thrust::transform_if(policy..., in, in + c.count, stencil, out, stir{c.seed}, some{c.seed});
            });
        same<T, unsigned, T, all_ways>("transform_if of two",
                                       [](auto const& c, auto in, auto second, auto out, auto const&... policy) {
                                           thrust::transform_if(policy..., in, in + c.count, second, second, out,
                                                                stir_both{}, some_not_const<unsigned>{c.seed});
                                       });
        same<T, unsigned, T, all_ways>("for_each", [](auto const& c, auto in, auto, auto, auto const&... policy) {
            return thrust::for_each(policy..., in, in + c.count, change_some{c.seed}) - in;
        });
        same<T, unsigned, T, all_ways>(
            "for_each_n that only looks", [](auto const& c, auto in, auto, auto, auto const&... policy) {
                return thrust::for_each_n(policy..., as_const(in), c.count, add_up{c.calls}) - as_const(in);
            });
        same<T, unsigned, T, all_ways>("copy", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            return thrust::copy(policy..., in, in + c.count, out) - out;
        });
        same<T, unsigned, T, all_ways>("tabulate", [](auto const& c, auto, auto, auto out, auto const&... policy) {
            thrust::tabulate(policy..., out, out + c.count, element_of<T>{});
        });
        same<T, unsigned, T, all_ways>("fill", [](auto const& c, auto, auto, auto out, auto const&... policy) {
            thrust::fill(policy..., out, out + c.count, element_of<T>{}(c.seed));
        });
        same<T, unsigned, T, all_ways>("generate", [](auto const& c, auto, auto, auto out, auto const&... policy) {
            thrust::generate(policy..., out, out + c.count, same_value<T>{element_of<T>{}(c.seed)});
        });
    }

    //! Compares calls whose callables require elements, not the proxy references of iterators.
    template <class T>
    void compare_generic_callables()
    {
        same<T, unsigned, T, all_ways>("transform", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            thrust::transform(policy..., in, in + c.count, out, stir_forwarded{});
        });
        same<T, unsigned, T>("transform of two",
                             [](auto const& c, auto in, auto other, auto out, auto const&... policy) {
                                 thrust::transform(policy..., in, in + c.count, other, out, stir_forwarded{});
                             });
        same<T, unsigned, T>("transform_if", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            thrust::transform_if(policy..., in, in + c.count, out, stir_forwarded{}, some_by_reference{});
        });
        same<T, unsigned, T>(
            "transform_if by a stencil", [](auto const& c, auto in, auto stencil, auto out, auto const&... policy) {
                thrust::transform_if(policy..., in, in + c.count, stencil, out, stir_forwarded{}, some_by_reference{});
            });
        same<T, unsigned, T>("for_each", [](auto const& c, auto in, auto, auto, auto const&... policy) {
            thrust::for_each(policy..., in, in + c.count, change_one<T>{});
        });
    }
};

template <class T>
class transform_sizes_test : public differential_transform_test {
};
TYPED_TEST_SUITE(transform_sizes_test, sized_elements);

TYPED_TEST(transform_sizes_test, as_thrust_with_raw_pointers) { this->template compare_size<TypeParam>(); }

TYPED_TEST(transform_sizes_test, as_thrust_with_many_elements)
{
    if (!this->takes_many_elements(sizeof(TypeParam))) GTEST_SKIP() << "too little memory";
    this->template compare_size<TypeParam>();
}

TEST_F(differential_transform_test, generic_callables) { compare_generic_callables<b28>(); }
FULL_TEST_F(differential_transform_test, generic_callables_of_elements_too_large_for_a_stage)
{
    compare_generic_callables<bytes<600>>();
}

FULL_TEST_F(differential_transform_test, transform)
{
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
    same<assigned, unsigned, assigned>("in place to what is assigned",
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
    same<b28, b28, b28, all_ways>("zipped, any tuple",
                                  [](auto const& c, auto in, auto second, auto out, auto const&... policy) {
                                      auto const first = thrust::make_zip_iterator(thrust::make_tuple(in, second));
                                      thrust::transform(policy..., first, first + c.count, out, stir_tuple{});
                                  });
    same<b50, unsigned, b13>("transform_iterator", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
        auto const first = thrust::make_transform_iterator(in, element_of_sum<b13>{});
        thrust::transform(policy..., first, first + c.count, out, stir{c.seed});
    });
    same<b28, unsigned, b28>(
        "permuted",
        [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            auto const first = thrust::make_permutation_iterator(in, permuted_places(c.count));
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
    same<b13, b28, b13>("by a stencil", [](auto const& c, auto in, auto stencil, auto out, auto const&... policy) {
        thrust::transform_if(policy..., in, in + c.count, stencil, out, stir_one<b13>{c.seed}, some{c.seed});
    });
    same<unsigned, unsigned, b28, by_policy>(
        "elements read", [](auto const& c, auto in, auto stencil, auto out, auto const&... policy) {
            auto const first = thrust::make_transform_iterator(in, count_calls(c, number_of{}));
            thrust::transform_if(policy..., first, first + c.count, stencil, out, element_of<b28>{}, some{c.seed});
        });
    same<b28, unsigned, assigned>(
        "to what is assigned", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            thrust::transform_if(policy..., in, in + c.count, out, sum_of_bytes_of{}, some{c.seed});
        });
    same<b28, unsigned, assigned>(
        "to what is assigned by a stencil", [](auto const& c, auto in, auto stencil, auto out, auto const&... policy) {
            thrust::transform_if(policy..., in, in + c.count, stencil, out, sum_of_bytes_of{}, some{c.seed});
        });
    same<b28, unsigned, b28>(
        "permuted",
        [](auto const& c, auto in, auto stencil, auto out, auto const&... policy) {
            auto const first = thrust::make_permutation_iterator(in, permuted_places(c.count));
            thrust::transform_if(policy..., first, first + c.count, stencil, out, stir_forwarded{}, some{c.seed});
        },
        aliasing::not_be_in);
}

FULL_TEST_F(differential_transform_test, for_each)
{
    same<b13, unsigned, b28, by_policy>(
        "generic, of bytes", [](auto const& c, auto in, auto, auto, auto const&... policy) {
            thrust::for_each(policy..., in, in + c.count, count_calls(c, change_some{c.seed}));
        });
}

FULL_TEST_F(differential_transform_test, copy)
{
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
    same<unsigned, unsigned, assigned>("uninitialized_copy_n",
                                       [](auto const& c, auto in, auto, auto out, auto const&... policy) {
                                           return thrust::uninitialized_copy_n(policy..., in, c.count, out) - out;
                                       });
    same<three, unsigned, three>("tuples", [](auto const& c, auto in, auto, auto out, auto const&... policy) {
        thrust::copy(policy..., in, in + c.count, out);
    });
}

FULL_TEST_F(differential_transform_test, fill_and_generate)
{
    same<b28, unsigned, assigned>(
        "fill what is assigned", [](auto const& c, auto, auto, auto out, auto const&... policy) {
            return thrust::fill_n(policy..., out, c.count, static_cast<unsigned>(c.seed)) - out;
        });
    same<b28, unsigned, assigned>("uninitialized_fill", [](auto const& c, auto, auto, auto out, auto const&... policy) {
        thrust::uninitialized_fill(policy..., out, out + c.count, static_cast<unsigned>(c.seed));
    });
    same<b28, unsigned, assigned>(
        "uninitialized_fill_n", [](auto const& c, auto, auto, auto out, auto const&... policy) {
            return thrust::uninitialized_fill_n(policy..., out, c.count, static_cast<unsigned>(c.seed)) - out;
        });
    same<b28, unsigned, assigned>(
        "generate what is assigned", [](auto const& c, auto, auto, auto out, auto const&... policy) {
            thrust::generate(policy..., out, out + c.count, same_value<unsigned>{static_cast<unsigned>(c.seed)});
        });
    same<b28, unsigned, assigned>("tabulate what is assigned",
                                  [](auto const& c, auto, auto, auto out, auto const&... policy) {
                                      thrust::tabulate(policy..., out, out + c.count, sum_of_bytes_of{});
                                  });
}

}  // namespace
}  // namespace heddle_test::differential_transform_test
