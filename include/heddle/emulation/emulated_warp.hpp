// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An emulated warp: its lanes run in turn, and converge at common accesses.
#pragma once

#include <heddle/emulation/call_path.hpp>
#include <heddle/emulation/emulated_group.hpp>
#include <heddle/emulation/lane_fibers.hpp>

#include <cstdint>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace types {

//! Lanes of an emulated group did not take part in the same collective.
struct emulation_error : std::logic_error {
    using std::logic_error::logic_error;
};

}  // namespace types

using types::emulation_error;

namespace detail {

//! Runs up to 32 lanes in turn, each until it must wait for other lanes.
class emulated_warp : lane_fibers {
public:
    using lane_fibers::lane_fibers;

    //! Calls body(lane) in lanes 0 … lane_count - 1.
    //! Throws:   any exception that a lane throws; emulation_error if lanes take part in different collectives
    void run(unsigned lane_count, std::function<void(emulated_lane&)> const& body)
    {
        restore_current const restore;
        begin_accesses(~0u);
        for (unsigned rank = 0; rank < lane_count; ++rank) lanes_[rank].start(*this, rank, body);
        do {
            bool waiting = true;
            while (waiting) {
                waiting = false;
                for (unsigned rank = 0; rank < lane_count; ++rank) {
                    if (lanes_[rank].state != state::ready) continue;
                    waiting = true;
                    lanes_[rank].resume();
                    if (failure_) fail(std::exchange(failure_, nullptr));
                }
            }
        } while (release_converged(lane_count));
        for (unsigned rank = 0; rank < lane_count; ++rank) {
            if (lanes_[rank].state != state::finished) {
                fail(std::make_exception_ptr(emulation_error(disagreement(lane_count))));
            }
        }
        end_accesses();
    }

private:
    struct restore_current {
        emulated_lane* outer = emulated_lane::current();
        ~restore_current() { emulated_lane::current() = outer; }
    };

    //! Lets all lanes that wait at the same access continue together; returns false if no lane waits at an access.
    //! Chooses the access that comes first in the program, so that lanes past a branch wait for lanes within it.
    //! Requires: no lane is ready to run
    bool release_converged(unsigned lane_count)
    {
        call_path const* first = nullptr;
        for (unsigned rank = 0; rank < lane_count; ++rank) {
            lane const& candidate = lanes_[rank];
            if (candidate.state != state::converging) continue;
            if (first == nullptr || candidate.path < *first) first = &candidate.path;
        }
        if (first == nullptr) return false;
        std::uint32_t mask = 0;
        for (unsigned rank = 0; rank < lane_count; ++rank) {
            lane const& candidate = lanes_[rank];
            if (candidate.state == state::converging && candidate.path == *first) {
                mask |= 1u << rank;
            }
        }
        begin_accesses(mask);
        for (unsigned rank = 0; rank < lane_count; ++rank) {
            if (!contains(mask, rank)) continue;
            lanes_[rank].result = mask;
            lanes_[rank].state = state::ready;
        }
        return true;
    }

    std::string disagreement(unsigned lane_count) const
    {
        static constexpr char const* names[] = {"a sync", "a shuffle", "a ballot"};
        std::string text = "heddle: the lanes of an emulated group disagree:";
        for (unsigned rank = 0; rank < lane_count; ++rank) {
            lane const& other = lanes_[rank];
            text += (rank == 0 ? " lane " : ", lane ") + std::to_string(rank);
            if (other.state == state::finished) {
                text += " has returned";
            } else {
                text += std::string(" waits in ") + names[static_cast<int>(other.what)];
            }
        }
        return text;
    }

    //! Unwinds all lanes, then throws.
    [[noreturn]] void fail(std::exception_ptr const& reason)
    {
        for (lane& each : lanes_) each.unwind();
        end_accesses();
        std::rethrow_exception(reason);
    }
};

}  // namespace detail

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
