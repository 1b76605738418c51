// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sums the rows of elements that a group loads.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/plan/network.hpp>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/word_access.cuh>
#include <heddle/group_access.cuh>
#include <heddle/warp/operations.cuh>
#include <heddle/warp/reduce.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

template <class Element>
inline constexpr bool is_read_in_packs = sizeof(Element) <= 8 && sizeof(Element) == alignof(Element);

//! Maximum bytes of a row that one lane loads, so that these elements and the sums stay in registers.
inline constexpr unsigned max_pack_bytes = 256;

//! Returns the smallest number of elements that fill whole 16-byte words, or 1 if these elements exceed max_pack_bytes.
HEDDLE_HOST_DEVICE constexpr unsigned pack_elements(std::size_t element_bytes)
{
    unsigned const bytes = static_cast<unsigned>(element_bytes);
    unsigned const count = 16 / greatest_common_divisor(bytes, 16);
    return count * element_bytes <= max_pack_bytes ? count : 1;
}

//! One lane's consecutive elements of a row.
template <class Element>
struct alignas(is_read_in_packs<Element> ? 16 : alignof(Element)) element_pack {
    static constexpr unsigned count = pack_elements(sizeof(Element));
    Element element[count];
};

//! The rows of a group: row r begins at first + r * stride. A row of `rest` elements follows the `full_count` full
//! rows. The first group of the grid also takes the `before` elements that precede the first aligned pack.
template <class Element>
struct tile_rows {
    Element const* first;
    std::size_t stride;
    std::size_t full_count;
    unsigned rest;
    unsigned before;
};

//! The sum of a group's rows. It is spread over the first `lanes` lanes: each of these lanes holds a partial sum.
template <class Value>
struct spread_sum {
    Value value;
    unsigned lanes;
};

template <class Group, class Element>
inline constexpr unsigned row_elements = lane_count_v<Group>* element_pack<Element>::count;

//! The number of packs that a lane loads before it adds the first pack.
template <class Element>
inline constexpr unsigned rows_in_flight = sizeof(element_pack<Element>) <= 16   ? 8
                                           : sizeof(element_pack<Element>) <= 64 ? 2
                                                                                 : 1;

template <class Group, class Element>
HEDDLE_INLINE element_pack<Element> load_pack(Group const& group, Element const* row)
{
    return heddle::load_contiguous(group, reinterpret_cast<element_pack<Element> const*>(row));
}

template <class Element, class Operation>
HEDDLE_INLINE Element sum_of_pack(element_pack<Element> const& pack, Operation operation)
{
    Element sum = pack.element[0];
    HEDDLE_UNROLL
    for (unsigned i = 1; i < element_pack<Element>::count; ++i) {
        sum = detail::call(operation, sum, pack.element[i]);
    }
    return sum;
}

//! Adds up a group's rows, one after the other.
template <class Group, class Element, class Operation>
struct row_sum {
    static constexpr bool each_lane_its_own = is_commutative<Operation, Element>;

    Group const& group;
    Operation operation;
    Element sum;
    unsigned lanes = 0;  // only the first `lanes` lanes have a sum

    //! Adds the values of a row to the sums. Only the first `count` lanes have a value.
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE void add(Element const& value, unsigned count)
    {
        if constexpr (each_lane_its_own) {
            if (lanes == 0) {
                sum = value;
                lanes = count;
            } else if (detail::lane_rank(group) < count) {
                sum = detail::call(operation, sum, value);
            }
        } else {
            Element const row = count == lane_count_v<Group> ? heddle::reduce(group, value, operation)
                                                             : heddle::reduce(group, value, operation, count);
            sum = lanes == 0 ? row : detail::call(operation, sum, row);
            lanes = 1;
        }
    }
};

//! Adds up a group's rows and returns the sum. Keeps the order of the rows unless the operation is commutative. If
//! there are no elements, returns `any` with lanes = 0.
HEDDLE_EXEC_CHECK_DISABLE
template <class Group, class Element, class Operation>
HEDDLE_INLINE spread_sum<Element> reduce_rows(Group const& group, tile_rows<Element> const& rows, Operation operation,
                                              Element const& any)
{
    constexpr unsigned lane_count = lane_count_v<Group>;
    constexpr unsigned batch = rows_in_flight<Element>;
    row_sum<Group, Element, Operation> total{group, operation, any};
    Element const* const first = rows.first;
    auto const add_some = [&](Element const* some, unsigned count) HEDDLE_INLINE_LAMBDA {
        for (unsigned i = 0; i < count; i += lane_count) {
            unsigned const lanes = count - i < lane_count ? count - i : lane_count;
            total.add(heddle::load_contiguous(group, some + i, lanes), lanes);
        }
    };
    if constexpr (!total.each_lane_its_own) add_some(first - rows.before, rows.before);
    std::size_t r = 0;
    for (; r + batch <= rows.full_count; r += batch) {
        element_pack<Element> packs[batch];
        HEDDLE_UNROLL
        for (unsigned k = 0; k < batch; ++k) {
            packs[k] = detail::load_pack(group, first + (r + k) * rows.stride);
        }
        if constexpr (total.each_lane_its_own) {
            Element sum = detail::sum_of_pack(packs[0], operation);
            HEDDLE_UNROLL
            for (unsigned k = 1; k < batch; ++k) {
                sum = detail::call(operation, sum, detail::sum_of_pack(packs[k], operation));
            }
            total.add(sum, lane_count);
        } else {
            HEDDLE_UNROLL
            for (unsigned k = 0; k < batch; ++k) {
                total.add(detail::sum_of_pack(packs[k], operation), lane_count);
            }
        }
    }
    if constexpr (batch > 1) {
        for (; r < rows.full_count; ++r) {
            total.add(detail::sum_of_pack(detail::load_pack(group, first + r * rows.stride), operation), lane_count);
        }
    }
    add_some(first + r * rows.stride, rows.rest);
    if constexpr (total.each_lane_its_own) add_some(first - rows.before, rows.before);
    return {total.sum, total.lanes};
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
