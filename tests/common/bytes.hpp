// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An element of any size and alignment, for tests on the host and on the device.
#pragma once

#include <heddle/config.cuh>

#include <cstddef>

namespace heddle_test {

//! Returns the widest alignment, up to 16, that a struct of this size can have.
HEDDLE_HOST_DEVICE constexpr std::size_t widest_alignment(std::size_t size)
{
    std::size_t alignment = 1;
    while (alignment < 16 && size % (2 * alignment) == 0) alignment *= 2;
    return alignment;
}

template <std::size_t Size, std::size_t Alignment = widest_alignment(Size)>
struct alignas(Alignment) bytes {
    static_assert(Size % Alignment == 0, "the struct would be larger than Size");

    unsigned char value[Size];

    HEDDLE_HOST_DEVICE friend bool operator==(bytes const& a, bytes const& b)
    {
        for (std::size_t i = 0; i < Size; ++i) {
            if (a.value[i] != b.value[i]) return false;
        }
        return true;
    }
    HEDDLE_HOST_DEVICE friend bool operator!=(bytes const& a, bytes const& b) { return !(a == b); }
};

//! Returns the element with some bits of each byte inverted. A second call restores the original element.
template <class Element>
Element flipped(Element element)
{
    for (unsigned char& byte : element.value) byte ^= 0xa5u;
    return element;
}

}  // namespace heddle_test
