// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Litmus tests of docs/memory-order.md. A lane accesses an element through both coalesced_ptr and T*. The lane, and the
// threads to which it passes the element, must see these accesses in program order. On all GPUs that were tried, these
// tests also pass without the barriers of the library. Without the barriers, memory_order_test.cpp fails.
#include "block/tile_order.cuh"

#include <heddle/heddle.cuh>

#include <vector>

namespace heddle_test::memory_litmus_test {

using memory_litmus_test = gpu_test;

namespace {

using count = unsigned long long;

//! Returns the element that thread `i` writes in this round.
template <class Element>
__device__ Element value_of(unsigned i, unsigned round)
{
    return tile_order::element_of<Element>(0, i, round);
}

//! Returns the index of the element that thread `i` of a block accesses. In even rounds, the elements are in thread
//! order; in odd rounds, they are permuted.
__device__ unsigned place_of(unsigned i, unsigned round) { return round % 2 == 0 ? i : (i * 77 + round) % blockDim.x; }

//! Each lane accesses its element through T* and coalesced_ptr in turn: reads after writes, and writes after reads.
template <class Element, class Policy>
__global__ void access_own(Element* memory, unsigned rounds, count* wrong)
{
    Element* const raw = memory + blockIdx.x * blockDim.x;
    heddle::coalesced_ptr<Element, Policy> const p(raw);
    unsigned const i = threadIdx.x;
    count errors = 0;
    for (unsigned round = 0; round < rounds; ++round) {
        unsigned const place = place_of(i, round);
        unsigned const k = (round * 7 + i) % sizeof(Element);
        unsigned char const changed = tile_order::byte_of(0, i, k, round) ^ 0x5a;

        p[place] = value_of<Element>(i, round);
        errors += raw[place].value[k] != tile_order::byte_of(0, i, k, round);

        raw[place].value[k] = changed;
        Element const loaded = p[place];
        raw[place].value[k] = 0;
        errors += loaded.value[k] != changed;

        raw[place].value[k] = tile_order::byte_of(0, i, k, round);
        Element const again = p[place];
        errors += again != value_of<Element>(i, round);
        __syncthreads();  // in the next round, the threads access other elements
    }
    if (errors != 0) atomicAdd(wrong, errors);
}

//! Elements that a warp stores must be visible to the warp after __syncwarp(), to the block after __syncthreads().
template <class Element, class Policy>
__global__ void pass_within_block(Element* memory, unsigned rounds, count* wrong)
{
    Element* const raw = memory + blockIdx.x * blockDim.x;
    heddle::coalesced_ptr<Element, Policy> const p(raw);
    unsigned const i = threadIdx.x;
    count errors = 0;
    for (unsigned round = 0; round < rounds; ++round) {
        p[i] = value_of<Element>(i, round);
        __syncwarp();
        unsigned const in_warp = i / 32 * 32 + (i + 1 + round) % 32;
        unsigned const k = round % sizeof(Element);
        errors += raw[in_warp].value[k] != tile_order::byte_of(0, in_warp, k, round);
        __syncthreads();
        unsigned const in_block = (i + 45 + round) % blockDim.x;
        errors += raw[in_block].value[k] != tile_order::byte_of(0, in_block, k, round);
        Element const loaded = p[in_block];
        errors += loaded != value_of<Element>(in_block, round);
        __syncthreads();
    }
    if (errors != 0) atomicAdd(wrong, errors);
}

//! In half of the blocks, each thread writes an element and then sets a flag. The threads of the other blocks wait for
//! the flag and read the element. The writers, the readers or both use coalesced_ptr.
template <class Element, class Writer, class Reader>
__global__ void pass_messages(Element* memory, unsigned* flags, unsigned rounds, count* wrong)
{
    unsigned const pairs = gridDim.x / 2;
    unsigned const pair = blockIdx.x % pairs;
    unsigned const i = pair * blockDim.x + threadIdx.x;
    unsigned volatile* const sent = flags + i;
    unsigned volatile* const received = flags + pairs * blockDim.x + i;
    Writer const to(memory);
    Reader const from(memory);
    count errors = 0;
    for (unsigned round = 1; round <= rounds; ++round) {
        if (blockIdx.x < pairs) {
            while (*received != round - 1) {
            }
            __threadfence();
            __syncwarp();
            to[i] = value_of<Element>(i, round);
            __threadfence();
            *sent = round;
        } else {
            while (*sent != round) {
            }
            __threadfence();
            __syncwarp();
            Element const element = from[i];
            errors += element != value_of<Element>(i, round);
            __threadfence();
            *received = round;
        }
    }
    if (errors != 0) atomicAdd(wrong, errors);
}

constexpr unsigned block_threads = 128;

template <class Element, class Policy>
void expect_order_in_blocks(unsigned rounds)
{
    constexpr unsigned blocks = 264;
    device_vector<count> const wrong{std::vector<count>(1)};
    device_memory const memory(blocks * block_threads * sizeof(Element));
    auto* const elements = reinterpret_cast<Element*>(memory.data());
    access_own<Element, Policy><<<blocks, block_threads>>>(elements, rounds, wrong.data());
    finish_kernel();
    EXPECT_EQ(0u, wrong.to_host(1)[0]) << sizeof(Element) << " bytes, a lane's own accesses";
    pass_within_block<Element, Policy><<<blocks, block_threads>>>(elements, rounds, wrong.data());
    finish_kernel();
    EXPECT_EQ(0u, wrong.to_host(1)[0]) << sizeof(Element) << " bytes, after barriers";
}

template <class Element, class Writer, class Reader>
void expect_messages(unsigned rounds)
{
    constexpr unsigned pairs = 32;  // few enough that all blocks run at the same time
    device_vector<count> const wrong{std::vector<count>(1)};
    device_memory const memory(pairs * block_threads * sizeof(Element));
    device_vector<unsigned> const flags(std::vector<unsigned>(2 * pairs * block_threads));
    pass_messages<Element, Writer, Reader>
        <<<2 * pairs, block_threads>>>(reinterpret_cast<Element*>(memory.data()), flags.data(), rounds, wrong.data());
    finish_kernel();
    EXPECT_EQ(0u, wrong.to_host(1)[0]) << sizeof(Element) << " bytes, messages";
}

template <class Element>
void expect_order()
{
    // In each of these tests, 264 * 128 lanes run 17 million rounds in total.
    auto const rounds = static_cast<unsigned>(usual_or_small(500, 10));
    expect_order_in_blocks<Element, heddle::by_plan>(rounds);
    expect_order_in_blocks<Element, heddle::in_block<block_threads>>(rounds);
    // In each of these tests, 32 * 128 lanes write 8 million messages in total.
    auto const messages = static_cast<unsigned>(usual_or_small(2000, 20));
    using coalesced = heddle::coalesced_ptr<Element>;
    expect_messages<Element, coalesced, Element*>(messages);
    expect_messages<Element, Element*, coalesced>(messages);
    expect_messages<Element, coalesced, coalesced>(messages);
}

}  // namespace

TEST_F(memory_litmus_test, of_12_bytes) { expect_order<bytes<12>>(); }
FULL_TEST_F(memory_litmus_test, of_28_bytes) { expect_order<bytes<28>>(); }
FULL_TEST_F(memory_litmus_test, of_33_bytes) { expect_order<bytes<33>>(); }
FULL_TEST_F(memory_litmus_test, of_64_bytes) { expect_order<bytes<64, 4>>(); }
FULL_TEST_F(memory_litmus_test, of_128_bytes) { expect_order<bytes<128, 4>>(); }

}  // namespace heddle_test::memory_litmus_test
