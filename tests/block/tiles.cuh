// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Helpers for tests of block tiles and pipelines. Kernels copy arrays or change them in place. The arrays have several
// misalignments and lie between guards.
#pragma once

#include "common/bytes.hpp"
#include "common/gpu.cuh"
#include "common/guarded_array.hpp"
#include "common/random.hpp"

#include <heddle/block/detail/copy_engine.cuh>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test {

//! Returns the value that kernels store in place of an element. The result depends on the element and its index.
template <class Element>
__host__ __device__ Element changed(Element value, std::size_t place)
{
    for (std::size_t i = 0; i < sizeof(Element); ++i) {
        value.value[i] = static_cast<unsigned char>(value.value[i] * 5 + place + i);
    }
    return value;
}

template <class Element>
__host__ __device__ std::uint64_t sum_of(Element const& value, std::size_t place)
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < sizeof(Element); ++i) sum = sum * 31 + value.value[i];
    return sum * (place + 1);
}

inline char const* name_of(heddle::copy_engine engine)
{
    return engine == heddle::copy_engine::bulk          ? "bulk"
           : engine == heddle::copy_engine::async_words ? "async words"
                                                        : "words";
}

//! Runs the functions of `Kernels` on arrays of several lengths and misalignments. Checks the results and the guards.
//! copy(out, in, count) and update(array, count) launch kernels that set element i to changed(element, i).
//! sum(sums, in, count) launches a kernel that adds each sum_of(element, i) to one of 64 sums.
template <class Element, class Kernels>
class tile_sweep {
public:
    explicit tile_sweep(random_source& random) : random_(random) {}

    void run(Kernels const& kernels, std::vector<std::size_t> const& counts)
    {
        constexpr std::size_t a = alignof(Element);
        for (std::size_t const skew : {std::size_t{0}, a, 3 * a, 64 - a, 128 - 5 * a % 16}) {
            for (std::size_t const count : counts) {
                SCOPED_TRACE(testing::Message() << kernels.name() << ", " << sizeof(Element) << " bytes aligned to "
                                                << a << ", start " << skew << ", " << count << " elements");
                check(kernels, count, skew);
            }
        }
    }

private:
    void check(Kernels const& kernels, std::size_t count, std::size_t skew)
    {
        guarded_array<Element> in(count, random_, skew), updated(count, random_, skew);
        guarded_array<Element> out(count, random_, skew / alignof(Element) % 7 * alignof(Element));
        std::vector<Element> const before(updated.data(), updated.data() + count);
        device_vector<unsigned long long> const sums(std::vector<unsigned long long>(64, 0));
        on_device(
            [&](Element* device_out, Element* device_updated, Element const* device_in) {
                kernels.copy(device_out, device_in, count);
                kernels.update(device_updated, count);
                kernels.sum(sums.data(), device_in, count);
            },
            out, updated, in);
        std::uint64_t expected = 0, sum = 0;
        std::size_t wrong_copies = 0, wrong_updates = 0;
        for (std::size_t i = 0; i < count; ++i) {
            wrong_copies += out[i] != changed(in[i], i) ? 1 : 0;
            wrong_updates += updated[i] != changed(before[i], i) ? 1 : 0;
            expected += sum_of(in[i], i);
        }
        for (unsigned long long const part : sums.to_host(64)) sum += part;
        EXPECT_EQ(0u, wrong_copies);
        EXPECT_EQ(0u, wrong_updates);
        EXPECT_EQ(expected, sum);
    }

    random_source& random_;
};

}  // namespace heddle_test
