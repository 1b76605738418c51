// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A program has two functions: lane() calls the warp toolbox in one lane, and reference() computes the expected results
// in a plain loop. The same programs run in emulated groups and on a GPU, for all types and group sizes listed here.
//
//   struct program {
//       static constexpr char const* name;
//       static constexpr unsigned in_rows, out_rows, out_words;  // of each lane
//       template <class Tile, class Value> static void lane(Tile const&, lane_io<Value> const&);
//       template <class Value> static void reference(lane_io<Value> const& whole_tile);
//   };
//
// A runner runs a program for values of one type in groups of one size:
//
//   template <class Program, class Value, unsigned LaneCount> struct runner {
//       static constexpr unsigned lane_count = LaneCount, tile_count;
//       static void run(program_run<Program, Value>&);
//   };
#pragma once

#include "common/bytes.hpp"
#include "common/random.hpp"

#include <heddle/config.cuh>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle_test {

//! The values and results of a group of n lanes. Row r of lane l has index r*n + l.
template <class Value>
struct lane_io {
    unsigned n;
    Value const* in;
    std::uint32_t const* words;  //!< one random word for each lane
    Value* out;
    std::uint32_t* out_words;
};

//! Returns the values and results of group t, if `all` are those of the first group.
template <class Program, class Value>
HEDDLE_HOST_DEVICE lane_io<Value> tile_of(lane_io<Value> const& all, unsigned t)
{
    unsigned const lane = t * all.n;
    return {all.n, all.in + lane * Program::in_rows, all.words + lane, all.out + lane * Program::out_rows,
            all.out_words + lane * Program::out_words};
}

//! All values and results of one run, group after group.
template <class Program, class Value>
class program_run {
public:
    program_run(unsigned n, unsigned tile_count, random_source& random)
        : n_(n),
          tile_count_(tile_count),
          in(Program::in_rows * n * tile_count),
          words(n * tile_count),
          out(Program::out_rows * n * tile_count),
          out_words(Program::out_words * n * tile_count)
    {
        fill(random);
        random.fill(words.data(), words.size() * sizeof(std::uint32_t));
    }

    lane_io<Value> tile(unsigned t)
    {
        return tile_of<Program>(lane_io<Value>{n_, in.data(), words.data(), out.data(), out_words.data()}, t);
    }
    unsigned tile_count() const { return tile_count_; }

    //! Returns the number of results that differ from the plain loop. Adds the number of all results to `checked`.
    std::size_t count_wrong(std::size_t& checked)
    {
        program_run expected(*this);
        for (unsigned t = 0; t < tile_count_; ++t) Program::reference(expected.tile(t));
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < out.size(); ++i) {
            wrong += std::memcmp(&out[i], &expected.out[i], sizeof(Value)) != 0 ? 1 : 0;
        }
        for (std::size_t i = 0; i < out_words.size(); ++i) {
            wrong += out_words[i] != expected.out_words[i] ? 1 : 0;
        }
        checked += out.size() + out_words.size();
        return wrong;
    }

private:
    void fill(random_source& random)
    {
        if constexpr (std::is_floating_point_v<Value>) {
            // The values are small integers, so sums are exact in every order.
            for (Value& v : in) v = static_cast<Value>(random.below(64)) - 32;
        } else {
            random.fill(in.data(), in.size() * sizeof(Value));
        }
    }

    unsigned n_;
    unsigned tile_count_;

public:
    std::vector<Value> in;
    std::vector<std::uint32_t> words;
    std::vector<Value> out;
    std::vector<std::uint32_t> out_words;
};

//! Checks a program for one type and one group size, in three rounds.
template <class Program, class Value, class Runner>
void check_value(random_source& random)
{
    for (unsigned round = 0; round < 3; ++round) {
        program_run<Program, Value> run(Runner::lane_count, Runner::tile_count, random);
        Runner::run(run);
        std::size_t checked = 0;
        EXPECT_EQ(run.count_wrong(checked), 0u)
            << Program::name << ": " << sizeof(Value) << " bytes, " << Runner::lane_count << " lanes";
        EXPECT_LT(0u, checked);
    }
}

//! Checks a program for each type, in groups of each size.
template <class Program, template <class, class, unsigned> class Runner, unsigned... LaneCount, class... Value>
void check_types_in_groups(std::integer_sequence<unsigned, LaneCount...>, Value...)
{
    random_source random(Program::name);
    auto const check = [&](auto value) {
        using type = decltype(value);
        (check_value<Program, type, Runner<Program, type, LaneCount>>(random), ...);
    };
    (check(Value{}), ...);
}
template <class Program, template <class, class, unsigned> class Runner, class... Value>
void check_types()
{
    check_types_in_groups<Program, Runner>(std::integer_sequence<unsigned, 1, 2, 4, 8, 16, 32>(), Value{}...);
}
template <class Program, template <class, class, unsigned> class Runner, class... Value>
void check_types_in_warps()
{
    check_types_in_groups<Program, Runner>(std::integer_sequence<unsigned, 32>(), Value{}...);
}

//! Checks a program for elements of 13 sizes.
template <class Program, template <class, class, unsigned> class Runner>
void check_every_size()
{
    check_types<Program, Runner, bytes<1>, bytes<2>, bytes<3>, bytes<4>, bytes<6>, bytes<8>, bytes<12>, bytes<13>,
                bytes<16>, bytes<20>, bytes<28>, bytes<50>, bytes<64>>();
}

}  // namespace heddle_test
