// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// An experiment inside the warp: the same collective operation, round after round, in several
// forms.
//
//   template <class T> struct form {
//       static constexpr char const* name;
//       static constexpr bool is_unsafe;
//       static constexpr unsigned shared_bytes;       // for each warp
//       __device__ form(void* shared);                // of this warp
//       __device__ T operator()(T value);
//   };
#pragma once

#include "bench.cuh"

#include <cooperative_groups.h>

#include <algorithm>
#include <array>
#include <string>

namespace heddle_warp_bench {

constexpr unsigned verified_rounds = 3;
constexpr unsigned block_sizes[] = {64, 128, 256, 512, 1024};

__device__ __forceinline__ auto this_warp()
{
    namespace cg = cooperative_groups;
    return cg::tiled_partition<32>(cg::this_thread_block());
}
__device__ __forceinline__ unsigned this_lane() { return threadIdx.x % 32; }

// The three ways to use shared memory: with the synchronisation that the warp needs, with that of
// the original experiments, and with none. The last is timed here and nowhere else: nothing
// promises that a lane sees what another one wrote.
struct synchronised_warp {
    static constexpr char const* name = "shared_syncwarp";
    static constexpr bool is_unsafe = false;
    template <class T>
    using pointer = T*;
    __device__ __forceinline__ static void sync() { __syncwarp(); }
};
struct synchronised_block {
    static constexpr char const* name = "shared_syncthreads";
    static constexpr bool is_unsafe = false;
    template <class T>
    using pointer = T*;
    __device__ __forceinline__ static void sync() { __syncthreads(); }
};
struct not_synchronised {
    static constexpr char const* name = "shared_volatile_UNSAFE";
    static constexpr bool is_unsafe = true;
    template <class T>
    using pointer = T volatile*;
    __device__ __forceinline__ static void sync() {}
};

//! A form without shared memory.
template <class T>
struct register_form {
    static constexpr bool is_unsafe = false;
    static constexpr unsigned shared_bytes = 0;
    __device__ __forceinline__ explicit register_form(void*) {}
};

//! A form with `Count` values of shared memory for each warp.
template <class T, class Sync, unsigned Count>
struct shared_form {
    static constexpr char const* name = Sync::name;
    static constexpr bool is_unsafe = Sync::is_unsafe;
    static constexpr unsigned shared_bytes = Count * sizeof(T);
    typename Sync::template pointer<T> values;
    __device__ __forceinline__ explicit shared_form(void* shared) : values(static_cast<T*>(shared))
    {
    }
};

//! A form with CUB's temporary storage.
template <class Collective>
struct cub_form {
    using storage = typename Collective::TempStorage;
    static constexpr char const* name = "cub";
    static constexpr bool is_unsafe = false;
    static constexpr unsigned shared_bytes = (sizeof(storage) + 15) / 16 * 16;
    storage& temporary;
    __device__ __forceinline__ explicit cub_form(void* shared)
        : temporary(*static_cast<storage*>(shared))
    {
    }
};

template <class Form, class T>
__global__ void __launch_bounds__(1024) run_rounds(T const* in, T* out, unsigned rounds)
{
    extern __shared__ uint4 shared_words[];
    auto* const shared = reinterpret_cast<unsigned char*>(shared_words);
    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
    Form form(shared + threadIdx.x / 32 * Form::shared_bytes);
    T const own = in[i];
    T sum{};
#pragma unroll 4
    for (unsigned r = 0; r < rounds; ++r) sum = sum + form(own + static_cast<T>(r));
    out[i] = sum;
}

//! Memory for the largest launch, filled once.
template <class T>
struct round_arrays {
    unsigned count;
    T* in;
    T* out;

    static round_arrays const& get()
    {
        static round_arrays const arrays = [] {
            unsigned const count = multiprocessors() * 2048;
            std::vector<T> in(count);
            for (unsigned i = 0; i < count; ++i) in[i] = static_cast<T>(random_number(i, 1000));
            return round_arrays{count, copy_to_device(in), device_array<T>(count)};
        }();
        return arrays;
    }
};

//! `Reference` is the operation on the host: 32 values to 32 results, of which the first `valid`
//! lanes are compared.
template <class Form, class T, class Reference>
void add_rounds(std::string const& experiment, unsigned rounds, Reference const& reference,
                unsigned valid_lanes)
{
    for (unsigned const block : block_sizes) {
        unsigned const shared = block / 32 * Form::shared_bytes;
        if (shared > 48 * 1024) continue;
        auto const launch = [=](unsigned how_often) {
            auto const& arrays = round_arrays<T>::get();
            run_rounds<Form, T>
                <<<arrays.count / block, block, shared>>>(arrays.in, arrays.out, how_often);
            check_launch();
        };
        measurement m;
        m.name = experiment + '/' + type_name<T>() + '/' + Form::name + '/' + std::to_string(block);
        m.launch = [=] { launch(rounds); };
        m.count_wrong = [=] {
            auto const& arrays = round_arrays<T>::get();
            launch(verified_rounds);
            auto const in = copy_to_host(arrays.in, arrays.count);
            auto const out = copy_to_host(arrays.out, arrays.count);
            std::size_t wrong = 0;
            for (unsigned first = 0; first < arrays.count; first += 32) {
                std::array<T, 32> sum{};
                for (unsigned r = 0; r < verified_rounds; ++r) {
                    std::array<T, 32> values;
                    for (unsigned l = 0; l < 32; ++l) values[l] = in[first + l] + static_cast<T>(r);
                    std::array<T, 32> const result = reference(values);
                    for (unsigned l = 0; l < 32; ++l) sum[l] = sum[l] + result[l];
                }
                for (unsigned l = 0; l < valid_lanes; ++l) {
                    wrong += out[first + l] != sum[l] ? 1 : 0;
                }
            }
            return wrong;
        };
        // One launch gives every multiprocessor 2048 threads.
        m.facts["shared_bytes/block"] = shared;
        m.facts["rounds"] = rounds;
        m.operations = 2048.0 / 32 * rounds;
        m.is_unsafe = Form::is_unsafe;
        add(m);
    }
}

//! The same of a form in shared memory, with each way to synchronise.
template <template <class T, class Sync> class Form, class T, class Reference>
void add_shared_rounds(std::string const& experiment, unsigned rounds, Reference const& reference,
                       unsigned valid_lanes)
{
    add_rounds<Form<T, synchronised_warp>, T>(experiment, rounds, reference, valid_lanes);
    add_rounds<Form<T, synchronised_block>, T>(experiment, rounds, reference, valid_lanes);
    add_rounds<Form<T, not_synchronised>, T>(experiment, rounds, reference, valid_lanes);
}

}  // namespace heddle_warp_bench
