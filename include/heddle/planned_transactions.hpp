// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Layer 1: what a tile asks of memory by a plan, or through a stage, from addresses alone.
#pragma once

#include "plan.hpp"
#include "stage.hpp"
#include "transactions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle {

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

namespace detail {

//! What is to be known of a tile's elements before they are moved.
struct element_survey {
    unsigned wanting = 0;
    bool consecutive = true;  // all of them, or the first ones and no others wanted
    bool aligned = true;      // those wanted, to whole words

    element_survey(plan const& p, tile_elements const& elements)
    {
        for (unsigned lane = 0; lane < p.lane_count; ++lane) {
            std::uint64_t const address = elements.addresses[lane];
            consecutive = consecutive && address == elements.addresses[0] + lane * p.element_bytes;
            if (!elements.wants(lane)) continue;
            wanting += 1;
            aligned = aligned && address % p.word_bytes == 0;
        }
    }
};

//! Lanes that go alone.
inline transaction_count transactions_alone(plan const& p, tile_elements const& elements)
{
    transaction_count result;
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
    for (unsigned w = 0; w < p.word_count; ++w) {
        row_of_words words(p);
        for (unsigned lane = 0; lane < p.lane_count; ++lane) {
            std::uint64_t const element = elements.addresses[lane];
            if (elements.wants(lane)) words.add(element, w, element % p.word_bytes == 0);
        }
        words.count(result);
    }
    return result;
}

//! Rows of words [begin, begin + count) of the elements of `owners` lanes from `first` on.
inline void count_rows(plan const& p, tile_elements const& elements, bool aligned, unsigned begin,
                       unsigned count, unsigned first, unsigned owners, transaction_count& result)
{
    for (unsigned row = 0; row * p.lane_count < count * owners; ++row) {
        row_of_words words(p);
        for (unsigned lane = 0; lane < p.lane_count; ++lane) {
            unsigned const e = row * p.lane_count + lane;
            if (e >= count * owners || !elements.wants(first + e / count)) continue;
            words.add(elements.addresses[first + e / count], begin + e % count, aligned);
        }
        words.count(result);
    }
}

}  // namespace detail

//! What a tile's lanes ask for when they load, or store, these elements as the plan says.
inline transaction_count planned_transactions(plan const& p, tile_elements const& elements,
                                              access_kind kind)
{
    detail::element_survey const found(p, elements);
    if (!elements.converged || !elements.in_reach || !p.cooperates_for(found.wanting)) {
        return detail::transactions_alone(p, elements);
    }
    bool const whole_rows = elements.addresses[0] % p.word_bytes == 0 &&
                            p.lane_count * p.element_bytes % p.word_bytes == 0;
    if (found.wanting == p.lane_count && found.consecutive && whole_rows) {
        return detail::consecutive_transactions(p, elements.addresses[0], kind);
    }
    transaction_count result;
    for (unsigned begin = 0; begin < p.word_count; begin += p.piece_words) {
        unsigned const count = std::min(p.piece_words, p.word_count - begin);
        detail::count_rows(p, elements, found.aligned, begin, count, 0, p.lane_count, result);
    }
    return result;
}

//! The same through a stage. `contiguous`: that the elements are consecutive is known, as to
//! load_contiguous, where they may also be fewer than lanes.
inline transaction_count staged_transactions(stage const& s, tile_elements const& elements,
                                             bool contiguous)
{
    plan const& p = s.elements;
    detail::element_survey const found(p, elements);
    if (!elements.converged || !elements.in_reach || !p.cooperates_for(found.wanting)) {
        return detail::transactions_alone(p, elements);
    }
    bool const consecutive = found.consecutive && (contiguous || found.wanting == p.lane_count);
    bool const in_chunks =
        consecutive && (p.straddles() || elements.addresses[0] % p.word_bytes == 0);
    transaction_count result;
    for (unsigned first = 0; first < p.lane_count; first += s.capacity) {
        if (!in_chunks) {
            detail::count_rows(p, elements, found.aligned, 0, p.word_count, first, s.capacity,
                               result);
            continue;
        }
        unsigned const left = found.wanting < first ? 0 : found.wanting - first;
        std::uint64_t const begin = elements.addresses[first];
        std::uint64_t const end = begin + std::min(left, s.capacity) * p.element_bytes;
        std::uint64_t const body =
            std::min(end, (begin + chunk_bytes - 1) / chunk_bytes * chunk_bytes);
        std::uint64_t const tail = std::max(body, end / chunk_bytes * chunk_bytes);
        for (std::uint64_t row = body; row < tail; row += p.lane_count * chunk_bytes) {
            address_set chunks;
            for (unsigned lane = 0; lane < p.lane_count && row + lane * chunk_bytes < tail;
                 ++lane) {
                chunks.add(row + lane * chunk_bytes);
            }
            result.count(chunks, chunk_bytes);
        }
        unsigned const unit = p.part_bytes();
        std::vector<std::uint64_t> rest;
        for (std::uint64_t at = begin; at < body; at += unit) rest.push_back(at);
        for (std::uint64_t at = tail; at < end; at += unit) rest.push_back(at);
        for (std::size_t row = 0; row < rest.size(); row += p.lane_count) {
            address_set units;
            for (std::size_t i = row; i < std::min(rest.size(), row + p.lane_count); ++i) {
                units.add(rest[i]);
            }
            result.count(units, unit);
        }
    }
    return result;
}

//! Side by side: first[0 … n - 1].
inline tile_elements elements_from(plan const& p, std::uint64_t first)
{
    tile_elements elements{{}, 0xffffffffu >> (32 - p.lane_count)};
    for (unsigned lane = 0; lane < p.lane_count; ++lane) {
        elements.addresses[lane] = first + lane * p.element_bytes;
    }
    return elements;
}

inline transaction_count planned_transactions(plan const& p, std::uint64_t first = 0,
                                              access_kind kind = access_kind::load)
{
    return planned_transactions(p, elements_from(p, first), kind);
}

}  // namespace heddle
