// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that the lanes of an emulated warp are converged when they begin a collective. Lanes that have run code of the
// user may be diverged. They are converged again after a barrier of all active lanes, or after a query of the active
// lanes. On a GPU, a collective of diverged lanes is undefined behavior (promise_convergence in detail/instructions) or
// slow, but the emulated warp itself would not notice, because it waits for the lanes in every collective.
#pragma once

#include "substitute_lane.hpp"

#include <cstdint>
#include <string>

namespace heddle_test {

//! Counts what the lanes of a warp have done.
struct convergence {
    unsigned divergences = 0;  //!< how often a lane ran code of the user
    unsigned barriers = 0;     //!< how often a lane converged again in a barrier after code of the user
    unsigned collectives = 0;  //!< collectives of lanes that have converged again in a barrier
    unsigned accesses = 0;     //!< accesses of these lanes
    std::string first_fault;   //!< empty if no lane began a collective while it may have been diverged
};

//! Records in `seen` what the lane does.
class converging_lane final : public substitute_lane {
public:
    //! active: the lanes that must take part in each barrier
    converging_lane(convergence& seen, std::uint32_t active) : seen_(seen), active_(active) {}

    //! Must be called by the user's code whenever it may diverge.
    void diverge()
    {
        ++seen_.divergences;
        state_ = state::diverged;
    }

    std::uint64_t meet(std::uint32_t lanes, heddle::detail::collective what, std::uint64_t value,
                       unsigned argument) override
    {
        static constexpr char const* names[] = {"a barrier of other lanes", "a shuffle", "a vote"};
        if (what == heddle::detail::collective::sync && lanes == active_) {
            if (state_ == state::diverged) {
                ++seen_.barriers;
                state_ = state::converged_again;
            }
        } else {
            begin(names[static_cast<int>(what)]);
        }
        seen_.collectives += state_ == state::converged_again && what != heddle::detail::collective::sync;
        return substitute_lane::meet(lanes, what, value, argument);
    }

    std::uint32_t converge() override
    {
        auto const result = substitute_lane::converge();
        state_ = state::converged;
        return result;
    }

    void count_access(std::uint32_t lanes, bool stores, void const* address, unsigned bytes) override
    {
        begin(stores ? "a store" : "a load");
        seen_.accesses += state_ == state::converged_again;
        substitute_lane::count_access(lanes, stores, address, bytes);
    }

private:
    enum class state { converged, diverged, converged_again };

    void begin(char const* what)
    {
        if (state_ != state::diverged || !seen_.first_fault.empty()) return;
        seen_.first_fault = "lane " + std::to_string(rank()) + " begins " + what + " before the barrier";
    }

    convergence& seen_;
    std::uint32_t active_;
    state state_ = state::converged;
};

}  // namespace heddle_test
