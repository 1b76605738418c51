// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests elements that move through shared memory. The pointer's policy or the kernel declares this memory, for all
// lanes or for some lanes at a time. Also tests the policies lane_by_lane and whole_warps.
#include "sweep.cuh"

#include <vector>

namespace heddle_test::scratch_test {

using scratch_test = gpu_test;

using pointer_elements =
    full_or<elements<bytes<3>, bytes<8, 4>, bytes<13>, bytes<16, 4>, bytes<17>, bytes<28>, bytes<34>, bytes<48, 4>,
                     bytes<50>, bytes<64>, bytes<96>, bytes<129>, bytes<132>, bytes<192>, bytes<255>, bytes<256>>,
            elements<bytes<28>>>;

TEST_F(scratch_test, of_pointers_in_blocks)
{
    sweep_pointers<heddle::in_block<256>>("pointers that declare scratch", pointer_elements{}, 256);
}

FULL_TEST_F(scratch_test, of_pointers_that_have_none)
{
    sweep_pointers<heddle::lane_by_lane>("pointers that go alone", elements<bytes<28>, bytes<50>, bytes<64, 4>>{});
    sweep_pointers<heddle::whole_warps>("pointers of whole warps", elements<bytes<28>, bytes<50>, bytes<76, 4>>{});
}

FULL_TEST_F(scratch_test, of_tiles)
{
    sweep_tiles<32, 32>("tiles with scratch", elements<bytes<8>, bytes<13>, bytes<28>, bytes<32>, bytes<50>,
                                                       bytes<64, 4>, bytes<96>, bytes<127>, bytes<132>>{});
    // Groups of half a warp do not use the stage.
    sweep_tiles<16, 32>("tiles of half a warp", elements<bytes<28>>{});
}

FULL_TEST_F(scratch_test, of_tiles_in_rounds)
{
    char const* const purpose = "tiles with little scratch";
    sweep_tiles<32, 16>(purpose, elements<bytes<28>>{});
    sweep_tiles<32, 8>(purpose, elements<bytes<50>>{});
    sweep_tiles<32, 4>(purpose, elements<bytes<256>>{});
    sweep_tiles<32, 2>(purpose, elements<bytes<129>>{});
    sweep_tiles<32, 1>(purpose, elements<bytes<96, 4>>{});
}

// Copies an array through pointers whose policy declares scratch for blocks of 256 threads. Canaries follow the
// scratch, in dynamic shared memory. Counts the canaries that stores beyond the scratch have overwritten.
template <class Element>
__global__ void __launch_bounds__(1024)
    copy_in_any_block(heddle::coalesced_ptr<Element, heddle::in_block<256>> to,
                      heddle::coalesced_ptr<Element const, heddle::in_block<256>> from, std::size_t count,
                      unsigned canaries, unsigned* dead)
{
    extern __shared__ unsigned canary[];
    unsigned const thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned const threads = blockDim.x * blockDim.y * blockDim.z;
    for (unsigned k = thread; k < canaries; k += threads) canary[k] = k * 2654435761u;
    __syncthreads();
    std::size_t const i = thread_in_grid();
    if (i < count) to[i] = from[i];  // through the scratch, because the elements are consecutive
    __syncthreads();
    for (unsigned k = thread; k < canaries; k += threads) {
        if (canary[k] != k * 2654435761u) atomicAdd(dead, 1);
    }
}

template <class Element>
void expect_copied_in(dim3 block, random_source& random)
{
    SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes, blocks of " << block.x << " x " << block.y << " x "
                                    << block.z);
    constexpr std::size_t count = 4099;
    constexpr unsigned canaries = 16 * 1024 / sizeof(unsigned);
    cudaFuncAttributes attributes;
    check_cuda(cudaFuncGetAttributes(&attributes, copy_in_any_block<Element>), "cudaFuncGetAttributes");
    ASSERT_LE(sizeof(heddle::block_scratch<Element, 256>), attributes.sharedSizeBytes);

    guarded_array<Element> in(count, random), out(count, random);
    device_vector<unsigned> const dead(std::vector<unsigned>{0});
    on_device(
        [&](Element* to, Element const* from) {
            copy_in_any_block<Element><<<blocks_for(count, block), block, canaries * sizeof(unsigned)>>>(
                to, from, count, canaries, dead.data());
        },
        out, in);
    EXPECT_EQ(0u, dead.to_host(1)[0]) << "words behind the scratch were overwritten";
    EXPECT_EQ(count, out.first_difference(in));
}

// The policy does not expect these blocks: 4 threads (as if grid and block were swapped) or more than 256 threads.
FULL_TEST_F(scratch_test, of_pointers_is_not_overrun_by_blocks_of_any_size)
{
    random_source random("blocks of any size");
    static dim3 const blocks[] = {{256},      {4},        {2, 2},   {257},       {288},
                                  {512},      {1024},     {32, 32}, {1, 1024},   {64, 5},
                                  {8, 8, 16}, {3, 7, 13}, {16, 16}, {2, 32, 16}, {1, 16, 64}};
    for (dim3 const block : blocks) {
        expect_copied_in<bytes<28>>(block, random);
        expect_copied_in<bytes<33>>(block, random);
        expect_copied_in<bytes<64, 4>>(block, random);
    }
}

}  // namespace heddle_test::scratch_test
