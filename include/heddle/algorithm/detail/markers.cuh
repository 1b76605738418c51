// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A marker tells which elements of a tile are selected: marker.at(tile, first, start)(k) returns whether element k of
// the tile, which is first[start + k], is selected.
#pragma once

#include <heddle/algorithm/detail/sequence.cuh>
#include <heddle/algorithm/transform.cuh>
#include <heddle/config.cuh>

#include <cstddef>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The elements that a predicate selects: those for which it holds, or the others.
enum class selected_if { holds, fails };

//! Selects elements by predicate(element).
template <selected_if Selected, class Predicate>
struct predicate_marker {
    Predicate predicate;

    template <class Tile, class In>
    HEDDLE_INLINE auto at(Tile const& tile, In const&, std::size_t)
    {
        return [this, &tile](unsigned k) HEDDLE_INLINE_LAMBDA {
            return static_cast<bool>(detail::call(predicate, tile.heddle_load(k))) == (Selected == selected_if::holds);
        };
    }
};

//! Selects elements k by predicate(stencil[k]). The predicate gets a value, not the reference type
//! of the stencil's iterator.
template <selected_if Selected, class Stencil, class Predicate>
struct stencil_marker {
    Stencil stencil;
    Predicate predicate;

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Tile, class In>
    HEDDLE_INLINE auto at(Tile const&, In const&, std::size_t start)
    {
        return [this, first = stencil + static_cast<std::ptrdiff_t>(start)](unsigned k) {
            value_of<Stencil> value = *(first + static_cast<std::ptrdiff_t>(k));
            return static_cast<bool>(detail::call(predicate, value)) == (Selected == selected_if::holds);
        };
    }
};

//! Selects the first element of each run of equal elements.
template <class Equal>
struct unique_marker {
    Equal equal;

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Tile, class In>
    HEDDLE_INLINE auto at(Tile const& tile, In const& first, std::size_t start)
    {
        return [this, &tile, &first, start](unsigned k) HEDDLE_INLINE_LAMBDA {
            if (k > 0) return !detail::call(equal, tile.heddle_load(k - 1), tile.heddle_load(k));
            if (start == 0) return true;
            value_of<In> before = *(first + static_cast<std::ptrdiff_t>(start - 1));
            return !detail::call(equal, before, tile.heddle_load(0));
        };
    }
};

struct are_equal {
    template <class T>
    HEDDLE_INLINE bool operator()(T const& a, T const& b) const
    {
        return static_cast<bool>(a == b);
    }
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
