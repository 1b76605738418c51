// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares scans and reductions by key with loops, because Thrust's kernels for large values take minutes to compile or
// do not compile. Keys of a run are equal, but differ in their bits. The operation is not commutative.

#include "common/algorithm_references.hpp"
#include "common/algorithms.cuh"

#include <heddle/thrust.cuh>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test::by_key_sums_test {
namespace {

using by_key_sums_test = gpu_test;

template <std::size_t Words, class Word = std::uint32_t>
struct record {
    Word factor;
    Word more[Words - 1];
};
//! Composes a(x) = factor·x + more[0].
struct compose {
    template <std::size_t Words, class Word>
    HEDDLE_HOST_DEVICE record<Words, Word> operator()(record<Words, Word> a, record<Words, Word> const& b)
    {
        a.factor = static_cast<Word>(a.factor * b.factor);
        for (std::size_t i = 0; i < Words - 1; ++i) a.more[i] = static_cast<Word>(a.more[i] * b.factor + b.more[i]);
        return a;
    }
};
struct same_run_of_records {
    template <class T>
    HEDDLE_HOST_DEVICE bool operator()(T const& a, T const& b)
    {
        return same_run()(a.factor, b.factor);
    }
};

template <class T>
struct runs_case {
    std::vector<T> values;
    std::vector<unsigned> keys;

    runs_case(std::size_t count, std::size_t longest, random_source& random)
        : values(count), keys(keys_of_runs(count, longest, random))
    {
        random.fill(values.data(), count * sizeof(T));
    }
    bool begins_at(std::size_t k) const { return k == 0 || k == keys.size() || keys[k] / 16 != keys[k - 1] / 16; }
};

//! Calls call(keys, values, out), and compares `out` with `expected`.
template <class T, class Call>
void expect_out(std::vector<T> const& expected, runs_case<T> const& runs, bool in_place, random_source& random,
                Call const& call)
{
    guarded_array<T> out(expected.size(), random, alignof(T));
    if (in_place) std::copy(runs.values.begin(), runs.values.end(), out.data());
    device_copy<T> const found(out);
    device_vector<T> const values(runs.values);
    device_vector<unsigned> const keys(runs.keys);
    call(keys.data(), in_place ? found.data() : values.data(), found.data());
    expect_elements(expected, out, found);
}

template <class T>
void check(std::size_t count, std::size_t longest, bool in_place, random_source& random)
{
    SCOPED_TRACE(testing::Message() << sizeof(T) << " bytes, " << count << " values in runs of up to " << longest);
    runs_case<T> const runs(count, longest, random);
    T init;
    random.fill(&init, sizeof(T));
    std::vector<T> inclusive(runs.values), exclusive(runs.values), reduced;
    std::vector<unsigned> reduced_keys;
    for (std::size_t k = 0; k < count; ++k) {
        bool const is_begin = runs.begins_at(k);
        if (!is_begin) inclusive[k] = compose()(inclusive[k - 1], runs.values[k]);
        exclusive[k] = is_begin ? init : compose()(exclusive[k - 1], runs.values[k - 1]);
        if (runs.begins_at(k + 1)) {
            reduced.push_back(inclusive[k]);
            reduced_keys.push_back(runs.keys[k]);
        }
    }
    expect_out(inclusive, runs, in_place, random, [&](unsigned* keys, T* values, T* out) {
        EXPECT_EQ(out + count,
                  thrust::inclusive_scan_by_key(heddle::par, keys, keys + count, values, out, same_run(), compose()));
    });
    expect_out(exclusive, runs, in_place, random, [&](unsigned* keys, T* values, T* out) {
        EXPECT_EQ(out + count, thrust::exclusive_scan_by_key(heddle::par, keys, keys + count, values, out, init,
                                                             same_run(), compose()));
    });
    expect_out(reduced, runs, false, random, [&](unsigned* keys, T* values, T* out) {
        guarded_array<unsigned> keys_out(reduced.size(), random, alignof(unsigned));
        device_copy<unsigned> const found(keys_out);
        auto const ends =
            thrust::reduce_by_key(heddle::par, keys, keys + count, values, found.data(), out, same_run(), compose());
        EXPECT_EQ(found.data() + reduced.size(), ends.first);
        EXPECT_EQ(out + reduced.size(), ends.second);
        expect_elements(reduced_keys, keys_out, found);
    });
}

//! The results overwrite the keys, which are records, too.
template <class T>
void check_over_keys(std::size_t count, random_source& random)
{
    runs_case<T> const runs(count, 40, random);
    std::vector<T> expected(runs.values);
    guarded_array<T> keys(count, random, alignof(T));
    for (std::size_t k = 0; k < count; ++k) {
        keys.data()[k].factor = runs.keys[k];
        if (!runs.begins_at(k)) expected[k] = compose()(expected[k - 1], runs.values[k]);
    }
    device_copy<T> const found(keys);
    device_vector<T> const values(runs.values);
    T* const first = found.data();
    EXPECT_EQ(first + count, thrust::inclusive_scan_by_key(heddle::par, first, first + count, values.data(), first,
                                                           same_run_of_records(), compose()));
    expect_elements(expected, keys, found);
}

template <class T>
void check_all(std::size_t most, random_source& random)
{
    unsigned number = 0;
    for (std::size_t const count : {0, 1, 2, 3, 15, 16, 17, 127, 128, 129, 1000}) {
        for (std::size_t const longest : {1, 3, 40, 2000}) check<T>(count, longest, ++number % 2 == 0, random);
    }
    for (std::size_t const longest : {1, 40, 2000}) check<T>(most, longest, ++number % 2 == 0, random);
    check<T>(most, most * 20, true, random);
}

TEST_F(by_key_sums_test, equals_loops)
{
    random_source random("values by key");
    check_all<record<7>>(usual_or_small(100003, 30011), random);
    check_all<record<9, std::uint16_t>>(usual_or_small(100003, 30011), random);
    check_all<record<33>>(usual_or_small(30011, 10007), random);
}
TEST_F(by_key_sums_test, overwrites_keys)
{
    random_source random("keys that are overwritten");
    check_over_keys<record<7>>(usual_or_small(100003, 30011), random);
    check_over_keys<record<80>>(usual_or_small(20011, 5003), random);
}
TEST_F(by_key_sums_test, adds_large_values)
{
    random_source random("large values by key");
    check_all<record<65>>(usual_or_small(300001, 20011), random);
    check_all<record<80>>(usual_or_small(20011, 5003), random);
    check_all<record<513>>(usual_or_small(5003, 1501), random);
}

}  // namespace
}  // namespace heddle_test::by_key_sums_test
