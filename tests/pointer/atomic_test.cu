// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests atomic operations on records in kernels, through pointers and by groups.
#include "common/atomic_records.hpp"
#include "common/lane_masks.hpp"
#include "common/moves.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <vector>

namespace heddle_test::atomic_test {

using atomic_test = gpu_test;

constexpr std::size_t record_count = 1009;

template <change_kind Kind, class Form, class Policy, class Record>
__global__ void change_by_pointer(heddle::coalesced_ptr<Record, Policy> p, std::size_t n, destinations where,
                                  std::uint32_t mask)
{
    std::size_t const i = thread_in_grid();
    if (i >= n) return;
    Form::template run<Kind>(p, destination_of(where, i, n), made_record<Record>(i), (mask >> i % 32 & 1u) != 0);
}

template <change_kind Kind, unsigned LaneCount, class Record>
__global__ void change_by_tile(Record* records, std::size_t n, destinations where, std::uint32_t mask)
{
    namespace cg = cooperative_groups;
    auto const tile = cg::tiled_partition<LaneCount>(cg::this_thread_block());
    std::size_t const i = thread_in_grid();
    bool const wanted = i < n && (mask >> i % 32 & 1u) != 0;
    Record* const place = wanted ? records + destination_of(where, i, n) : nullptr;
    if (mask == 0xffffffffu && i / LaneCount * LaneCount + LaneCount <= n) {
        changed_members<Record>::template change<Kind>(tile, place, made_record<Record>(i));
    } else {
        changed_members<Record>::template change_if<Kind>(tile, wanted, place, made_record<Record>(i));
    }
}

//! Calls launch(records, where, mask) for patterns of records and lanes, and expects what plain code does.
template <change_kind Kind, class Record, class Launch>
void check(char const* form, Launch const& launch)
{
    random_source random("canaries of records");
    guarded_array<Record> before(record_count, random);
    for (std::size_t i = 0; i < record_count; ++i) {
        Record const record = made_record<Record>(i + 7);
        std::memcpy(static_cast<void*>(&before[i]), &record, sizeof record);
    }
    for (destinations const where :
         {destinations::consecutive, destinations::apart, destinations::few, destinations::runs, destinations::same}) {
        for (std::uint32_t const mask : {0xffffffffu, 0x7ffffffeu, 0x0f0f3355u, 0x00010000u, 0x000000ffu}) {
            guarded_array<Record> expected(before), array(before);
            for (std::size_t i = 0; i < record_count; ++i) {
                if (!contains(mask, i)) continue;
                expected[destination_of(where, i, record_count)].each(made_record<Record>(i), change_number<Kind>());
            }
            on_device([&](Record* records) { launch(records, where, mask); }, array);
            for (std::size_t i = 0; i < record_count; ++i) {
                ASSERT_EQ(0, std::memcmp(&expected[i], &array[i], sizeof(Record)))
                    << form << ", " << sizeof(Record) << " bytes, record " << i << ", mask " << mask
                    << ", destinations " << static_cast<int>(where);
            }
        }
    }
}

template <change_kind Kind, class Form, class Policy, class Record>
void check_pointer(char const* form)
{
    for (unsigned const threads : {32u, 50u, 256u}) {
        check<Kind, Record>(form, [&](Record* records, destinations where, std::uint32_t mask) {
            auto const blocks = static_cast<unsigned>(record_count / threads + 1);
            change_by_pointer<Kind, Form, Policy, Record>
                <<<blocks, threads>>>(heddle::coalesced_ptr<Record, Policy>(records), record_count, where, mask);
        });
    }
}

template <change_kind Kind, unsigned LaneCount, class Record>
void check_tile(char const* form)
{
    check<Kind, Record>(form, [&](Record* records, destinations where, std::uint32_t mask) {
        change_by_tile<Kind, LaneCount, Record><<<record_count / 128 + 1, 128>>>(records, record_count, where, mask);
    });
}

template <change_kind Kind, class... Record>
void check_forms()
{
    (check_pointer<Kind, in_branch, heddle::by_plan, Record>("in a branch"), ...);
    (check_pointer<Kind, by_condition, heddle::by_plan, Record>("with a condition"), ...);
    (check_tile<Kind, 32, Record>("by a warp"), ...);
    if constexpr (full) {
        (check_pointer<Kind, by_reference, heddle::whole_warps, Record>("by a reference"), ...);
        (check_pointer<Kind, in_branch, heddle::in_block<256>, Record>("in a block"), ...);
        (check_pointer<Kind, by_condition, heddle::system_scope, Record>("at system scope"), ...);
        (check_pointer<Kind, by_condition, heddle::lane_by_lane, Record>("lane by lane"), ...);
        (check_tile<Kind, 8, Record>("by a tile of 8"), ...);
    }
}

TEST_F(atomic_test, adds_28_bytes) { check_forms<change_kind::add, numbers<float, 7>>(); }
TEST_F(atomic_test, adds_named_and_mixed_members) { check_forms<change_kind::add, node, deposit, packed_charge>(); }
FULL_TEST_F(atomic_test, adds_every_number)
{
    check_forms<change_kind::add, numbers<float, 1>, numbers<float, 2>, numbers<float, 3>, numbers<float, 4>,
                numbers<float, 12>, numbers<float, 23>, numbers<float, 32>, numbers<float, 130>>();
    check_forms<change_kind::add, numbers<int, 5>, numbers<unsigned, 4>, numbers<double, 5>,
                numbers<std::int64_t, 2>>();
}
FULL_TEST_F(atomic_test, takes_minima_and_maxima)
{
    check_forms<change_kind::min, numbers<float, 7>, numbers<unsigned, 4>, numbers<double, 3>, node, deposit,
                packed_charge>();
    check_forms<change_kind::max, numbers<float, 7>, numbers<std::uint64_t, 4>, numbers<int, 3>, node, deposit>();
}

//! Pairs of 16-bit numbers.
struct pairs {
    __half2 half[3];
    float number;
    __nv_bfloat162 bfloat[2];
};

}  // namespace heddle_test::atomic_test

HEDDLE_FIELDS(heddle_test::atomic_test::pairs, half, number, bfloat)

namespace heddle_test::atomic_test {

struct equal_pairs {
    __half2 half[4];
};

template <class Record>
__global__ void add_pairs(Record* records, Record change)
{
    heddle::atomic_add(records + threadIdx.x / 3, change);
}

TEST_F(atomic_test, adds_pairs_of_halfs)
{
    auto const half = __floats2half2_rn(1.5f, -2.0f);
    auto const bfloat = __floats2bfloat162_rn(3.0f, 0.25f);
    random_source random("canaries of pairs");
    guarded_array<pairs> mixed(32, random);
    guarded_array<equal_pairs> equal(32, random);
    std::memset(static_cast<void*>(mixed.data()), 0, 32 * sizeof(pairs));
    std::memset(static_cast<void*>(equal.data()), 0, 32 * sizeof(equal_pairs));
    on_device([&](pairs* p) { add_pairs<<<1, 96>>>(p, pairs{{half, half, half}, 5, {bfloat, bfloat}}); }, mixed);
    on_device([&](equal_pairs* p) { add_pairs<<<1, 96>>>(p, equal_pairs{{half, half, half, half}}); }, equal);
    for (unsigned i = 0; i < 32; ++i) {
        for (unsigned k = 0; k < 3; ++k) {
            EXPECT_EQ(4.5f, __low2float(mixed[i].half[k]));
            EXPECT_EQ(-6.0f, __high2float(mixed[i].half[k]));
        }
        EXPECT_EQ(15.0f, mixed[i].number);
        for (unsigned k = 0; k < 2; ++k) {
            EXPECT_EQ(9.0f, __low2float(mixed[i].bfloat[k]));
            EXPECT_EQ(0.75f, __high2float(mixed[i].bfloat[k]));
        }
        for (unsigned k = 0; k < 4; ++k) EXPECT_EQ(-6.0f, __high2float(equal[i].half[k]));
    }
}

}  // namespace heddle_test::atomic_test
