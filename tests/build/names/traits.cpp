// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares what type traits and concepts say of a coalesced_ptr<T>, P, and of its reference, R, with what they say of a
// T*. Only three differ: a coalesced_ptr converts to bool and to void* when that is asked for, and does not claim to be
// a std::contiguous_iterator, because algorithms of the standard library would then access elements by its T*.
#include <heddle/block.cuh>
#include <heddle/heddle.cuh>
#include <heddle/warp.cuh>

#include <array>
#include <cstddef>
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

// clang-format off
template <class P, class R, class V>
inline constexpr auto traits_of = std::array{
    std::is_assignable_v<R, V>, std::is_assignable_v<R, R>, std::is_assignable_v<R, V const&>,
    std::is_assignable_v<R, int>, std::is_assignable_v<R, char const*>, std::is_swappable_v<R>,
    std::is_swappable_with_v<R, V&>, std::is_swappable_with_v<V&, R>, std::is_swappable_v<P>, adds<R, V>,
    adds<R, int>, adds<R, R>, adds<R, char const*>, steps<R, V>, steps_behind<R, V>, negates<R, V>,
    has_elements<R, V>, sums<R, R>, compares<R, R>, std::is_constructible_v<P, V*>,
    std::is_constructible_v<P, V const*>, std::is_convertible_v<V const*, P>, std::is_assignable_v<P&, V const*>,
    std::is_assignable_v<P&, V*>, std::is_assignable_v<P&, int*>, std::is_convertible_v<R, V>,
    std::is_convertible_v<R, V&>, std::is_convertible_v<R, V const&>, std::is_convertible_v<R, int>,
    std::is_convertible_v<R, char const*>, std::is_constructible_v<V, R>, std::is_trivially_copyable_v<P>,
    std::is_default_constructible_v<P>, std::is_nothrow_move_constructible_v<P>, std::is_nothrow_copy_assignable_v<P>,
    std::indirectly_writable<P, V>, std::indirectly_readable<P>, std::input_or_output_iterator<P>,
    std::output_iterator<P, V>, std::input_iterator<P>, std::forward_iterator<P>, std::bidirectional_iterator<P>,
    std::random_access_iterator<P>, std::indirectly_movable<P, P>, std::indirectly_copyable<P, P>,
    std::indirectly_movable_storable<P, P>, std::indirectly_swappable<P, P>, std::permutable<P>,
    std::sentinel_for<P, P>, std::sized_sentinel_for<P, P>, std::totally_ordered<P>, std::regular<P>,
    std::assignable_from<R, V>, std::swappable<R>, std::common_reference_with<R, V&>};
// clang-format on

// The number of a trait that differs is an argument in the compiler's message.
template <class T, std::size_t Trait>
struct trait_is_that_of_the_pointer {
    using pointer = heddle::coalesced_ptr<T>;
    using value = std::remove_const_t<T>;
    static_assert(traits_of<T*, T&, value>[Trait] == traits_of<pointer, typename pointer::reference, value>[Trait]);
};
template <class T, std::size_t... Trait>
constexpr std::size_t check(std::index_sequence<Trait...>)
{
    return (sizeof(trait_is_that_of_the_pointer<T, Trait>) + ...);
}
template <class... T>
constexpr bool check_all()
{
    return ((check<T>(std::make_index_sequence<traits_of<int*, int&, int>.size()>()) > 0) && ...);
}
static_assert(check_all<particle, particle const, float, float const, int*, int* const>());
