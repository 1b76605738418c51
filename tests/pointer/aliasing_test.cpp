// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The library moves a struct as integer words. Tests that an optimizing host compiler treats accesses to these words as
// accesses to the struct. The test is compiled with -O2, which enables strict aliasing.

#include <heddle/block/detail/shared_element.cuh>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/detail/chunks.cuh>
#include <heddle/detail/word_access.cuh>
#include <heddle/emulation.hpp>

#include <gtest/gtest.h>

namespace {

struct seven {
    float value[7];
};
struct alignas(16) four {
    float value[4];
};

// Each function accesses words between two accesses to the struct, which the compiler must neither remove nor reorder.

template <class Element>
__attribute__((noinline)) float read_between_writes(Element* array, float first, float second)
{
    array[0].value[0] = first;
    Element const read = heddle::detail::load_shared<heddle::detail::shared_neighbors::written>(array, 0);
    array[0].value[0] = second;
    return read.value[0];
}

template <class Element>
__attribute__((noinline)) float write_between_reads(Element* array, Element const& value)
{
    array[0].value[0] = 1;
    heddle::detail::store_shared(array, 0, value);
    return array[0].value[0];
}

__attribute__((noinline)) float read_word_between_writes(four* element, float first, float second)
{
    element->value[0] = first;
    heddle::detail::memory_word<16> word;
    heddle::detail::load_part<16>(word, 0, reinterpret_cast<std::byte const*>(element));
    element->value[0] = second;
    return heddle::detail::element_from_words<four>(reinterpret_cast<heddle::detail::memory_word<16> const(&)[1]>(word))
        .value[0];
}

TEST(aliasing, of_elements_in_shared_memory)
{
    seven array[2] = {};
    EXPECT_EQ(3.0f, read_between_writes(array, 3, 4));
    EXPECT_EQ(4.0f, array[0].value[0]);
    EXPECT_EQ(7.0f, write_between_reads(array, seven{{7, 8, 9}}));

    four wide[2] = {};
    EXPECT_EQ(3.0f, read_between_writes(wide, 3, 4));
    EXPECT_EQ(7.0f, write_between_reads(wide, four{{7, 8, 9}}));
}

TEST(aliasing, of_words)
{
    four element = {};
    EXPECT_EQ(3.0f, read_word_between_writes(&element, 3, 4));
    EXPECT_EQ(4.0f, element.value[0]);
}

// Each lane of a warp accesses its element through a coalesced_ptr and through a raw pointer.
TEST(aliasing, of_elements_behind_a_pointer)
{
    static seven array[32];
    unsigned wrong = 0;
    heddle::emulate_grid(32, [&](std::size_t i) {
        heddle::coalesced_ptr<seven> const p(array);
        array[i].value[3] = static_cast<float>(i);
        seven q = p[i];
        array[i].value[3] = -1;
        wrong += q.value[3] != static_cast<float>(i);
        q.value[3] = 5;
        p[i] = q;
        wrong += array[i].value[3] != 5;
    });
    EXPECT_EQ(0u, wrong);
}

}  // namespace
