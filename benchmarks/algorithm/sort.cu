// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts of structs: by a member, by keys of their own, by a comparison; heddle's, and Thrust's from a
// copy of the input. GB/s are of the structs, read and written once.

#include "../arrays.cuh"
#include "../common/measurement.hpp"
#include "../harness.cuh"
#include "../permutation.cuh"
#include "algorithm.hpp"
#include "prepared_memory.hpp"

#include <heddle/algorithm/sort.cuh>

#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace heddle_bench {
namespace {

constexpr unsigned largest_bytes = 128;

//! A float to sort by, the place where the struct was, and what follows from that.
template <unsigned Bytes>
struct record {
    float key;
    std::uint32_t origin;
    std::uint32_t more[Bytes / 4 - 2];
};

template <unsigned Bytes>
__host__ __device__ record<Bytes> record_of(std::uint32_t origin)
{
    record<Bytes> r;
    // Some are equal.
    r.key = static_cast<float>(static_cast<std::int32_t>(mixed(origin)) >> 8);
    r.origin = origin;
    for (unsigned w = 0; w < Bytes / 4 - 2; ++w) r.more[w] = mixed(origin + w);
    return r;
}

template <unsigned Bytes>
struct by_key {
    __host__ __device__ bool operator()(record<Bytes> const& a, record<Bytes> const& b) const
    {
        return a.key < b.key;
    }
};

std::size_t record_count() { return std::min(std::size_t{1} << 24, array_bytes() / 32); }

struct sort_arrays {
    std::byte *in = nullptr, *out = nullptr, *temporary = nullptr;
    float *keys_in = nullptr, *keys_out = nullptr;
    std::size_t temporary_bytes = 0;
    unsigned long long* wrong = nullptr;
    unsigned filled = 0;  // bytes of the structs in `in`
};

template <class T>
T* allocate(std::size_t count)
{
    void* memory = nullptr;
    HEDDLE_BENCH_CHECK(cudaMalloc(&memory, count * sizeof(T)));
    return static_cast<T*>(memory);
}

// Allocated when the first sort needs them.
sort_arrays& memory()
{
    static sort_arrays the_arrays;
    if (the_arrays.in == nullptr) {
        std::size_t const bytes = record_count() * largest_bytes;
        the_arrays.in = allocate<std::byte>(bytes);
        the_arrays.out = allocate<std::byte>(bytes);
        the_arrays.keys_in = allocate<float>(record_count());
        the_arrays.keys_out = allocate<float>(record_count());
        the_arrays.temporary_bytes = 2 * bytes + (std::size_t{64} << 20);
        the_arrays.temporary = allocate<std::byte>(the_arrays.temporary_bytes);
        the_arrays.wrong = allocate<unsigned long long>(1);
    }
    return the_arrays;
}

template <unsigned Bytes>
record<Bytes>* in()
{
    return reinterpret_cast<record<Bytes>*>(memory().in);
}
template <unsigned Bytes>
record<Bytes>* out()
{
    return reinterpret_cast<record<Bytes>*>(memory().out);
}

//! What Thrust's policies allocate from: the memory that heddle's sorts have, too.
prepared_memory prepared_temporary() { return {memory().temporary, memory().temporary_bytes}; }

template <unsigned Bytes>
__global__ void fill(record<Bytes>* structs, float* keys, std::size_t count)
{
    std::size_t const i = element_index();
    if (i >= count) return;
    structs[i] = record_of<Bytes>(static_cast<std::uint32_t>(i));
    keys[i] = structs[i].key;
}

//! Each struct is what it was, and behind the one before it; so no two are the same.
template <unsigned Bytes>
__global__ void check_order(record<Bytes> const* structs, float const* keys, std::size_t count,
                            unsigned long long* wrong)
{
    std::size_t const i = element_index();
    if (i >= count) return;
    record<Bytes> const r = structs[i], expected = record_of<Bytes>(r.origin);
    bool right = r.origin < count && r.key == expected.key;
    for (unsigned w = 0; w < Bytes / 4 - 2; ++w) right = right && r.more[w] == expected.more[w];
    if (keys != nullptr) right = right && keys[i] == r.key;
    if (i > 0) {
        record<Bytes> const before = structs[i - 1];
        right = right && (before.key < r.key || (before.key == r.key && before.origin < r.origin));
    }
    if (!right) atomicAdd(wrong, 1ull);
}

unsigned grid_of(std::size_t count)
{
    return static_cast<unsigned>((count + block_threads - 1) / block_threads);
}

template <unsigned Bytes>
void prepare()
{
    if (memory().filled == Bytes) return;
    memory().filled = Bytes;
    fill<<<grid_of(record_count()), block_threads>>>(in<Bytes>(), memory().keys_in, record_count());
    check_launch();
}

template <unsigned Bytes>
std::size_t count_wrong(bool with_keys)
{
    unsigned long long result = 0;
    HEDDLE_BENCH_CHECK(cudaMemset(memory().wrong, 0, sizeof result));
    check_order<<<grid_of(record_count()), block_threads>>>(
        out<Bytes>(), with_keys ? memory().keys_out : nullptr, record_count(), memory().wrong);
    check_launch();
    HEDDLE_BENCH_CHECK(cudaMemcpy(&result, memory().wrong, sizeof result, cudaMemcpyDefault));
    return result;
}

template <unsigned Bytes, class Launch>
void add(char const* kind, char const* access, Launch const& launch, bool with_keys = false)
{
    add_measurement(std::string(kind) + '/' + access + '/' + std::to_string(Bytes),
                    {2 * Bytes * record_count(), &prepare<Bytes>, launch, [=] {
                         std::size_t const bytes = record_count() * Bytes;
                         HEDDLE_BENCH_CHECK(cudaMemset(memory().out, 0xff, bytes));
                         launch();
                         return count_wrong<Bytes>(with_keys);
                     }});
}

//! Calls sort(temporary, bytes), first to learn how much it needs.
template <class Sort>
void run(Sort const& sort)
{
    std::size_t bytes = 0;
    HEDDLE_BENCH_CHECK(sort(nullptr, bytes));
    if (bytes > memory().temporary_bytes) HEDDLE_BENCH_CHECK(cudaErrorMemoryAllocation);
    HEDDLE_BENCH_CHECK(sort(memory().temporary, bytes));
}

template <unsigned Bytes>
void copy_input()
{
    HEDDLE_BENCH_CHECK(
        cudaMemcpyAsync(memory().out, memory().in, record_count() * Bytes, cudaMemcpyDefault));
}

template <unsigned Bytes>
void sort_plainly()
{
    copy_input<Bytes>();
    prepared_memory temporary = prepared_temporary();
    thrust::stable_sort(thrust::cuda::par_nosync(temporary), out<Bytes>(),
                        out<Bytes>() + record_count(), by_key<Bytes>());
}

template <unsigned Bytes>
void add_struct()
{
    add<Bytes>("sort_by_member", "plain", &sort_plainly<Bytes>);
    add<Bytes>("sort_by_member", "coalesced", [] {
        run([](void* temporary, std::size_t& bytes) {
            return heddle::sort_by_member<&record<Bytes>::key>(
                temporary, bytes, nullptr, in<Bytes>(), out<Bytes>(), record_count());
        });
    });

    // Larger values do not fit in the shared memory of its radix sort.
    if constexpr (Bytes < 128) {
        add<Bytes>(
            "sort_by_key", "plain",
            [] {
                copy_input<Bytes>();
                HEDDLE_BENCH_CHECK(cudaMemcpyAsync(memory().keys_out, memory().keys_in,
                                                   record_count() * sizeof(float),
                                                   cudaMemcpyDefault));
                prepared_memory temporary = prepared_temporary();
                thrust::stable_sort_by_key(thrust::cuda::par_nosync(temporary), memory().keys_out,
                                           memory().keys_out + record_count(), out<Bytes>());
            },
            true);
    }
    add<Bytes>(
        "sort_by_key", "coalesced",
        [] {
            run([](void* temporary, std::size_t& bytes) {
                return heddle::sort_by_key(temporary, bytes, nullptr, memory().keys_in,
                                           memory().keys_out, in<Bytes>(), out<Bytes>(),
                                           record_count());
            });
        },
        true);

    // Two ways, of which heddle::sort takes one.
    add<Bytes>("sort", "plain", &sort_plainly<Bytes>);
    add<Bytes>("sort", "coalesced", [] {
        run([](void* temporary, std::size_t& bytes) {
            return heddle::sort(temporary, bytes, nullptr, in<Bytes>(), out<Bytes>(),
                                record_count(), by_key<Bytes>());
        });
    });
    add<Bytes>("sort", "by_places", [] {
        run([](void* temporary, std::size_t& bytes) {
            return heddle::detail::sort_by_places<std::uint32_t, record<Bytes>>(
                temporary, bytes, nullptr, in<Bytes>(), out<Bytes>(), record_count(),
                by_key<Bytes>());
        });
    });
    add<Bytes>("sort", "merged", [] {
        run([](void* temporary, std::size_t& bytes) {
            return heddle::detail::sort_themselves<record<Bytes>>(temporary, bytes, nullptr,
                                                                  in<Bytes>(), out<Bytes>(),
                                                                  record_count(), by_key<Bytes>());
        });
    });
}

}  // namespace

void add_sort_benchmarks()
{
    add_struct<12>();
    add_struct<28>();
    add_struct<64>();
    add_struct<128>();
}

}  // namespace heddle_bench
