// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Loads and stores in a branch that a random share of the lanes takes: through a raw pointer, a coalesced_ptr, one
// with scratch, one of whole_warps, one of lane_by_lane, and by load_if and store_if of the whole warp. plain_held is
// plain code of which no more blocks run at once than of the kernel with a coalesced_ptr: what that pointer's
// registers cost a kernel that waits for memory. A program of its own, which nvcc alone builds:
//     nvcc -std=c++17 -O3 -arch=sm_90 -Iinclude benchmarks/diverged/diverged.cu -o diverged && ./diverged > diverged.csv
// It writes a line for each pattern, size, share and access: GB/s of the elements moved, and the speed-up over plain
// code; results are compared with those of plain code. An argument N measures every N-th size alone.

#include <heddle/heddle.cuh>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <vector>

namespace {

constexpr unsigned block_threads = 256;
constexpr std::size_t element_count = 3u << 20;
// With few lanes a kernel takes 10 microseconds, hardly more than a launch: so a graph has many, one after the other.
constexpr unsigned launches_of_graph = 10;
constexpr unsigned repetitions = 7;

void check(cudaError_t status)
{
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
    std::exit(1);
}

template <unsigned Bytes, unsigned Alignment>
struct alignas(Alignment) element {
    using member =
        std::conditional_t<Alignment == 1, std::uint8_t,
                           std::conditional_t<Alignment == 2, std::uint16_t, std::uint32_t>>;
    member members[Bytes / sizeof(member)];
};

enum class pattern { store, scatter, load, gather };
constexpr char const* pattern_names[] = {"store", "scatter", "load", "gather"};
enum class access { plain, plain_held, coalesced, scratch, whole_warps, lane_by_lane, wanted };
constexpr char const* access_names[] = {"plain",       "plain_held",   "coalesced", "scratch",
                                        "whole_warps", "lane_by_lane", "wanted"};

template <class Element>
__device__ __forceinline__ Element element_of(std::size_t i)
{
    Element e;
#pragma unroll
    for (unsigned m = 0; m < sizeof(Element) / sizeof(e.members[0]); ++m) {
        e.members[m] = static_cast<typename Element::member>(i * 5 + m * 3);
    }
    return e;
}

template <class Element>
__device__ __forceinline__ std::uint32_t sum_of(Element const& e)
{
    std::uint32_t sum = 0;
#pragma unroll
    for (unsigned m = 0; m < sizeof(Element) / sizeof(e.members[0]); ++m) sum += e.members[m];
    return sum;
}

template <access Access, class Element>
__device__ __forceinline__ auto pointer_to(Element* array)
{
    if constexpr (Access == access::plain) {
        return array;
    } else if constexpr (Access == access::scratch) {
        return heddle::coalesced_ptr<Element, heddle::in_block<block_threads>>(array);
    } else if constexpr (Access == access::whole_warps) {
        return heddle::coalesced_ptr<Element, heddle::whole_warps>(array);
    } else if constexpr (Access == access::lane_by_lane) {
        return heddle::coalesced_ptr<Element, heddle::lane_by_lane>(array);
    } else {
        return heddle::coalesced_ptr<Element>(array);
    }
}

template <access Access, bool Indexed, class Element>
__global__ void __launch_bounds__(block_threads)
    store_some(Element* array, float const* radius, std::uint32_t const* index, std::uint32_t*)
{
    std::size_t const i = std::size_t{blockIdx.x} * block_threads + threadIdx.x;
    auto const p = pointer_to<Access>(array);
    bool const takes = radius[i] > 0;
    if constexpr (Access == access::wanted) {
        heddle::store_if(takes, p + (Indexed ? index[i] : i), element_of<Element>(i));
    } else {
        if (!takes) return;
        p[Indexed ? index[i] : i] = element_of<Element>(i);
    }
}

//! Sums are written by the lanes that load; so few bytes that all accesses pay the same for them.
template <access Access, bool Indexed, class Element>
__global__ void __launch_bounds__(block_threads)
    load_some(Element* array, float const* radius, std::uint32_t const* index, std::uint32_t* sums)
{
    std::size_t const i = std::size_t{blockIdx.x} * block_threads + threadIdx.x;
    auto const p = pointer_to<Access>(static_cast<Element const*>(array));
    bool const takes = radius[i] > 0;
    if constexpr (Access == access::wanted) {
        Element const e = heddle::load_if(takes, p + (Indexed ? index[i] : i));
        if (takes) sums[i] = sum_of(e);
    } else {
        if (!takes) return;
        Element const e = p[Indexed ? index[i] : i];
        sums[i] = sum_of(e);
    }
}

struct memory {
    unsigned char* array;
    unsigned char* expected;
    std::uint32_t* sums;
    std::uint32_t* expected_sums;
    float* radius;
    std::uint32_t* index;
    unsigned long long* wrong;
};

__global__ void compare(unsigned char const* a, unsigned char const* b, std::size_t bytes,
                        unsigned long long* wrong)
{
    std::size_t const step = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < bytes; i += step) {
        if (a[i] != b[i]) atomicAdd(wrong, 1ull);
    }
}

template <class Element>
using kernel = void (*)(Element* array, float const* radius, std::uint32_t const* index,
                        std::uint32_t* sums);

template <access Access, class Element>
kernel<Element> kernel_of(pattern what)
{
    constexpr access compiled = Access == access::plain_held ? access::plain : Access;
    switch (what) {
        case pattern::store:
            return store_some<compiled, false, Element>;
        case pattern::scatter:
            return store_some<compiled, true, Element>;
        case pattern::load:
            return load_some<compiled, false, Element>;
        default:
            return load_some<compiled, true, Element>;
    }
}

template <class Element>
int blocks_at_once(kernel<Element> of)
{
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, of, block_threads, 0));
    return blocks;
}

//! Shared memory for each block of a kernel with which no more of them run at once than of another one.
template <class Element>
std::size_t memory_to_hold(kernel<Element> held, kernel<Element> other)
{
    if (blocks_at_once(held) <= blocks_at_once(other)) return 0;
    int bytes = 0, reserved = 0;
    check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerMultiprocessor, 0));
    check(cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, 0));
    int const of_block = (bytes / blocks_at_once(other) - reserved) / 128 * 128;
    check(cudaFuncSetAttribute(held, cudaFuncAttributeMaxDynamicSharedMemorySize, of_block));
    return static_cast<std::size_t>(of_block);
}

template <class Element>
void launch(kernel<Element> run, memory const& m, Element* array, std::uint32_t* sums,
            std::size_t shared_bytes = 0, cudaStream_t stream = nullptr)
{
    constexpr unsigned blocks = element_count / block_threads;
    run<<<blocks, block_threads, shared_bytes, stream>>>(array, m.radius, m.index, sums);
    check(cudaGetLastError());
}

//! launches_of_graph of them.
template <class Launch>
cudaGraphExec_t make_graph(Launch const& launch)
{
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    check(cudaStreamCreate(&stream));
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (unsigned i = 0; i < launches_of_graph; ++i) launch(stream);
    check(cudaStreamEndCapture(stream, &graph));
    check(cudaGraphInstantiateWithFlags(&executable, graph, 0));
    check(cudaGraphDestroy(graph));
    check(cudaStreamDestroy(stream));
    return executable;
}

//! The median of a launch in milliseconds; -1 if the result is not that of plain code.
template <access Access, class Element>
float measure(pattern what, memory const& m)
{
    auto* const array = reinterpret_cast<Element*>(m.array);
    auto* const expected = reinterpret_cast<Element*>(m.expected);
    std::size_t const bytes = element_count * sizeof(Element);
    bool const stores = what == pattern::store || what == pattern::scatter;
    check(cudaMemset(m.array, 0x5a, bytes));
    check(cudaMemset(m.expected, 0x5a, bytes));
    check(cudaMemset(m.sums, 0, element_count * 4));
    check(cudaMemset(m.expected_sums, 0, element_count * 4));
    check(cudaMemset(m.wrong, 0, sizeof(unsigned long long)));
    kernel<Element> const plain = kernel_of<access::plain, Element>(what);
    kernel<Element> const run = kernel_of<Access, Element>(what);
    launch(plain, m, expected, m.expected_sums);
    launch(run, m, array, m.sums);
    compare<<<1024, 256>>>(stores ? m.array : reinterpret_cast<unsigned char*>(m.sums),
                           stores ? m.expected : reinterpret_cast<unsigned char*>(m.expected_sums),
                           stores ? bytes : element_count * 4, m.wrong);
    unsigned long long wrong = 0;
    check(cudaMemcpy(&wrong, m.wrong, sizeof wrong, cudaMemcpyDeviceToHost));
    if (wrong != 0) return -1;

    std::size_t const shared =
        Access == access::plain_held
            ? memory_to_hold(run, kernel_of<access::coalesced, Element>(what))
            : 0;
    cudaGraphExec_t const graph =
        make_graph([&](cudaStream_t stream) { launch(run, m, array, m.sums, shared, stream); });
    check(cudaGraphLaunch(graph, nullptr));
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    std::vector<float> times;
    for (unsigned k = 0; k < repetitions; ++k) {
        check(cudaEventRecord(begin));
        check(cudaGraphLaunch(graph, nullptr));
        check(cudaEventRecord(end));
        check(cudaEventSynchronize(end));
        float time = 0;
        check(cudaEventElapsedTime(&time, begin, end));
        times.push_back(time / launches_of_graph);
    }
    check(cudaEventDestroy(begin));
    check(cudaEventDestroy(end));
    check(cudaGraphExecDestroy(graph));
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

template <class Element>
void report(pattern what, unsigned share, std::size_t taking, memory const& m)
{
    float const times[] = {measure<access::plain, Element>(what, m),
                           measure<access::plain_held, Element>(what, m),
                           measure<access::coalesced, Element>(what, m),
                           measure<access::scratch, Element>(what, m),
                           measure<access::whole_warps, Element>(what, m),
                           measure<access::lane_by_lane, Element>(what, m),
                           measure<access::wanted, Element>(what, m)};
    for (unsigned a = 0; a < sizeof times / sizeof *times; ++a) {
        double const rate = static_cast<double>(taking * sizeof(Element)) / 1e6 / times[a];
        std::printf("%s,%zu,%zu,%u,%s,%.1f,%.3f,%s\n", pattern_names[static_cast<int>(what)],
                    sizeof(Element), alignof(Element), share, access_names[a],
                    times[a] < 0 ? 0.0 : rate, times[a] < 0 ? 0.0 : times[0] / times[a],
                    times[a] < 0 ? "wrong" : "correct");
    }
    std::fflush(stdout);
}

using report_function = void (*)(pattern, unsigned, std::size_t, memory const&);
constexpr report_function reports[] = {
    report<element<28, 4>>,  report<element<92, 4>>,  report<element<192, 4>>,
    report<element<4, 4>>,   report<element<12, 4>>,  report<element<16, 4>>,
    report<element<20, 4>>,  report<element<24, 4>>,  report<element<33, 1>>,
    report<element<44, 4>>,  report<element<50, 2>>,  report<element<52, 4>>,
    report<element<64, 4>>,  report<element<64, 16>>, report<element<76, 4>>,
    report<element<128, 4>>, report<element<147, 1>>, report<element<256, 4>>,
    report<element<56, 4>>,  report<element<60, 4>>,  report<element<72, 4>>,
    report<element<88, 4>>,  report<element<120, 4>>,
};

}  // namespace

int main(int count, char** arguments)
{
    unsigned const step = count > 1 ? static_cast<unsigned>(std::atoi(arguments[1])) : 1;
    memory m;
    check(cudaMalloc(&m.array, element_count * 256));
    check(cudaMalloc(&m.expected, element_count * 256));
    check(cudaMalloc(&m.sums, element_count * 4));
    check(cudaMalloc(&m.expected_sums, element_count * 4));
    check(cudaMalloc(&m.radius, element_count * 4));
    check(cudaMalloc(&m.index, element_count * 4));
    check(cudaMalloc(&m.wrong, sizeof(unsigned long long)));

    // splitmix64
    std::uint64_t state = 20140215;
    auto const next = [&state] {
        std::uint64_t z = state += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    };
    std::vector<std::uint32_t> index(element_count);
    for (std::size_t i = 0; i < element_count; ++i) {
        std::size_t const j = next() % (i + 1);
        index[i] = index[j];
        index[j] = static_cast<std::uint32_t>(i);
    }
    check(cudaMemcpy(m.index, index.data(), element_count * 4, cudaMemcpyHostToDevice));

    std::printf("pattern,bytes,alignment,share_percent,access,GB/s,speedup,result\n");
    std::vector<float> radius(element_count);
    for (unsigned const share : {3, 6, 10, 20, 25, 30, 40, 50, 60, 80, 95, 100}) {
        std::size_t taking = 0;
        for (float& r : radius) {
            bool const takes = next() % 100 < share;
            r = takes ? 1.0f : -1.0f;
            taking += takes;
        }
        check(cudaMemcpy(m.radius, radius.data(), element_count * 4, cudaMemcpyHostToDevice));
        for (unsigned r = 0; r < sizeof reports / sizeof *reports; r += step) {
            for (pattern const what :
                 {pattern::store, pattern::scatter, pattern::load, pattern::gather}) {
                reports[r](what, share, taking, m);
            }
        }
    }
}
