// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests stores by some lanes of a warp on the device. Each warp has its own mask of storing lanes. Checks that these
// lanes store their elements and that no other bytes change.
#include "common/bytes.hpp"
#include "common/gpu.cuh"
#include "common/lane_masks.hpp"
#include "common/moves.cuh"
#include "common/random.hpp"
#include "common/store_forms.hpp"

#include <heddle/active_group.cuh>
#include <heddle/heddle.cuh>

#include <cstdint>
#include <vector>

namespace heddle_test::active_store_test {

using active_store_test = gpu_test;

constexpr unsigned threads = 128;

template <class Element>
__device__ Element value_of(std::size_t i)
{
    Element value;
    for (std::size_t b = 0; b < sizeof(Element); ++b) {
        value.value[b] = static_cast<unsigned char>(i * 31 + b * 7 + (i >> 8));
    }
    return value;
}

//! Stores in groups of 8 lanes that the kernel forms. The lanes of an incomplete group store per-thread.
struct store_by_group {
    template <class Pointer, class Element>
    static __device__ void run(Pointer p, std::size_t k, Element const& v, bool wanted, unsigned)
    {
        if (!wanted) return;
        heddle::active_group<8> const group(__activemask());
        if (group.is_full()) {
            heddle::store(group, p + k, v);
        } else {
            *(p + k).get() = v;
        }
    }
};

template <class Form, class Policy, class Element>
__global__ void __launch_bounds__(threads)
    store_some(Element* out, std::uint32_t const* masks, std::uint32_t const* places, std::size_t count)
{
    heddle::coalesced_ptr<Element, Policy> const p(out);
    std::size_t const i = thread_in_grid();
    if (i >= count) return;
    bool const wanted = (masks[i / 32] >> i % 32 & 1u) != 0;
    unsigned const side = static_cast<unsigned>(i * 0x9e3779b1u >> 16);
    Form::run(p, places[i], value_of<Element>(i), wanted, side);
}

template <class Element>
__global__ void store_plainly(Element* out, std::uint32_t const* masks, std::uint32_t const* places, std::size_t count)
{
    std::size_t const i = thread_in_grid();
    if (i < count && (masks[i / 32] >> i % 32 & 1u) != 0) out[places[i]] = value_of<Element>(i);
}

//! Expects that the form stores the same bytes as plain code.
template <class Form, class Policy, class Element>
void check(bool consecutive, std::size_t skew)
{
    random_source random("stores by some lanes");
    std::vector<std::uint32_t> const masks = make_masks(random, static_cast<unsigned>(usual_or_small(4096, 256)));
    std::size_t const count = masks.size() * 32 - 13;  // the last warp is partial
    std::vector<std::uint32_t> places(count);
    auto const shuffled = random.permutation(count);
    for (std::size_t i = 0; i < count; ++i) {
        places[i] = static_cast<std::uint32_t>(consecutive ? i : shuffled[i]);
    }
    guarded_array<Element> expected(count, random, skew), result(expected);
    device_vector<std::uint32_t> const device_masks(masks), device_places(places);
    unsigned const blocks = static_cast<unsigned>((count + threads - 1) / threads);
    on_device(
        [&](Element* plain, Element* out) {
            store_plainly<<<blocks, threads>>>(plain, device_masks.data(), device_places.data(), count);
            store_some<Form, Policy><<<blocks, threads>>>(out, device_masks.data(), device_places.data(), count);
        },
        expected, result);
    EXPECT_EQ(count, expected.first_difference(result)) << sizeof(Element) << " bytes aligned to " << alignof(Element);
}

template <class Form, class Policy, class... Elements>
void check_all()
{
    for (bool const consecutive : {true, false}) {
        (check<Form, Policy, Elements>(consecutive, 0), ...);
        (check<Form, Policy, Elements>(consecutive, alignof(Elements)), ...);
    }
}

template <class Form>
void check_form()
{
    check_all<Form, heddle::by_plan, bytes<28, 4>, bytes<33, 1>, bytes<64, 4>, bytes<192, 16>>();
    check_all<Form, heddle::in_block<threads>, bytes<28, 4>, bytes<33, 1>>();
}

TEST_F(active_store_test, of_every_size_class)
{
    check_all<store_in_branch, heddle::by_plan, bytes<4, 4>, bytes<12, 4>, bytes<13, 1>, bytes<16, 4>, bytes<20, 4>,
              bytes<24, 8>, bytes<30, 2>, bytes<44, 4>, bytes<50, 2>, bytes<76, 4>, bytes<92, 4>, bytes<128, 4>,
              bytes<147, 1>, bytes<204, 4>, bytes<256, 16>>();
}
TEST_F(active_store_test, in_branches) { check_form<store_in_branch>(); }
TEST_F(active_store_test, behind_exits) { check_form<store_behind_exit>(); }
TEST_F(active_store_test, on_both_sides_of_branches) { check_form<store_on_both_sides>(); }
FULL_TEST_F(active_store_test, in_nested_branches) { check_form<store_in_nested_branches>(); }
TEST_F(active_store_test, in_loops) { check_form<store_in_loop>(); }
TEST_F(active_store_test, in_switches) { check_form<store_by_switch>(); }
FULL_TEST_F(active_store_test, in_recursions)
{
    // Four nested stores of 33 bytes need 1,472 bytes of stack. By default, a thread has 1,024 bytes.
    std::size_t before = 0;
    check_cuda(cudaDeviceGetLimit(&before, cudaLimitStackSize), "cudaDeviceGetLimit");
    check_cuda(cudaDeviceSetLimit(cudaLimitStackSize, 8192), "cudaDeviceSetLimit");
    check_form<store_in_recursion>();
    check_cuda(cudaDeviceSetLimit(cudaLimitStackSize, before), "cudaDeviceSetLimit");
}
TEST_F(active_store_test, of_those_that_want_to) { check_form<store_wanted>(); }
FULL_TEST_F(active_store_test, of_updates_of_some) { check_form<update_valid>(); }
TEST_F(active_store_test, of_updates) { check_form<store_updated>(); }
FULL_TEST_F(active_store_test, of_edits) { check_form<store_edited>(); }
TEST_F(active_store_test, by_groups_of_the_caller) { check_form<store_by_group>(); }

}  // namespace heddle_test::active_store_test
