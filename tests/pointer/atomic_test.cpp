// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests atomic operations on records in emulated warps and outside of warps.

#include "ways_to_run.hpp"

#include <common/atomic_records.hpp>
#include <common/guarded_array.hpp>
#include <common/lane_masks.hpp>
#include <common/random.hpp>

#include <gtest/gtest.h>

#include <complex>
#include <cstring>
#include <vector>

namespace {

using namespace heddle_test;

constexpr std::size_t record_count = 173;

// Structs without HEDDLE_FIELDS, of which heddle must not think that they consist of numbers.
struct takes_anything {
    int bits;
    takes_anything() = default;
    template <class Number>
    takes_anything(Number number) : bits(static_cast<int>(number * 256))
    {
    }
};
struct of_any_numbers {
    float x;
    takes_anything y;
};
struct with_reference {
    double const& number;
};
struct with_bit_fields {
    unsigned x : 24, y : 24;
};
struct with_union {
    union {
        float x;
        int k;
    };
    float y;
};
struct with_enumeration {
    change_kind kind;
    int count;
};
struct of_arrays {
    float x;
    struct {
        float y[2][3];
    } inner[2];
};
template <class... Struct>
constexpr bool consist_of_no_numbers = ((heddle::detail::only_number_of<Struct> == heddle::detail::number::none) &&
                                        ...);
static_assert(consist_of_no_numbers<of_any_numbers, with_reference, with_bit_fields, with_union, with_enumeration>);
static_assert(heddle::detail::only_number_of<of_arrays> == heddle::detail::number::float32);
static_assert(heddle::detail::is_complex<std::complex<double>>);

template <class Record>
std::vector<Record> initial_records()
{
    std::vector<Record> records;
    for (std::size_t i = 0; i < record_count; ++i) records.push_back(made_record<Record>(i + 7));
    return records;
}

//! Changes records in lanes of `mask`, and expects what plain code does.
template <change_kind Kind, class Form, class Record, class Policy>
void check_form(way how, destinations where, std::uint32_t mask)
{
    random_source random("canaries");
    guarded_array<Record> array(record_count, random);
    std::vector<Record> expected = initial_records<Record>();
    std::memcpy(static_cast<void*>(array.data()), expected.data(), record_count * sizeof(Record));
    for (std::size_t i = 0; i < record_count; ++i) {
        if (!contains(mask, i)) continue;
        expected[destination_of(where, i, record_count)].each(made_record<Record>(i), change_number<Kind>());
    }
    heddle::coalesced_ptr<Record, Policy> const p(array.data());
    run(how, record_count, [&](std::size_t i) {
        Form::template run<Kind>(p, destination_of(where, i, record_count), made_record<Record>(i), contains(mask, i));
    });
    EXPECT_TRUE(array.guards_intact());
    for (std::size_t i = 0; i < record_count; ++i) {
        ASSERT_EQ(0, std::memcmp(&expected[i], &array[i], sizeof(Record)))
            << sizeof(Record) << " bytes, record " << i << ", mask " << mask << ", destinations "
            << static_cast<int>(where);
    }
}

template <change_kind Kind, class Record>
void check_record(way how)
{
    for (destinations const where :
         {destinations::consecutive, destinations::apart, destinations::few, destinations::runs, destinations::same}) {
        for (std::uint32_t const mask : {0xffffffffu, 0x7ffffffeu, 0x0f0f3355u, 0x00010000u, 0x000000ffu}) {
            check_form<Kind, in_branch, Record, heddle::by_plan>(how, where, mask);
            check_form<Kind, by_reference, Record, heddle::whole_warps>(how, where, mask);
            check_form<Kind, by_condition, Record, heddle::by_plan>(how, where, mask);
            check_form<Kind, in_branch, Record, heddle::in_block<32>>(how, where, mask);
            check_form<Kind, by_condition, Record, heddle::system_scope>(how, where, mask);
            check_form<Kind, by_condition, Record, heddle::lane_by_lane>(how, where, mask);
        }
    }
}

template <change_kind Kind, class... Record>
void check_records(way how)
{
    (check_record<Kind, Record>(how), ...);
}

struct atomic_test : every_way {};
HEDDLE_TEST_EVERY_WAY(atomic_test);

TEST_P(atomic_test, adds_records_of_one_type)
{
    check_records<change_kind::add, numbers<float, 1>, numbers<float, 2>, numbers<float, 3>, numbers<float, 7>,
                  numbers<float, 12>, numbers<float, 23>, numbers<int, 5>, numbers<unsigned, 4>, numbers<double, 5>,
                  numbers<std::int64_t, 2>, numbers<float, 130>>(GetParam());
}
TEST_P(atomic_test, adds_named_and_mixed_members)
{
    check_records<change_kind::add, node, deposit, packed_charge>(GetParam());
}
TEST_P(atomic_test, takes_the_minimum)
{
    check_records<change_kind::min, numbers<float, 7>, numbers<unsigned, 4>, numbers<double, 3>, node, deposit,
                  packed_charge>(GetParam());
}
TEST_P(atomic_test, takes_the_maximum)
{
    check_records<change_kind::max, numbers<float, 7>, numbers<std::uint64_t, 4>, numbers<int, 3>, node, deposit>(
        GetParam());
}

}  // namespace
