// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sequences of pairs of elements, for reductions: of two arrays, or of neighbors in one array. Blocks stage tiles of
// the arrays in shared memory, and a transform gets a pair of references to copies of its elements.
#pragma once

#include <heddle/algorithm/detail/accumulator.cuh>
#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/block/tile_pipeline.cuh>
#include <heddle/block/tile_stages.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/detail/element_bytes.cuh>

#include <cstddef>
#include <iterator>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

template <class A, class B>
struct element_pair {
    A& first;
    B& second;
};

//! The member types that the sequences of pairs below need so that algorithms take them for iterators.
template <class A, class B>
struct pair_iterator {
    using value_type = element_pair<A, B>;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = value_type;
    using iterator_category = std::random_access_iterator_tag;
};
template <class Iterator>
inline constexpr bool is_pairs = false;

//! Returns the number of elements in the tile of each array, if a block stages arrays of all these elements.
template <class... Element>
HEDDLE_HOST_DEVICE constexpr unsigned shared_capacity()
{
    return heddle::tile_capacity(max_staged_of<Element*...>(), reduce_threads,
                                 best_tile_bytes(reduce_threads) / sizeof...(Element));
}

//! The pairs (first[k], second[k]).
template <class A, class B>
struct array_pairs : pair_iterator<A, B> {
    static constexpr unsigned capacity = detail::shared_capacity<A, B>();
    struct stages {
        tile_stages<A, capacity, reduce_stages> of_first;
        tile_stages<B, capacity, reduce_stages> of_second;
    };
    A const* first;
    B const* second;

    HEDDLE_INLINE array_pairs(A const* a, B const* b) : first(a), second(b) {}
};
template <class A, class B>
inline constexpr bool is_pairs<array_pairs<A, B>> = true;

//! The pairs (first[k], first[k + 1]).
template <class T>
struct neighbor_pairs : pair_iterator<T, T> {
    static constexpr unsigned capacity = detail::shared_capacity<T>();
    using stages = tile_stages<T, capacity, reduce_stages>;
    T const* first;

    HEDDLE_INLINE explicit neighbor_pairs(T const* begin) : first(begin) {}
};
template <class T>
inline constexpr bool is_pairs<neighbor_pairs<T>> = true;

//! The tiles of array_pairs.
template <class A, class B, class Tiles, class Others>
struct tiles_of_arrays {
    Tiles tiles;
    Others others;

    HEDDLE_INLINE bool next()
    {
        bool const exists = tiles.next();
        return others.next() && exists;
    }
    HEDDLE_INLINE unsigned size() const { return tiles.tile().size(); }

    //! Returns function(pair) for pair k of the tile.
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Function>
    HEDDLE_INLINE decltype(auto) call(Function& function, unsigned k) const
    {
        auto a = tiles.tile().heddle_load(k);
        auto b = others.tile().heddle_load(k);
        return detail::call(function, element_pair<A, B>{detail::as_element(a), detail::as_element(b)});
    }
};
template <class Block, class A, class B>
HEDDLE_INLINE auto read_pairs(Block const& block, typename array_pairs<A, B>::stages& stages,
                              array_pairs<A, B> const& pairs, std::size_t count, block_of_many const& share)
{
    using tiles = decltype(heddle::read_tiles(block, stages.of_first, pairs.first, count, share));
    using others = decltype(heddle::read_tiles(block, stages.of_second, pairs.second, count, share));
    return tiles_of_arrays<A, B, tiles, others>{
        heddle::read_tiles(block, stages.of_first, pairs.first, count, share),
        heddle::read_tiles(block, stages.of_second, pairs.second, count, share)};
}

//! The tiles of neighbor_pairs. The neighbor of a tile's last element is read from global memory.
template <class T, class Tiles>
struct tiles_of_neighbors {
    Tiles tiles;
    T const* first;

    HEDDLE_INLINE bool next() { return tiles.next(); }
    HEDDLE_INLINE unsigned size() const { return tiles.tile().size(); }

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Function>
    HEDDLE_INLINE decltype(auto) call(Function& function, unsigned k) const
    {
        auto const tile = tiles.tile();
        auto a = tile.heddle_load(k);
        carried_t<T> b =
            k + 1 < tile.size() ? tile.heddle_load(k + 1) : detail::as_carried(first[tiles.start() + k + 1]);
        return detail::call(function, element_pair<T, T>{detail::as_element(a), detail::as_element(b)});
    }
};
template <class Block, class T>
HEDDLE_INLINE auto read_pairs(Block const& block, typename neighbor_pairs<T>::stages& stages,
                              neighbor_pairs<T> const& pairs, std::size_t count, block_of_many const& share)
{
    using tiles = decltype(heddle::read_tiles(block, stages, pairs.first, count, share));
    return tiles_of_neighbors<T, tiles>{heddle::read_tiles(block, stages, pairs.first, count, share), pairs.first};
}

//! Calls a function of two elements with the elements of a pair.
template <class Function>
struct of_pair {
    Function function;
    HEDDLE_EXEC_CHECK_DISABLE
    template <class A, class B>
    HEDDLE_INLINE auto operator()(element_pair<A, B> const& pair)
        -> decltype(std::declval<Function&>()(pair.first, pair.second))
    {
        return detail::call(function, pair.first, pair.second);
    }
};
template <class Function>
inline constexpr bool has_known_result<of_pair<Function>> = has_known_result<Function>;

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
