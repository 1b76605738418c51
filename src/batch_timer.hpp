// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Work on a GPU is timed in batches, by CUDA events.
#pragma once

#include "cuda_check.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

namespace heddle::program {

//! Times something that is run many times between two events: an event has a resolution of half a
//! microsecond, and a launch takes several.
class batch_timer {
public:
    //! Runs it a few times, which warms up.
    explicit batch_timer(std::function<void()> run) : run_(std::move(run))
    {
        constexpr double batch_seconds = 0.0025;
        constexpr double most_runs = 1000;
        seconds();
        double const once = std::max(seconds(), batch_seconds / most_runs);
        runs_ = static_cast<unsigned>(std::ceil(batch_seconds / once));
    }

    //! Of one run, by one batch. One run more before the first event keeps the GPU busy until the
    //! batch is queued, so that no launch latency is measured.
    //! Throws: gpu_error
    double seconds() const
    {
        run_();
        start_.record();
        for (unsigned i = 0; i < runs_; ++i) run_();
        end_.record();
        end_.wait();
        return end_.seconds_since(start_) / runs_;
    }

private:
    std::function<void()> run_;
    unsigned runs_ = 1;
    cuda_event start_, end_;
};

//! Requires: samples is not empty
inline double median(std::vector<double> samples)
{
    auto const middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    return *middle;
}

}  // namespace heddle::program
