// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 6: in which order keys are sorted, and whether their digits say it; the pieces of a sort's
// temporary storage.
#pragma once

#include "../config.cuh"

#if defined(__CUDACC__)
#    include <cuda/std/functional>
#endif

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>

namespace heddle {

//! Orders of keys: whatever has operator<, and whatever has operator>.
struct ascending {
    template <class Key>
    HEDDLE_INLINE bool operator()(Key const& a, Key const& b) const
    {
        return a < b;
    }
};
struct descending {
    template <class Key>
    HEDDLE_INLINE bool operator()(Key const& a, Key const& b) const
    {
        return a > b;
    }
};

namespace detail {

//! The same order by another name: those of the standard libraries are ours, which are recognised,
//! and can be called on the device.
template <class Compare>
struct known_order {
    using type = Compare;
};
template <class Key>
struct known_order<std::less<Key>> {
    using type = ascending;
};
template <class Key>
struct known_order<std::greater<Key>> {
    using type = descending;
};
#if defined(__CUDACC__)
template <class Key>
struct known_order<cuda::std::less<Key>> {
    using type = ascending;
};
template <class Key>
struct known_order<cuda::std::greater<Key>> {
    using type = descending;
};
#endif
template <class Compare>
constexpr auto order_of(Compare const& compare)
{
    using known = typename known_order<Compare>::type;
    if constexpr (std::is_same_v<known, Compare>) {
        return compare;
    } else {
        return known();
    }
}
template <class Order>
inline constexpr bool is_simple_order =
    std::is_same_v<Order, ascending> || std::is_same_v<Order, descending>;

//! The number whose digits order keys of an arithmetic type or an enumeration.
template <class Key, bool = std::is_enum_v<Key>>
struct digits_of_key {
    using type = Key;
};
template <class Key>
struct digits_of_key<Key, true> {
    using type = std::underlying_type_t<Key>;
};
template <std::size_t Bytes, bool Signed>
using integer_of_size = std::conditional_t<
    Bytes == 1, std::conditional_t<Signed, std::int8_t, std::uint8_t>,
    std::conditional_t<
        Bytes == 2, std::conditional_t<Signed, std::int16_t, std::uint16_t>,
        std::conditional_t<Bytes == 4, std::conditional_t<Signed, std::int32_t, std::uint32_t>,
                           std::conditional_t<Signed, std::int64_t, std::uint64_t>>>>;
template <class Key>
using digits_t = std::conditional_t<
    std::is_integral_v<typename digits_of_key<Key>::type>,
    integer_of_size<sizeof(Key), std::is_signed_v<typename digits_of_key<Key>::type>>, Key>;

//! Whether a radix sort gives the order: one of its own kind, of numbers it knows.
template <class Key>
inline constexpr bool has_digits = std::is_enum_v<Key> ||
                                   (std::is_arithmetic_v<Key> && !std::is_same_v<Key, long double>);
template <class Key, class Order>
inline constexpr bool sorts_digits = is_simple_order<Order>&& has_digits<Key>;

//! Arrays side by side in memory that the caller has; or, without it, how much they take.
class memory_pieces {
public:
    static constexpr std::size_t alignment = 256;

    explicit memory_pieces(void* memory)
        : memory_(static_cast<std::byte*>(memory)),
          start_((alignment - reinterpret_cast<std::uintptr_t>(memory) % alignment) % alignment)
    {
    }

    template <class T>
    T* take(std::size_t count)
    {
        std::size_t const place = used_;
        used_ += (count * sizeof(T) + alignment - 1) / alignment * alignment;
        most_ = used_ > most_ ? used_ : most_;
        return memory_ == nullptr ? nullptr : reinterpret_cast<T*>(memory_ + start_ + place);
    }
    //! What was taken since is free for other use; its bytes may be taken again.
    std::size_t mark() const { return used_; }
    void release_to(std::size_t marked) { used_ = marked; }

    //! What they take, wherever the memory begins.
    std::size_t bytes() const { return most_ + alignment; }

private:
    std::byte* memory_;
    std::size_t start_;
    std::size_t used_ = 0;
    std::size_t most_ = 0;
};

}  // namespace detail

}  // namespace heddle
