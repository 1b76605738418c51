// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds races between the lanes of an emulated warp. Two accesses to a byte race if they come from different lanes, at
// least one is a write, and no chain of barriers orders them. Shuffles and votes do not order accesses, as on a GPU.
// Uses vector clocks (Fidge, Timestamps in message-passing systems that preserve the partial ordering, 1988).
#pragma once

#include "substitute_lane.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace heddle_test {

class race_detector {
public:
    race_detector(void const* first, std::size_t bytes)
        : first_(static_cast<unsigned char const*>(first)), bytes_(bytes)
    {
        for (unsigned lane = 0; lane < lanes; ++lane) known_[lane][lane] = 1;
    }

    //! Records that a lane reads or writes bytes, and counts the races of this access with earlier accesses.
    void access(unsigned lane, bool writes, void const* address, std::size_t bytes)
    {
        auto const begin = static_cast<std::size_t>(static_cast<unsigned char const*>(address) - first_);
        for (std::size_t i = begin; i < begin + bytes; ++i) {
            if (i >= bytes_.size()) continue;  // this also skips addresses before first_
            auto& [reads, writes_of] = bytes_[i];
            for (unsigned other = 0; other < lanes; ++other) {
                if (writes_of[other] > known_[lane][other]) report(lane, writes, other, "write", i);
                if (writes && reads[other] > known_[lane][other]) report(lane, true, other, "read", i);
            }
            (writes ? writes_of : reads)[lane] = known_[lane][lane];
        }
    }

    //! Records that a lane arrives at a barrier of `partners`. The last lane to arrive completes the barrier.
    void arrive(unsigned lane, std::uint32_t partners)
    {
        if ((arrived_[partners] |= 1u << lane) != partners) return;
        arrived_.erase(partners);
        clock joined{};
        for (unsigned each = 0; each < lanes; ++each) {
            if ((partners >> each & 1u) == 0) continue;
            for (unsigned i = 0; i < lanes; ++i) joined[i] = std::max(joined[i], known_[each][i]);
        }
        for (unsigned each = 0; each < lanes; ++each) {
            if ((partners >> each & 1u) == 0) continue;
            known_[each] = joined;
            ++known_[each][each];
        }
    }

    unsigned count() const { return count_; }
    std::string const& first() const { return first_race_; }

    void count_access_by_library() { ++accesses_by_library_; }
    unsigned accesses_by_library() const { return accesses_by_library_; }

private:
    static constexpr unsigned lanes = 32;
    using clock = std::array<unsigned, lanes>;
    struct byte_accesses {
        clock reads{}, writes{};  //!< when each lane last read and wrote the byte, on the lane's own clock
    };

    void report(unsigned lane, bool writes, unsigned other, char const* before, std::size_t byte)
    {
        if (count_++ != 0) return;
        first_race_ = std::string("a ") + (writes ? "write" : "read") + " of byte " + std::to_string(byte) +
                      " by lane " + std::to_string(lane) + " and a " + before + " by lane " + std::to_string(other);
    }

    unsigned char const* first_;
    std::vector<byte_accesses> bytes_;
    std::array<clock, lanes> known_{};  //!< vector clock of each lane
    std::map<std::uint32_t, std::uint32_t> arrived_;
    unsigned count_ = 0, accesses_by_library_ = 0;
    std::string first_race_;
};

//! Reports the accesses of the lane to a detector.
class watched_lane final : public substitute_lane {
public:
    //! own, bytes: address and size of the lane's element. If a loaded word overlaps the element, the load counts as a
    //! read of the overlap only, because the lane discards all other bytes.
    watched_lane(race_detector& races, void const* own, std::size_t bytes)
        : races_(races), own_(reinterpret_cast<std::uintptr_t>(own)), own_bytes_(bytes)
    {
    }

    void access_own(bool writes) { races_.access(rank(), writes, reinterpret_cast<void const*>(own_), own_bytes_); }

    std::uint64_t meet(std::uint32_t lanes, heddle::detail::collective what, std::uint64_t value,
                       unsigned argument) override
    {
        if (what == heddle::detail::collective::sync) races_.arrive(rank(), lanes);
        return substitute_lane::meet(lanes, what, value, argument);
    }

    void count_access(std::uint32_t lanes, bool stores, void const* address, unsigned bytes) override
    {
        if (address != nullptr) {
            auto begin = reinterpret_cast<std::uintptr_t>(address), end = begin + bytes;
            if (!stores && begin < own_ + own_bytes_ && own_ < end) {
                begin = std::max(begin, own_);
                end = std::min(end, own_ + own_bytes_);
            }
            races_.access(rank(), stores, reinterpret_cast<void const*>(begin), end - begin);
            races_.count_access_by_library();
        }
        substitute_lane::count_access(lanes, stores, address, bytes);
    }

private:
    race_detector& races_;
    std::uintptr_t own_;
    std::size_t own_bytes_;
};

}  // namespace heddle_test
