// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares copy_if, unique, partition and similar algorithms with Thrust on raw pointers, for elements of many sizes
// and for unusual types and predicates.

#include "differential_elements.cuh"

#include <thrust/copy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/unique.h>

namespace heddle_test::differential_select_test {
namespace {

constexpr aliasing apart = aliasing::not_be_in;

class differential_select_test : public differential_cases_test {
protected:
    template <class T>
    void compare_size()
    {
        same<T, unsigned, T, all_ways>(
            "copy_if",
            [](auto const& c, auto in, auto, auto out, auto const&... policy) {
                return thrust::copy_if(policy..., in, in + c.count, out, some{c.seed}) - out;
            },
            apart);
        same<T, unsigned, T, all_ways>(
            "copy_if by a stencil",
            [](auto const& c, auto in, auto stencil, auto out, auto const&... policy) {
                return thrust::copy_if(policy..., in, in + c.count, stencil, out, some{c.seed}) - out;
            },
            apart);
        same<T, unsigned, T, all_ways>(
            "remove_copy_if",
            [](auto const& c, auto in, auto, auto out, auto const&... policy) {
                return thrust::remove_copy_if(policy..., in, in + c.count, out, some{c.seed}) - out;
            },
            apart);
        same<T, unsigned, T, all_ways>("remove_if", [](auto const& c, auto in, auto, auto, auto const&... policy) {
            auto const end = thrust::remove_if(policy..., in, in + c.count, some{c.seed});
            return clear_behind(in, end, c.count);
        });
        same<T, unsigned, T, all_ways>("unique", [](auto const& c, auto in, auto, auto, auto const&... policy) {
            return clear_behind(in, thrust::unique(policy..., in, in + c.count, alike{}), c.count);
        });
        same<T, unsigned, T, all_ways>(
            "unique_copy",
            [](auto const& c, auto in, auto, auto out, auto const&... policy) {
                return thrust::unique_copy(policy..., in, in + c.count, out, alike{}) - out;
            },
            apart);
        same<T, unsigned, T, all_ways>(
            "stable_partition", [](auto const& c, auto in, auto, auto, auto const&... policy) {
                return thrust::stable_partition(policy..., in, in + c.count, some{c.seed}) - in;
            });
    }
};

template <class T>
class select_sizes_test : public differential_select_test {
};
TYPED_TEST_SUITE(select_sizes_test, sized_elements);

TYPED_TEST(select_sizes_test, as_thrust_with_raw_pointers) { this->template compare_size<TypeParam>(); }

TYPED_TEST(select_sizes_test, as_thrust_with_many_elements)
{
    if (!this->takes_many_elements(sizeof(TypeParam))) GTEST_SKIP() << "too little memory";
    this->template compare_size<TypeParam>();
}

FULL_TEST_F(differential_select_test, copy_if)
{
    same<b28, unsigned, b28>(
        "a predicate that takes references",
        [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            return thrust::copy_if(policy..., in, in + c.count, out, some_by_reference{}) - out;
        },
        apart);
    same<b28, unsigned, b28>(
        "a predicate that takes references to a stencil",
        [](auto const& c, auto in, auto stencil, auto out, auto const&... policy) {
            return thrust::copy_if(policy..., in, in + c.count, stencil, out, some_by_reference{}) - out;
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
    same<b28, unsigned, b28>(
        "copied, a predicate that takes references",
        [](auto const& c, auto in, auto, auto out, auto const&... policy) {
            return thrust::unique_copy(policy..., in, in + c.count, out, alike_by_reference{}) - out;
        },
        apart);
    // heddle has no kernel for unique_by_key.
    same<unsigned, b28, b28>("by key", [](auto const& c, auto keys, auto values, auto, auto const&... policy) {
        auto const ends = thrust::unique_by_key(policy..., keys, keys + c.count, values);
        clear_behind(values, ends.second, c.count);
        return clear_behind(keys, ends.first, c.count);
    });
    same<converting, unsigned, unsigned>("to what they convert to",
                                         [](auto const& c, auto in, auto, auto out, auto const&... policy) {
                                             return thrust::unique_copy(policy..., in, in + c.count, out) - out;
                                         });
}

// heddle has no kernel for replace_if.
FULL_TEST_F(differential_select_test, replace)
{
    same<unsigned, unsigned, b28>("numbers", [](auto const& c, auto in, auto, auto, auto const&... policy) {
        thrust::replace_if(policy..., in, in + c.count, some{c.seed}, 12u);
    });
}

FULL_TEST_F(differential_select_test, partition)
{
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
