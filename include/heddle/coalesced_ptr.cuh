// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The smart pointer, a random-access iterator whose dereference is a reference to its element.
#pragma once

#include "coalesced_ref.cuh"
#include "config.cuh"
#include "detail/group/preconditions.cuh"
#include "detail/pointer_conversions.cuh"
#include "detail/pointer_operators.cuh"
#include "detail/reference_of.cuh"
#include "detail/standard_library.hpp"
#include "device_pointer.cuh"
#include "group_access.cuh"
#include "policy.cuh"
#include "scratch.cuh"
#include "vector_fields.cuh"

#if defined(__CUDACC_RTC__)
#    include <cuda/std/iterator>
#else
// For the tag of iterators: <iterator> has streams, too, and takes a fifth of the time to compile this.
#    include <array>
#endif

namespace heddle {

//! A pointer to elements in global memory through which the lanes of a warp load and store their
//! elements together. Use it in a kernel exactly as the T* it was made from; outside kernels, on
//! the host, it is a plain pointer to host memory.
//! Correct for any index, in any block shape and under any divergence; fast where all 32 lanes of a
//! warp come to the access together, and where 8 of them come to a store. coalesced_ptr<T const> reads
//! and refuses to write.
//! Policy says how: by_plan in registers, in_block<BlockThreads> through shared memory that the
//! pointer declares itself, with_scratch<Scratch> through yours, whole_warps in fewer registers, lane_by_lane as plain
//! code does. It is changed only when that is asked for.
template <class T, class Policy>
class coalesced_ptr : detail::policy_of_pointer<T, Policy>::type {
    using reference_maker = detail::reference_of<T, Policy, !std::is_empty_v<Policy>>;

public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using difference_type = std::ptrdiff_t;
    using policy_type = Policy;
    using reference = typename reference_maker::type;
    using pointer = coalesced_ptr;
    using iterator_category = std::random_access_iterator_tag;

    //! As of a T*: coalesced_ptr<T> p{} is null, coalesced_ptr<T> p indeterminate. So __constant__ and __shared__ memory
    //! may hold one.
    coalesced_ptr() = default;
    HEDDLE_INLINE constexpr coalesced_ptr(std::nullptr_t) : raw_(nullptr) {}
    HEDDLE_INLINE constexpr coalesced_ptr(T* raw) : raw_(raw)
    {
        static_assert(std::is_empty_v<Policy>,
                      "heddle: this policy needs its scratch: write make_coalesced(p, scratch)");
    }
    HEDDLE_INLINE constexpr coalesced_ptr(T* raw, Policy const& policy) : Policy(policy), raw_(raw)
    {
    }

    //! From coalesced_ptr<T> to coalesced_ptr<T const>.
    template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
    HEDDLE_INLINE constexpr coalesced_ptr(coalesced_ptr<U, Policy> const& other)
        : Policy(other.policy()), raw_(other.get())
    {
    }

    //! From a pointer of another policy, when asked for: coalesced_ptr<T, lane_by_lane>(p).
    template <class U, class OtherPolicy,
              class = std::enable_if_t<std::is_convertible_v<U*, T*> &&
                                       !std::is_same_v<OtherPolicy, Policy>>>
    HEDDLE_INLINE explicit constexpr coalesced_ptr(coalesced_ptr<U, OtherPolicy> const& other)
        : coalesced_ptr(other.get())
    {
    }

    //! From thrust::device_ptr<T>, and from pointers of which is_device_pointer says that they are such.
    template <class Pointer, detail::if_get_gives<true, Pointer, T, int> = 0>
    HEDDLE_INLINE constexpr coalesced_ptr(Pointer const& other) : raw_(other.get())
    {
    }

    // Write p.get() if what p points to outlives the kernel, or specialise is_device_pointer.
    template <
        class Pointer,
        class Refused = detail::if_get_gives<
            false, Pointer, T,
            detail::
                this_pointer_may_own_its_element_write_p_get_or_specialise_heddle_is_device_pointer>>
    coalesced_ptr(Pointer const& other) = delete;

    HEDDLE_INLINE constexpr T* get() const { return raw_; }
    HEDDLE_INLINE constexpr Policy const& policy() const { return *this; }
    HEDDLE_INLINE explicit constexpr operator T*() const { return raw_; }
    template <
        class Refused = detail::a_coalesced_ptr_becomes_a_raw_pointer_only_when_asked_write_p_get>
    operator T*() const = delete;
    //! To pointers to other types, when asked for: (float*)p, static_cast<void*>(p).
    template <class U, class = std::enable_if_t<!std::is_same_v<U, T> &&
                                                (std::is_const_v<U> || !std::is_const_v<T>)>>
    HEDDLE_INLINE explicit operator U*() const
    {
        return (U*)raw_;
    }
    //! To thrust::device_ptr<T> and device_vector's iterators: heddle/thrust.cuh.
    template <class Target, class Maker = detail::made_of_raw_pointer<Target, T>,
              class = decltype(Maker::from(static_cast<T*>(nullptr)))>
    HEDDLE_INLINE operator Target() const
    {
        return Maker::from(raw_);
    }
    HEDDLE_INLINE explicit constexpr operator bool() const { return raw_ != nullptr; }

    HEDDLE_INLINE reference operator*() const { return reference_maker::from(raw_, *this); }
    HEDDLE_INLINE reference operator[](difference_type i) const
    {
        return reference_maker::from(raw_ + i, *this);
    }
    //! One field or a member function: as in plain code, through the raw pointer.
    HEDDLE_INLINE constexpr T* operator->() const { return raw_; }

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
    T* raw_;
};

//! coalesced_ptr p = q: of a thrust::device_ptr and its like, too.
template <class Pointer, class = std::enable_if_t<!detail::is_coalesced<Pointer> &&
                                                  is_device_pointer<Pointer>::value>>
coalesced_ptr(Pointer const&) -> coalesced_ptr<detail::pointee_t<Pointer>>;
// Refused with a sentence: nullptr does not say what T is.
coalesced_ptr(std::nullptr_t)->coalesced_ptr<void>;

//! coalesced_ptr<T> from T* or from a pointer that stands for one (is_device_pointer); a coalesced_ptr stays
//! what it is.
template <class Pointer>
HEDDLE_INLINE constexpr auto make_coalesced(Pointer const& p)
{
    if constexpr (detail::is_coalesced<Pointer>) {
        return p;
    } else if constexpr (detail::pointer_to_coalesce<Pointer>::is_one) {
        return coalesced_ptr<detail::pointee_t<Pointer>>(detail::raw_pointer(p));
    }
}

//! coalesced_ptr that transposes through a warp_scratch or block_scratch, whatever the pointer's policy was.
//! Make it in the kernel.
template <class Pointer, class Scratch>
HEDDLE_INLINE constexpr auto make_coalesced(Pointer const& p, Scratch& scratch)
{
    static_assert(detail::is_scratch<Scratch>::value,
                  "heddle: the second argument of make_coalesced is a warp_scratch or a "
                  "block_scratch, of which one object is passed: __shared__ "
                  "heddle::block_scratch<T, 256> scratch;");
    if constexpr (detail::pointer_to_coalesce<Pointer>::is_one &&
                  detail::is_scratch<Scratch>::value) {
        HEDDLE_EXPECTS(detail::is_shared(&scratch),
                       "make_coalesced: scratch must lie in shared memory");
        using policy = with_scratch<Scratch>;
        return coalesced_ptr<detail::pointee_t<Pointer>, policy>(detail::raw_pointer(p),
                                                                 policy(scratch));
    }
}

// Of an array, which the others would take for one of const elements.
template <class T, std::size_t Count>
HEDDLE_INLINE constexpr auto make_coalesced(T (&array)[Count])
{
    return coalesced_ptr<T>(array);
}
template <class T, std::size_t Count, class Scratch>
HEDDLE_INLINE constexpr auto make_coalesced(T (&array)[Count], Scratch& scratch)
{
    return make_coalesced(static_cast<T*>(array), scratch);
}

}  // namespace heddle
