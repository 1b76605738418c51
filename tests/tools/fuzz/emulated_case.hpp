// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs cases of any functions under test (subjects) on an emulated warp, in memory between inaccessible pages. Random
// bytes around each array must not change, and the traffic must be within its bounds.
#pragma once

#include "generate.hpp"
#include "reference.hpp"
#include "subject.hpp"
#include "subject_list.hpp"

#include <common/guarded_array.hpp>
#include <common/memory_regions.hpp>
#include <common/traffic_bounds.hpp>

#include <heddle/emulation.hpp>

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <string>
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

class emulated_machine {
public:
    emulated_machine() : space_(window_count * distance), warp_(traffic_)
    {
        for (unsigned w = 0; w < window_count; ++w) space_.open(begin_of(w), window_bytes);
        catch_wild_accesses();
    }

    //! Runs a case. Returns a description of the error, or an empty text.
    std::string run(fuzz_case const& c, emulated_subject const& subject)
    {
        subject_traits const& t = subject.traits;
        bool used[window_count];
        case_memory memory{}, expected{};
        std::size_t before = 0, size = 0;
        place(c, t, before, size);
        results_.assign(std::size_t{c.step_count} * max_lanes * t.value_bytes(), 0xee);
        memory.results = expected.results = results_.data();
        for (unsigned w = 0; w < window_count; ++w) {
            used[w] = w == 0 || names_window(c, t, w);
            if (!used[w]) continue;
            unsigned char* const region = space_.data() + begin_of(w) + region_offset_;
            fill_value(c.key(max_steps, w), region, static_cast<unsigned>(size));
            shadow_[w].assign(region, region + size);
            memory.array[w] = region + before;
            expected.array[w] = shadow_[w].data() + before;
        }
        traffic_ = {};
        running_case = &c;
        running_traits = &t;
        try {
            warp_.run(32, [&](heddle::detail::emulated_lane& lane) { subject.run(lane, c, memory); });
        } catch (std::exception const& error) {
            return error.what();
        }
        running_case = nullptr;
        std::string wrong = check_results(c, t, expected);
        if (!wrong.empty()) return wrong;
        wrong = excess_of(c, t, memory);
        if (!wrong.empty()) return wrong;
        if (!subject.scratch_is_intact()) return "something was written beside the scratch";
        for (unsigned w = 0; w < window_count; ++w) {
            if (!used[w]) continue;
            unsigned char const* const region = memory.array[w] - before;
            if (std::memcmp(region, shadow_[w].data(), size) == 0) continue;
            std::size_t at = 0;
            while (region[at] == shadow_[w][at]) ++at;
            return "window " + std::to_string(w) + ": byte " +
                   std::to_string(static_cast<std::ptrdiff_t>(at) - static_cast<std::ptrdiff_t>(before)) +
                   " of the array is " + std::to_string(int(region[at])) + ", not " +
                   std::to_string(int(shadow_[w][at])) + '\n';
        }
        return {};
    }

private:
    // For the signal handler.
    inline static fuzz_case const* running_case = nullptr;
    inline static subject_traits const* running_traits = nullptr;

    //! Reports an access to inaccessible memory, and ends the program.
    static void report_signal(int number)
    {
        if (running_case == nullptr) {
            std::signal(number, SIG_DFL);
            return;
        }
        std::cout << describe(*running_case, *running_traits)
                  << "it accessed memory beyond the pages of its arrays\nreplay it with HEDDLE_FUZZ_REPLAY="
                  << running_case->seed << ':' << running_case->number << std::endl;
        std::_Exit(1);
    }

    static void catch_wild_accesses()
    {
        // The handler gets its own stack, because the stacks of fibers are too small.
        static std::vector<unsigned char> memory(1 << 16);
        stack_t stack{};
        stack.ss_sp = memory.data();
        stack.ss_size = memory.size();
        ::sigaltstack(&stack, nullptr);
        struct sigaction action {};
        action.sa_handler = report_signal;
        action.sa_flags = SA_ONSTACK;
        ::sigaction(SIGSEGV, &action, nullptr);
        ::sigaction(SIGBUS, &action, nullptr);
    }

    static constexpr std::size_t guard_bytes = 256;
    static constexpr std::size_t window_bytes = 128 * 1024;
    // The distance is not a multiple of 4 GiB, so the lower halves of the windows' addresses differ, too.
    static constexpr std::size_t distance = (std::size_t{5} << 30) + (std::size_t{77} << 16);

    static std::size_t begin_of(unsigned window) { return window * distance + (1 << 16); }

    //! Computes the offset of the array in each window. Sets `size` to the size of the array with both guards, and
    //! `before` to the size of the guard in front of the array.
    void place(fuzz_case const& c, subject_traits const& t, std::size_t& before, std::size_t& size)
    {
        std::size_t const array = t.array_bytes();
        std::size_t const start = c.at_end ? window_bytes - array - c.skew : c.skew;
        region_offset_ = start < guard_bytes ? 0 : start - guard_bytes;
        before = start - region_offset_;
        std::size_t const end = start + array + guard_bytes;
        size = (end < window_bytes ? end : window_bytes) - region_offset_;
    }

    static bool names_window(fuzz_case const& c, subject_traits const& t, unsigned window)
    {
        for (unsigned k = 0; k < c.step_count; ++k) {
            for (unsigned lane = 0; lane < t.lane_count; ++lane) {
                if (c.steps[k].window[lane] == window) return true;
            }
        }
        return false;
    }

    //! Says which counts of the last case are outside their bounds. There are bounds for one element per lane of a group.
    std::string excess_of(fuzz_case const& c, subject_traits const& t, case_memory const& memory) const
    {
        if (t.how != interface::collectives) return {};
        heddle::detail::plan const p = heddle::detail::make_plan(t.element_bytes, t.alignment, t.lane_count);
        traffic_bounds loads, stores;
        for (unsigned k = 0; k < c.step_count; ++k) {
            step const& s = c.steps[k];
            bool const contiguous = is_contiguous(s.op);
            group_elements elements{{}, s.wanted, true, contiguous, t.capacity};
            if (is_counted(s.op) && s.count < t.lane_count) elements.wanted = (1u << s.count) - 1;
            for (unsigned lane = 0; lane < t.lane_count; ++lane) {
                std::size_t const slot = contiguous ? s.slot[0] + lane : s.slot[lane];
                elements.addresses[lane] = reinterpret_cast<std::uintptr_t>(
                    memory.array[s.window[contiguous ? 0 : lane]] + slot * t.element_bytes);
            }
            access_kind const kind = is_store(s.op) ? access_kind::store : access_kind::load;
            (is_store(s.op) ? stores : loads) += bounds_of(p, elements, kind);
        }
        return outside(loads, traffic_.loads) + outside(stores, traffic_.stores);
    }

    address_space space_;
    std::size_t region_offset_ = 0;
    std::vector<unsigned char> shadow_[window_count], results_;
    heddle::memory_traffic traffic_;
    heddle::detail::emulated_warp warp_;
};

}  // namespace heddle_test::fuzz
