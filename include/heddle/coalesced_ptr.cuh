// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 5: the smart pointer, a random-access iterator whose dereference is a coalesced_ref.
#pragma once

#include "coalesced_ref.cuh"
#include "config.cuh"
#include "tile_access.cuh"

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace heddle {

//! A pointer to elements in global memory through which the lanes of a warp load and store their
//! elements together. Use it in a kernel exactly as the T* it was made from; outside kernels, on
//! the host, it is a plain pointer to host memory.
//! Correct for any index, in any block shape and under any divergence; fast where all 32 lanes of a
//! warp come to the access together. coalesced_ptr<T const> reads and refuses to write.
template <class T>
class coalesced_ptr {
public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using difference_type = std::ptrdiff_t;
    using reference = coalesced_ref<T>;
    using pointer = coalesced_ptr;
    using iterator_category = std::random_access_iterator_tag;

    coalesced_ptr() = default;
    HEDDLE_INLINE constexpr coalesced_ptr(std::nullptr_t) {}
    HEDDLE_INLINE constexpr coalesced_ptr(T* raw) : raw_(raw) {}

    //! From coalesced_ptr<T>, thrust::device_ptr<T> or any other pointer whose get() gives a T*.
    template <class Pointer, class = std::enable_if_t<std::is_convertible_v<
                                 decltype(std::declval<Pointer const&>().get()), T*>>>
    HEDDLE_INLINE constexpr coalesced_ptr(Pointer const& other) : raw_(other.get())
    {
    }

    HEDDLE_INLINE constexpr T* get() const { return raw_; }
    HEDDLE_INLINE explicit constexpr operator T*() const { return raw_; }
    HEDDLE_INLINE explicit constexpr operator bool() const { return raw_ != nullptr; }

    HEDDLE_INLINE reference operator*() const { return reference(raw_); }
    HEDDLE_INLINE reference operator[](difference_type i) const { return reference(raw_ + i); }

    HEDDLE_INLINE constexpr coalesced_ptr& operator+=(difference_type n)
    {
        raw_ += n;
        return *this;
    }
    HEDDLE_INLINE constexpr coalesced_ptr& operator-=(difference_type n)
    {
        raw_ -= n;
        return *this;
    }
    HEDDLE_INLINE constexpr coalesced_ptr& operator++() { return *this += 1; }
    HEDDLE_INLINE constexpr coalesced_ptr& operator--() { return *this -= 1; }
    HEDDLE_INLINE constexpr coalesced_ptr operator++(int)
    {
        coalesced_ptr const before = *this;
        ++*this;
        return before;
    }
    HEDDLE_INLINE constexpr coalesced_ptr operator--(int)
    {
        coalesced_ptr const before = *this;
        --*this;
        return before;
    }

    HEDDLE_INLINE friend constexpr coalesced_ptr operator+(coalesced_ptr p, difference_type n)
    {
        return p += n;
    }
    HEDDLE_INLINE friend constexpr coalesced_ptr operator+(difference_type n, coalesced_ptr p)
    {
        return p += n;
    }
    HEDDLE_INLINE friend constexpr coalesced_ptr operator-(coalesced_ptr p, difference_type n)
    {
        return p -= n;
    }

private:
    T* raw_ = nullptr;
};

// Between coalesced_ptr<T> and coalesced_ptr<T const> in either order.
#define HEDDLE_DEFINE_POINTER_OPERATOR(result, op)                                   \
    template <class T, class U>                                                      \
    HEDDLE_INLINE constexpr auto operator op(coalesced_ptr<T> a, coalesced_ptr<U> b) \
        ->decltype(static_cast<result>(a.get() op b.get()))                          \
    {                                                                                \
        return a.get() op b.get();                                                   \
    }
HEDDLE_DEFINE_POINTER_OPERATOR(std::ptrdiff_t, -)
HEDDLE_DEFINE_POINTER_OPERATOR(bool, ==)
HEDDLE_DEFINE_POINTER_OPERATOR(bool, !=)
HEDDLE_DEFINE_POINTER_OPERATOR(bool, <)
HEDDLE_DEFINE_POINTER_OPERATOR(bool, <=)
HEDDLE_DEFINE_POINTER_OPERATOR(bool, >)
HEDDLE_DEFINE_POINTER_OPERATOR(bool, >=)
#undef HEDDLE_DEFINE_POINTER_OPERATOR

//! coalesced_ptr<T> from T* or from any pointer whose get() gives one.
template <class Pointer>
HEDDLE_INLINE constexpr auto make_coalesced(Pointer const& p)
{
    return coalesced_ptr<detail::pointee_t<Pointer>>(detail::raw_pointer(p));
}

}  // namespace heddle
