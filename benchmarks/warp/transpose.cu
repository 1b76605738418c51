// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Experiment: m values of 4 bytes in each lane, from striped to blocked order, for m from 1 to 32.

#include "rounds.cuh"

#include <heddle/warp/transpose.cuh>

#include <cub/warp/warp_exchange.cuh>

#include <utility>

namespace heddle_warp_bench {
namespace {

constexpr unsigned rounds = 4096;

template <unsigned Count>
struct by_shuffle {
    static constexpr char const* name = "shuffle";
    static constexpr bool is_unsafe = false;
    static constexpr unsigned shared_bytes = 0;
    __device__ __forceinline__ explicit by_shuffle(void*) {}
    __device__ __forceinline__ void operator()(int (&values)[Count])
    {
        heddle::transpose(this_warp(), values);
    }
};

template <unsigned Count, class Sync>
struct by_shared : shared_form<int, Sync, 32 * Count> {
    using shared_form<int, Sync, 32 * Count>::shared_form;
    __device__ __forceinline__ void operator()(int (&values)[Count])
    {
        unsigned const lane = this_lane();
#pragma unroll
        for (unsigned r = 0; r < Count; ++r) this->values[r * 32 + lane] = values[r];
        Sync::sync();
#pragma unroll
        for (unsigned w = 0; w < Count; ++w) values[w] = this->values[lane * Count + w];
        Sync::sync();
    }
};

//! The same with 16 bytes left free after every 8 lanes' worth or less: for the counts at which
//! lanes would else find their 16-byte words in the same banks.
template <unsigned Count>
struct padding {
    static constexpr unsigned period =
        Count % 3 == 0 ? 96 : 32;  // the least of whole lanes and rows
    static constexpr unsigned words = 32 * Count + 32 * Count / period * 4;
    __device__ __forceinline__ static unsigned place(unsigned i) { return i + i / period * 4; }
};

template <unsigned Count>
struct by_padded_shared : shared_form<int, synchronised_warp, padding<Count>::words> {
    static_assert(Count % 8 == 0 && padding<Count>::period % Count == 0);
    static constexpr char const* name = "shared_syncwarp_padded";
    using shared_form<int, synchronised_warp, padding<Count>::words>::shared_form;
    __device__ __forceinline__ void operator()(int (&values)[Count])
    {
        unsigned const lane = this_lane();
#pragma unroll
        for (unsigned r = 0; r < Count; ++r) {
            this->values[padding<Count>::place(r * 32) + lane] = values[r];
        }
        __syncwarp();
        int* const own = this->values + padding<Count>::place(lane * Count);
#pragma unroll
        for (unsigned w = 0; w < Count; w += 4) {
            int4 const four = *reinterpret_cast<int4 const*>(own + w);
            values[w] = four.x;
            values[w + 1] = four.y;
            values[w + 2] = four.z;
            values[w + 3] = four.w;
        }
        __syncwarp();
    }
};

template <unsigned Count>
struct by_cub : cub_form<cub::WarpExchange<int, Count>> {
    using exchange = cub::WarpExchange<int, Count>;
    using cub_form<exchange>::cub_form;
    __device__ __forceinline__ void operator()(int (&values)[Count])
    {
        exchange(this->temporary).StripedToBlocked(values, values);
        __syncwarp();  // before the next round uses the storage
    }
};

template <class Form, unsigned Count>
__global__ void __launch_bounds__(Count <= 8 ? 1024 : 256)
    transpose_rounds(int const* in, int* out, unsigned how_often)
{
    extern __shared__ uint4 shared_words[];
    auto* const shared = reinterpret_cast<unsigned char*>(shared_words);
    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
    Form form(shared + threadIdx.x / 32 * Form::shared_bytes);
    int values[Count];
#pragma unroll
    for (unsigned r = 0; r < Count; ++r) values[r] = in[i] + static_cast<int>(r * 1000);
#pragma unroll 1
    for (unsigned k = 0; k < how_often; ++k) form(values);
    int sum = 0;
#pragma unroll
    for (unsigned r = 0; r < Count; ++r) sum = sum * 31 + values[r];
    out[i] = sum;
}

template <class Form, unsigned Count>
void add_form(unsigned block)
{
    unsigned const shared = block / 32 * Form::shared_bytes;
    if (shared > 48 * 1024) return;
    auto const launch = [=](unsigned how_often) {
        auto const& arrays = round_arrays<int>::get();
        transpose_rounds<Form, Count>
            <<<arrays.count / block, block, shared>>>(arrays.in, arrays.out, how_often);
        check_launch();
    };
    measurement m;
    m.name = "transpose/" + std::to_string(Count) + '/' + Form::name + '/' + std::to_string(block);
    m.launch = [=] { launch(rounds); };
    m.count_wrong = [=] {
        auto const& arrays = round_arrays<int>::get();
        launch(verified_rounds);
        auto const in = copy_to_host(arrays.in, arrays.count);
        auto const out = copy_to_host(arrays.out, arrays.count);
        std::size_t wrong = 0;
        std::vector<int> items(32 * Count), moved(32 * Count);
        for (unsigned first = 0; first < arrays.count; first += 32) {
            // items[r*32 + l] is slot r of lane l.
            for (unsigned r = 0; r < Count; ++r) {
                for (unsigned l = 0; l < 32; ++l) {
                    items[r * 32 + l] = in[first + l] + static_cast<int>(r * 1000);
                }
            }
            for (unsigned k = 0; k < verified_rounds; ++k) {
                for (unsigned l = 0; l < 32; ++l) {
                    for (unsigned w = 0; w < Count; ++w) moved[w * 32 + l] = items[l * Count + w];
                }
                items.swap(moved);
            }
            for (unsigned l = 0; l < 32; ++l) {
                unsigned sum = 0;
                for (unsigned r = 0; r < Count; ++r) {
                    sum = sum * 31 + static_cast<unsigned>(items[r * 32 + l]);
                }
                wrong += static_cast<unsigned>(out[first + l]) != sum ? 1 : 0;
            }
        }
        return wrong;
    };
    m.facts["shared_bytes/block"] = shared;
    m.facts["rounds"] = rounds;
    m.operations = 2048.0 / 32 * rounds;
    m.is_unsafe = Form::is_unsafe;
    add(m);
}

template <unsigned Count>
void add_count(unsigned block)
{
    add_form<by_shuffle<Count>, Count>(block);
    add_form<by_shared<Count, synchronised_warp>, Count>(block);
    if constexpr (Count % 8 == 0) add_form<by_padded_shared<Count>, Count>(block);
    add_form<by_cub<Count>, Count>(block);
}

template <unsigned... Count>
void add_curve(std::integer_sequence<unsigned, Count...>)
{
    (add_count<Count + 1>(256), ...);
}

}  // namespace

void register_transpose()
{
    for (unsigned const block : block_sizes) {
        if (block != 256) add_count<7>(block);
        add_form<by_shared<7, synchronised_block>, 7>(block);
        add_form<by_shared<7, not_synchronised>, 7>(block);
    }
    add_curve(std::make_integer_sequence<unsigned, 32>{});
}

}  // namespace heddle_warp_bench
