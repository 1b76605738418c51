// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts structs by several members, each in an order of its own. As in sort.cuh, whose comments on orders, storage,
// streams and errors hold here, indices are sorted, and then each struct is moved once.
//
//     heddle::device::sort_by_member<&trade::price, &trade::time>(temporary, bytes, stream, in, out, count,
//                                                                 heddle::descending(), heddle::ascending());
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/key_passes.cuh>
#include <heddle/algorithm/detail/member_keys.cuh>
#include <heddle/algorithm/detail/sort_indices.cuh>
#include <heddle/algorithm/detail/sort_order.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/config.cuh>

#include <cstddef>
#include <tuple>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

#if defined(__CUDACC__)

namespace detail {

//! Returns the key of a struct.
template <class Key, class T>
struct member_key_at {
    T const* structs;

    HEDDLE_INLINE auto operator()(std::size_t index) const { return Key::of(structs[index]); }
};

//! Calls run(key, number of its first member) for each key of the members before number End, beginning with the last
//! key.
template <class Keys, std::size_t End = Keys::member_count, class Run>
cudaError_t for_each_key(Run const& run)
{
    if constexpr (End == 0) {
        return cudaSuccess;
    } else {
        constexpr std::size_t first = Keys::first_of_key(End);
        cudaError_t const error =
            run(typename Keys::template key<first, End>(), std::integral_constant<std::size_t, first>());
        return error == cudaSuccess ? detail::for_each_key<Keys, first>(run) : error;
    }
}

//! Runs a pass for each key, beginning with the last one.
template <class Keys, class Index, class T, class Orders>
cudaError_t run_key_passes(key_passes<Index>& passes, T const* in, Orders const& orders)
{
    return detail::for_each_key<Keys>([&](auto key, auto first) {
        using key_of = decltype(key);
        member_key_at<key_of, T> const at{in};
        if constexpr (key_of::by_digits) {
            return passes.template run<typename key_of::type>(at, ascending(), static_cast<int>(8 * key_of::bytes));
        } else {
            return passes.template run<typename key_of::type>(at, std::get<first>(orders));
        }
    });
}

template <class Index, class Keys, class T, class Orders>
cudaError_t sort_by_members(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                            std::size_t count, Orders const& orders)
{
    temporary_storage storage(temporary);
    key_passes<Index> passes(stream, count);
    auto const run_all = [&] { return detail::run_key_passes<Keys>(passes, in, orders); };
    cudaError_t error = run_all();
    if (error != cudaSuccess) return error;
    passes.take(storage);
    T* const spare = in == out ? storage.take<T>(count) : nullptr;
    if (storage.is_missing(temporary_bytes, error)) return error;

    error = run_all();
    return error == cudaSuccess ? detail::bring_in_order(stream, passes.indices(), in, out, spare, count) : error;
}

//! Returns the orders of members as a tuple. Unless there is one for each member, all are ascending.
template <auto... Member, class... Compare>
constexpr auto orders_of_members(Compare const&... compare)
{
    if constexpr (sizeof...(Compare) == sizeof...(Member)) {
        return std::make_tuple(detail::order_of<typename named_member<Member>::type>(compare)...);
    } else {
        return std::make_tuple(((void)Member, ascending())...);
    }
}
//! The keys of members in these orders.
template <class Orders, auto... Member>
struct keys_of_orders;
template <class... Order, auto... Member>
struct keys_of_orders<std::tuple<Order...>, Member...> {
    using type = member_keys<ordered_member<Member, Order>...>;
};

}  // namespace detail

namespace device {

//! Sets `out` to the structs of `in`, sorted by the first member, structs with equal first members by the second, and so
//! on. in == out is allowed. `compare` is an order for each member, or nothing, which sorts all in ascending order.
//! Cost:     a sort of keys and indices for each 8 bytes of members that are numbers (a radix sort), and for each other
//!           member (a merge sort); then one gather of the structs. A sort in place copies the structs once more
//! Storage:  two keys and two indices for each struct; in place, at least the size of all structs
template <auto First, auto Second, auto... More, class T, class... Compare>
cudaError_t sort_by_member(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, T const* in, T* out,
                           std::size_t count, Compare... compare)
{
    detail::check_sorted<T>();
    constexpr std::size_t orders = sizeof...(Compare);
    static_assert(orders == 0 || orders == 2 + sizeof...(More),
                  "heddle: sort_by_member needs an order for each member, as in sort_by_member<&T::x, &T::y>(..., "
                  "ascending(), descending()), or none");
    if constexpr (orders == 0 || orders == 2 + sizeof...(More)) {
        if (count < 2) return detail::sort_at_most_one(temporary, temporary_bytes, stream, in, out, count);
        auto const known = detail::orders_of_members<First, Second, More...>(compare...);
        using keys =
            typename detail::keys_of_orders<std::remove_const_t<decltype(known)>, First, Second, More...>::type;
        return detail::with_index(count, [&](auto index) {
            return detail::sort_by_members<decltype(index), keys>(temporary, temporary_bytes, stream, in, out, count,
                                                                  known);
        });
    } else {
        return cudaErrorInvalidValue;
    }
}

}  // namespace device

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
