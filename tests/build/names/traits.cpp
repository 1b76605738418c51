// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares what type traits and concepts say of a coalesced_ptr<T>, P, and of its reference, R, with what they say of a
// T*. Only three differ: a coalesced_ptr converts to bool and to void* when that is asked for, and does not claim to be
// a std::contiguous_iterator, because algorithms of the standard library would then access elements by its T*.
#include <heddle/block.cuh>
#include <heddle/heddle.cuh>
#include <heddle/warp.cuh>

#include <iterator>
#include <type_traits>
#include <utility>

struct particle {
    float x, mass;
};
HEDDLE_FIELDS(particle, x, mass);

#define HEDDLE_TEST_CAN(name, expression)     \
    template <class R, class V, class = void> \
    inline constexpr bool name = false;       \
    template <class R, class V>               \
    inline constexpr bool name<R, V, std::void_t<decltype(expression)>> = true;
HEDDLE_TEST_CAN(adds, std::declval<R>() += std::declval<V>())
HEDDLE_TEST_CAN(steps, ++std::declval<R>())
HEDDLE_TEST_CAN(steps_behind, std::declval<R>()++)
HEDDLE_TEST_CAN(negates, -std::declval<R>())
HEDDLE_TEST_CAN(has_elements, std::declval<R>()[0])
HEDDLE_TEST_CAN(sums, std::declval<R>() + std::declval<V>())
HEDDLE_TEST_CAN(compares, std::declval<R>() == std::declval<V>())

#define HEDDLE_TEST_TRAIT(name, ...)                                                               \
    template <class P, class R, class V>                                                           \
    inline constexpr bool name##_of = __VA_ARGS__;                                                 \
    template <class T, class Pointer = heddle::coalesced_ptr<T>>                                   \
    constexpr bool name()                                                                          \
    {                                                                                              \
        using value = std::remove_const_t<T>;                                                      \
        return name##_of<T*, T&, value> == name##_of<Pointer, typename Pointer::reference, value>; \
    }                                                                                              \
    static_assert(name<particle>());                                                               \
    static_assert(name<particle const>());                                                         \
    static_assert(name<float>());                                                                  \
    static_assert(name<float const>());                                                            \
    static_assert(name<int*>());                                                                   \
    static_assert(name<int* const>());
HEDDLE_TEST_TRAIT(trait_0, std::is_assignable_v<R, V>)
HEDDLE_TEST_TRAIT(trait_1, std::is_assignable_v<R, R>)
HEDDLE_TEST_TRAIT(trait_2, std::is_assignable_v<R, V const&>)
HEDDLE_TEST_TRAIT(trait_3, std::is_assignable_v<R, int>)
HEDDLE_TEST_TRAIT(trait_4, std::is_assignable_v<R, char const*>)
HEDDLE_TEST_TRAIT(trait_5, std::is_swappable_v<R>)
HEDDLE_TEST_TRAIT(trait_6, std::is_swappable_with_v<R, V&>)
HEDDLE_TEST_TRAIT(trait_7, std::is_swappable_with_v<V&, R>)
HEDDLE_TEST_TRAIT(trait_8, std::is_swappable_v<P>)
HEDDLE_TEST_TRAIT(trait_9, adds<R, V>)
HEDDLE_TEST_TRAIT(trait_10, adds<R, int>)
HEDDLE_TEST_TRAIT(trait_11, adds<R, R>)
HEDDLE_TEST_TRAIT(trait_12, adds<R, char const*>)
HEDDLE_TEST_TRAIT(trait_13, steps<R, V>)
HEDDLE_TEST_TRAIT(trait_14, steps_behind<R, V>)
HEDDLE_TEST_TRAIT(trait_15, negates<R, V>)
HEDDLE_TEST_TRAIT(trait_16, has_elements<R, V>)
HEDDLE_TEST_TRAIT(trait_17, sums<R, R>)
HEDDLE_TEST_TRAIT(trait_18, compares<R, R>)
HEDDLE_TEST_TRAIT(trait_19, std::is_constructible_v<P, V*>)
HEDDLE_TEST_TRAIT(trait_20, std::is_constructible_v<P, V const*>)
HEDDLE_TEST_TRAIT(trait_21, std::is_convertible_v<V const*, P>)
HEDDLE_TEST_TRAIT(trait_22, std::is_assignable_v<P&, V const*>)
HEDDLE_TEST_TRAIT(trait_23, std::is_assignable_v<P&, V*>)
HEDDLE_TEST_TRAIT(trait_24, std::is_assignable_v<P&, int*>)
HEDDLE_TEST_TRAIT(trait_25, std::is_convertible_v<R, V>)
HEDDLE_TEST_TRAIT(trait_26, std::is_convertible_v<R, V&>)
HEDDLE_TEST_TRAIT(trait_27, std::is_convertible_v<R, V const&>)
HEDDLE_TEST_TRAIT(trait_28, std::is_convertible_v<R, int>)
HEDDLE_TEST_TRAIT(trait_29, std::is_convertible_v<R, char const*>)
HEDDLE_TEST_TRAIT(trait_30, std::is_constructible_v<V, R>)
HEDDLE_TEST_TRAIT(trait_31, std::is_trivially_copyable_v<P>)
HEDDLE_TEST_TRAIT(trait_32, std::is_default_constructible_v<P>)
HEDDLE_TEST_TRAIT(trait_33, std::is_nothrow_move_constructible_v<P>)
HEDDLE_TEST_TRAIT(trait_34, std::is_nothrow_copy_assignable_v<P>)
HEDDLE_TEST_TRAIT(trait_35, std::indirectly_writable<P, V>)
HEDDLE_TEST_TRAIT(trait_36, std::indirectly_readable<P>)
HEDDLE_TEST_TRAIT(trait_37, std::input_or_output_iterator<P>)
HEDDLE_TEST_TRAIT(trait_38, std::output_iterator<P, V>)
HEDDLE_TEST_TRAIT(trait_39, std::input_iterator<P>)
HEDDLE_TEST_TRAIT(trait_40, std::forward_iterator<P>)
HEDDLE_TEST_TRAIT(trait_41, std::bidirectional_iterator<P>)
HEDDLE_TEST_TRAIT(trait_42, std::random_access_iterator<P>)
HEDDLE_TEST_TRAIT(trait_43, std::indirectly_movable<P, P>)
HEDDLE_TEST_TRAIT(trait_44, std::indirectly_copyable<P, P>)
HEDDLE_TEST_TRAIT(trait_45, std::indirectly_movable_storable<P, P>)
HEDDLE_TEST_TRAIT(trait_46, std::indirectly_swappable<P, P>)
HEDDLE_TEST_TRAIT(trait_47, std::permutable<P>)
HEDDLE_TEST_TRAIT(trait_48, std::sentinel_for<P, P>)
HEDDLE_TEST_TRAIT(trait_49, std::sized_sentinel_for<P, P>)
HEDDLE_TEST_TRAIT(trait_50, std::totally_ordered<P>)
HEDDLE_TEST_TRAIT(trait_51, std::regular<P>)
HEDDLE_TEST_TRAIT(trait_52, std::assignable_from<R, V>)
HEDDLE_TEST_TRAIT(trait_53, std::swappable<R>)
HEDDLE_TEST_TRAIT(trait_54, std::common_reference_with<R, V&>)
