// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
#include "table.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <utility>

namespace heddle_bench::brief {

std::size_t session::repeats() const
{
    constexpr std::size_t checked_mib = 4;
    return has_gpu() && chosen.elements == 0 ? std::max<std::size_t>(1, chosen.mib / checked_mib) : 1;
}

std::size_t session::count_of(std::size_t element_bytes) const
{
    if (chosen.mib > 4096) throw std::invalid_argument("--mib is at most 4096: kernels count words in an int");
    return (chosen.count_of(element_bytes) / repeats() + 255) / 256 * 256;
}

std::size_t row::panel() const
{
    std::string const name = what.name;
    return static_cast<std::size_t>(std::find(panels.begin(), panels.end(), name) - panels.begin());
}

void print_head(session const& run)
{
    if (run.has_gpu()) {
        std::printf("GB/s on one %s: arrays of about %zu MiB, one struct per thread\n", run.chosen.device.c_str(),
                    run.chosen.mib);
    } else {
        std::printf("No GPU: 32-byte sectors of %zu threads on emulated warps, each loaded sector once per warp\n",
                    run.count_of(1));
    }
    std::fflush(stdout);
}

bool print_table(session& run)
{
    std::vector<row>& rows = run.rows;
    std::stable_sort(rows.begin(), rows.end(), [](row const& a, row const& b) {
        return std::pair(a.panel(), a.element_bytes) < std::pair(b.panel(), b.element_bytes);
    });
    bool const has_gpu = run.has_gpu();
    std::printf("%-16s %5s %8s %8s %8s %8s %8s %12s %13s\n", "case", "bytes", "plain", "soa", "word", "best",
                has_gpu ? "limit" : "needed", has_gpu ? "best / plain" : "plain / best",
                has_gpu ? "best / limit" : "needed / best");
    bool all_are_right = true;
    for (row const& each : rows) {
        auto const amount = [&](double cost) { return has_gpu ? each.bytes() / cost * 1e-9 : cost; };
        char soa[24] = "-";
        if (each.soa != 0) std::snprintf(soa, sizeof soa, "%.0f", amount(each.soa));
        std::printf("%-16s %5zu %8.0f %8s %8.0f %8.0f %8.0f %12.2f %13.2f%s\n", each.what.name, each.element_bytes,
                    amount(each.plain), soa, amount(each.word), amount(each.best), amount(each.limit),
                    each.plain / each.best, each.limit / each.best, each.is_right ? "" : "  WRONG");
        all_are_right &= each.is_right;
    }
    std::puts("plain: T*; soa: a structure of arrays; word: plain with coalesced_ptr<T>; best: whole structs with it");
    std::puts(has_gpu
                  ? "limit: the same bytes as 16-byte words; of gather and scatter the same words without a transpose"
                  : "needed: each sector once per warp. No speeds: from 64 bytes on, plain loads on a GPU are slower");
    return all_are_right;
}

}  // namespace heddle_bench::brief
