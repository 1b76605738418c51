// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements with unusual operators and constructors. The library moves bytes, and must not call these functions.
#pragma once

#include <heddle/bitwise_copyable.cuh>
#include <heddle/config.cuh>

#include <cstddef>
#include <cstring>
#include <type_traits>

namespace heddle_test {

//! Trivially copyable. operator& returns null; comma, comparisons and `new` are deleted. The first 4 bytes are a member
//! with the same operator&, and Rest bytes follow.
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

//! Trivially copyable, but a copy of a non-const T& calls the constructor template.
template <unsigned Rest, unsigned Alignment>
struct alignas(Alignment) made_of_anything {
    no_address_part first;
    unsigned char rest[Rest];

    made_of_anything() = default;
    template <class Any>
    HEDDLE_HOST_DEVICE made_of_anything(Any&&)
    {
        for (unsigned char& byte : first.value) byte = 0x5a;
        for (unsigned char& byte : rest) byte = 0x5a;
    }
};

//! The first member of host_copies. Its copy functions are host functions, like those of a member of OpenCV's KeyPoint,
//! and count copies. The copy functions of host_copies are implicit.
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

//! True if device code can copy values of type Element.
template <class Element>
inline constexpr bool is_value_on_device = std::is_trivially_copyable_v<Element>;

//! Copies the bytes of `from` to `to` without the operators of Element.
template <class Element>
HEDDLE_INLINE void copy_bytes(Element& to, Element const& from)
{
    std::memcpy(static_cast<void*>(__builtin_addressof(to)), __builtin_addressof(from), sizeof(Element));
}

}  // namespace heddle_test

template <>
struct heddle::is_bitwise_copyable<heddle_test::host_copies_part> : std::true_type {
};
template <unsigned Rest, unsigned Alignment>
struct heddle::is_bitwise_copyable<heddle_test::host_copies<Rest, Alignment>> : std::true_type {
};
