// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 1: counts what a warp's memory instructions ask of the memory system, from addresses alone.
#pragma once

#include "plan.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle {

//! The unit in which the L2 cache and the memory are read and written.
inline constexpr std::size_t sector_bytes = 32;

//! The addresses of up to 32 lanes in one memory instruction.
class address_set {
public:
    void add(std::uint64_t address) { addresses_[size_++] = address; }
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }

    //! How many different sectors accesses of `bytes` at these addresses touch.
    //! Requires: each address is a multiple of bytes, which is at most sector_bytes
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

//! What loads, or stores, asked of memory.
struct transaction_count {
    std::uint64_t requests = 0;  //!< warp instructions with at least one lane that wants something
    std::uint64_t sectors = 0;   //!< different 32-byte sectors of each request, summed
    std::uint64_t bytes = 0;     //!< that the lanes wanted

    void count(address_set const& addresses, std::size_t bytes_per_lane)
    {
        if (addresses.empty()) return;
        requests += 1;
        sectors += addresses.sector_count();
        bytes += addresses.size() * bytes_per_lane;
    }

    transaction_count& operator+=(transaction_count const& other)
    {
        requests += other.requests;
        sectors += other.sectors;
        bytes += other.bytes;
        return *this;
    }
    friend bool operator==(transaction_count const& a, transaction_count const& b)
    {
        return a.requests == b.requests && a.sectors == b.sectors && a.bytes == b.bytes;
    }
    friend bool operator!=(transaction_count const& a, transaction_count const& b)
    {
        return !(a == b);
    }
};

struct memory_traffic {
    transaction_count loads;
    transaction_count stores;

    memory_traffic& operator+=(memory_traffic const& other)
    {
        loads += other.loads;
        stores += other.stores;
        return *this;
    }
};

//! What a tile's lanes ask for when each loads, or stores, first[lane] by itself as plain code does:
//! word by word, the words as wide as the alignment, those of the first `skipped` bytes left out.
inline transaction_count direct_transactions(plan const& p, std::uint64_t first = 0,
                                             std::size_t skipped = 0)
{
    transaction_count result;
    std::size_t const bytes = p.alignment < 16 ? p.alignment : 16;
    for (std::size_t at = skipped; at < p.element_bytes; at += bytes) {
        address_set addresses;
        for (unsigned lane = 0; lane < p.lane_count; ++lane) {
            addresses.add(first + lane * p.element_bytes + at);
        }
        result.count(addresses, bytes);
    }
    return result;
}

enum class access_kind { load, store };

//! The elements that the lanes of a tile load or store.
struct tile_elements {
    std::array<std::uint64_t, 32> addresses;
    std::uint32_t wanted;  //!< a bit for each lane
    bool in_reach = true;  //!< of 32-bit offsets
    bool converged = true;

    bool wants(unsigned lane) const { return (wanted >> lane & 1u) != 0; }
};

namespace detail {

//! One row of words, some of them in parts.
class row_of_words {
public:
    explicit row_of_words(plan const& p) : plan_(p) {}

    //! Adds word w of an element.
    void add(std::uint64_t element, unsigned w, bool whole_words)
    {
        std::uint64_t const skew = plan_.straddles() ? element % plan_.word_bytes : 0;
        std::uint64_t const address = element - skew + w * plan_.word_bytes;
        std::uint64_t const end = element + plan_.element_bytes;
        bool const inside = element <= address && address + plan_.word_bytes <= end;
        if (plan_.straddles() ? inside : whole_words) {
            whole_.add(address);
            return;
        }
        unsigned const bytes = plan_.part_bytes();
        for (unsigned at = 0; at < plan_.word_bytes; at += bytes) {
            if (element <= address + at && address + at < end) parts_[at / bytes].add(address + at);
        }
    }
    void add_whole(std::uint64_t address) { whole_.add(address); }

    void count(transaction_count& result) const
    {
        result.count(whole_, plan_.word_bytes);
        for (address_set const& part : parts_) result.count(part, plan_.part_bytes());
    }

private:
    plan const& plan_;
    address_set whole_;
    std::array<address_set, 16> parts_;
};

//! Rows of a tile whose elements are consecutive: of straddling elements that share a word, both
//! load it and the second stores it.
inline transaction_count consecutive_transactions(plan const& p, std::uint64_t first,
                                                  access_kind kind)
{
    transaction_count result;
    std::uint64_t const end = first + p.lane_count * p.element_bytes;
    for (unsigned begin = 0; begin < p.word_count; begin += p.piece_words) {
        unsigned const count = std::min(p.piece_words, p.word_count - begin);
        for (unsigned row = 0; row < count; ++row) {
            row_of_words words(p);
            for (unsigned e = row * p.lane_count; e < (row + 1) * p.lane_count; ++e) {
                std::uint64_t const element = first + e / count * p.element_bytes;
                std::uint64_t const address =
                    element / p.word_bytes * p.word_bytes + (begin + e % count) * p.word_bytes;
                if (kind == access_kind::load) {
                    words.add_whole(std::min(address, end - p.word_bytes));
                } else if (address + p.word_bytes <= element + p.element_bytes) {
                    words.add_whole(address);
                }
            }
            words.count(result);
        }
    }
    return result;
}

}  // namespace detail

//! What a tile's lanes ask for when they load, or store, these elements as the plan says.
inline transaction_count planned_transactions(plan const& p, tile_elements const& elements,
                                              access_kind kind)
{
    transaction_count result;
    unsigned wanting = 0;
    bool side_by_side = true, aligned = true;
    for (unsigned lane = 0; lane < p.lane_count; ++lane) {
        std::uint64_t const address = elements.addresses[lane];
        if (elements.wants(lane)) {
            wanting += 1;
            aligned = aligned && address % p.word_bytes == 0;
        }
        side_by_side = side_by_side && address == elements.addresses[0] + lane * p.element_bytes;
    }
    bool const together = elements.converged && elements.in_reach && p.cooperates_for(wanting);
    bool const whole_rows = elements.addresses[0] % p.word_bytes == 0 &&
                            p.lane_count * p.element_bytes % p.word_bytes == 0;
    if (together && wanting == p.lane_count && side_by_side && whole_rows) {
        return detail::consecutive_transactions(p, elements.addresses[0], kind);
    }
    if (!p.moves_words()) {
        std::size_t const bytes = p.alignment < 16 ? p.alignment : 16;
        for (std::size_t at = 0; at < p.element_bytes; at += bytes) {
            address_set addresses;
            for (unsigned lane = 0; lane < p.lane_count; ++lane) {
                if (elements.wants(lane)) addresses.add(elements.addresses[lane] + at);
            }
            result.count(addresses, bytes);
        }
        return result;
    }
    unsigned const step = together ? p.piece_words : p.word_count;
    for (unsigned begin = 0; begin < p.word_count; begin += step) {
        unsigned const count = std::min(step, p.word_count - begin);
        for (unsigned row = 0; row < count; ++row) {
            detail::row_of_words words(p);
            for (unsigned lane = 0; lane < p.lane_count; ++lane) {
                unsigned const e = row * p.lane_count + lane;
                unsigned const owner = together ? e / count : lane;
                std::uint64_t const element = elements.addresses[owner];
                bool const whole = together ? aligned : element % p.word_bytes == 0;
                if (!elements.wants(owner)) continue;
                words.add(element, begin + (together ? e % count : row), whole);
            }
            words.count(result);
        }
    }
    return result;
}

//! The same for first[0 … n - 1].
inline transaction_count planned_transactions(plan const& p, std::uint64_t first = 0,
                                              access_kind kind = access_kind::load)
{
    tile_elements elements{{}, 0xffffffffu >> (32 - p.lane_count)};
    for (unsigned lane = 0; lane < p.lane_count; ++lane) {
        elements.addresses[lane] = first + lane * p.element_bytes;
    }
    return planned_transactions(p, elements, kind);
}

}  // namespace heddle
