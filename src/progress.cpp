// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The progress meter's one line.
#include "progress.hpp"

#include "standard_streams.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace heddle::program {

namespace {

constexpr unsigned calls_per_line_of_log = 10;

}  // namespace

progress_meter::progress_meter(std::size_t total)
    : total_(total), watched_(::isatty(STDERR_FILENO) == 1)
{
}

progress_meter::~progress_meter()
{
    if (watched_ && calls_ != 0) complain("\r\033[K");
}

void progress_meter::show()
{
    ++calls_;
    if (!watched_ && calls_ % calls_per_line_of_log != 0) return;
    std::size_t const done = done_.load(std::memory_order_relaxed);
    complain(fmt::format("{}heddle: {} % of {} triangles{}", watched_ ? "\r" : "",
                         total_ == 0 ? 100 : 100 * done / total_, total_, watched_ ? "" : "\n"));
}

}  // namespace heddle::program
