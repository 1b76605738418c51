// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the cases of the short benchmark with the harness of the examples: a GPU measures their times, or emulated warps
// count their memory accesses. The forms of a case are
//   plain  a kernel on T*
//   word   the same source on coalesced_ptr<T>
//   best   the kernel that docs/moving-a-kernel.md recommends; word if that moves whole structs
//   soa    the same source on a structure of arrays, if it moves whole structs
#pragma once

#include "../moved/bodies.cuh"
#include "table.hpp"

#include <compare.cuh>

#include <algorithm>

#if defined(__CUDACC__)
#    include "large_arrays.cuh"
#endif

namespace heddle_bench::brief {

using heddle_examples::arrays;
using heddle_examples::changes;
using heddle_examples::moved;
using heddle_examples::plain;
using heddle_examples::raw;
using heddle_examples::reads;
using heddle_examples::soa;
using heddle_examples::writes;

//! Runs the forms on a GPU, or on emulated warps. The first array has an element for each thread.
template <class... Uses, class... Forms>
std::vector<heddle_examples::result> run_forms([[maybe_unused]] session const& run, std::tuple<Uses...> const& uses,
                                               Forms const&... forms)
{
#if defined(__CUDACC__)
    if (run.has_gpu()) return measure_forms(uses, run.repeats(), forms...);
#endif
    return heddle_examples::count_all(uses, std::get<0>(uses).elements->size(), forms...);
}

//! Runs a case, and adds its row to the table. The first array has the structs.
template <class... Uses, class... Forms>
row& add_case(session& run, case_facts const& what, std::tuple<Uses...> const& uses, Forms const&... forms)
{
    using T = typename std::tuple_element_t<0, std::tuple<Uses...>>::value_type;
    auto const results = run_forms(run, uses, forms...);
    row added{what, sizeof(T), std::get<0>(uses).elements->size() * run.repeats()};
    for (heddle_examples::result const& form : results) {
        std::uint64_t const loads = what.loads > 0 ? form.sectors_loaded_once : 0;
        std::uint64_t const stores = what.stores > 0 ? form.traffic.stores.sectors : 0;
        double const cost = run.has_gpu() ? form.seconds : static_cast<double>(loads + stores);
        (form.form == "plain"  ? added.plain
         : form.form == "word" ? added.word
         : form.form == "soa"  ? added.soa
                               : added.best) = cost;
        added.is_right &= form.is_right;
    }
    if (added.best == 0) added.best = added.word;
    added.limit = added.bytes() / (run.has_gpu() ? run.rates.at(what.limit) : heddle::detail::sector_bytes);
    run.rows.push_back(added);
    return run.rows.back();
}

inline constexpr std::size_t no_element = ~std::size_t{0};
//! Returns how many sectors warps access at least if thread i accesses element place(i) of an array, or no element if
//! that is no_element.
template <class Place>
std::size_t needed_sectors(row const& of, Place const& place)
{
    constexpr std::size_t sector = heddle::detail::sector_bytes;
    std::size_t needed = 0;
    for (std::size_t first = 0; first < of.count; first += lane_count) {
        std::vector<std::size_t> sectors;
        for (std::size_t i = first; i < first + lane_count; ++i) {
            std::size_t const at = place(i);
            if (at == no_element) continue;
            std::size_t const begin = at * of.element_bytes;
            for (std::size_t s = begin / sector; s <= (begin + of.element_bytes - 1) / sector; ++s)
                sectors.push_back(s);
        }
        std::sort(sectors.begin(), sectors.end());
        needed += static_cast<std::size_t>(std::unique(sectors.begin(), sectors.end()) - sectors.begin());
    }
    return needed;
}

//! Returns an array of random words.
template <class T>
std::vector<T> random_structs(std::size_t count)
{
    std::vector<T> structs(count);
    std::uint32_t number = 0;
    for (T& each : structs) {
        std::uint32_t words[sizeof(T) / 4];
        for (std::uint32_t& word : words) word = mixed(++number);
        std::memcpy(&each, words, sizeof(T));
    }
    return structs;
}

//! Returns an array of powers of two, with which kernels compute without rounding errors. In `percent` percent of the
//! structs the first word is positive; in the others, it is 0.
template <class T>
std::vector<T> structs_of_powers(std::size_t count, unsigned percent)
{
    constexpr unsigned word_count = sizeof(T) / 4;
    std::vector<T> structs(count);
    for (std::size_t i = 0; i < count; ++i) {
        float words[word_count];
        for (unsigned w = 0; w < word_count; ++w) words[w] = power_of(i * word_count + w, word_count, percent);
        std::memcpy(&structs[i], words, sizeof(T));
    }
    return structs;
}

}  // namespace heddle_bench::brief
