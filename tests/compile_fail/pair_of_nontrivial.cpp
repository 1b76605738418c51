// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A pair moves if both of its members do; the message says what to write where that is not known.
// expect first: heddle: T must be trivially copyable, because its bytes are moved by other lanes
// expect first: if copying its bytes copies it, specialize heddle::is_bitwise_copyable<T> for T itself, not only for its members: template <> struct heddle::is_bitwise_copyable<T> : std::true_type {};
// expect: std::pair<int, counted>

#include <heddle/emulation/emulated_group.hpp>
#include <heddle/group_access.cuh>

#include <utility>

struct counted {
    int value;
    counted() = default;
    counted(counted const& other) : value(other.value + 1) {}
};
#if !defined(HEDDLE_TEST_WITHOUT_OFFENCE)
using element = std::pair<int, counted>;
#else
using element = std::pair<int, float>;
#endif

element first(heddle::emulated_group<32> const& tile, element const* pairs)
{
    return heddle::load(tile, pairs);
}
