// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Generates random cases. The same seed and case number give the same case on every platform.
#pragma once

#include "case.hpp"

#include <common/random.hpp>

#include <cstdint>
#include <utility>

namespace heddle_test::fuzz {

class case_random : splitmix64 {
public:
    case_random(std::uint64_t seed, std::uint64_t number)
        : splitmix64(seed * 0xd1342543de82ef95u + number * 0xaf251af3b0f025b5u)
    {
    }
    using splitmix64::next;
    unsigned below(unsigned bound) { return static_cast<unsigned>((next() >> 32) * bound >> 32); }
    bool one_in(unsigned n) { return below(n) == 0; }
};

namespace detail {

//! Returns a mask of all lanes, no lane, one lane, all lanes but one, the first lanes, or random lanes.
inline std::uint32_t random_lanes(case_random& random, unsigned lane_count)
{
    std::uint32_t const all = 0xffffffffu >> (32 - lane_count);
    switch (random.below(8)) {
        case 0:
            return all;
        case 1:
            return 0;
        case 2:
            return 1u << random.below(lane_count);
        case 3:
            return all & ~(1u << random.below(lane_count));
        case 4:
            return all >> random.below(lane_count);
        case 5:
            return static_cast<std::uint32_t>(random.next() & random.next()) & all;
        case 6:
            return static_cast<std::uint32_t>(random.next() | random.next()) & all;
        default:
            return static_cast<std::uint32_t>(random.next()) & all;
    }
}

inline void choose_different_slots(case_random& random, subject_traits const& t, step& s)
{
    unsigned const slots = t.slot_count();
    std::uint16_t order[2 * max_lanes + 1];
    for (unsigned i = 0; i < slots; ++i) order[i] = static_cast<std::uint16_t>(i);
    for (unsigned lane = 0; lane < t.lane_count; ++lane) {
        std::swap(order[lane], order[lane + random.below(slots - lane)]);
        s.slot[lane] = order[lane];
    }
}

//! Chooses the element of each lane. For a store, the elements are different.
inline void choose_elements(case_random& random, subject_traits const& t, bool stores, bool far, step& s)
{
    unsigned const n = t.lane_count;
    unsigned const room = t.slot_count() - n;
    auto const consecutive = [&](unsigned first, unsigned stride) {
        for (unsigned lane = 0; lane < n; ++lane) {
            s.slot[lane] = static_cast<std::uint16_t>(first + lane * stride);
        }
    };
    unsigned const pattern = random.below(stores ? 7 : 9);
    consecutive(random.below(room + 1), 1);
    s.pattern = "consecutive";
    if (pattern == 1) {
        s.pattern = "reversed";
        for (unsigned lane = 0; lane < n / 2; ++lane) {
            std::swap(s.slot[lane], s.slot[n - 1 - lane]);
        }
    } else if (pattern == 2) {
        s.pattern = "different";
        choose_different_slots(random, t, s);
    } else if (pattern == 3) {
        s.pattern = "every second";
        consecutive(random.below(2), 2);
    } else if (pattern == 4) {
        s.pattern = "consecutive but two";
        std::swap(s.slot[random.below(n)], s.slot[random.below(n)]);
    } else if (pattern == 5) {
        s.pattern = "consecutive of wanting lanes";
        unsigned wanting = s.slot[0];
        unsigned idle = wanting + n;
        for (unsigned lane = n; lane-- > 0;) {
            if (!s.wants(lane)) s.slot[lane] = static_cast<std::uint16_t>(--idle);
        }
        for (unsigned lane = 0; lane < n; ++lane) {
            if (s.wants(lane)) s.slot[lane] = static_cast<std::uint16_t>(wanting++);
        }
    } else if (pattern == 7) {
        s.pattern = "one for all";
        consecutive(random.below(t.slot_count()), 0);
    } else if (pattern == 8) {
        s.pattern = "repeated";
        for (unsigned lane = 0; lane < n; ++lane) {
            s.slot[lane] = static_cast<std::uint16_t>(random.below(t.slot_count()));
        }
    }
    // The same slot in two windows is two different elements.
    unsigned const window = far ? random.below(window_count) : 0;
    for (unsigned lane = 0; lane < n; ++lane) s.window[lane] = static_cast<std::uint8_t>(window);
    if (!far) return;
    if (random.one_in(2)) {
        s.window[random.below(n)] = static_cast<std::uint8_t>(random.below(window_count));
    } else {
        for (unsigned lane = 0; lane < n; ++lane) {
            s.window[lane] = static_cast<std::uint8_t>(random.below(window_count));
        }
    }
}

inline operation choose_operation(case_random& random, interface how)
{
    if (how == interface::collectives) return static_cast<operation>(random.below(8));
    if (how == interface::blocked) return static_cast<operation>(4 + random.below(4));
    constexpr operation of_pointer[] = {operation::load,     operation::store,          operation::load_if,
                                        operation::store_if, operation::load_else_load, operation::load_else_store};
    return of_pointer[random.below(6)];
}

inline step make_step(case_random& random, subject_traits const& t)
{
    step s{};
    s.op = choose_operation(random, t.how);
    bool const always = s.op == operation::load || s.op == operation::store || is_contiguous(s.op);
    std::uint32_t const all = 0xffffffffu >> (32 - t.lane_count);
    s.wanted = always ? all : random_lanes(random, t.lane_count);
    s.idle = static_cast<idle_pointer>(random.below(3));
    bool const far = random.one_in(8);
    if (is_contiguous(s.op)) {
        s.pattern = "contiguous";
        unsigned const elements = t.lane_count * t.items;
        s.slot[0] = static_cast<std::uint16_t>(random.below(t.slot_count() - elements + 1));
        s.window[0] = static_cast<std::uint8_t>(far ? random.below(window_count) : 0);
        s.count = random.one_in(8) ? elements + random.below(3) : random.below(elements + 1);
        // The array may end after `count` elements.
        if (is_counted(s.op) && s.count < elements && random.one_in(2)) {
            s.slot[0] = static_cast<std::uint16_t>(t.slot_count() - s.count);
        }
        return s;
    }
    choose_elements(random, t, is_store(s.op), far, s);
    return s;
}

}  // namespace detail

inline fuzz_case make_case(std::uint64_t seed, std::uint64_t number, unsigned subject, subject_traits const& t)
{
    case_random random(seed, number);
    fuzz_case c{};
    c.seed = seed;
    c.number = number;
    c.subject = subject;
    c.group = random.below(32 / t.lane_count);
    c.present = 0xffffffffu >> (32 - t.lane_count);
    if (t.how == interface::pointer && random.one_in(3)) {
        std::uint32_t const some = detail::random_lanes(random, t.lane_count);
        if (some != 0) c.present = some;
    }
    c.step_count = 1 + random.below(max_steps);
    for (unsigned k = 0; k < c.step_count; ++k) c.steps[k] = detail::make_step(random, t);
    c.skew = random.below(64 / t.alignment + 1) * t.alignment;
    if (random.one_in(3)) c.skew = 0;
    c.at_end = random.one_in(2);
    return c;
}

}  // namespace heddle_test::fuzz
