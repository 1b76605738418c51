// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests elements that move through shared memory. The pointer's policy or the kernel declares this memory, for all
// lanes or for some lanes at a time. Also tests the policies lane_by_lane and whole_warps.
#include "sweep.cuh"

#include <string>
#include <vector>

namespace heddle_test::scratch_test {

using scratch_test = gpu_test;

FULL_TEST_F(scratch_test, of_pointers_in_blocks)
{
    sweep_pointers<heddle::in_block<256>>(
        "pointers that declare scratch",
        elements<bytes<3>, bytes<8, 4>, bytes<13>, bytes<16, 4>, bytes<17>, bytes<28>, bytes<34>, bytes<48, 4>,
                 bytes<50>, bytes<64>, bytes<96>, bytes<129>, bytes<132>, bytes<192>, bytes<255>, bytes<256>>{},
        256);
}

// The blocks have up to 1024 threads. The policy's shared memory is sized for smaller blocks.
FULL_TEST_F(scratch_test, of_pointers_in_blocks_that_are_too_large)
{
    char const* const purpose = "pointers whose block is larger than they say";
    sweep_pointers<heddle::in_block<128>>(purpose, elements<bytes<28>>{});
    sweep_pointers<heddle::in_block<64>>(purpose, elements<bytes<33>>{});
    sweep_pointers<heddle::in_block<1>>(purpose, elements<bytes<50>>{});
    sweep_pointers<heddle::in_block<96>>(purpose, elements<bytes<64, 4>>{});
}

FULL_TEST_F(scratch_test, of_pointers_that_go_alone)
{
    sweep_pointers<heddle::lane_by_lane>("pointers that go alone", elements<bytes<28>, bytes<50>, bytes<64, 4>>{});
}

FULL_TEST_F(scratch_test, of_pointers_of_whole_warps)
{
    sweep_pointers<heddle::whole_warps>("pointers of whole warps", elements<bytes<28>, bytes<50>, bytes<76, 4>>{});
}

template <class... Element>
void sweep_tiles(sweep& s, elements<Element...>)
{
    (s.by_tile<32, Element, stages_of<Element, 32>>(), ...);
}

FULL_TEST_F(scratch_test, of_tiles)
{
    sweep s("tiles with scratch");
    sweep_tiles(s, elements<bytes<8>, bytes<13>, bytes<28>, bytes<32>, bytes<50>, bytes<64, 4>, bytes<96>, bytes<127>,
                            bytes<132>>{});
    // Groups of half a warp do not use the stage.
    s.by_tile<16, bytes<28>, stages_of<bytes<28>, 32>>();
    EXPECT_EQ(s.cases(), 10u * 10u);
}

FULL_TEST_F(scratch_test, of_tiles_in_rounds)
{
    sweep s("tiles with little scratch");
    s.by_tile<32, bytes<28>, stages_of<bytes<28>, 16>>();
    s.by_tile<32, bytes<50>, stages_of<bytes<50>, 8>>();
    s.by_tile<32, bytes<256>, stages_of<bytes<256>, 4>>();
    s.by_tile<32, bytes<129>, stages_of<bytes<129>, 2>>();
    s.by_tile<32, bytes<96, 4>, stages_of<bytes<96, 4>, 1>>();
    EXPECT_EQ(s.cases(), 5u * 10u);
}

// Copies an array twice, once in reverse order. The pointers to the three arrays share the scratch of their policy.
template <class Element>
__global__ void reverse_and_copy(Element* reversed, Element* copied, Element const* from, std::size_t count)
{
    using scratch = heddle::in_block<96>;
    heddle::coalesced_ptr<Element const, scratch> const in = from;
    heddle::coalesced_ptr<Element, scratch> const backwards = reversed, forwards = copied;
    std::size_t const i = thread_in_grid();
    if (i >= count) return;
    backwards[count - 1 - i] = in[i];
    forwards[i] = in[i];
    if (i % 3 == 0) forwards[i] = in[i];
}

template <class Element>
void expect_reversed_and_copied(random_source& random)
{
    constexpr std::size_t count = 1000;
    guarded_array<Element> in(count, random), reversed(count, random), copied(count, random);
    on_device(
        [](Element* backwards, Element* forwards, Element const* from) {
            reverse_and_copy<<<blocks_for(count, {96}), 96>>>(backwards, forwards, from, count);
        },
        reversed, copied, in);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < count; ++i) {
        wrong += reversed[count - 1 - i] != in[i] ? 1 : 0;
        wrong += copied[i] != in[i] ? 1 : 0;
    }
    EXPECT_EQ(wrong, 0u) << sizeof(Element) << " bytes";
}

TEST_F(scratch_test, shared_by_pointers)
{
    random_source random("shared scratch");
    expect_reversed_and_copied<bytes<8>>(random);
    expect_reversed_and_copied<bytes<13>>(random);
    expect_reversed_and_copied<bytes<28>>(random);
    expect_reversed_and_copied<bytes<50>>(random);
    expect_reversed_and_copied<bytes<128>>(random);
    expect_reversed_and_copied<bytes<256>>(random);
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
    SCOPED_TRACE(std::to_string(sizeof(Element)) + " bytes, blocks of " + std::to_string(block.x) + " x " +
                 std::to_string(block.y) + " x " + std::to_string(block.z));
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
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < count; ++i) wrong += out[i] != in[i] ? 1 : 0;
    EXPECT_EQ(0u, wrong);
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
