// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements whose operators and constructors the library must not call, and deleted functions with the names of the
// library's functions. Also functions that copy an array with each function of the library that moves elements.
#pragma once

#include <heddle/block.cuh>
#include <heddle/heddle.cuh>
#include <heddle/warp.cuh>

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace heddle_test::hostile {

// Calls inside the library must not find these functions by argument-dependent lookup.
#define HEDDLE_TEST_TAKES_ANYTHING(name) \
    template <class... Anything>         \
    void name(Anything&&...) = delete;
HEDDLE_FOR_EACH(HEDDLE_TEST_TAKES_ANYTHING, load, store, load_if, store_if, load_contiguous, store_contiguous, loaded,
                shuffle, shuffle_up, shuffle_down, shuffle_xor, broadcast, exchange, reduce, inclusive_scan)
#undef HEDDLE_TEST_TAKES_ANYTHING

//! own_operators is trivially copyable. Its operator& and the operator& of its first member return null. Its comma
//! operator, comparisons and operator new are deleted.
struct own_operators_part {
    unsigned char value[4];

    HEDDLE_HOST_DEVICE own_operators_part* operator&() { return nullptr; }
    HEDDLE_HOST_DEVICE own_operators_part const* operator&() const { return nullptr; }
};

template <unsigned Rest, unsigned Alignment>
struct alignas(Alignment) own_operators {
    own_operators_part first;
    unsigned char rest[Rest];

    HEDDLE_HOST_DEVICE own_operators* operator&() { return nullptr; }
    HEDDLE_HOST_DEVICE own_operators const* operator&() const { return nullptr; }
    template <class Other>
    void operator,(Other&&) const = delete;
    template <class Other>
    friend void operator,(Other&&, own_operators const&) = delete;
    friend bool operator==(own_operators const&, own_operators const&) = delete;
    friend bool operator!=(own_operators const&, own_operators const&) = delete;
    friend bool operator<(own_operators const&, own_operators const&) = delete;
    static void* operator new(std::size_t) = delete;
    static void* operator new(std::size_t, void*) = delete;
};

//! Trivially copyable, with a deleted operator&.
struct no_address_part {
    unsigned char value[4];

    void operator&() const = delete;
};

template <unsigned Rest, unsigned Alignment>
struct alignas(Alignment) no_address {
    no_address_part first;
    unsigned char rest[Rest];

    void operator&() const = delete;
};

//! Trivially copyable, but a copy of a non-const lvalue calls the constructor template, which sets other bytes.
template <unsigned Rest, unsigned Alignment>
struct alignas(Alignment) made_of_anything {
    no_address_part first;
    unsigned char rest[Rest];

    made_of_anything() = default;
    template <class Any>
    HEDDLE_HOST_DEVICE made_of_anything(Any&&) : first{{0x5a}}, rest{0x5a}
    {
    }
};

//! A member whose copy functions are host functions, as in OpenCV's KeyPoint. These functions count their calls.
struct host_copies_part {
    unsigned char value[4];

    inline static unsigned copies = 0;

    host_copies_part() : value{} {}
    host_copies_part(host_copies_part const& other) { *this = other; }
    host_copies_part& operator=(host_copies_part const& other)
    {
        std::memcpy(value, other.value, sizeof value);
        ++copies;
        return *this;
    }
};

template <unsigned Rest, unsigned Alignment>
struct alignas(Alignment) host_copies {
    host_copies_part first;
    unsigned char rest[Rest];
};

//! The same with copy functions for the device, as in cuda::std::tuple.
struct device_copies_part {
    unsigned char value[4];

    HEDDLE_HOST_DEVICE device_copies_part() : value{} {}
    HEDDLE_HOST_DEVICE device_copies_part(device_copies_part const& other) { *this = other; }
    HEDDLE_HOST_DEVICE device_copies_part& operator=(device_copies_part const& other)
    {
        std::memcpy(value, other.value, sizeof value);
        return *this;
    }
};

template <unsigned Rest, unsigned Alignment>
struct alignas(Alignment) device_copies {
    device_copies_part first;
    unsigned char rest[Rest];
};

}  // namespace heddle_test::hostile

template <>
struct heddle::is_bitwise_copyable<heddle_test::hostile::device_copies_part> : std::true_type {
};
template <unsigned Rest, unsigned Alignment>
struct heddle::is_bitwise_copyable<heddle_test::hostile::device_copies<Rest, Alignment>> : std::true_type {
};
template <>
struct heddle::is_bitwise_copyable<heddle_test::hostile::host_copies_part> : std::true_type {
};
template <unsigned Rest, unsigned Alignment>
struct heddle::is_bitwise_copyable<heddle_test::hostile::host_copies<Rest, Alignment>> : std::true_type {
};

namespace heddle_test {

using namespace hostile;

template <class Element>
inline constexpr bool is_value_on_device = std::is_trivially_copyable_v<Element>;
template <unsigned Rest, unsigned Alignment>
inline constexpr bool is_value_on_device<device_copies<Rest, Alignment>> = true;

//! Copies the bytes of `from` to `to` without the operators of Element.
template <class Element>
HEDDLE_INLINE void copy_bytes(Element& to, Element const& from)
{
    std::memcpy(static_cast<void*>(__builtin_addressof(to)), __builtin_addressof(from), sizeof(Element));
}

//! Returns the right operand. This operation is associative. A scan with this operation returns its input.
struct later_value {
    template <class Value>
    HEDDLE_INLINE Value operator()(Value const&, Value const& right) const
    {
        return right;
    }
};
struct never_before {
    template <class Value>
    HEDDLE_INLINE bool operator()(Value const&, Value const&) const
    {
        return false;
    }
};

//! Functions that a lane calls by itself.
enum class lane_way {
    by_reference,
    by_edit,
    by_update,
    by_update_if,
    by_swap,
    by_swap_with_plain,
    by_value,
    by_load,
    by_load_if
};
//! Returns whether a function returns elements by value, and therefore calls their copy constructor.
HEDDLE_HOST_DEVICE constexpr bool gives_values(lane_way way) { return way >= lane_way::by_value; }

//! A sequence of all enumerators from First to Last.
template <class Way, unsigned First, unsigned... Number>
auto counted_from(std::integer_sequence<unsigned, Number...>)
    -> std::integer_sequence<Way, static_cast<Way>(First + Number)...>;
template <auto First, auto Last>
using ways_from = decltype(counted_from<decltype(First), static_cast<unsigned>(First)>(
    std::make_integer_sequence<unsigned, static_cast<unsigned>(Last) - static_cast<unsigned>(First) + 1>()));
using lane_ways_without_values = ways_from<lane_way::by_reference, lane_way::by_swap_with_plain>;
using lane_ways_with_values = ways_from<lane_way::by_value, lane_way::by_load_if>;

//! If i < count, copies in[i] to out[i]. The ways with swap exchange out[i] and spare[i] instead.
template <lane_way Way, class Element, class Policy>
HEDDLE_ALWAYS_INLINE void move_by_lane(heddle::coalesced_ptr<Element const, Policy> in,
                                       heddle::coalesced_ptr<Element, Policy> out,
                                       heddle::coalesced_ptr<Element, Policy> spare, std::ptrdiff_t i,
                                       std::ptrdiff_t count)
{
    if constexpr (Way == lane_way::by_update_if) {
        heddle::update_if(i < count, out + i, [&](Element& e) { copy_bytes(e, in.get()[i]); });
    } else if constexpr (Way == lane_way::by_load_if) {
        heddle::store_if(i < count, out + i, heddle::load_if(i < count, in + i));
    } else if (i < count) {
        if constexpr (Way == lane_way::by_reference) out[i] = in[i];
        if constexpr (Way == lane_way::by_edit) {
            auto e = out[i].edit();
            copy_bytes(*e, in.get()[i]);
            e->rest[0] = in.get()[i].rest[0];
        }
        if constexpr (Way == lane_way::by_update) {
            heddle::update(out + i, [&](Element& e) { copy_bytes(e, in.get()[i]); });
        }
        if constexpr (Way == lane_way::by_swap) swap(out[i], spare[i]);
        if constexpr (Way == lane_way::by_swap_with_plain) swap(out[i], spare.get()[i]);
        if constexpr (Way == lane_way::by_value) {
            Element const e = in[i];
            out[i] = e;
        }
        if constexpr (Way == lane_way::by_load) out[i].store(in[i].load());
    }
}

//! Functions that all lanes of a group call together.
enum class group_way {
    by_pointers,
    by_mask,
    by_mask_or_else,
    by_first,
    by_first_and_count,
    by_blocks,
    by_shuffles,
    by_exchange,
    by_transpose,
    by_sort,
    by_sort_of_values,
    by_scan,
    by_segmented_scan,
    by_reduce,
    by_broadcast,
    by_rotate
};

using group_ways = ways_from<group_way::by_pointers, group_way::by_rotate>;

template <group_way Way, class Element, class Group>
HEDDLE_INLINE void move_by_group(Group const& group, Element const* in, Element* out)
{
    constexpr unsigned lanes = heddle::detail::lane_count_v<Group>;
    unsigned const lane = static_cast<unsigned>(group.thread_rank());
    if constexpr (Way == group_way::by_pointers) heddle::store(group, out + lane, heddle::load(group, in + lane));
    if constexpr (Way == group_way::by_mask) {
        heddle::store_if(group, lane % 3 != 0, out + lane, heddle::load_if(group, lane % 3 != 0, in + lane));
        heddle::store_if(group, lane % 3 == 0, out + lane, heddle::load_if(group, lane % 3 == 0, in + lane));
    }
    if constexpr (Way == group_way::by_mask_or_else) {
        heddle::store(group, out + lane, heddle::load_if(group, lane % 2 == 0, in + lane, in[lane]));
    }
    if constexpr (Way == group_way::by_first) heddle::store_contiguous(group, out, heddle::load_contiguous(group, in));
    if constexpr (Way == group_way::by_first_and_count) {
        heddle::store_contiguous(group, out, heddle::load_contiguous(group, in, lanes - 1), lanes - 1);
        if (lane == lanes - 1) copy_bytes(out[lane], in[lane]);
    }
    if constexpr (Way == group_way::by_blocks && lanes == 1) copy_bytes(out[lane], in[lane]);
    if constexpr (Way == group_way::by_blocks && lanes > 1) {
        // Half of the lanes move two elements each; the other lanes move none.
        heddle::store_contiguous<2>(group, out, heddle::load_contiguous<2>(group, in, lanes), lanes);
    }
    if constexpr (Way >= group_way::by_shuffles) {
        Element const own = in[lane];
        if constexpr (Way == group_way::by_shuffles) {
            auto const up = heddle::shuffle_up(group, own, 0);
            bool exists = false;
            auto const down = heddle::shuffle_down(group, up, 0, exists);
            auto const crossed = heddle::shuffle_xor(group, heddle::shuffle_xor(group, down, lanes / 2), lanes / 2);
            copy_bytes(out[lane], heddle::shuffle(group, crossed, lane));
        }
        if constexpr (Way == group_way::by_exchange && lanes > 1) {
            Element first = own, second = own;
            heddle::exchange(group, first, second, 1);
            heddle::exchange(group, first, second, 1);
            copy_bytes(out[lane], lane % 2 == 0 ? first : second);
        }
        if constexpr (Way == group_way::by_transpose) {
            struct words {
                unsigned word[(sizeof(Element) + 3) / 4];
            };
            words values[3] = {};
            for (words& value : values) std::memcpy(value.word, __builtin_addressof(own), sizeof(Element));
            heddle::rows_to_elements(group, values);
            heddle::elements_to_rows(group, values);
            std::memcpy(static_cast<void*>(out + lane), values[2].word, sizeof(Element));
        }
        if constexpr (Way == group_way::by_sort) {
            Element key = own;
            heddle::stable_bitonic_sort(group, key, never_before{});
            copy_bytes(out[lane], key);
        }
        if constexpr (Way == group_way::by_sort_of_values) {
            Element value = own;
            unsigned key = lanes - lane;
            heddle::bitonic_sort_pairs(group, key, value);
            copy_bytes(out[lanes - 1 - lane], value);
        }
        if constexpr (Way == group_way::by_scan)
            copy_bytes(out[lane], heddle::inclusive_scan(group, own, later_value{}));
        if constexpr (Way == group_way::by_segmented_scan) {
            copy_bytes(out[lane], heddle::segmented_inclusive_scan(group, own, lane % 5 == 0, later_value{}));
        }
        if constexpr (Way == group_way::by_reduce) {
            Element const last = heddle::reduce_to_all(group, own, later_value{});
            copy_bytes(out[lane], lane == lanes - 1 ? last : own);
        }
        if constexpr (Way == group_way::by_broadcast) {
            Element const zeroth = heddle::broadcast(group, own, 0);
            auto const last = heddle::broadcast_from_last(group, true, own);
            copy_bytes(out[lane], lane == 0 ? zeroth : lane == lanes - 1 ? last.value : own);
        }
        if constexpr (Way == group_way::by_rotate) {
            copy_bytes(out[lane], heddle::rotate(group, heddle::rotate(group, own, 3), -3));
        }
    }
}

}  // namespace heddle_test
