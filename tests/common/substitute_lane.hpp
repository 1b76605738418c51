// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A lane that tests put in the place of a lane of an emulated warp, in order to watch it.
#pragma once

#include <heddle/emulation.hpp>

#include <cstdint>

namespace heddle_test {

//! Takes the place of the current lane for the lifetime of this object, and forwards all calls to this lane.
class substitute_lane : public heddle::detail::emulated_lane {
public:
    substitute_lane() : lane_(*current()) { current() = this; }
    substitute_lane(substitute_lane const&) = delete;
    substitute_lane& operator=(substitute_lane const&) = delete;

    unsigned rank() const final { return lane_.rank(); }

    std::uint64_t meet(std::uint32_t lanes, heddle::detail::collective what, std::uint64_t value,
                       unsigned argument) override
    {
        auto const result = lane_.meet(lanes, what, value, argument);
        current() = this;  // other lanes have run and changed current()
        return result;
    }

    std::uint32_t converge() override
    {
        auto const result = lane_.converge();
        current() = this;
        return result;
    }

    void count_access(std::uint32_t lanes, bool stores, void const* address, unsigned bytes) override
    {
        lane_.count_access(lanes, stores, address, bytes);
    }

protected:
    ~substitute_lane() { current() = &lane_; }

private:
    emulated_lane& lane_;
};

}  // namespace heddle_test
