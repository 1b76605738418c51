// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The same call of Thrust through every door, beside Thrust alone with raw pointers.
#pragma once

#include "gpu.cuh"

#include <common/bytes.hpp>

#include <heddle/thrust.cuh>

#include <thrust/execution_policy.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace heddle_test {

//! Each takes seconds to compile, most of them for Thrust's own kernels.
#if HEDDLE_TEST_EVERY_SIZE
using door_elements =
    ::testing::Types<bytes<1>, bytes<2>, bytes<3>, bytes<8>, bytes<12>, bytes<13>, bytes<20>,
                     bytes<28>, bytes<50>, bytes<64>, bytes<96>, bytes<132>, bytes<248>>;
#else
using door_elements = ::testing::Types<bytes<3>, bytes<28>>;
#endif

inline std::vector<std::size_t> door_counts() { return {0, 1, 31, 32, 33, 255, 256, 257, 100'003}; }

class cuda_stream {
public:
    cuda_stream() { check_cuda(cudaStreamCreate(&stream_), "cudaStreamCreate"); }
    ~cuda_stream() { cudaStreamDestroy(stream_); }
    cuda_stream(cuda_stream const&) = delete;
    cuda_stream& operator=(cuda_stream const&) = delete;

    operator cudaStream_t() const { return stream_; }

private:
    cudaStream_t stream_ = nullptr;
};

//! Whether two arrays and their guards have the same bytes.
template <class Element>
bool same_memory(guarded_array<Element> const& a, guarded_array<Element> const& b)
{
    return a.whole_size() == b.whole_size() &&
           std::memcmp(a.whole(), b.whole(), a.whole_size()) == 0;
}

//! Calls algorithm(in, out, policy...) on copies of the same arrays, by Thrust alone and by each
//! door, and compares both arrays afterwards, guards included. Returns the number of calls compared.
template <class In, class Out, class Algorithm>
unsigned compare_doors(char const* name, std::size_t count, std::size_t shift,
                       random_source& random, Algorithm const& algorithm)
{
    guarded_array<In> const in(count, random, shift * sizeof(In));
    guarded_array<Out> const out(count, random, shift * sizeof(Out));
    cuda_stream const stream;

    auto const run = [&](guarded_array<In>& new_in, guarded_array<Out>& new_out, auto const& call) {
        device_copy<In> const device_in(in);
        device_copy<Out> const device_out(out);
        call(device_in.data(), device_out.data());
        check_cuda(cudaStreamSynchronize(stream), name);
        finish_kernel();
        device_in.copy_to(new_in);
        device_out.copy_to(new_out);
    };

    guarded_array<In> expected_in(count, random, shift * sizeof(In));
    guarded_array<Out> expected_out(count, random, shift * sizeof(Out));
    run(expected_in, expected_out, [&](In* a, Out* b) { algorithm(a, b, thrust::cuda::par); });

    unsigned compared = 0;
    auto const check = [&](char const* door, auto const& call) {
        guarded_array<In> got_in(count, random, shift * sizeof(In));
        guarded_array<Out> got_out(count, random, shift * sizeof(Out));
        run(got_in, got_out, call);
        EXPECT_TRUE(same_memory(expected_in, got_in))
            << name << " by " << door << " changes its input differently: " << count
            << " elements of " << sizeof(In) << " bytes";
        EXPECT_TRUE(same_memory(expected_out, got_out))
            << name << " by " << door << ": " << count << " elements of " << sizeof(In) << " to "
            << sizeof(Out) << " bytes, shifted by " << shift;
        ++compared;
    };
    using heddle::make_coalesced;
    check("heddle::par", [&](In* a, Out* b) { algorithm(a, b, heddle::par); });
    check("heddle::par_nosync.on(stream)",
          [&](In* a, Out* b) { algorithm(a, b, heddle::par_nosync.on(stream)); });
    check("coalesced_ptr", [&](In* a, Out* b) { algorithm(make_coalesced(a), make_coalesced(b)); });
    check("coalesced_ptr and thrust::device",
          [&](In* a, Out* b) { algorithm(make_coalesced(a), make_coalesced(b), thrust::device); });
    return compared;
}

//! The same for all counts, at the begin of an array and one behind it.
template <class In, class Out, class Algorithm>
unsigned compare_doors(char const* name, random_source& random, Algorithm const& algorithm)
{
    unsigned compared = 0;
    for (std::size_t const count : door_counts()) {
        for (std::size_t const shift : {0, 1}) {
            compared += compare_doors<In, Out>(name, count, shift, random,
                                               [&](auto in, auto out, auto const&... policy) {
                                                   algorithm(in, out, count, policy...);
                                               });
        }
    }
    return compared;
}

}  // namespace heddle_test
