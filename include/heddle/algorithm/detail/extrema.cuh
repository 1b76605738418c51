// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions (reduce.cuh) that find the places of the smallest and the largest element. A thread keeps its best element
// in registers. Threads and blocks exchange only places, and compare the elements in global memory.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/detail/element_bytes.cuh>
#include <heddle/detail/per_thread.cuh>
#include <heddle/detail/words.cuh>

#include <cstddef>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

enum class extremum { smallest, largest };

//! Returns whether an element replaces the best one before it. Of equivalent elements, the first is the best.
HEDDLE_EXEC_CHECK_DISABLE
template <extremum Which, class Compare, class Element>
HEDDLE_INLINE bool is_better(Compare& compare, Element const& element, Element const& best)
{
    return static_cast<bool>(Which == extremum::smallest ? detail::call(compare, element, best)
                                                         : detail::call(compare, best, element));
}

//! The best element that a thread has visited, and its place.
template <extremum Which, class Element>
class best_element {
public:
    template <class Compare>
    HEDDLE_INLINE void visit(Compare& compare, std::ptrdiff_t place, carried_t<Element> const& element)
    {
        if (place_ >= 0 && !detail::is_better<Which>(compare, detail::as_element(element), value())) return;
        detail::store_plainly(detail::address_of(best_.value), element);
        place_ = place;
    }
    HEDDLE_INLINE bool any() const { return place_ >= 0; }
    HEDDLE_INLINE std::ptrdiff_t result() const { return place_; }

private:
    HEDDLE_INLINE Element const& value() const { return detail::as_element(best_.value); }

    element_storage<Element> best_;
    std::ptrdiff_t place_ = -1;
};

//! The place of the best element: both the Transform and the Operation of a reduction of std::ptrdiff_t.
template <extremum Which, class Element, class Compare>
struct best_place {
    Element const* first;
    Compare compare;

    struct of_thread : best_element<Which, Element> {
        HEDDLE_INLINE void visit(best_place& best, std::ptrdiff_t place, carried_t<Element> const& element)
        {
            best_element<Which, Element>::visit(best.compare, place, element);
        }
    };
    HEDDLE_INLINE std::ptrdiff_t operator()(std::ptrdiff_t a, std::ptrdiff_t b)
    {
        std::ptrdiff_t const low = a < b ? a : b, high = a < b ? b : a;
        return detail::is_better<Which>(compare, first[high], first[low]) ? high : low;
    }
};

struct extreme_places {
    std::ptrdiff_t smallest, largest;
};
//! The places of the smallest and the largest element: both the Transform and the Operation of a reduction of
//! extreme_places.
template <class Element, class Compare>
struct both_places {
    best_place<extremum::smallest, Element, Compare> smallest;
    best_place<extremum::largest, Element, Compare> largest;

    class of_thread {
    public:
        HEDDLE_INLINE void visit(both_places& both, std::ptrdiff_t place, carried_t<Element> const& element)
        {
            smallest_.visit(both.smallest.compare, place, element);
            largest_.visit(both.largest.compare, place, element);
        }
        HEDDLE_INLINE bool any() const { return smallest_.any(); }
        HEDDLE_INLINE extreme_places result() const { return {smallest_.result(), largest_.result()}; }

    private:
        best_element<extremum::smallest, Element> smallest_;
        best_element<extremum::largest, Element> largest_;
    };
    HEDDLE_INLINE extreme_places operator()(extreme_places const& a, extreme_places const& b)
    {
        return {smallest(a.smallest, b.smallest), largest(a.largest, b.largest)};
    }
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
