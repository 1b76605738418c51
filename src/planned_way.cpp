// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0

#include "planned_way.hpp"

#include <fmt/format.h>

namespace heddle::program {

planned_way way_of(plan const& p, access_kind kind, bool contiguous)
{
    bool const loads = kind == access_kind::load;
    if (loads ? !p.loads_together() : !p.cooperates()) {
        if (!p.moves_words()) return {"plain", "each lane its own element, as plain code does"};
        return {"own words", "each lane its own words"};
    }
    if (contiguous && loads && p.loads_through_cache()) {
        char const* const units =
            p.loads_in_parts() ? ", or units of the alignment where a tile begins within a word"
                               : "";
        return {"own words", fmt::format("each lane its own words{}, through the L1 cache", units)};
    }
    if (!contiguous && !loads && p.stores_sectors()) {
        char const* const bytes = p.part_bytes() == 1 ? "bytes" : "parts of 2 bytes";
        return {"sector rows",
                fmt::format("rows of {} that end with sectors, transposed in registers", bytes)};
    }
    return {"rows", fmt::format("rows of words, transposed in registers{}",
                                p.straddles() ? "; ends of elements in parts" : "")};
}

}  // namespace heddle::program
