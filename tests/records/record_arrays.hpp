// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The bytes of records at any distance and address, and the element types and alignments of the tests of record_ptr.
#pragma once

#include <common/bytes.hpp>
#include <common/full_test.hpp>
#include <common/random.hpp>

#include <cstddef>
#include <cstring>
#include <vector>

namespace heddle_test {

//! The records of a test: record i has `bytes` bytes from byte i * distance on. The bytes after them, up to the next
//! record, are its gap.
struct record_shape {
    std::size_t bytes, distance, count;

    HEDDLE_HOST_DEVICE std::size_t size() const { return (count - 1) * distance + bytes; }
    HEDDLE_HOST_DEVICE bool is_gap(std::size_t at) const { return at % distance >= bytes; }
};

//! The byte that a neighbor writes to the gaps.
HEDDLE_HOST_DEVICE constexpr unsigned char gap_byte(std::size_t at) { return static_cast<unsigned char>(at * 7 + 3); }

//! Inverts some bits of the records for which changes(i) holds.
template <class Changes>
void flip_records(std::vector<unsigned char>& array, record_shape const& shape, Changes const& changes)
{
    for (std::size_t at = 0; at < array.size(); ++at) {
        if (!shape.is_gap(at) && changes(at / shape.distance)) array[at] ^= 0xa5u;
    }
}

inline void fill_gaps(std::vector<unsigned char>& array, record_shape const& shape)
{
    for (std::size_t at = 0; at < array.size(); ++at) {
        if (shape.is_gap(at)) array[at] = gap_byte(at);
    }
}

//! Calls visit.operator()<Element, Alignment>() for sizes of whole words and unaligned sizes that take every route, and
//! for alignments below and equal to those of the types.
template <class Visit>
void for_record_types(Visit const& visit)
{
    visit.template operator()<bytes<12, 4>, 1>();
    visit.template operator()<bytes<12, 4>, 4>();
    visit.template operator()<bytes<16, 4>, 1>();
    visit.template operator()<bytes<16, 4>, 2>();
    visit.template operator()<bytes<16, 4>, 4>();
    visit.template operator()<bytes<16, 16>, 16>();
    visit.template operator()<bytes<20, 4>, 2>();
    visit.template operator()<bytes<21, 1>, 1>();
    visit.template operator()<bytes<28, 4>, 1>();
    visit.template operator()<bytes<28, 4>, 4>();
    visit.template operator()<bytes<3, 1>, 1>();
    visit.template operator()<bytes<8, 8>, 4>();
    visit.template operator()<bytes<40, 8>, 8>();
    visit.template operator()<bytes<68, 4>, 2>();
    if constexpr (full) {
        visit.template operator()<bytes<4, 4>, 2>();
        visit.template operator()<bytes<8, 4>, 1>();
        visit.template operator()<bytes<12, 4>, 2>();
        visit.template operator()<bytes<14, 2>, 1>();
        visit.template operator()<bytes<14, 2>, 2>();
        visit.template operator()<bytes<20, 4>, 1>();
        visit.template operator()<bytes<20, 4>, 4>();
        visit.template operator()<bytes<24, 8>, 4>();
        visit.template operator()<bytes<28, 4>, 2>();
        visit.template operator()<bytes<48, 16>, 1>();
        visit.template operator()<bytes<64, 16>, 4>();
        visit.template operator()<bytes<64, 32>, 32>();
        visit.template operator()<bytes<64, 32>, 1>();
        visit.template operator()<bytes<100, 4>, 1>();
    }
}

}  // namespace heddle_test
