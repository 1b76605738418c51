// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements whose operators and constructors the library must not call.
#pragma once

#include <heddle/bitwise_copyable.cuh>
#include <heddle/config.cuh>

#include <cstddef>
#include <cstring>
#include <type_traits>

namespace heddle_test::hostile {

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

template <class First, unsigned Rest, unsigned Alignment>
struct alignas(Alignment) begins_with {
    First first;
    unsigned char rest[Rest];
};
template <unsigned Rest, unsigned Alignment>
using host_copies = begins_with<host_copies_part, Rest, Alignment>;
template <unsigned Rest, unsigned Alignment>
using device_copies = begins_with<device_copies_part, Rest, Alignment>;

}  // namespace heddle_test::hostile

template <>
struct heddle::is_bitwise_copyable<heddle_test::hostile::device_copies_part> : std::true_type {
};
template <>
struct heddle::is_bitwise_copyable<heddle_test::hostile::host_copies_part> : std::true_type {
};
template <class First, unsigned Rest, unsigned Alignment>
struct heddle::is_bitwise_copyable<heddle_test::hostile::begins_with<First, Rest, Alignment>> : std::true_type {
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

}  // namespace heddle_test
