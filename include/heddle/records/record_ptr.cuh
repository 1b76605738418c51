// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// record_ptr: a random-access iterator to records whose distance is known only when the program runs, of which a warp
// loads and stores a struct together.
//
//     struct xyzi { float x, y, z, intensity; };
//     heddle::record_ptr<xyzi, 2> p(cloud + offset_of_x, point_step);  // for an even offset and an even point_step
//     xyzi q = p[i];
#pragma once

#include <heddle/atomic.cuh>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/coalesced_ref.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/record_element.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/policy.cuh>
#include <heddle/records/record_ref.cuh>
#include <heddle/update.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! The type of p[i] of a record_ptr.
template <class T, std::size_t Alignment, class Policy>
struct record_reference {
    using value = std::remove_const_t<T>;
    using element = std::conditional_t<(Alignment < alignof(T)), types::record_ref<value, Alignment, Policy>,
                                       types::coalesced_ref<value, record_policy<Alignment, Policy>,
                                                            name_in_HEDDLE_FIELDS_or_write_p_plus_i_arrow<value>>>;
    using type = typename same_const<T, element>::type;
};

// Compilers print this name when they refuse p->x.
struct a_record_that_may_be_misaligned_has_no_arrow_write_p_i_member_or_p_i_edit;

}  // namespace detail

namespace types {

//! A pointer to records in global memory, `distance` bytes apart, of which the lanes of a warp load and store a T
//! together. The sizeof(T) bytes from the address of a record on are accessed, and no others. Like a coalesced_ptr, the
//! pointer is used as a T*: p[i], *p, p + n, p - q, p[i].edit(), update(p + i, …), load_if(i < n, p + i), and
//! atomic_add(p + i, …). For a T at an offset in the records, pass the address of the first record plus the offset.
//! Alignment: a power of two that divides the addresses of all records, at most alignof(T). If it is alignof(T), which
//!            is the default, p[i] has the fields and members of a coalesced_ref, and p->x is a plain access. Otherwise
//!            p[i] is a record_ref. 1 is right for any address and any distance. Lanes move words of Alignment bytes,
//!            at most 16. If Alignment is smaller than 4, they load words of 4 or 8 bytes and the ends of the T, and
//!            store the largest parts to which the records of the warp are aligned
//! Policy:    as for coalesced_ptr, except in_block
//! Requires:  as for coalesced_ptr, except for the alignment. For stores, the distance is at least sizeof(T)
//! Cost:      a load of at most 48 bytes is per-thread, through the L1 cache, if the records of a warp lie within 4 KiB
//!            of each other. Stores are slower than those of whole structs, because they leave the bytes between two
//!            records as they are: the memory must read each sector before it writes a part of it
template <class T, std::size_t Alignment = alignof(T), class Policy = by_plan>
class record_ptr {
    static_assert(std::is_object_v<T> && !std::is_array_v<T>,
                  "heddle: the T of record_ptr<T> is a struct or a number: not a reference, not void, no function, and "
                  "no array (put it into a struct)");
    static_assert(Alignment > 0 && (Alignment & (Alignment - 1)) == 0 && Alignment <= alignof(T),
                  "heddle: the Alignment of record_ptr<T, Alignment> is a power of two up to alignof(T), which divides "
                  "the address of the first record, and the distance; 1 is right for all");
    static_assert(detail::is_policy<Policy>,
                  "heddle: the policy of record_ptr<T, Alignment, Policy> is whole_warps, lane_by_lane, system_scope, "
                  "or left out");
    static_assert(Policy::value.scratch_threads == 0,
                  "heddle: a record_ptr cannot use shared memory, which only consecutive elements pass; leave out "
                  "in_block, or use a coalesced_ptr if the records are consecutive");

    template <class U, std::size_t OtherAlignment, class OtherPolicy>
    friend class record_ptr;
    using byte = std::conditional_t<std::is_const_v<T>, std::byte const, std::byte>;
    using untyped = std::conditional_t<std::is_const_v<T>, void const, void>;
    template <class U>
    using if_adds_const = std::enable_if_t<std::is_same_v<T, U> || std::is_same_v<T, U const>>;
    static constexpr bool is_aligned = Alignment == alignof(T);

public:
    //! The struct; const if the pointer is read-only.
    using element_type = T;
    //! The type of the structs, without const.
    using value_type = std::remove_cv_t<T>;
    //! The type of differences and indices.
    using difference_type = std::ptrdiff_t;
    //! The policy.
    using policy_type = Policy;
    //! The type of `p[i]` and `*p`: a reference to a coalesced_ref, or to a record_ref if Alignment < alignof(T).
    using reference = typename detail::record_reference<T, Alignment, Policy>::type;
    //! The pointer itself.
    using pointer = record_ptr;
    //! The category, for the standard library and Thrust.
    using iterator_category = std::random_access_iterator_tag;

    //! Leaves the pointer uninitialized, as a T* would be.
    record_ptr() = default;
    //! Makes a pointer to the record at `first`. The records after it are `distance` bytes apart.
    //! Requires: `first` and `distance` are multiples of Alignment; distance > 0
    template <class Distance, detail::if_integer<Distance> = 0>
    HEDDLE_INLINE record_ptr(untyped* first, Distance distance)
        : address_(static_cast<byte*>(first)), distance_(static_cast<difference_type>(distance))
    {
        HEDDLE_EXPECTS(
            reinterpret_cast<std::uintptr_t>(first) % Alignment == 0,
            "the first record of a record_ptr<T, Alignment> is not aligned to Alignment, which is alignof(T) "
            "if left out; write record_ptr<T, 1>");
        HEDDLE_EXPECTS(distance_ % static_cast<difference_type>(Alignment) == 0,
                       "the distance of a record_ptr<T, Alignment> is no multiple of Alignment, which is alignof(T) if "
                       "left out; write record_ptr<T, 1>");
        HEDDLE_EXPECTS(distance_ > 0, "the distance of a record_ptr must be at least 1 byte");
    }
    // Refused: a distance that is no integer.
    template <class Distance, class Refused = detail::if_no_index<Distance>>
    record_ptr(untyped* first, Distance const& distance) = delete;

    //! Converts from a pointer to non-const structs, or to records with a larger alignment.
    template <class U, std::size_t OtherAlignment, class = if_adds_const<U>,
              class = std::enable_if_t<(OtherAlignment >= Alignment)>>
    HEDDLE_INLINE constexpr record_ptr(record_ptr<U, OtherAlignment, Policy> const& other)
        : address_(other.address_), distance_(other.distance_)
    {
    }
    //! Converts from another policy: record_ptr<T, Alignment, lane_by_lane>(p).
    template <class U, std::size_t OtherAlignment, class OtherPolicy, class = if_adds_const<U>,
              class = std::enable_if_t<(OtherAlignment >= Alignment) && !std::is_same_v<OtherPolicy, Policy>>>
    HEDDLE_INLINE explicit constexpr record_ptr(record_ptr<U, OtherAlignment, OtherPolicy> const& other)
        : address_(other.address_), distance_(other.distance_)
    {
    }

    //! Returns the address of the record.
    HEDDLE_INLINE constexpr untyped* address() const { return address_; }
    //! Returns the number of bytes between the addresses of two records.
    HEDDLE_INLINE constexpr difference_type distance() const { return distance_; }
    //! Returns whether the pointer is not null.
    HEDDLE_INLINE explicit constexpr operator bool() const { return address_ != nullptr; }

    //! Returns the reference to the record at the pointer. (`T q = *p;` loads it, `*p = q;` stores it.)
    HEDDLE_INLINE reference operator*() const { return reinterpret_cast<reference>(*address_); }
    //! Returns the reference to record i. (`T q = p[i];` loads it, `p[i] = q;` stores it.)
    HEDDLE_INLINE reference operator[](difference_type i) const { return *(*this + i); }
    template <class Index, class Refused = detail::if_no_index<Index>>
    reference operator[](Index const&) const = delete;
    //! Accesses a field as plain code does, if the records are aligned.
    template <class U = T, class = std::enable_if_t<std::is_same_v<U, T> && is_aligned>>
    HEDDLE_PLAIN_ARROW HEDDLE_INLINE U* operator->() const
    {
        return reinterpret_cast<U*>(address_);
    }
    template <class U = T, class = std::enable_if_t<std::is_same_v<U, T> && !is_aligned>,
              class Refused = detail::a_record_that_may_be_misaligned_has_no_arrow_write_p_i_member_or_p_i_edit>
    U* operator->() const = delete;

    //! Moves the pointer n records forward.
    HEDDLE_INLINE constexpr record_ptr& operator+=(difference_type n)
    {
        address_ += n * distance_;
        return *this;
    }
    //! Moves the pointer n records back.
    HEDDLE_INLINE constexpr record_ptr& operator-=(difference_type n)
    {
        address_ -= n * distance_;
        return *this;
    }
    //! Moves the pointer to the next record.
    HEDDLE_INLINE constexpr record_ptr& operator++() { return *this += 1; }
    //! Moves the pointer to the previous record.
    HEDDLE_INLINE constexpr record_ptr& operator--() { return *this -= 1; }
    //! Moves the pointer to the next record, and returns the previous value of the pointer.
    HEDDLE_INLINE constexpr record_ptr operator++(int)
    {
        record_ptr const before = *this;
        ++*this;
        return before;
    }
    //! Moves the pointer to the previous record, and returns the previous value of the pointer.
    HEDDLE_INLINE constexpr record_ptr operator--(int)
    {
        record_ptr const before = *this;
        --*this;
        return before;
    }
    //! Returns the pointer moved n records forward.
    HEDDLE_INLINE friend constexpr record_ptr operator+(record_ptr p, difference_type n) { return p += n; }
    //! Returns the pointer moved n records forward.
    HEDDLE_INLINE friend constexpr record_ptr operator+(difference_type n, record_ptr p) { return p += n; }
    //! Returns the pointer moved n records back.
    HEDDLE_INLINE friend constexpr record_ptr operator-(record_ptr p, difference_type n) { return p -= n; }
    //! Returns the number of records between two pointers to records of one array.
    HEDDLE_INLINE friend constexpr difference_type operator-(record_ptr const& a, record_ptr const& b)
    {
        HEDDLE_EXPECTS(a.distance_ == b.distance_, "the records of two record_ptr have different distances");
        return (a.address_ - b.address_) / a.distance_;
    }
    //! Compares the addresses of two records.
    HEDDLE_INLINE friend constexpr bool operator==(record_ptr a, record_ptr b) { return a.address_ == b.address_; }
    //! Compares the addresses of two records.
    HEDDLE_INLINE friend constexpr bool operator!=(record_ptr a, record_ptr b) { return a.address_ != b.address_; }
    //! Compares the addresses of two records.
    HEDDLE_INLINE friend constexpr bool operator<(record_ptr a, record_ptr b) { return a.address_ < b.address_; }
    //! Compares the addresses of two records.
    HEDDLE_INLINE friend constexpr bool operator<=(record_ptr a, record_ptr b) { return a.address_ <= b.address_; }
    //! Compares the addresses of two records.
    HEDDLE_INLINE friend constexpr bool operator>(record_ptr a, record_ptr b) { return a.address_ > b.address_; }
    //! Compares the addresses of two records.
    HEDDLE_INLINE friend constexpr bool operator>=(record_ptr a, record_ptr b) { return a.address_ >= b.address_; }

    //! Used by heddle.
    HEDDLE_INLINE auto* heddle_element() const
    {
        using element = detail::record_element<std::remove_const_t<T>, Alignment>;
        return reinterpret_cast<std::conditional_t<std::is_const_v<T>, element const, element>*>(address_);
    }

private:
    byte* address_;
    difference_type distance_;
};

}  // namespace types

using types::record_ptr;

// The functions of update.cuh and atomic.cuh for a record_ptr.

//! Loads the struct of a record, calls body(struct), reconverges the lanes and stores the struct.
template <class T, std::size_t Alignment, class Policy, class Body>
HEDDLE_ALWAYS_INLINE void update(record_ptr<T, Alignment, Policy> const& p, Body&& body)
{
    detail::update_through<Policy, T>(p.heddle_element(), detail::every_lane{}, static_cast<Body&&>(body));
}
//! Updates the records of lanes that pass is_valid = true. Other lanes take part, and their pointers may be anything.
template <class T, std::size_t Alignment, class Policy, class Body>
HEDDLE_ALWAYS_INLINE void update_if(bool is_valid, record_ptr<T, Alignment, Policy> const& p, Body&& body)
{
    detail::update_through<Policy, T>(p.heddle_element(), is_valid, static_cast<Body&&>(body));
}
//! Returns the struct of the record in lanes that pass is_valid = true, and indeterminate bytes in other lanes.
template <class T, std::size_t Alignment, class Policy>
HEDDLE_ALWAYS_INLINE std::remove_const_t<T> load_if(bool is_valid, record_ptr<T, Alignment, Policy> const& p)
{
    using value = std::remove_const_t<T>;
    using element = detail::record_element<value, Alignment>;
    return detail::to_value<value>(detail::load_through<Policy, element>(p.heddle_element(), is_valid));
}
//! Stores the value of lanes that pass is_valid = true.
template <class T, std::size_t Alignment, class Policy>
HEDDLE_ALWAYS_INLINE void store_if(bool is_valid, record_ptr<T, Alignment, Policy> const& p,
                                   std::remove_const_t<T> const& value)
{
    static_assert(!std::is_const_v<T>, "heddle: cannot write through a record_ptr<T const>");
    if constexpr (!std::is_const_v<T>) {
        using element = detail::record_element<T, Alignment>;
        detail::store_through<Policy, element>(p.heddle_element(), is_valid, detail::as_in_memory<element>(value));
    }
}
//! Loads the struct of a record, and stores it at the end of the scope: auto q = edit(p + i); q->x += dt;
template <class T, std::size_t Alignment, class Policy>
[[nodiscard]] HEDDLE_ALWAYS_INLINE auto edit(record_ptr<T, Alignment, Policy> const& p)
{
    return types::edited_element<T, Policy, detail::record_element<T, Alignment>>(p.heddle_element());
}

#define HEDDLE_DEFINE_ATOMIC(operation)                                                                               \
    template <auto... Member, class T, std::size_t Alignment, class Policy>                                           \
    HEDDLE_ALWAYS_INLINE void atomic_##operation##_if(bool is_valid, record_ptr<T, Alignment, Policy> const& p,       \
                                                      std::remove_const_t<T> const& value)                            \
    {                                                                                                                 \
        static_assert(Alignment == alignof(T),                                                                        \
                      "heddle: the numbers that an atomic operation changes must be aligned, so its record_ptr is a " \
                      "record_ptr<T>, and all records are aligned to alignof(T)");                                    \
        if constexpr (Alignment == alignof(T)) {                                                                      \
            detail::change_through<detail::reduction::operation, Policy, Member...>(static_cast<T*>(p.address()),     \
                                                                                    is_valid, value);                 \
        }                                                                                                             \
    }                                                                                                                 \
    template <auto... Member, class T, std::size_t Alignment, class Policy>                                           \
    HEDDLE_ALWAYS_INLINE void atomic_##operation(record_ptr<T, Alignment, Policy> const& p,                           \
                                                 std::remove_const_t<T> const& value)                                 \
    {                                                                                                                 \
        (*p).template atomic_##operation<Member...>(value);                                                           \
    }
//! Changes the numbers of the struct in each lane's record, as atomic_add, atomic_min and atomic_max of atomic.cuh do.
HEDDLE_DEFINE_ATOMIC(add)
HEDDLE_DEFINE_ATOMIC(min)
HEDDLE_DEFINE_ATOMIC(max)
#undef HEDDLE_DEFINE_ATOMIC

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
