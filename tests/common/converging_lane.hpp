// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that the lanes of an emulated warp are converged when they begin a collective. Lanes that have run code of the
// user may be diverged. They are converged again after a barrier of all active lanes, or after a query of the active
// lanes. On a GPU, a collective of diverged lanes is undefined behavior (promise_convergence in detail/instructions) or
// slow, but the emulated warp itself would not notice, because it waits for the lanes in every collective.
#pragma once

#include <heddle/emulation.hpp>

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

//! Takes the place of the current lane for the lifetime of this object.
class converging_lane final : public heddle::detail::emulated_lane {
public:
    //! active: the lanes that must take part in each barrier
    converging_lane(convergence& seen, std::uint32_t active) : lane_(*current()), seen_(seen), active_(active)
    {
        current() = this;
    }
    converging_lane(converging_lane const&) = delete;
    converging_lane& operator=(converging_lane const&) = delete;
    ~converging_lane() { current() = &lane_; }

    //! Must be called by the user's code whenever it may diverge.
    void diverge()
    {
        ++seen_.divergences;
        state_ = state::diverged;
    }

    unsigned rank() const override { return lane_.rank(); }

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
        auto const result = lane_.meet(lanes, what, value, argument);
        current() = this;  // other lanes have run and changed current()
        return result;
    }

    std::uint32_t converge() override
    {
        auto const result = lane_.converge();
        current() = this;
        state_ = state::converged;
        return result;
    }

    void count_access(std::uint32_t lanes, bool stores, void const* address, unsigned bytes) override
    {
        begin(stores ? "a store" : "a load");
        seen_.accesses += state_ == state::converged_again;
        lane_.count_access(lanes, stores, address, bytes);
    }

private:
    enum class state { converged, diverged, converged_again };

    void begin(char const* what)
    {
        if (state_ != state::diverged || !seen_.first_fault.empty()) return;
        seen_.first_fault = "lane " + std::to_string(rank()) + " begins " + what + " before the barrier";
    }

    emulated_lane& lane_;
    convergence& seen_;
    std::uint32_t active_;
    state state_ = state::converged;
};

}  // namespace heddle_test
