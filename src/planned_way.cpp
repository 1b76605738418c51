// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0

#include "planned_way.hpp"

#include <fmt/format.h>

namespace heddle::program {

namespace {

//! The route of a group all of whose lanes want an element, the first of which begins with a word.
route route_of(plan const& p, access_kind kind, bool consecutive)
{
    access_facts facts{};
    facts.wanting_lanes = p.lane_count;
    facts.are_consecutive = consecutive;
    facts.begin_with_words = true;
    facts.share_whole_words = p.lane_count * p.element_bytes % p.word_bytes == 0;
    facts.lane_count = p.lane_count;
    return choose(p, kind, facts);
}

std::string explanation_of(plan const& p, route taken)
{
    switch (taken) {
        case route::plain:
            return "each lane its own element, as plain code does";
        case route::own_words:
            return "each lane its own words";
        case route::shared_words:
            return "each lane its own words, and those that neighbours share";
        case route::sector_rows:
            return fmt::format("rows of {} that end with sectors, transposed in registers",
                               p.part_bytes() == 1 ? "bytes" : "parts of 2 bytes");
        case route::rows:
        case route::narrow_rows:
        case route::dense_rows:
            return fmt::format("rows of words, transposed in registers{}",
                               p.straddles() ? "; ends of elements in parts" : "");
        case route::stage:
            return "chunks of 16 bytes, transposed in shared memory";
    }
    return "";
}

}  // namespace

planned_way way_of(plan const& p, access_kind kind, bool contiguous)
{
    route const taken = route_of(p, kind, contiguous);
    std::string text = explanation_of(p, taken);
    bool const cached =
        contiguous && kind == access_kind::load && p.loads_together() && p.loads_through_cache();
    if (cached) text += ", through the L1 cache";
    return {to_string(taken), text};
}

}  // namespace heddle::program
