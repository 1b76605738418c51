// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The lanes of an emulated warp as fibers (Boost.Context), which meet in collectives.
#pragma once

#include <heddle/emulation/call_path.hpp>
#include <heddle/emulation/emulated_group.hpp>
#include <heddle/emulation/stack_switch.hpp>
#include <heddle/emulation/transactions.hpp>

#include <boost/context/fiber.hpp>
#include <boost/context/pooled_fixedsize_stack.hpp>
#include <boost/context/preallocated.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Up to 32 lanes, each of which runs until it must wait for other lanes.
class lane_fibers {
public:
    explicit lane_fibers(memory_traffic& traffic) : traffic_(traffic) {}
    lane_fibers(lane_fibers const&) = delete;
    lane_fibers& operator=(lane_fibers const&) = delete;

protected:
    static constexpr unsigned max_lanes = 32;
    static constexpr std::size_t stack_bytes = 256 * 1024;

    //! Returns the stacks of this thread's warps. A warp that has ended gives its stacks to the next warp.
    static boost::context::pooled_fixedsize_stack& shared_stacks()
    {
        thread_local boost::context::pooled_fixedsize_stack stacks(stack_bytes);
        return stacks;
    }

    enum class state { finished, ready, meeting, converging };

    struct lane final : emulated_lane {
        lane_fibers* warp = nullptr;
        unsigned place_in_warp = 0;
        heddle::detail::lane_fibers::state state = state::finished;
        boost::context::fiber fiber, scheduler;
        stack_range stack, stack_of_scheduler;
        bool entered = false;
        // The collective that the lane waits for, and its result.
        std::uint32_t partners = 0;
        collective what = collective::sync;
        std::uint64_t value = 0;
        unsigned argument = 0;
        void const* outermost = nullptr;
        call_path path;
        std::uint64_t result = 0;
        std::shared_ptr<counted_accesses> accesses;  // since the last collective

        void start(lane_fibers& owner, unsigned rank, std::function<void(emulated_lane&)> const& body)
        {
            warp = &owner;
            place_in_warp = rank;
            state = state::ready;
            entered = false;
            boost::context::stack_context const memory = owner.stacks_.allocate();
            stack = {static_cast<char const*>(memory.sp) - memory.size, memory.size};
            stack_switch::prepare(stack);
            fiber =
                boost::context::fiber(std::allocator_arg, boost::context::preallocated(memory.sp, memory.size, memory),
                                      owner.stacks_, [this, &body](boost::context::fiber&& caller) {
                                          stack_of_scheduler = stack_switch::arrive();
                                          entered = true;
                                          scheduler = std::move(caller);
                                          outermost = __builtin_frame_address(0);
                                          try {
                                              body(*this);
                                          } catch (boost::context::detail::forced_unwind const&) {
                                              stack_switch::leave(stack_of_scheduler);
                                              throw;
                                          } catch (...) {
                                              warp->failure_ = std::current_exception();
                                          }
                                          state = lane_fibers::state::finished;
                                          stack_switch::leave(stack_of_scheduler);
                                          return std::move(scheduler);
                                      });
        }
        void resume()
        {
            current() = this;
            stack_switch const to_lane(stack);
            fiber = std::move(fiber).resume();
        }
        void wait(lane_fibers::state reason)
        {
            state = reason;
            stack_switch const to_scheduler(stack_of_scheduler, &stack_of_scheduler);
            scheduler = std::move(scheduler).resume();
        }
        //! Destroys the objects on the lane's stack.
        void unwind()
        {
            if (entered && fiber) {
                stack_switch const to_lane(stack);
                fiber = {};
            }
            fiber = {};
            state = state::finished;
        }

        unsigned rank() const override { return place_in_warp; }

        std::uint64_t meet(std::uint32_t lanes, collective operation, std::uint64_t own, unsigned extra) override
        {
            partners = lanes;
            what = operation;
            value = own;
            argument = extra;
            state = state::meeting;
            if (warp->all_meet(*this)) {
                warp->complete(*this);
                state = state::ready;
            } else {
                wait(state::meeting);
            }
            return result;
        }

        std::uint32_t converge() override
        {
            find_call_path(outermost, path);
            wait(state::converging);
            return static_cast<std::uint32_t>(result);
        }

        void count_access(std::uint32_t lanes, bool stores, void const* address, unsigned bytes) override
        {
            accesses->add(place_in_warp, {lanes, stores, bytes}, reinterpret_cast<std::uintptr_t>(address));
        }
    };

    static bool contains(std::uint32_t mask, unsigned rank) { return (mask >> rank & 1u) != 0; }

    //! Returns whether all partners of a lane wait in the lane's collective. Begins with the lane that runs next, which
    //! is the most likely to be missing.
    bool all_meet(lane const& last) const
    {
        for (unsigned step = 1; step < max_lanes; ++step) {
            unsigned const rank = (last.place_in_warp + step) % max_lanes;
            if (!contains(last.partners, rank)) continue;
            lane const& other = lanes_[rank];
            if (other.state != state::meeting || other.partners != last.partners || other.what != last.what) {
                return false;
            }
        }
        return true;
    }

    void complete(lane const& last)
    {
        std::uint32_t const partners = last.partners;
        std::uint64_t ballot = 0;
        for (unsigned rank = 0; rank < max_lanes; ++rank) {
            lane const& each = lanes_[rank];
            if (contains(partners, rank) && each.value != 0) ballot |= std::uint64_t{1} << rank;
        }
        bool const shuffles = last.what == collective::shuffle;
        begin_accesses(partners);
        for (unsigned rank = 0; rank < max_lanes; ++rank) {
            if (!contains(partners, rank)) continue;
            lane& each = lanes_[rank];
            each.result = shuffles ? lanes_[each.argument].value : ballot;
            each.state = state::ready;
        }
    }

    //! Begins new instructions for the lanes of a mask. Accesses that these lanes have made are counted as soon as no
    //! lane can add to their instructions.
    void begin_accesses(std::uint32_t mask)
    {
        auto const accesses = std::make_shared<counted_accesses>(traffic_);
        for (unsigned rank = 0; rank < max_lanes; ++rank) {
            if (contains(mask, rank)) lanes_[rank].accesses = accesses;
        }
    }
    void end_accesses()
    {
        for (lane& each : lanes_) each.accesses.reset();
    }

    memory_traffic& traffic_;
    boost::context::pooled_fixedsize_stack stacks_ = shared_stacks();
    lane lanes_[max_lanes];
    std::exception_ptr failure_;
};

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
