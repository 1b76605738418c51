// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// What is left for the user's own work: copies in which each thread also does some multiply-adds.

#include "harness.cuh"

#include <cstring>
#include <string>

namespace heddle_bench {
namespace {

//! Four chains of multiply-adds on an element's first words. The result is practically never 0, but
//! the compiler does not know that.
template <unsigned Count, class Element>
__device__ __forceinline__ bool comes_to_nothing(Element const& value)
{
    float x[4];
    std::memcpy(x, &value, sizeof x);
#pragma unroll
    for (unsigned i = 0; i < Count; ++i) x[i % 4] = fmaf(x[i % 4], 1.0001f, 0.5f);
    return x[0] + x[1] + x[2] + x[3] == 0;
}

template <unsigned Count, class Element, template <class> class Pointer>
__global__ void __launch_bounds__(block_threads)
    copy_and_multiply(std::byte const* in, std::byte* out, std::size_t count)
{
    Pointer<Element const> const p(reinterpret_cast<Element const*>(in));
    Pointer<Element> const q(reinterpret_cast<Element*>(out));
    std::size_t const i = element_index();
    if (i >= count) return;
    Element v = p[i];
    if (comes_to_nothing<Count>(v)) v.members[0] ^= 1;
    q[i] = v;
}

//! copy/coalesced+160/28 and so on: their limit is copy/limit/28.
template <unsigned Count, class Element>
void add_busy_copies()
{
    element_shape const shape = shape_of<Element>();
    std::string const work = '+' + std::to_string(Count);
    add_copy(("plain" + work).c_str(), shape, copy_and_multiply<Count, Element, plain_ptr>);
    add_copy(("coalesced" + work).c_str(), shape, copy_and_multiply<Count, Element, coalesced_ptr>);
    add_copy(("scratch" + work).c_str(), shape, copy_and_multiply<Count, Element, scratch_ptr>);
}

template <class Element>
void add_for(benchmark_kind kind)
{
    if (kind != benchmark_kind::copy) return;
    add_busy_copies<160, Element>();
    add_busy_copies<192, Element>();
    add_busy_copies<256, Element>();
    add_busy_copies<512, Element>();
}

// After the parts of those sizes: first_bytes orders them.
register_part const small({28, add_for<element<28, 4>>});
register_part const odd({50, add_for<element<50, 2>>});
register_part const middle({64, add_for<element<64, 4>>});
register_part const large({96, add_for<element<96, 4>>});

}  // namespace
}  // namespace heddle_bench
