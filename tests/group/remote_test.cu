// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests arrays in remote memory: in pinned and mapped memory of the host, and in memory of another GPU. Runs the
// patterns of the sweep with coalesced_ptr and in explicit groups, with and without scratch. Tests warps whose elements
// lie in several memories. Tests elements that kernels on two GPUs send to each other.
#include "common/bytes.hpp"
#include "remote_memory.cuh"
#include "sweep.cuh"

#include <utility>
#include <vector>

namespace heddle_test::remote_test {

//! Elements of each route. Their words are whole, misaligned, or shared by neighboring elements.
using remote_elements = full_or<
    elements<bytes<1>, bytes<3>, bytes<8>, bytes<8, 4>, bytes<12>, bytes<13>, bytes<16>, bytes<16, 4>, bytes<20>,
             bytes<28>, bytes<33>, bytes<50>, bytes<64>, bytes<64, 4>, bytes<96, 4>, bytes<132>, bytes<248>>,
    elements<bytes<8>, bytes<50>>>;

template <class Memory>
void expect_moved_by_pointers()
{
    sweep_pointers<heddle::by_plan, Memory>("remote arrays, by pointers", remote_elements{});
    sweep_pointers<heddle::in_block<256>, Memory>("remote arrays, by pointers in blocks", remote_elements{}, 256);
}

TEST_F(host_test, by_pointers) { expect_moved_by_pointers<host_memory>(); }
FULL_TEST_F(peer_test, by_pointers) { expect_moved_by_pointers<peer_memory>(); }

template <class Memory>
void expect_moved_by_tiles()
{
    sweep_tiles<32, 0, Memory>("remote arrays, by tiles", remote_elements{});
    sweep_tiles<32, 32, Memory>("remote arrays, by tiles with scratch", remote_elements{});
    sweep_tiles<8, 0, Memory>("remote arrays, by tiles of 8", elements<bytes<28>>{});
}

TEST_F(host_test, by_tiles) { expect_moved_by_tiles<host_memory>(); }
FULL_TEST_F(peer_test, by_tiles) { expect_moved_by_tiles<peer_memory>(); }

constexpr unsigned array_count = 3;

template <class Element>
struct arrays_apart {
    Element const* in[array_count];
    Element* out[array_count];
};

//! Moves elements of each array to the next array. Neighboring lanes move elements of different arrays.
template <class Element, class Policy>
__global__ void move_across(arrays_apart<Element> arrays)
{
    unsigned const i = threadIdx.x;
    heddle::coalesced_ptr<Element const, Policy> const in(arrays.in[i % array_count]);
    heddle::coalesced_ptr<Element, Policy> const out(arrays.out[(i + 1) % array_count]);
    out[i] = in[i];
}

//! Checks moves of elements between device memory, host memory and a third memory.
template <class Element, class Policy, class Third>
void expect_moved_across(random_source& random)
{
    SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes");
    constexpr std::size_t count = 256;
    guarded_array<Element> const in[] = {{count, random}, {count, random}, {count, random}};
    guarded_array<Element> out[] = {{count, random}, {count, random}, {count, random}};
    guarded_array<Element> expected[] = {out[0], out[1], out[2]};
    for (unsigned i = 0; i < count; ++i) expected[(i + 1) % array_count][i] = in[i % array_count][i];
    device_copy<Element, device_memory> const from_near(in[0]), to_near(out[0]);
    device_copy<Element, host_memory> const from_host(in[1]), to_host(out[1]);
    device_copy<Element, Third> const from_third(in[2]), to_third(out[2]);
    move_across<Element, Policy><<<1, count>>>(arrays_apart<Element>{
        {from_near.data(), from_host.data(), from_third.data()}, {to_near.data(), to_host.data(), to_third.data()}});
    finish_kernel();
    to_near.copy_to(out[0]);
    to_host.copy_to(out[1]);
    to_third.copy_to(out[2]);
    for (unsigned k = 0; k < array_count; ++k) {
        EXPECT_TRUE(out[k].guards_intact()) << "a canary is dead";
        EXPECT_EQ(count, out[k].first_difference(expected[k])) << "array " << k;
    }
}

template <class Third, class... Element>
void expect_all_moved_across(elements<Element...>)
{
    random_source random("arrays in several memories");
    (expect_moved_across<Element, heddle::by_plan, Third>(random), ...);
    (expect_moved_across<Element, heddle::in_block<256>, Third>(random), ...);
}

FULL_TEST_F(host_test, in_one_warp_with_others) { expect_all_moved_across<device_memory>(remote_elements{}); }
FULL_TEST_F(peer_test, in_one_warp_with_others) { expect_all_moved_across<peer_memory>(remote_elements{}); }

using element = bytes<28>;

__host__ __device__ inline unsigned place_of(unsigned i, unsigned count) { return (77ull * i + 5) % count; }

__host__ __device__ inline element changed(element e)
{
    for (unsigned char& byte : e.value) byte = static_cast<unsigned char>(5 * byte + 1);
    return e;
}

//! Moves each element of an array to another place of another array, which may be in the memory of another GPU.
template <class Pointer>
__global__ void cross(Pointer from, Pointer to, unsigned count)
{
    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to[place_of(i, count)] = changed(from[i]);
}

//! In each step, two kernels, one on each GPU, send all elements to the other GPU's memory. The next step reads them.
template <class Pointer, class Memory>
void expect_exchanged(unsigned count, int other_device)
{
    SCOPED_TRACE(testing::Message() << count << " elements");
    constexpr unsigned threads = 256, steps = 6;
    std::size_t const size = count * sizeof(element);
    int const devices[] = {0, other_device};
    cudaEvent_t done[2];
    random_source random("elements that cross");
    std::vector<element> expected[2];
    device_memory const near[] = {device_memory(size), device_memory(size)};
    Memory const far[] = {Memory(size), Memory(size)};
    auto const array = [&](unsigned owner, unsigned step) {
        return reinterpret_cast<element*>(owner == 0 ? near[step % 2].data() : far[step % 2].data());
    };
    auto const on_each = [&](auto const& call) {
        for (unsigned h = 0; h < 2; ++h) {
            heddle_bench::current_device const scope(devices[h]);
            call(h);
        }
    };
    on_each([&](unsigned h) {
        expected[h].resize(count);
        random.fill(expected[h].data(), size);
        check_cuda(cudaMemcpy(array(h, 0), expected[h].data(), size, cudaMemcpyDefault), "cudaMemcpy");
        check_cuda(cudaEventCreateWithFlags(&done[h], cudaEventDisableTiming), "cudaEventCreateWithFlags");
        check_cuda(cudaDeviceSynchronize(), "cudaMemcpy");
    });
    for (unsigned step = 0; step < steps; ++step) {  // without waits of the host
        on_each([&](unsigned h) {
            cross<Pointer><<<(count + threads - 1) / threads, threads>>>(Pointer(array(h, step)),
                                                                         Pointer(array(1 - h, step + 1)), count);
            check_cuda(cudaEventRecord(done[h]), "cudaEventRecord");
        });
        on_each([&](unsigned h) {
            check_cuda(cudaStreamWaitEvent(nullptr, done[1 - h], 0), "cudaStreamWaitEvent");
            std::vector<element> const before = expected[h];
            for (unsigned i = 0; i < count; ++i) expected[h][place_of(i, count)] = changed(before[i]);
        });
        std::swap(expected[0], expected[1]);
    }
    on_each([&](unsigned h) {
        finish_kernel();
        std::vector<element> found(count);
        check_cuda(cudaMemcpy(found.data(), array(h, steps), size, cudaMemcpyDefault), "cudaMemcpy");
        EXPECT_TRUE(expected[h] == found) << "half " << h;
        cudaEventDestroy(done[h]);
    });
}

template <class Memory>
void expect_all_exchanged(int other_device)
{
    // One element, fewer elements than threads of a block, and more elements than the GPU has resident threads.
    for (unsigned const count : {1u, 100u, 300'007u}) {
        expect_exchanged<element*, Memory>(count, other_device);
        expect_exchanged<heddle::coalesced_ptr<element>, Memory>(count, other_device);
        expect_exchanged<heddle::coalesced_ptr<element, heddle::in_block<256>>, Memory>(count, other_device);
    }
}

using exchange_test = gpu_test;
class peer_exchange_test : public peer_test {};

TEST_F(exchange_test, within_one_gpu) { expect_all_exchanged<device_memory>(0); }
FULL_TEST_F(peer_exchange_test, between_two_gpus)
{
    int const peer = heddle_bench::peer_of(0);
    heddle_bench::enable_access(peer, 0);
    expect_all_exchanged<peer_memory>(peer);
}

}  // namespace heddle_test::remote_test
