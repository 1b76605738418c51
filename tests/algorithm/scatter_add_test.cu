// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests scatter_add with sums that are exact in every order, and deterministic_scatter_add with sums of random numbers,
// which must have the bits of the documented order.

#include "common/algorithms.cuh"
#include "common/ordered_sums.hpp"

#include <heddle/algorithm/deterministic_scatter_add.cuh>
#include <heddle/algorithm/indexed.cuh>

#include <thrust/device_ptr.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace heddle_test::scatter_add_test {
namespace {

using scatter_add_test = gpu_test;

constexpr std::size_t record_count = 1009;

//! Calls heddle::scatter_add for all members of a Record, or for the named ones.
template <auto... Member>
struct unordered_add {
    template <class Record, class Index, class Out>
    void operator()(random_source&, unsigned launches, Record const* deltas, Index const* indices, std::size_t count,
                    Out out) const
    {
        auto const add = [&](cudaStream_t stream) {
            check_cuda(heddle::scatter_add<Member...>(stream, deltas, indices, count, out), "scatter_add");
        };
        launches == 0 ? add(nullptr) : run_in_graph(add, launches);
        finish_kernel();
    }
};
//! Calls heddle::device::deterministic_scatter_add in two phases; in a graph, with the number of records.
template <auto... Member>
struct ordered_add {
    template <class Record, class Index, class Out>
    void operator()(random_source& random, unsigned launches, Record const* deltas, Index const* indices,
                    std::size_t count, Out out) const
    {
        run_in_two_phases(random, launches, [&](void* temporary, std::size_t& bytes, cudaStream_t stream) {
            return heddle::device::deterministic_scatter_add<Member...>(temporary, bytes, stream, deltas, indices,
                                                                        count, out, launches == 0 ? 0 : record_count);
        });
    }
};

//! Adds deltas, in a stream and in a graph that is launched twice, and expects the bytes that the model has.
template <class Index, class Add, class Make, class Record>
void check(Add const& add, Make const& make, random_source& random, std::size_t count, updated which,
           std::vector<Record> const& before)
{
    std::vector<Record> const deltas = make(count);
    auto const indices = updated_indices<Index>(which, count, record_count, random);
    device_vector<Record> const device_deltas(deltas);
    device_vector<Index> const device_indices(indices);
    for (unsigned const launches : {0u, 2u}) {
        SCOPED_TRACE(testing::Message() << sizeof(Record) << " bytes, " << count << " updates, "
                                        << static_cast<int>(which) << ", launches " << launches);
        guarded_array<Record> out(record_count, random, launches * alignof(Record));
        std::memcpy(static_cast<void*>(out.data()), before.data(), record_count * sizeof(Record));
        device_copy<Record> const device_out(out);
        add(random, launches, device_deltas.data(), device_indices.data(), count, device_out.data());
        std::vector<Record> expected = before;
        for (unsigned l = 0; l < (launches == 0 ? 1 : launches); ++l) {
            add_in_order(expected.data(), record_count, deltas, indices);
        }
        expect_elements(expected, out, device_out);
    }
}

template <class Record, class Index, class Add>
void check_exact(Add const& add, std::vector<std::size_t> const& counts)
{
    random_source random("sums of small integers");
    auto const before = made_records<Record>(record_count, 1000);
    auto const make = [](std::size_t count) { return made_records<Record>(count, 1); };
    for (std::size_t const count : counts) {
        for (updated const which : every_way_to_update) check<Index>(add, make, random, count, which, before);
    }
}

template <class Record, class Index, class Add>
void check_order(Add const& add, std::vector<std::size_t> const& counts)
{
    random_source random("sums of random numbers");
    auto const before = random_records<Record>(record_count, random);
    auto const make = [&](std::size_t count) { return random_records<Record>(count, random); };
    for (std::size_t const count : counts) {
        for (updated const which : every_way_to_update) check<Index>(add, make, random, count, which, before);
    }
}

std::vector<std::size_t> const few_counts{0, 1, 33, 30011};

TEST_F(scatter_add_test, adds_records) { check_exact<numbers<float, 7>, int>(unordered_add<>(), algorithm_counts(28)); }
FULL_TEST_F(scatter_add_test, adds_every_number)
{
    check_exact<numbers<float, 1>, unsigned>(unordered_add<>(), few_counts);
    check_exact<numbers<float, 12>, std::int64_t>(unordered_add<>(), few_counts);
    check_exact<numbers<float, 23>, std::uint16_t>(unordered_add<>(), few_counts);
    check_exact<numbers<double, 5>, int>(unordered_add<>(), few_counts);
    check_exact<numbers<std::int64_t, 2>, int>(unordered_add<>(), few_counts);
    check_exact<node, int>(unordered_add<&node::momentum, &node::count>(), few_counts);
    check_exact<deposit, int>(unordered_add<>(), few_counts);
}

TEST_F(scatter_add_test, takes_other_iterators_and_pointers)
{
    using record = numbers<float, 7>;
    constexpr std::size_t count = 1000;
    std::vector<record> expected(count), deltas = made_records<record>(count, 1);
    std::memset(static_cast<void*>(expected.data()), 0, count * sizeof(record));
    device_vector<record> const device_deltas(deltas), out(expected), other(expected);
    record const one = made_record<record>(7);
    auto const add = [&](record const* values, bool is_constant) {
        for (std::size_t k = 0; k < count; ++k) {
            expected[k].each(is_constant ? one : values[k], change_number<change_kind::add>());
        }
    };
    auto const places = thrust::make_counting_iterator(0);
    check_cuda(heddle::scatter_add(nullptr, thrust::make_constant_iterator(one), places, count,
                                   heddle::coalesced_ptr<record, heddle::system_scope>(out.data())),
               "scatter_add of a constant");
    add(nullptr, true);
    check_cuda(heddle::scatter_add(nullptr, heddle::make_coalesced(device_deltas.data()), places, count,
                                   heddle::coalesced_ptr<record, heddle::in_block<64>>(out.data())),
               "scatter_add through a pointer for small blocks");
    check_cuda(heddle::scatter_add(nullptr, static_cast<record const*>(device_deltas.data()), places, count,
                                   thrust::device_pointer_cast(out.data())),
               "scatter_add through a pointer of Thrust");
    add(deltas.data(), false);
    add(deltas.data(), false);
    finish_kernel();
    expect_elements(expected, out);

    std::vector<int> indices(count);
    for (std::size_t k = 0; k < count; ++k) indices[k] = static_cast<int>(k);
    device_vector<int> const device_indices(indices);
    random_source random("deterministic sums through other pointers");
    run_in_two_phases(random, 0, [&](void* temporary, std::size_t& bytes, cudaStream_t stream) {
        return heddle::device::deterministic_scatter_add(
            temporary, bytes, stream, thrust::device_pointer_cast(device_deltas.data()),
            heddle::make_coalesced(static_cast<int const*>(device_indices.data())), count,
            heddle::coalesced_ptr<record, heddle::system_scope>(other.data()));
    });
    expect_elements(deltas, other);
}

//! Pairs of 16-bit numbers, whose sums are exact.
struct halves {
    __half2 half[2];
    __nv_bfloat162 bfloat;
    float number;
};

}  // namespace
}  // namespace heddle_test::scatter_add_test

HEDDLE_FIELDS(heddle_test::scatter_add_test::halves, half, bfloat, number)

namespace heddle_test::scatter_add_test {
namespace {

FULL_TEST_F(scatter_add_test, adds_pairs_of_halves)
{
    constexpr std::size_t count = 100;
    auto const half = __floats2half2_rn(1.5f, -2.0f);
    auto const bfloat = __floats2bfloat162_rn(3.0f, 0.25f);
    halves none;
    std::memset(static_cast<void*>(&none), 0, sizeof none);
    device_vector<halves> const deltas(std::vector<halves>(count, halves{{half, half}, bfloat, 5}));
    device_vector<halves> const out({none, none});
    device_vector<int> const indices(std::vector<int>(count, 1));
    check_cuda(heddle::scatter_add(nullptr, deltas.data(), indices.data(), count, out.data()), "scatter_add");
    finish_kernel();
    random_source random("deterministic sums of pairs");
    run_in_two_phases(random, 0, [&](void* temporary, std::size_t& bytes, cudaStream_t stream) {
        return heddle::device::deterministic_scatter_add(temporary, bytes, stream, deltas.data(), indices.data(), count,
                                                         out.data());
    });
    auto const found = out.to_host(2);
    EXPECT_EQ(0, std::memcmp(&none, &found[0], sizeof none));
    for (__half2 const& pair : found[1].half) {
        EXPECT_EQ(300.0f, __low2float(pair));
        EXPECT_EQ(-400.0f, __high2float(pair));
    }
    EXPECT_EQ(50.0f, __high2float(found[1].bfloat));
    EXPECT_EQ(1000.0f, found[1].number);
}

TEST_F(scatter_add_test, of_a_fixed_order_has_the_documented_bits)
{
    // 33,000 updates of one record have sums of four levels.
    std::vector<std::size_t> counts = algorithm_counts(28);
    counts.insert(counts.end(), {1024, 1025, 2047, 2048, 2049, 33000});
    check_order<numbers<float, 7>, int>(ordered_add<>(), counts);
}
FULL_TEST_F(scatter_add_test, of_a_fixed_order_adds_every_number)
{
    check_order<numbers<float, 1>, unsigned>(ordered_add<>(), {33000, 1100000});
    check_order<numbers<float, 12>, std::int64_t>(ordered_add<>(), few_counts);
    check_order<numbers<float, 23>, std::uint16_t>(ordered_add<>(), few_counts);
    check_order<numbers<float, 130>, int>(ordered_add<>(), {1, 33, 3000});
    check_order<numbers<double, 5>, int>(ordered_add<>(), few_counts);
    check_order<numbers<std::uint64_t, 4>, int>(ordered_add<>(), few_counts);
    check_order<numbers<int, 5>, int>(ordered_add<>(), few_counts);
    check_order<node, int>(ordered_add<&node::momentum, &node::count>(), few_counts);
    check_order<deposit, int>(ordered_add<>(), few_counts);
}

//! The result for a record must not depend on the updates of other records, because of which its own updates lie in
//! other tiles and lanes.
TEST_F(scatter_add_test, of_a_fixed_order_does_not_depend_on_other_records)
{
    using record = numbers<float, 7>;
    random_source random("deterministic sums among others");
    auto const own = random_records<record>(5000, random);
    std::vector<record> const zeros(3, record{});
    std::vector<record> first;
    for (std::size_t const others : {0, 1, 1000, 7777}) {
        std::vector<record> deltas = random_records<record>(others, random);
        std::vector<int> indices(others, 0);
        for (record const& delta : own) {
            deltas.push_back(delta);
            indices.push_back(1);
        }
        device_vector<record> const device_deltas(deltas), out(zeros);
        device_vector<int> const device_indices(indices);
        ordered_add<>()(random, 0, device_deltas.data(), device_indices.data(), deltas.size(), out.data());
        std::vector<record> const found = out.to_host(3);
        if (first.empty()) first = found;
        EXPECT_EQ(0, std::memcmp(&first[1], &found[1], sizeof(record))) << others << " others";
    }
}

}  // namespace
}  // namespace heddle_test::scatter_add_test
