// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Computes the expected results of a case with memcpy, on a copy of the memory. Describes cases in words.
#pragma once

#include "case.hpp"
#include "subject.hpp"

#include <algorithm>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace heddle_test::fuzz {

inline std::string describe(subject_traits const& t)
{
    constexpr char const* interfaces[] = {"collectives", "blocked collectives", "coalesced_ptr"};
    std::ostringstream text;
    text << t.element_bytes << " bytes aligned to " << t.alignment << ", " << t.lane_count << " lanes, "
         << interfaces[static_cast<int>(t.how)] << ' ' << t.policy;
    if (t.capacity != 0) text << "with scratch for " << t.capacity << " elements";
    if (t.items > 1) text << ", " << t.items << " items a lane";
    return text.str();
}

inline std::string describe(fuzz_case const& c, subject_traits const& t)
{
    constexpr char const* operations[] = {"load",
                                          "store",
                                          "load_if",
                                          "store_if",
                                          "load_contiguous",
                                          "store_contiguous",
                                          "load_counted",
                                          "store_counted",
                                          "load in one branch, load in the other",
                                          "load in one branch, store in the other"};
    constexpr char const* pointers[] = {"valid", "null", "wild"};
    std::ostringstream text;
    text << "subject " << c.subject << ": " << describe(t) << "\ngroup " << c.group << " of its warp, present lanes 0x"
         << std::hex << c.present << std::dec << "; array " << c.skew << " bytes from the "
         << (c.at_end ? "end" : "start") << " of its window\n";
    for (unsigned k = 0; k < c.step_count; ++k) {
        step const& s = c.steps[k];
        text << "step " << k << ": " << operations[static_cast<int>(s.op)] << ", " << s.pattern;
        if (is_contiguous(s.op)) {
            text << " from element " << s.slot[0] << " of window " << int(s.window[0]);
            if (is_counted(s.op)) text << ", count " << s.count;
        } else {
            text << ", wanting lanes 0x" << std::hex << s.wanted << std::dec << ", others "
                 << pointers[static_cast<int>(s.idle)] << ", window:element";
            for (unsigned lane = 0; lane < t.lane_count; ++lane) {
                text << ' ' << int(s.window[lane]) << ':' << s.slot[lane];
            }
        }
        text << '\n';
    }
    return text.str();
}

namespace detail {

//! Performs one lane's part of a step on `memory`. Returns the value that the lane must have after the step.
inline std::vector<unsigned char> expected_value(fuzz_case const& c, subject_traits const& t, unsigned step_number,
                                                 unsigned lane, case_memory const& memory)
{
    step const& s = c.steps[step_number];
    std::vector<unsigned char> value(t.value_bytes());
    bool const branches = s.op == operation::load_else_load || s.op == operation::load_else_store;
    bool const loads = !is_store(s.op) || (s.op == operation::load_else_store && s.wants(lane));
    bool const contiguous = is_contiguous(s.op);
    // A contiguous load has zeros in place of missing elements.
    if (!contiguous || !loads) fill_value(c.key(step_number, lane), value.data(), t.value_bytes());
    unsigned const begin = contiguous ? lane * t.items : 0, from = contiguous ? 0 : lane;
    std::size_t moved = s.wants(lane) || branches ? t.items : 0;
    if (is_counted(s.op)) moved = s.count < begin ? 0 : std::min<std::size_t>(moved, s.count - begin);
    if (moved == 0) return value;
    unsigned char* const element = memory.array[s.window[from]] + (s.slot[from] + begin) * t.element_bytes;
    std::memcpy(loads ? value.data() : element, loads ? element : value.data(), moved * t.element_bytes);
    return value;
}

}  // namespace detail

//! Performs a case on the arrays of `memory`. Compares the expected values with the values that the lanes have stored
//! in memory.results. Returns a description of the first difference, or an empty text.
inline std::string check_results(fuzz_case const& c, subject_traits const& t, case_memory const& memory)
{
    std::ostringstream text;
    for (unsigned k = 0; k < c.step_count; ++k) {
        for (unsigned lane = 0; lane < t.lane_count; ++lane) {
            if ((c.present >> lane & 1u) == 0) continue;
            auto const expected = detail::expected_value(c, t, k, lane, memory);
            unsigned char const* const found = memory.result(t.value_bytes(), k, lane);
            if (std::memcmp(found, expected.data(), expected.size()) == 0) continue;
            std::size_t at = 0;
            while (found[at] == expected[at]) ++at;
            text << "step " << k << ", lane " << lane << ": byte " << at << " of its value is " << int(found[at])
                 << ", not " << int(expected[at]) << '\n';
            return text.str();
        }
    }
    return {};
}

}  // namespace heddle_test::fuzz
