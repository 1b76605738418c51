// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Helpers for tests of block tiles and pipelines. Kernels copy arrays and change them in place. The arrays have several
// misalignments and lie between guards.
#pragma once

#include "common/bytes.hpp"
#include "common/gpu.cuh"
#include "common/guarded_array.hpp"
#include "common/random.hpp"

#include <heddle/block/detail/copy_engine.cuh>

#include <cstddef>
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

inline char const* name_of(heddle::copy_engine engine)
{
    return engine == heddle::copy_engine::bulk          ? "bulk"
           : engine == heddle::copy_engine::async_words ? "async words"
                                                        : "words";
}

//! Runs Kernel on arrays of several lengths and misalignments. Checks the results and the guards.
//! Kernel::launch(out, in, updated, count) launches a kernel that sets out[i] to changed(in[i], i), and updated[i] to
//! changed(updated[i], i).
template <class Kernel, class Element>
void sweep_block_tiles(random_source& random, std::vector<std::size_t> const& counts)
{
    constexpr std::size_t a = alignof(Element);
    for (std::size_t const skew : {std::size_t{0}, a, 3 * a, 64 - a, 128 - 5 * a % 16}) {
        for (std::size_t const count : counts) {
            SCOPED_TRACE(testing::Message() << Kernel::name() << ", " << sizeof(Element) << " bytes aligned to " << a
                                            << ", start " << skew << ", " << count << " elements");
            guarded_array<Element> in(count, random, skew), updated(count, random, skew);
            guarded_array<Element> out(count, random, skew / a % 7 * a);
            guarded_array<Element> const before(updated);
            on_device(
                [&](Element* to, Element const* from, Element* in_place) { Kernel::launch(to, from, in_place, count); },
                out, in, updated);
            std::size_t wrong_copies = 0, wrong_updates = 0;
            for (std::size_t i = 0; i < count; ++i) {
                wrong_copies += out[i] != changed(in[i], i) ? 1 : 0;
                wrong_updates += updated[i] != changed(before[i], i) ? 1 : 0;
            }
            EXPECT_EQ(0u, wrong_copies);
            EXPECT_EQ(0u, wrong_updates);
        }
    }
}

}  // namespace heddle_test
