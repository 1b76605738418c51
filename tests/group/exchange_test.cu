// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the benchmark of particles that cross between the halves of a box, on one GPU and on two GPUs.
#include "../../benchmarks/remote/exchange.cuh"
#include "remote_memory.cuh"

namespace heddle_test::exchange_test {

using heddle_bench::coalesced_ptr;
using heddle_bench::plain_ptr;
using heddle_bench::scratch_ptr;

template <template <class> class Pointer>
void expect_exchanged(std::size_t count, int second_device)
{
    SCOPED_TRACE(testing::Message() << count << " particles");
    heddle_bench::halves_of_box halves(count, 0, second_device);
    EXPECT_EQ(halves.count_wrong(), 0u);
    for (unsigned step = 0; step < 5; ++step) {
        halves.step<Pointer>();
        EXPECT_EQ(halves.count_wrong(), 0u) << "after step " << step;
    }
    // There is no synchronization between these steps.
    for (unsigned step = 0; step < 20; ++step) halves.step<Pointer>();
    EXPECT_EQ(halves.count_wrong(), 0u) << "after 25 steps";
}

void expect_exchanged_by_all(int second_device)
{
    // The counts are one particle, fewer particles than a block has threads, and more particles than resident threads.
    for (std::size_t const count : {1u, 100u, 1'000'003u}) {
        expect_exchanged<plain_ptr>(count, second_device);
        expect_exchanged<coalesced_ptr>(count, second_device);
        expect_exchanged<scratch_ptr>(count, second_device);
    }
}

class exchange_test : public gpu_test {};
class peer_exchange_test : public peer_test {};

TEST_F(exchange_test, within_one_gpu) { expect_exchanged_by_all(0); }
FULL_TEST_F(peer_exchange_test, between_two_gpus) { expect_exchanged_by_all(heddle_bench::peer_of(0)); }

}  // namespace heddle_test::exchange_test
