// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// coalesced_ptr: a random-access iterator to elements that a warp loads and stores together.
#pragma once

#include <heddle/coalesced_ref.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/plain_access.cuh>
#include <heddle/detail/pointer_operators.cuh>
#include <heddle/detail/policy_of_access.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/device_pointer.cuh>
#include <heddle/policy.cuh>

#if defined(__CUDACC_RTC__)
#    include <cuda/std/iterator>
#else
// <array> defines std::random_access_iterator_tag. <iterator> would also include streams: a fifth more compile time.
#    include <array>
#endif

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace types {

//! A pointer to elements in global memory that the lanes of a warp load and store together. In a kernel, use it like
//! the T* that it was made from, while on the host it acts as a plain pointer to host memory.
//! Accesses are correct for any index, block shape and divergence. They are fast if all 32 lanes of a warp reach a load
//! together, and at least 8 lanes reach a store together. coalesced_ptr<T const> is read-only.
//! Policy:   by_plan                 the default: transposes in registers
//!           in_block<BlockThreads>  transposes through shared memory, which the pointer declares itself
//!           whole_warps             as by_plan, but lanes of a diverged warp do not cooperate; needs fewer registers
//!           lane_by_lane            lanes never cooperate: plain code
//!           Conversion between policies is explicit.
template <class T, class Policy>
class coalesced_ptr : public pointer_operators<coalesced_ptr<T, Policy>> {
    // Asserted first, so that these errors precede those that a wrong argument causes later. T may be incomplete.
    static_assert(std::is_object_v<T> && !std::is_array_v<T>,
                  "heddle: the T of coalesced_ptr<T> is a struct or a number: not a reference, not void, no "
                  "function, and no array (put it into a struct, or point to its first number)");
    static_assert(detail::is_policy<Policy>,
                  "heddle: the policy of coalesced_ptr<T, Policy> is in_block<N>, for blocks of N threads, "
                  "whole_warps, lane_by_lane, or left out; pass a warp_scratch or block_scratch as the last "
                  "argument of load, store and the related functions");

    using element = std::remove_const_t<T>;
    using untyped = std::conditional_t<std::is_const_v<T>, void const, void>;
    using element_reference = coalesced_ref<element, Policy, name_in_HEDDLE_FIELDS_or_write_p_plus_i_arrow<element>>;

public:
    //! The element type; const if the pointer is read-only.
    using element_type = T;
    //! The type of the elements, without const.
    using value_type = std::remove_cv_t<T>;
    //! The type of differences and indices.
    using difference_type = std::ptrdiff_t;
    //! The policy.
    using policy_type = Policy;
    //! The type of `p[i]` and `*p`: `coalesced_ref&`, or `coalesced_ref const&` if T is const.
    using reference = typename detail::same_const<T, element_reference>::type;
    //! The pointer itself.
    using pointer = coalesced_ptr;
    //! The category, for the standard library and Thrust.
    using iterator_category = std::random_access_iterator_tag;

    //! Leaves the pointer uninitialized, as a T* would be, so that it can be a __constant__ or __shared__ variable.
    coalesced_ptr() = default;
    //! Makes a pointer to the same element as the raw pointer; from nullptr, NULL and 0, a null pointer.
    HEDDLE_INLINE constexpr coalesced_ptr(T* raw) : raw_(raw) {}

    //! Converts from a pointer to non-const elements, or to elements of a derived type.
    template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
    HEDDLE_INLINE constexpr coalesced_ptr(coalesced_ptr<U, Policy> const& other) : raw_(other.get())
    {
    }

    //! Converts from another policy: coalesced_ptr<T, lane_by_lane>(p).
    template <class U, class OtherPolicy,
              class = std::enable_if_t<std::is_convertible_v<U*, T*> && !std::is_same_v<OtherPolicy, Policy>>>
    HEDDLE_INLINE explicit constexpr coalesced_ptr(coalesced_ptr<U, OtherPolicy> const& other)
        : coalesced_ptr(other.get())
    {
    }

    //! Converts from thrust::device_ptr<T> and other pointers for which is_device_pointer holds.
    template <class Pointer, detail::if_get_gives<detail::pointer_kind::device, Pointer, T, int> = 0>
    HEDDLE_INLINE constexpr coalesced_ptr(Pointer const& other) : raw_(other.get())
    {
    }

    template <class Pointer,
              class Refused = detail::if_get_gives<
                  detail::pointer_kind::other, Pointer, T,
                  detail::this_pointer_may_own_its_element_write_p_get_or_specialize_heddle_is_device_pointer>>
    coalesced_ptr(Pointer const& other) = delete;

    //! Returns the raw pointer.
    HEDDLE_INLINE constexpr T* get() const { return raw_; }
    //! Converts to the raw pointer: static_cast<T*>(p).
    HEDDLE_INLINE explicit constexpr operator T*() const { return raw_; }
    template <class Refused = detail::a_coalesced_ptr_becomes_a_raw_pointer_only_when_asked_write_p_get>
    operator T*() const = delete;
    //! Converts to void*, or to void const* if T is const: static_cast<void*>(p).
    HEDDLE_INLINE explicit constexpr operator untyped*() const { return raw_; }
    template <class Refused = detail::a_coalesced_ptr_becomes_a_raw_pointer_only_when_asked_write_p_get>
    operator untyped*() const = delete;
    //! Converts to pointers to other types: (float*)p.
    template <class U, class = std::enable_if_t<!std::is_same_v<U, T> && (std::is_const_v<U> || !std::is_const_v<T>)>>
    HEDDLE_INLINE explicit operator U*() const
    {
        return (U*)raw_;
    }
    //! Converts to thrust::device_ptr<T> and to iterators of device_vector, if heddle/thrust.cuh is included.
    template <class Target, class Maker = detail::made_of_raw_pointer<Target, T>,
              class = decltype(Maker::from(static_cast<T*>(nullptr)))>
    HEDDLE_INLINE operator Target() const
    {
        return Maker::from(raw_);
    }
    //! Returns whether the pointer is not null.
    HEDDLE_INLINE explicit constexpr operator bool() const { return raw_ != nullptr; }

    //! Returns the reference to the element at the pointer. (`T q = *p;` loads it, `*p = q;` stores it.)
    HEDDLE_INLINE reference operator*() const { return reinterpret_cast<reference>(*raw_); }
    // clang-format off
    //! Returns the reference to element i. (`T q = p[i];` loads it, `p[i] = q;` stores it.)
    HEDDLE_IF_PLAIN(false, Policy, element)
    HEDDLE_INLINE reference operator[](difference_type i) const { return reinterpret_cast<reference>(raw_[i]); }
#if HEDDLE_WARN_PLAIN
    HEDDLE_IF_PLAIN(true, Policy, element) HEDDLE_PLAIN_SIZE
    HEDDLE_INLINE reference operator[](difference_type i) const { return reinterpret_cast<reference>(raw_[i]); }
#endif
    // clang-format on
    // Refused: like a T*, a coalesced_ptr takes no floating-point number as index, nor an object that converts to one.
    template <class Index, class Refused = detail::if_no_index<Index>>
    reference operator[](Index const&) const = delete;
    template <class Index, class Refused = detail::if_no_index<Index>>
    coalesced_ptr& operator+=(Index const&) = delete;
    template <class Index, class Refused = detail::if_no_index<Index>>
    coalesced_ptr& operator-=(Index const&) = delete;
    //! Loads the index, if it is an object: p[indices[i]].
    template <class Index, detail::if_element_index<Index> = 0>
    HEDDLE_INLINE reference operator[](Index const& i) const
    {
        return (*this)[detail::loaded_index(i)];
    }
    //! Loads the index, and adds it: p += indices[i].
    template <class Index, detail::if_element_index<Index> = 0>
    HEDDLE_INLINE coalesced_ptr& operator+=(Index const& n)
    {
        return *this += detail::loaded_index(n);
    }
    //! Loads the index, and subtracts it: p -= indices[i].
    template <class Index, detail::if_element_index<Index> = 0>
    HEDDLE_INLINE coalesced_ptr& operator-=(Index const& n)
    {
        return *this -= detail::loaded_index(n);
    }
    //! Accesses a field or calls a member function through the raw pointer, as plain code does.
    HEDDLE_PLAIN_ARROW HEDDLE_INLINE constexpr T* operator->() const { return raw_; }
    //! Accesses a field by a pointer to a data member, as plain code does: p->*field.
    template <class Field, class Class>
    HEDDLE_PLAIN_ARROW HEDDLE_INLINE constexpr auto operator->*(Field Class::*field) const
        -> decltype(std::declval<T*>()->*field)
    {
        return raw_->*field;
    }

    //! Returns the pointer to an element, for std::pointer_traits.
    HEDDLE_INLINE static constexpr coalesced_ptr pointer_to(T& at)
    {
        static_assert(!std::is_const_v<T>,
                      "heddle: pointer_to of a coalesced_ptr<T const> would take the address of a copy if it is passed "
                      "c[i]; write c + i, or coalesced_ptr<T const>(&r)");
        return __builtin_addressof(at);
    }

    //! Moves the pointer n elements forward.
    HEDDLE_INLINE constexpr coalesced_ptr& operator+=(difference_type n)
    {
        raw_ += n;
        return *this;
    }
    //! Moves the pointer n elements back.
    HEDDLE_INLINE constexpr coalesced_ptr& operator-=(difference_type n)
    {
        raw_ -= n;
        return *this;
    }
    //! Moves the pointer to the next element.
    HEDDLE_INLINE constexpr coalesced_ptr& operator++()
    {
        ++raw_;
        return *this;
    }
    //! Moves the pointer to the previous element.
    HEDDLE_INLINE constexpr coalesced_ptr& operator--()
    {
        --raw_;
        return *this;
    }
    //! Moves the pointer to the next element, and returns the previous value of the pointer.
    HEDDLE_INLINE constexpr coalesced_ptr operator++(int)
    {
        coalesced_ptr const before = *this;
        ++raw_;
        return before;
    }
    //! Moves the pointer to the previous element, and returns the previous value of the pointer.
    HEDDLE_INLINE constexpr coalesced_ptr operator--(int)
    {
        coalesced_ptr const before = *this;
        --raw_;
        return before;
    }

    //! Returns the pointer moved n elements forward.
    HEDDLE_INLINE friend constexpr coalesced_ptr operator+(coalesced_ptr p, difference_type n) { return p.raw_ + n; }
    //! Returns the pointer moved n elements forward.
    HEDDLE_INLINE friend constexpr coalesced_ptr operator+(difference_type n, coalesced_ptr p) { return p.raw_ + n; }
    //! Returns the pointer moved n elements back.
    HEDDLE_INLINE friend constexpr coalesced_ptr operator-(coalesced_ptr p, difference_type n) { return p.raw_ - n; }

private:
    T* raw_;
};

//! Deduces T in coalesced_ptr p = q from a thrust::device_ptr or another device pointer.
template <class Pointer, class = std::enable_if_t<!detail::is_coalesced<Pointer> && is_device_pointer<Pointer>::value>>
coalesced_ptr(Pointer const&) -> coalesced_ptr<detail::pointee_t<Pointer>>;
// With this guide, `coalesced_ptr p = nullptr` fails with the message of coalesced_ptr<void>.
//! Used by heddle.
coalesced_ptr(std::nullptr_t)->coalesced_ptr<void>;

}  // namespace types

//! Returns a coalesced_ptr<T> made from a T* or another device pointer (is_device_pointer); returns a coalesced_ptr
//! unchanged.
template <class Pointer>
HEDDLE_INLINE constexpr auto make_coalesced(Pointer const& p)
{
    static_assert(detail::has_raw_pointer<Pointer>,
                  "heddle: make_coalesced takes a T*, a thrust::device_ptr, or a pointer for which "
                  "heddle::is_device_pointer holds; for a vector pass its data(), for an iterator of Thrust include "
                  "heddle/thrust.cuh, for nullptr write coalesced_ptr<T>()");
    if constexpr (detail::is_coalesced<Pointer>) {
        return p;
    } else if constexpr (detail::has_raw_pointer<Pointer>) {
        return coalesced_ptr<detail::pointee_t<Pointer>>(detail::raw_pointer(p));
    }
}

// For an array, make_coalesced(Pointer const&) would deduce const elements.
//! Returns a coalesced_ptr<T> to the first element of an array.
template <class T, std::size_t Count>
HEDDLE_INLINE constexpr auto make_coalesced(T (&array)[Count])
{
    return coalesced_ptr<T>(array);
}

//! Used by heddle: a compile error, which says how to use scratch.
template <class Pointer, class Scratch>
HEDDLE_INLINE constexpr auto make_coalesced(Pointer const& p, Scratch&)
{
    static_assert(sizeof(Pointer) == 0,
                  "heddle: make_coalesced takes the pointer alone: pass a warp_scratch or "
                  "block_scratch as the last argument of load, store and the related functions, or let the "
                  "pointer declare it: coalesced_ptr<T, in_block<256>> q(p), for a launch <<<grid, "
                  "256>>>");
    return heddle::make_coalesced(p);
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
