// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The summands (summands.cuh) of scans and reductions of runs of equal keys.
#pragma once

#include <heddle/algorithm/detail/accumulator.cuh>
#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/assign.cuh>
#include <heddle/algorithm/detail/compact_tile.cuh>
#include <heddle/algorithm/detail/select_memory.cuh>
#include <heddle/algorithm/detail/selected_rows.cuh>
#include <heddle/algorithm/detail/tile_ranges.cuh>
#include <heddle/algorithm/detail/tile_sizes.hpp>
#include <heddle/block/block_tile.cuh>
#include <heddle/block/tile_stages.cuh>
#include <heddle/config.cuh>
#include <heddle/detail/call.cuh>
#include <heddle/detail/group.cuh>
#include <heddle/detail/instructions/memory.cuh>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The sum of the last run among consecutive elements, and what is known of the runs that begin there: their number, or
//! as run_begins whether there are any.
template <class Value, class Runs>
struct run_sum {
    Value value;
    Runs runs;
};
enum class run_begins : unsigned { no, yes };
HEDDLE_INLINE run_begins operator+(run_begins a, run_begins b) { return a == run_begins::yes ? a : b; }

//! Adds the sums of two neighboring sequences of elements.
template <class Operation>
struct added_run_sums {
    Operation operation;

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Value, class Runs>
    HEDDLE_INLINE run_sum<Value, Runs> operator()(run_sum<Value, Runs> const& a, run_sum<Value, Runs> const& b)
    {
        run_sum<Value, Runs> sum{b.value, a.runs + b.runs};
        if (b.runs == Runs{}) sum.value = detail::converted_to<Value>(detail::call(operation, a.value, b.value));
        return sum;
    }
};

//! Tells where runs of equal keys begin.
template <class Keys, class Equal>
struct runs_of_keys {
    Keys keys;
    std::size_t count;
    Equal equal;

    //! Fetches `size` keys to L2, if they lie in an array, beginning with key `first`.
    template <class Block>
    HEDDLE_INLINE void fetch_keys_ahead([[maybe_unused]] Block const& block, [[maybe_unused]] std::size_t first,
                                        [[maybe_unused]] unsigned size) const
    {
        if constexpr (std::is_pointer_v<Keys>) {
            constexpr unsigned line = line_bytes / sizeof(value_of<Keys>) > 0 ? line_bytes / sizeof(value_of<Keys>) : 1;
            for (unsigned k = static_cast<unsigned>(block.thread_rank()) * line; k < size && first + k < count;
                 k += static_cast<unsigned>(block.num_threads()) * line) {
                detail::fetch_ahead(keys + first + k);
            }
        }
    }
    //! Returns whether a run begins at key k, or k is not below the number of keys. Reads keys without a branch, so
    //! that the loads of several calls overlap.
    HEDDLE_EXEC_CHECK_DISABLE
    HEDDLE_INLINE bool begins_at(std::size_t k)
    {
        std::size_t const own = k < count ? k : count - 1;
        auto const place = keys + static_cast<std::ptrdiff_t>(own);
        auto const place_before = keys + static_cast<std::ptrdiff_t>(own > 0 ? own - 1 : 0);
        bool is_equal;
        if constexpr (std::is_pointer_v<Keys>) {
            is_equal = static_cast<bool>(detail::call(equal, *place_before, *place));
        } else {
            value_of<Keys> key_before = *place_before;
            value_of<Keys> key = *place;
            is_equal = static_cast<bool>(detail::call(equal, key_before, key));
        }
        return k == 0 || k >= count || !is_equal;
    }
};

//! An iterator over whether a run begins at each key.
template <class Keys, class Equal>
struct run_begin_iterator {
    using value_type = bool;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = bool;
    using iterator_category = std::random_access_iterator_tag;

    runs_of_keys<Keys, Equal> runs;
    std::size_t place;

    HEDDLE_INLINE bool operator*() const
    {
        auto own = runs;
        return own.begins_at(place);
    }
    HEDDLE_INLINE run_begin_iterator operator+(std::ptrdiff_t n) const
    {
        return {runs, place + static_cast<std::size_t>(n)};
    }
};

//! The elements of runs of equal keys. Notes have a bit for each element at which a run begins, and one for the end.
template <class Value, class Runs, class Keys, class Equal>
struct run_summands {
    using sum_type = run_sum<Value, Runs>;
    static constexpr bool compacts = false, has_runs = true;
    template <unsigned Capacity>
    struct notes {
        static constexpr unsigned capacity = Capacity;
        std::uint32_t begins[Capacity / 32 + 1];
        HEDDLE_INLINE bool begins_at(unsigned k) const { return (begins[k / 32] >> k % 32 & 1u) != 0; }
    };

    runs_of_keys<Keys, Equal> runs;

    template <class Block, class Warp, class Notes>
    HEDDLE_INLINE void note(Block const& block, Warp const& warp, Notes& noted, std::size_t start, unsigned size)
    {
        static_assert(lane_count_v<Warp> == 32, "a word has a bit for each lane");
        runs.fetch_keys_ahead(
            block, start + detail::tiles_fetched_ahead(Notes::capacity * sizeof(Value)) * Notes::capacity, size);
        // Several keys are read before the ballots, so that the loads overlap.
        constexpr unsigned batch = sizeof(value_of<Keys>) <= 4 ? 16 : 8;
        unsigned const lane = detail::lane_rank(warp);
        unsigned const warps = static_cast<unsigned>(block.num_threads()) / 32;
        for (unsigned first = warp.meta_group_rank(); first * 32 <= size; first += batch * warps) {
            bool begins[batch];
            HEDDLE_UNROLL
            for (unsigned i = 0; i < batch; ++i) {
                unsigned const k = (first + i * warps) * 32 + lane;
                bool const is_begin = runs.begins_at(start + k);
                begins[i] = k <= size && is_begin;
            }
            HEDDLE_UNROLL
            for (unsigned i = 0; i < batch; ++i) {
                unsigned const word = first + i * warps;
                unsigned const bits = warp.ballot(begins[i]);
                if (lane == 0 && word * 32 <= size) noted.begins[word] = bits;
            }
        }
    }
    template <class Block, class Tile>
    HEDDLE_INLINE void replace(Block const&, Tile const&) const
    {
    }
    template <class Notes>
    HEDDLE_INLINE sum_type of(Notes const& noted, unsigned k, Value const& element) const
    {
        return {element, static_cast<Runs>(noted.begins_at(k) ? 1 : 0)};
    }
};

//! The summands of an inclusive scan by key.
template <class Value, class Keys, class Equal>
struct inclusive_run_summands : run_summands<Value, run_begins, Keys, Equal> {
    template <class Notes>
    HEDDLE_INLINE Value const& result(Notes const&, std::size_t, unsigned, run_sum<Value, run_begins> const& sum) const
    {
        return sum.value;
    }
};

//! The summands of an exclusive scan by key. A run begins with the initial value.
template <class Value, class Keys, class Equal, class Operation>
struct exclusive_run_summands : run_summands<Value, run_begins, Keys, Equal> {
    Value initial;
    Operation operation;

    HEDDLE_EXEC_CHECK_DISABLE
    template <class Notes>
    HEDDLE_INLINE Value result(Notes const& noted, std::size_t, unsigned k, run_sum<Value, run_begins> const& sum)
    {
        if (noted.begins_at(k)) return initial;
        return detail::converted_to<Value>(detail::call(operation, initial, sum.value));
    }
};

//! The summands of a reduction by key. The results of the last elements of all runs are compacted. Of the equal keys of
//! a run, the last one is written, as by Thrust's kernel.
template <class Value, class Keys, class Equal, class KeysOut>
struct reduced_run_summands : run_summands<Value, std::uint64_t, Keys, Equal> {
    static constexpr bool compacts = true;
    using base = run_summands<Value, std::uint64_t, Keys, Equal>;

    //! Has what compact() needs (select_memory.cuh). The memory of the tile follows `lead`.
    template <unsigned Capacity>
    struct notes : base::template notes<Capacity> {
        using stages = tile_stages<Value, Capacity>;
        static constexpr bool in_place = true;
        static constexpr unsigned words = Capacity / 32 + 1;
        static constexpr unsigned warps = make_scan_shape(sizeof(Value), true).threads / 32;
        static constexpr unsigned max_rows = words + held_elements(sizeof(Value)) * warps;

        unsigned selected_in_row[max_rows];  // one bit for each element: 1 if it is the last of its run
        unsigned before[max_rows];           // number of such elements in earlier rows
        unsigned selected;                   // number of such elements in the tile
        std::size_t first_run;               // the number of the run of the tile's first element
        alignas(line_bytes) std::byte lead[2 * line_bytes];
    };

    KeysOut keys_out;
    Value* out;
    std::ptrdiff_t* selected;

    template <class Notes>
    HEDDLE_INLINE Value const& result(Notes& noted, std::size_t, unsigned k,
                                      run_sum<Value, std::uint64_t> const& sum) const
    {
        if (k == 0) noted.first_run = static_cast<std::size_t>(sum.runs - 1);
        return sum.value;
    }

    //! Writes the keys and results of the runs that end in the tile, whose results are in shared memory.
    HEDDLE_EXEC_CHECK_DISABLE
    template <class Block, class Warp, class Notes>
    HEDDLE_INLINE void write(Block const& block, Warp const& warp, Notes& noted, copy_barrier& unused,
                             std::size_t start, block_tile<Value const> const& tile) const
    {
        auto const rank = static_cast<unsigned>(block.thread_rank());
        unsigned const lane = detail::lane_rank(warp);
        unsigned const size = tile.size();
        for (unsigned row = rank; row < Notes::max_rows; row += static_cast<unsigned>(block.num_threads())) {
            unsigned const own = row * 32 <= size ? noted.begins[row] : 0;
            unsigned const next = (row + 1) * 32 <= size ? noted.begins[row + 1] : 0;
            noted.selected_in_row[row] = own >> 1 | next << 31;
        }
        block.sync();
        if (warp.meta_group_rank() == 0) {
            unsigned const count = detail::count_rows(warp, noted, size);
            if (lane == 0) {
                noted.selected = count;
                if (start + size == this->runs.count) *selected = static_cast<std::ptrdiff_t>(noted.first_run + count);
            }
        }
        block.sync();
        std::size_t const first_run = noted.first_run;
        for (unsigned row = warp.meta_group_rank(); row * 32 < size;
             row += static_cast<unsigned>(block.num_threads()) / 32) {
            unsigned const bits = noted.selected_in_row[row];
            unsigned const k = row * 32 + lane;
            if (k < size && (bits >> lane & 1u) != 0) {
                std::size_t const run = first_run + noted.before[row] + count_of_lanes(bits & ((1u << lane) - 1));
                value_of<Keys> const key = *(this->runs.keys + static_cast<std::ptrdiff_t>(start + k));
                detail::assign_to(keys_out + static_cast<std::ptrdiff_t>(run), key);
            }
        }
        auto const range = detail::range_of_selected<Value>(block, noted.lead, unused, out + first_run, noted.selected);
        detail::compact(block, warp, noted, tile, range, no_range{});
        range.publish();
        block.sync();
        range.begin_write_back();
        range.await_write_back();
    }
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
