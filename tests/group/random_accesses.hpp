// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks accesses of given types in random cases (tests/tools/fuzz): the values, the surrounding memory, the scratch and
// the traffic. common/case_options.hpp explains the variables HEDDLE_FUZZ_CASES, HEDDLE_FUZZ_SEED and HEDDLE_FUZZ_REPLAY.
#pragma once

#include "tools/fuzz/emulated_case.hpp"

#include <common/bytes.hpp>
#include <common/case_options.hpp>
#include <common/full_test.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace heddle_test {

template <std::size_t... Size>
using seq = std::index_sequence<Size...>;

inline void check_cases(std::vector<fuzz::emulated_subject> const& subjects)
{
    static fuzz::emulated_machine machine;
    case_options const options("HEDDLE_FUZZ", 80);
    ASSERT_FALSE(subjects.empty());
    for (unsigned s = 0; s < subjects.size(); ++s) {
        fuzz::subject_traits const& t = subjects[s].traits;
        for (std::uint64_t i = options.first; i < options.first + options.cases; ++i) {
            fuzz::fuzz_case const c = fuzz::make_case(options.seed, i, s, t);
            std::string const wrong = machine.run(c, subjects[s]);
            ASSERT_EQ("", wrong) << describe(c, t) << "replay it with HEDDLE_FUZZ_REPLAY=" << options.seed << ':' << i;
        }
    }
}

//! Checks elements of the given sizes in groups of LaneCount lanes, with scratch for Capacity elements.
template <std::size_t Alignment, unsigned LaneCount, unsigned Capacity, std::size_t... Size>
void check_sizes(seq<Size...>)
{
    std::vector<fuzz::emulated_subject> subjects;
    add(subjects, fuzz::subject_list<fuzz::of_collectives<Size, Alignment, LaneCount, Capacity>...>());
    check_cases(subjects);
}

//! The same for elements with their widest alignment, without scratch.
template <unsigned LaneCount, std::size_t... Size>
void check_widely_aligned(seq<Size...>)
{
    std::vector<fuzz::emulated_subject> subjects;
    add(subjects, fuzz::subject_list<fuzz::of_collectives<Size, widest_alignment(Size), LaneCount>...>());
    check_cases(subjects);
}

//! Checks all sizes if all tests are compiled, and otherwise the representative ones.
template <std::size_t Alignment, unsigned Capacity, class All, class Representative = All>
void check()
{
    check_sizes<Alignment, 32, Capacity>(full_or<All, Representative>());
}

}  // namespace heddle_test
