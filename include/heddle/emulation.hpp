// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the library's device functions on emulated warps on the host, and counts their memory transactions.
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/emulation/emulated_group.hpp>
#include <heddle/emulation/emulated_warp.hpp>
#include <heddle/emulation/transactions.hpp>

#include <cstddef>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! A reference to a callable of any type, so that code that takes a function_ref is compiled only once for all
//! callables.
template <class Argument>
class function_ref {
public:
    template <class Function>
    explicit function_ref(Function const& function) : function_(std::addressof(function)), call_(&call<Function>)
    {
    }
    void operator()(Argument argument) const { call_(function_, argument); }

private:
    template <class Function>
    static void call(void const* function, Argument argument)
    {
        (*static_cast<Function const*>(function))(argument);
    }

    void const* function_;
    void (*call_)(void const*, Argument);
};

struct no_progress {
    void operator()(std::size_t) const {}
};

template <unsigned LaneCount>
memory_traffic run_group(function_ref<emulated_group<LaneCount> const&> body)
{
    memory_traffic traffic;
    emulated_warp(traffic).run(LaneCount, [&](emulated_lane& lane) { body(emulated_group<LaneCount>(lane)); });
    return traffic;
}

inline memory_traffic run_grid(std::size_t count, function_ref<std::size_t> body, function_ref<std::size_t> progress)
{
    memory_traffic traffic;
    emulated_warp warp(traffic);
    for (std::size_t first = 0; first < count; first += 32) {
        unsigned const lanes = count - first < 32 ? static_cast<unsigned>(count - first) : 32u;
        warp.run(lanes, [&](emulated_lane& lane) { body(first + lane.rank()); });
        progress(first + lanes);
    }
    return traffic;
}

}  // namespace detail

//! Runs body(group) in each lane of an emulated group, and returns the memory traffic of the group.
//! Throws: what body throws; emulation_error if lanes of the group call different collectives
template <unsigned LaneCount = 32, class Body>
memory_traffic emulate_group(Body const& body)
{
    using group = emulated_group<LaneCount>;
    return detail::run_group(detail::function_ref<group const&>([&](group const& own) { body(own); }));
}

//! Runs body(index) for every index below `count` in a grid of emulated threads, one warp after the other, and returns
//! the memory traffic. The last warp may have fewer than 32 lanes. In body, coalesced_ptr works as on a GPU. After each
//! warp, calls progress(done) with the number of indices done so far.
//! Lanes in different branches make separate accesses, even if both branches call the same function. They reconverge
//! after an `if` only if its body precedes the following code in the binary. This holds with clang, with -O0, and with
//! g++ and the options of the target heddle::emulation.
//! Throws: as emulate_group
template <class Body, class Progress>
memory_traffic emulate_grid(std::size_t count, Body const& body, Progress const& progress)
{
    using function = detail::function_ref<std::size_t>;
    return detail::run_grid(count, function([&](std::size_t index) { body(index); }),
                            function([&](std::size_t done) { progress(done); }));
}

//! Runs body(index) for every index below `count`, like emulate_grid with `progress`, and reports no progress.
template <class Body>
memory_traffic emulate_grid(std::size_t count, Body const& body)
{
    using function = detail::function_ref<std::size_t>;
    return detail::run_grid(count, function([&](std::size_t index) { body(index); }), function(detail::no_progress{}));
}

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
