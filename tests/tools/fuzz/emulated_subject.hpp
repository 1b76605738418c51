// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the functions under test (subjects) on an emulated warp. The tests call subjects through function pointers.
#pragma once

#include "case.hpp"
#include "subject.hpp"
#include "subject_list.hpp"

#include <common/guarded_array.hpp>

#include <heddle/emulation/emulated_group.hpp>

#include <cstdint>
#include <vector>

namespace heddle_test::fuzz {

struct emulated_subject {
    subject_traits traits;
    //! Runs the calling lane's part of a case. Every lane of a warp calls this function.
    void (*run)(heddle::detail::emulated_lane&, fuzz_case const&, case_memory const&);
    //! Returns whether the guards around the scratch have not changed.
    bool (*scratch_is_intact)();
};

namespace detail {

template <class Subject>
using scratch_of = heddle::warp_scratch<typename Subject::staged, Subject::traits.capacity>;

//! Returns the memory of the scratch, between guards.
template <class Subject>
guarded_bytes& memory_of_scratch()
{
    static guarded_bytes memory(sizeof(scratch_of<Subject>));
    return memory;
}

template <class Subject>
void run_lane(heddle::detail::emulated_lane& lane, fuzz_case const& c, case_memory const& memory)
{
    constexpr subject_traits t = Subject::traits;
    heddle::emulated_group<t.lane_count> const group(lane);
    unsigned const rank = group.thread_rank();
    if (group.meta_group_rank() != c.group || (c.present >> rank & 1u) == 0) return;
    auto const sync = [&] { lane.meet(c.present << c.group * t.lane_count, heddle::detail::collective::sync, 0, 0); };
    if constexpr (t.capacity != 0) {
        auto& scratch = *reinterpret_cast<scratch_of<Subject>*>(memory_of_scratch<Subject>().data());
        run_steps<Subject>(group, rank, c, memory, sync, scratch);
    } else {
        run_steps<Subject>(group, rank, c, memory, sync);
    }
}

template <class Subject>
bool scratch_is_intact()
{
    if constexpr (Subject::traits.capacity != 0) {
        return memory_of_scratch<Subject>().guards_intact();
    }
    return true;
}

}  // namespace detail

template <class... Subjects>
void add(std::vector<emulated_subject>& all, subject_list<Subjects...>)
{
    (all.push_back({Subjects::traits, detail::run_lane<Subjects>, detail::scratch_is_intact<Subjects>}), ...);
}

}  // namespace heddle_test::fuzz
