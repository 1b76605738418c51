// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts the memory transactions of a warp's instructions, given the addresses that its lanes access.
#pragma once

#include <heddle/config.cuh>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {

//! The bytes that the L2 cache and the memory read or write as a unit.
inline constexpr std::size_t sector_bytes = 32;

//! The addresses of up to 32 lanes in one memory instruction.
class address_set {
public:
    void add(std::uint64_t address) { addresses_[size_++] = address; }
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }

    //! Returns the number of different sectors at these addresses.
    //! Requires: each address is a multiple of the access width, which is at most sector_bytes
    std::size_t sector_count() const
    {
        std::array<std::uint64_t, 32> sectors;
        for (std::size_t i = 0; i < size_; ++i) sectors[i] = addresses_[i] / sector_bytes;
        auto const end = sectors.begin() + static_cast<std::ptrdiff_t>(size_);
        std::sort(sectors.begin(), end);
        return static_cast<std::size_t>(std::unique(sectors.begin(), end) - sectors.begin());
    }

private:
    std::array<std::uint64_t, 32> addresses_;
    std::size_t size_ = 0;
};

}  // namespace detail

namespace types {

//! The memory transactions of all loads, or of all stores.
struct transaction_count {
    std::uint64_t requests = 0;  //!< warp instructions in which at least one lane accesses memory
    std::uint64_t sectors = 0;   //!< different 32-byte sectors of each request, summed
    std::uint64_t bytes = 0;     //!< bytes accessed by all lanes

    //! Used by heddle: adds an instruction in which lanes access these addresses.
    void count(detail::address_set const& addresses, std::size_t bytes_per_lane)
    {
        if (addresses.empty()) return;
        requests += 1;
        sectors += addresses.sector_count();
        bytes += addresses.size() * bytes_per_lane;
    }

    //! Adds other counts.
    transaction_count& operator+=(transaction_count const& other)
    {
        requests += other.requests;
        sectors += other.sectors;
        bytes += other.bytes;
        return *this;
    }
    //! Returns whether all counts are equal.
    friend bool operator==(transaction_count const& a, transaction_count const& b)
    {
        return a.requests == b.requests && a.sectors == b.sectors && a.bytes == b.bytes;
    }
    //! Returns whether a count differs.
    friend bool operator!=(transaction_count const& a, transaction_count const& b) { return !(a == b); }
};

//! The memory transactions of loads and of stores.
struct memory_traffic {
    //! The transactions of loads.
    transaction_count loads;
    //! The transactions of stores.
    transaction_count stores;

    //! Adds other traffic.
    memory_traffic& operator+=(memory_traffic const& other)
    {
        loads += other.loads;
        stores += other.stores;
        return *this;
    }
};

}  // namespace types

using types::memory_traffic;
using types::transaction_count;

namespace detail {

//! The accesses of a warp's lanes between two collectives. Because lanes run one after the other, each lane adds all
//! its accesses before the next lane does, and the n-th accesses of the same kind are one instruction.
class counted_accesses {
public:
    struct kind {
        std::uint32_t lanes;  //!< the lanes of the group that makes the access
        bool stores;
        unsigned bytes;

        friend bool operator<(kind const& a, kind const& b)
        {
            return std::tie(a.lanes, a.stores, a.bytes) < std::tie(b.lanes, b.stores, b.bytes);
        }
    };

    explicit counted_accesses(memory_traffic& traffic) : traffic_(traffic) {}
    counted_accesses(counted_accesses const&) = delete;
    counted_accesses& operator=(counted_accesses const&) = delete;
    //! Adds the instructions to the traffic.
    ~counted_accesses()
    {
        for (auto const& [of, made] : made_) {
            transaction_count& counted = of.stores ? traffic_.stores : traffic_.loads;
            for (address_set const& addresses : made.instructions) counted.count(addresses, of.bytes);
        }
    }

    //! Adds an access of one lane. If the lane accesses no memory in the instruction, the address is 0.
    void add(unsigned rank, kind const& of, std::uint64_t address)
    {
        instructions_of_kind& made = made_[of];
        std::size_t const number = made.accesses_of_lane[rank]++;
        if (number >= made.instructions.size()) made.instructions.resize(number + 1);
        if (address != 0) made.instructions[number].add(address);
    }

private:
    struct instructions_of_kind {
        std::array<std::size_t, 32> accesses_of_lane{};
        std::vector<address_set> instructions;
    };

    memory_traffic& traffic_;
    std::map<kind, instructions_of_kind> made_;
};

}  // namespace detail

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
