// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// How far a long computation is, on standard error: every second where somebody watches, rarely
// where it goes into a log.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>

namespace heddle::program {

class progress_meter {
public:
    //! How often show() is to be called. What takes less is not reported on at all.
    static constexpr std::chrono::seconds interval{1};

    explicit progress_meter(std::size_t total);
    ~progress_meter();
    progress_meter(progress_meter const&) = delete;
    progress_meter& operator=(progress_meter const&) = delete;

    //! From any thread.
    void add(std::size_t count) { done_.fetch_add(count, std::memory_order_relaxed); }

    void show();

private:
    std::size_t total_;
    std::atomic<std::size_t> done_{0};
    bool watched_;
    unsigned calls_ = 0;
};

}  // namespace heddle::program
