// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0

#include "planned_way.hpp"

#include <fmt/format.h>

namespace heddle::program {

namespace {

//! The route of a group all of whose lanes have an element, the first of which begins with a word.
detail::route route_of_whole_group(plan const& p, detail::access_kind kind, bool consecutive)
{
    return detail::route_of(p, kind, {p.lane_count, consecutive, true, false});
}

std::string explanation_of(plan const& p, detail::route taken)
{
    switch (taken) {
        case detail::route::plain:
            return "per-thread: each lane moves its own element, as plain code does";
        case detail::route::per_thread:
            return "vectorized per-thread: each lane moves the words of its own element";
        case detail::route::sector_rows:
            return fmt::format("rows of {} that end with sectors, transposed in registers",
                               p.part_bytes() == 1 ? "bytes" : "parts of 2 bytes");
        case detail::route::rows:
        case detail::route::dense_rows:
            return fmt::format("rows of words, transposed in registers{}",
                               p.is_unaligned() ? "; ends of elements in parts" : "");
        case detail::route::staged:
            return "staged: chunks of 16 bytes, transposed in shared memory";
    }
    return "";
}

}  // namespace

planned_way way_of(plan const& p, detail::access_kind kind, bool consecutive)
{
    detail::route const taken = route_of_whole_group(p, kind, consecutive);
    std::string text = explanation_of(p, taken);
    bool const cached = consecutive && kind == detail::access_kind::load && p.loads_together() &&
                        p.loads_through_cache();
    if (cached) text += ", through the L1 cache";
    return {detail::to_string(taken), text};
}

}  // namespace heddle::program
