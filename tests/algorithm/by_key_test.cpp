// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests scans and reductions by key in emulated blocks of one warp, for runs of many lengths. Keys of a run are equal,
// but differ in their bits. The operation is not commutative.

#include "emulated_blocks.hpp"

#include <common/algorithm_references.hpp>

#include <heddle/algorithm/detail/run_summands.cuh>

#include <vector>

namespace {

namespace detail = heddle::detail;
using namespace heddle_test;

constexpr unsigned items = 6;
constexpr unsigned tile_capacity = items * tile_threads;

template <detail::scan_kind Kind, class Value, class Out, class Operation, class Summands>
void scan_runs(Value const* first, std::size_t count, Out result, Operation operation, Summands summands)
{
    scan_by<Kind, items, tile_threads>(emulated_blocks<32>(), first, count, result,
                                       detail::no_initial_value<typename Summands::sum_type>{}, operation, summands);
}

//! Returns one of its operands.
struct last_large {
    template <class Value>
    Value operator()(Value const& a, Value const& b) const
    {
        return b.value[0] < 64 ? a : b;
    }
};

template <class Value>
void check(random_source& random, std::size_t count, unsigned longest, std::size_t skew)
{
    SCOPED_TRACE(testing::Message() << sizeof(Value) << " bytes, " << count << " elements in runs of up to "
                                    << longest);
    guarded_array<Value> in(count, random, skew), out(count, random, 2 * skew);
    guarded_array<unsigned> keys_out(count, random);
    std::vector<unsigned> const keys = keys_of_runs(count, longest, random);
    Value const initial = in.data()[0];
    std::vector<Value> inclusive, exclusive, sums;
    std::vector<unsigned> last_keys;
    for (std::size_t k = 0; k < count; ++k) {
        bool const begins = k == 0 || !same_run{}(keys[k - 1], keys[k]);
        exclusive.push_back(begins ? initial : last_large{}(initial, inclusive.back()));
        inclusive.push_back(begins ? in[k] : last_large{}(inclusive.back(), in[k]));
        if (begins) {
            sums.emplace_back();
            last_keys.emplace_back();
        }
        sums.back() = inclusive.back();
        last_keys.back() = keys[k];
    }

    using runs = detail::runs_of_keys<unsigned const*, same_run>;
    runs const of_keys{keys.data(), count, {}};
    detail::added_run_sums<last_large> const add{};
    std::vector<Value> const before(in.data(), in.data() + count);

    scan_runs<detail::scan_kind::inclusive>(
        in.data(), count, out.data(), add, detail::inclusive_run_summands<Value, unsigned const*, same_run>{{of_keys}});
    for (std::size_t k = 0; k < count; ++k) ASSERT_EQ(inclusive[k], out[k]) << k;

    scan_runs<detail::scan_kind::exclusive>(
        in.data(), count, out.data(), add,
        detail::exclusive_run_summands<Value, unsigned const*, same_run, last_large>{{of_keys}, initial, {}});
    for (std::size_t k = 0; k < count; ++k) ASSERT_EQ(exclusive[k], out[k]) << k;

    std::ptrdiff_t selected = -1;
    scan_runs<detail::scan_kind::inclusive>(in.data(), count, detail::discard{}, add,
                                            detail::reduced_run_summands<Value, unsigned const*, same_run, unsigned*>{
                                                {of_keys}, keys_out.data(), out.data(), &selected});
    ASSERT_EQ(sums.size(), static_cast<std::size_t>(selected));
    for (std::size_t run = 0; run < sums.size(); ++run) {
        ASSERT_EQ(sums[run], out[run]) << run;
        ASSERT_EQ(last_keys[run], keys_out[run]) << run;
    }
    for (std::size_t k = sums.size(); k < count; ++k) ASSERT_EQ(exclusive[k], out[k]) << k << " is not written";
    for (std::size_t k = 0; k < count; ++k) ASSERT_EQ(before[k], in[k]) << k;
    EXPECT_TRUE(in.guards_intact() && out.guards_intact() && keys_out.guards_intact());
}

template <class Value>
void check_all(char const* name)
{
    random_source random(name);
    for (std::size_t const count : {1u, 2u, 31u, 33u, tile_capacity - 1, tile_capacity, tile_capacity + 1,
                                    3 * tile_capacity + 7, 40 * tile_capacity}) {
        for (unsigned const longest : {1u, 3u, 40u, 1000u}) {
            for (std::size_t const shift : {0, 3}) check<Value>(random, count, longest, shift * alignof(Value));
        }
    }
}

TEST(by_key_test, values_of_28_bytes) { check_all<bytes<28>>("runs of 28 bytes"); }
TEST(by_key_test, values_of_50_bytes) { check_all<bytes<50>>("runs of 50 bytes"); }
TEST(by_key_test, values_of_132_bytes) { check_all<bytes<132>>("runs of 132 bytes"); }

}  // namespace
