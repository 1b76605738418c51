// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the runtime calls of heddle with those of Thrust, for algorithms that compute or move single elements.

#include "calls.cuh"

#include <gtest/gtest.h>
#include <thrust/copy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/replace.h>
#include <thrust/scatter.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <thrust/uninitialized_copy.h>
#include <thrust/uninitialized_fill.h>
#include <thrust/version.h>
#include <thrust/zip_function.h>

namespace heddle_test::transform_calls_test {
namespace {

struct next {
    template <class T>
    __host__ __device__ T operator()(T value) const
    {
        ++value.number;
        return value;
    }
};
struct touched {
    template <class T>
    __host__ __device__ void operator()(T& value) const
    {
        ++value.number;
    }
};
struct made {
    __host__ __device__ body operator()() const { return {}; }
    __host__ __device__ body operator()(std::ptrdiff_t) const { return {}; }
};

}  // namespace

TEST(fixed_cost, of_transforms)
{
    compare("transform", HEDDLE_CALL(thrust::transform(policy, from, from + n, to, moved{})),
            HEDDLE_ONE_PHASE(heddle::transform(nullptr, from, from + n, to, moved{})));
    compare("transform of two", HEDDLE_CALL(thrust::transform(policy, from, from + n, from, to, added{})),
            HEDDLE_ONE_PHASE(heddle::transform(nullptr, from, from + n, from, to, added{})));
    compare("transform_if", HEDDLE_CALL(thrust::transform_if(policy, from, from + n, to, moved{}, is_odd{})),
            HEDDLE_ONE_PHASE(heddle::transform_if(nullptr, from, from + n, to, moved{}, is_odd{})));
    compare("transform_if, stencil",
            HEDDLE_CALL(thrust::transform_if(policy, from, from + n, numbers, to, moved{}, is_odd{})),
            HEDDLE_ONE_PHASE(heddle::transform_if(nullptr, from, from + n, numbers, to, moved{}, is_odd{})));
}
TEST(fixed_cost, of_transforms_of_zipped_and_of_large_elements)
{
#if THRUST_VERSION >= 200500
    compare("transform of zipped",
            HEDDLE_CALL(auto const zip = thrust::make_zip_iterator(thrust::make_tuple(from, to));
                        thrust::transform(policy, zip, zip + n, numbers, thrust::make_zip_function(are_equal{}))));
#endif
    compare("transform of large elements",
            HEDDLE_CALL(thrust::transform(policy, unstageds, unstageds + n, unstageds, next{})));
    compare("for_each of large elements", HEDDLE_CALL(thrust::for_each(policy, unstageds, unstageds + n, touched{})));
}
TEST(fixed_cost, of_copies_and_of_each_element)
{
    compare("copy", HEDDLE_CALL(thrust::copy(policy, from, from + n, to)),
            HEDDLE_ONE_PHASE(heddle::copy(nullptr, from, from + n, to)));
    compare("for_each", HEDDLE_CALL(thrust::for_each(policy, from, from + n, touched{})),
            HEDDLE_ONE_PHASE(heddle::for_each(nullptr, from, from + n, touched{})));
}
TEST(fixed_cost, of_fills)
{
    compare("fill", HEDDLE_CALL(thrust::fill(policy, from, from + n, body{})),
            HEDDLE_ONE_PHASE(heddle::fill(nullptr, from, from + n, body{})));
    compare("generate", HEDDLE_CALL(thrust::generate(policy, from, from + n, made{})),
            HEDDLE_ONE_PHASE(heddle::generate(nullptr, from, from + n, made{})));
    compare("tabulate", HEDDLE_CALL(thrust::tabulate(policy, from, from + n, made{})),
            HEDDLE_ONE_PHASE(heddle::tabulate(nullptr, from, from + n, made{})));
    compare("uninitialized_copy", HEDDLE_CALL(thrust::uninitialized_copy(policy, from, from + n, to)));
    compare("uninitialized_fill", HEDDLE_CALL(thrust::uninitialized_fill(policy, from, from + n, body{})));
}
TEST(fixed_cost, of_replacements)
{
    compare("replace_if", HEDDLE_CALL(thrust::replace_if(policy, from, from + n, is_odd{}, body{})));
    compare("replace_copy_if", HEDDLE_CALL(thrust::replace_copy_if(policy, from, from + n, to, is_odd{}, body{})));
}
TEST(fixed_cost, of_gather_and_scatter)
{
    compare("gather", HEDDLE_CALL(thrust::gather(policy, numbers, numbers + n, from, to)),
            HEDDLE_ONE_PHASE(heddle::gather(nullptr, numbers, numbers + n, from, to)));
    compare("scatter", HEDDLE_CALL(thrust::scatter(policy, from, from + n, numbers, to)),
            HEDDLE_ONE_PHASE(heddle::scatter(nullptr, from, from + n, numbers, to)));
    check_plain("scatter_add",
                HEDDLE_ONE_PHASE(heddle::scatter_add(nullptr, larges, numbers, static_cast<std::size_t>(n), larges)));
}

}  // namespace heddle_test::transform_calls_test
