// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// transform and similar algorithms through both doors, compared with Thrust and raw pointers.

#include "thrust_algorithms.cuh"

#include <thrust/copy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/generate.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>

namespace heddle_test::thrust_transform_test {
namespace {

template <class Element>
struct flipped {
    __host__ __device__ Element operator()(Element value) const
    {
        for (unsigned char& byte : value.value) byte ^= 0xa5u;
        return value;
    }
};
template <class Element>
struct flip {
    __host__ __device__ void operator()(Element& value) const { value = flipped<Element>{}(value); }
};
template <class Element>
struct flip_some {
    __host__ __device__ void operator()(Element& value) const
    {
        if (value.value[0] % 4 == 0) value = flipped<Element>{}(value);
    }
};
struct sum_of_bytes {
    template <class Element>
    __host__ __device__ unsigned operator()(Element const& value) const
    {
        unsigned sum = 0;
        for (unsigned char const byte : value.value) sum = sum * 31 + byte;
        return sum;
    }
};
template <class Element>
struct mixed {
    __host__ __device__ Element operator()(Element const& a, unsigned b) const
    {
        Element result = a;
        for (unsigned char& byte : result.value) byte = static_cast<unsigned char>(byte * 3 + b++);
        return result;
    }
};
//! Only reads the elements.
struct add_to {
    unsigned* sum;
    template <class Element>
    __device__ void operator()(Element const& value) const
    {
        atomicAdd(sum, sum_of_bytes{}(value));
    }
};
template <class Element>
Element const* as_const(Element* first)
{
    return first;
}
template <class Element>
heddle::coalesced_ptr<Element const> as_const(heddle::coalesced_ptr<Element> first)
{
    return first;
}

struct is_chosen {
    __host__ __device__ bool operator()(unsigned number) const { return number % 3 == 0; }
    template <class Element>
    __host__ __device__ bool operator()(Element const& value) const
    {
        return value.value[0] % 3 == 0;
    }
};
template <class Element>
struct numbered {
    __host__ __device__ Element operator()(std::ptrdiff_t k) const
    {
        Element value;
        for (unsigned char& byte : value.value) {
            byte = static_cast<unsigned char>(k * 7 + k / 251);
            ++k;
        }
        return value;
    }
};
template <class Element>
struct same {
    Element value;
    __host__ __device__ Element operator()() const { return value; }
};

template <class Element>
void check(door_comparison& doors)
{
    doors.compare<Element, Element>("transform", [](auto in, auto out, std::size_t n, auto const&... policy) {
        auto const end = thrust::transform(policy..., in, in + n, out, flipped<Element>{});
        EXPECT_EQ(static_cast<std::ptrdiff_t>(n), end - out);
    });
    doors.compare<Element, Element>("transform in place", [](auto in, auto, std::size_t n, auto const&... policy) {
        thrust::transform(policy..., in, in + n, in, flipped<Element>{});
    });
    doors.compare<Element, unsigned>("transform to numbers",
                                     [](auto in, auto out, std::size_t n, auto const&... policy) {
                                         thrust::transform(policy..., in, in + n, out, sum_of_bytes{});
                                     });
    doors.compare<Element, unsigned>("transform of two", [](auto in, auto other, std::size_t n, auto const&... policy) {
        thrust::transform(policy..., in, in + n, other, in, mixed<Element>{});
    });
    doors.compare<Element, Element>("transform_if", [](auto in, auto out, std::size_t n, auto const&... policy) {
        thrust::transform_if(policy..., in, in + n, out, flipped<Element>{}, is_chosen{});
    });
    doors.compare<Element, unsigned>(
        "transform_if with a stencil", [](auto in, auto stencil, std::size_t n, auto const&... policy) {
            thrust::transform_if(policy..., in, in + n, stencil, in, flipped<Element>{}, is_chosen{});
        });
    doors.compare<Element, unsigned>(
        "transform_if of two", [](auto in, auto stencil, std::size_t n, auto const&... policy) {
            thrust::transform_if(policy..., in, in + n, stencil, stencil, in, mixed<Element>{}, is_chosen{});
        });
    doors.compare<Element, Element>("for_each", [](auto in, auto, std::size_t n, auto const&... policy) {
        auto const end = thrust::for_each(policy..., in, in + n, flip<Element>{});
        EXPECT_EQ(static_cast<std::ptrdiff_t>(n), end - in);
    });
    doors.compare<Element, Element>("for_each of some", [](auto in, auto, std::size_t n, auto const&... policy) {
        thrust::for_each(policy..., in, in + n, flip_some<Element>{});
    });
    doors.compare<Element, unsigned>("for_each that only looks",
                                     [](auto in, auto sum, std::size_t n, auto const&... policy) {
                                         auto const first = as_const(in);
                                         thrust::for_each(policy..., first, first + n, add_to{raw(sum)});
                                     });
    doors.compare<Element, Element>("copy", [](auto in, auto out, std::size_t n, auto const&... policy) {
        auto const end = thrust::copy(policy..., in, in + n, out);
        EXPECT_EQ(static_cast<std::ptrdiff_t>(n), end - out);
    });
    doors.compare<Element, Element>("tabulate", [](auto, auto out, std::size_t n, auto const&... policy) {
        thrust::tabulate(policy..., out, out + n, numbered<Element>{});
    });
    doors.compare<Element, Element>("fill", [](auto, auto out, std::size_t n, auto const&... policy) {
        thrust::fill(policy..., out, out + n, numbered<Element>{}(11));
    });
    doors.compare<Element, Element>("generate", [](auto, auto out, std::size_t n, auto const&... policy) {
        thrust::generate(policy..., out, out + n, same<Element>{numbered<Element>{}(12)});
    });
}

template <class Element>
class thrust_transform_test : public gpu_test {
};

TYPED_TEST_SUITE(thrust_transform_test, door_elements);

HEDDLE_TEST_DOORS(thrust_transform_test)

}  // namespace
}  // namespace heddle_test::thrust_transform_test
