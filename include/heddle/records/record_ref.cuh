// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The references p[i] and *p of a record_ptr whose records may be misaligned.
#pragma once

#include <heddle/coalesced_ref.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/edited_element.cuh>
#include <heddle/detail/element_operators.cuh>
#include <heddle/detail/load.cuh>
#include <heddle/detail/preconditions.cuh>
#include <heddle/detail/record_element.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/detail/store.cuh>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Returns the offset of a data member in a T. (Compilers refuse a member of a T that is not aligned, so the member is
//! that of a T at an aligned address, where nothing is read.)
template <auto Field, class T>
HEDDLE_INLINE std::size_t offset_of_member()
{
    constexpr std::uintptr_t address = 4096;
    static_assert(alignof(T) <= address);
    T* const element = reinterpret_cast<T*>(address);
    return reinterpret_cast<std::uintptr_t>(__builtin_addressof(element->*Field)) - address;
}

// Compilers print these names when they refuse an access to records that may be misaligned.
struct a_record_that_may_be_misaligned_has_no_T_pointer_write_p_plus_i;
struct atomic_operations_need_aligned_numbers_write_record_ptr_of_T;

}  // namespace heddle::detail

namespace heddle::types {

//! The class that overlays a record whose address is a multiple of Alignment, which is smaller than alignof(T). `p[i]`
//! and `*p` are references to this class, const references if p is a record_ptr<T const, …>. Like a coalesced_ref, the
//! reference converts to T and can be assigned to. Because no T& and no T* may refer to a misaligned T, it does not
//! convert to T&, and has no fields: write p[i].member<&T::x>(), or auto q = p[i].edit(); q->x.
//! Group, Requires, Cost: as for coalesced_ref, but lanes shift the bytes of their records
template <class T, std::size_t Alignment, class Policy>
class HEDDLE_LIES_OVER_ELEMENT alignas(Alignment) record_ref
    : public element_operators<record_ref<T, Alignment, Policy>, T> {
    using heddle_operators = element_operators<record_ref, T>;
    using heddle_element = detail::record_element<T, Alignment>;

public:
    // Not copyable, as a coalesced_ref.
    record_ref(record_ref const&, detail::auto_would_copy_a_reference_write_T_q_or_p_i_load = {}) = delete;

    //! Loads the record, as load() does.
    HEDDLE_ALWAYS_INLINE operator T() const { return detail::to_value<T>(heddle_load()); }
    //! Loads the record: `auto q = p[i].load();`.
    HEDDLE_ALWAYS_INLINE T load() const { return detail::to_value<T>(heddle_load()); }
    //! Used by heddle.
    HEDDLE_ALWAYS_INLINE detail::carried_t<T> heddle_load() const
    {
        detail::require_movable<T>();
        return detail::load_through<Policy, heddle_element>(heddle_address(), detail::every_lane{});
    }
    //! Stores the record, as `p[i] = value` does.
    HEDDLE_ALWAYS_INLINE void store(T const& value)
    {
        detail::require_movable<T>();
        detail::store_through<Policy, heddle_element>(heddle_address(), detail::every_lane{},
                                                      detail::as_in_memory<heddle_element>(value));
    }
    //! Used by heddle: a compile error, because records of a record_ptr<T const> are read-only.
    template <class Refused = detail::cannot_write_through_coalesced_ptr_of_T_const>
    void store(T const&) const = delete;

    using heddle_operators::operator=;
    //! Copies the other record to this one: `p[i] = p[j];`.
    HEDDLE_ALWAYS_INLINE record_ref& operator=(record_ref const& other)
    {
        return *this = detail::as_element(other.heddle_load());
    }

    //! Loads the record, and stores it at the end of the scope: auto q = p[i].edit(); q->x += dt;
    HEDDLE_ALWAYS_INLINE auto edit() { return types::edited_element<T, Policy, heddle_element>(heddle_address()); }
    //! Used by heddle: a compile error, because records of a record_ptr<T const> are read-only.
    template <class Refused = detail::cannot_write_through_coalesced_ptr_of_T_const>
    auto edit() const = delete;

    //! Returns a reference to one field: p[i].member<&point::x>() reads and writes that field alone.
    template <auto Field>
    HEDDLE_INLINE decltype(auto) member()
    {
        return heddle_member<Field, T>(heddle_address());
    }
    //! Returns a read-only reference to one field.
    template <auto Field>
    HEDDLE_INLINE decltype(auto) member() const
    {
        return heddle_member<Field, T const>(heddle_address());
    }

    //! Used by heddle: compile errors, because atomic operations need aligned numbers, and a T* an aligned T.
    template <auto... Member, class Refused = detail::atomic_operations_need_aligned_numbers_write_record_ptr_of_T>
    void atomic_add(T const&) const = delete;
    template <auto... Member, class Refused = detail::atomic_operations_need_aligned_numbers_write_record_ptr_of_T>
    void atomic_min(T const&) const = delete;
    template <auto... Member, class Refused = detail::atomic_operations_need_aligned_numbers_write_record_ptr_of_T>
    void atomic_max(T const&) const = delete;
    template <class Refused = detail::a_record_that_may_be_misaligned_has_no_T_pointer_write_p_plus_i>
    T* operator&() const = delete;

    //! Swaps two records, or a record and a plain T. Argument-dependent lookup finds these functions.
    HEDDLE_ALWAYS_INLINE friend void swap(record_ref& a, record_ref& b) { detail::swap_elements<T>(a, b); }
    HEDDLE_ALWAYS_INLINE friend void swap(record_ref& a, T& b) { detail::swap_elements<T>(a, b); }
    HEDDLE_ALWAYS_INLINE friend void swap(T& a, record_ref& b) { detail::swap_elements<T>(b, a); }

private:
    // Not defined. Without it the class would be an aggregate in C++17.
    HEDDLE_HOST_DEVICE record_ref();

    template <auto Field, class U, class Element>
    HEDDLE_INLINE static decltype(auto) heddle_member(Element* address)
    {
        constexpr bool is_member =
            std::is_member_object_pointer_v<decltype(Field)> && std::is_invocable_v<decltype(Field), U&>;
        static_assert(is_member,
                      "heddle: member<> takes a pointer to a data member of the record, as in member<&T::x>()");
        if constexpr (is_member) {
            using field = std::remove_reference_t<decltype(std::declval<U*>()->*Field)>;
            auto const first = reinterpret_cast<std::uintptr_t>(address);
            return detail::member_ref_t<field>(reinterpret_cast<field*>(first + detail::offset_of_member<Field, U>()));
        }
    }

    HEDDLE_INLINE heddle_element* heddle_address()
    {
        static_assert(sizeof(record_ref) == sizeof(T) && alignof(record_ref) == Alignment);
        return reinterpret_cast<heddle_element*>(this);
    }
    HEDDLE_INLINE heddle_element const* heddle_address() const { return reinterpret_cast<heddle_element const*>(this); }

    unsigned char heddle_bytes_[sizeof(T)];
};

}  // namespace heddle::types

#include <heddle/detail/restore_macros.hpp>
