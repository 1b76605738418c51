// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves records whose size is known only at run time, from numbered places of one array to numbered places of another.
// A block first lists the addresses of its records in shared memory, so that a word costs no load of an index.
#pragma once

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/config.cuh>
#include <heddle/records/detail/copied_span.cuh>
#include <heddle/records/detail/record_movers.cuh>
#include <heddle/records/detail/record_words.cuh>

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Calls call(mover) with what moves these records fastest. `consecutive` is the side whose listed records have
//! consecutive numbers.
template <dense_side Consecutive, class Call>
auto with_mover(record_arrays const& arrays, Call const& call)
{
    unsigned const alignment = arrays.alignment();
    auto const in_words = [&](auto side) {
        constexpr dense_side dense = decltype(side)::value;
        switch (alignment) {
            case 16:
                return call(word_mover<16, dense>(arrays));
            case 8:
                return call(word_mover<8, dense>(arrays));
            case 4:
                return call(word_mover<4, dense>(arrays));
            case 2:
                return call(word_mover<2, dense>(arrays));
            default:
                return call(word_mover<1, dense>(arrays));
        }
    };
    if (arrays.distance != arrays.record_bytes) {
        return in_words(std::integral_constant<dense_side, dense_side::none>());
    }
    if constexpr (Consecutive == dense_side::out) {
        if (alignment == 1 && arrays.record_bytes >= min_staged_bytes) return call(staged_mover<4>(arrays));
    }
    return in_words(std::integral_constant<dense_side, Consecutive>());
}

//! Record k has number k.
struct consecutive_records {
    HEDDLE_INLINE std::size_t operator()(std::size_t k) const { return k; }
};

//! Record k has the number map[k].
template <class Map>
struct mapped_records {
    Map map;

    HEDDLE_INLINE std::size_t operator()(std::size_t k) const
    {
        return static_cast<std::size_t>(*(map + static_cast<std::ptrdiff_t>(k)));
    }
};

//! Divides `count` records among blocks: whole records if a block moves the units of one at once, otherwise parts.
struct record_share {
    std::size_t count;
    std::uint32_t records_of_block;
    std::uint32_t blocks_of_record;
    std::uint32_t units_of_block;
};

inline record_share share_of_blocks(std::size_t count, std::uint32_t units, std::uint32_t most)
{
    if (units > most) return {count, 1, static_cast<std::uint32_t>(detail::divide_up(units, most)), most};
    std::uint32_t const records = std::min(most / units, max_listed_records);
    return {count, records, 1, records * units};
}

#if defined(__CUDACC__)

//! Lists `count` records from number `number` on. Returns to each thread whether its records follow the first one
//! without a gap in both arrays.
//! Group: all threads of the block
template <unsigned InFlight, class From, class To>
__device__ __forceinline__ bool list_records(moved_record* records, record_arrays const& arrays, std::size_t number,
                                             std::uint32_t count, From const& from, To const& to)
{
    std::size_t const first_from = from(number), first_to = to(number);
    bool follow = true;
    for (std::uint32_t first = threadIdx.x; first < count; first += InFlight * move_threads) {
        std::size_t source[InFlight], target[InFlight];
        HEDDLE_UNROLL
        for (unsigned i = 0; i < InFlight; ++i) {
            std::uint32_t const k = first + i * move_threads;
            if (k < count) {
                source[i] = from(number + k);
                target[i] = to(number + k);
            }
        }
        HEDDLE_UNROLL
        for (unsigned i = 0; i < InFlight; ++i) {
            std::uint32_t const k = first + i * move_threads;
            if (k < count) {
                records[k] = arrays.at(source[i], target[i]);
                follow = follow && source[i] - first_from == k && target[i] - first_to == k;
            }
        }
    }
    return follow;
}

template <class Mover, class From, class To>
__global__ void __launch_bounds__(move_threads, Mover::resident_blocks)
    move_records_kernel(record_arrays arrays, Mover mover, fast_divisor units, record_share share, From from, To to)
{
    __shared__ moved_record records[Mover::max_listed];
    __shared__ typename Mover::memory memory;
    std::uint32_t block = blockIdx.x, part = 0;
    if (share.blocks_of_record > 1) {
        block = blockIdx.x / share.blocks_of_record;
        part = blockIdx.x % share.blocks_of_record;
    }
    std::size_t const number = std::size_t{block} * share.records_of_block, left = share.count - number;
    auto const count = left < share.records_of_block ? static_cast<std::uint32_t>(left) : share.records_of_block;
    bool const follow = detail::list_records<Mover::listed_at_once>(records, arrays, number, count, from, to);
    if constexpr (Mover::copies_spans) {
        if (__syncthreads_and(follow && share.blocks_of_record == 1) != 0) {
            copied_span const span(records[0].in, records[0].out, count * arrays.record_bytes);
            return detail::copy_span < Mover::resident_blocks == 0 ? 2 : 1 > (span, threadIdx.x, move_threads);
        }
    } else {
        __syncthreads();
    }
    std::uint32_t const all = count * units.divisor(), first = part * share.units_of_block;
    std::uint32_t const end = all - first < share.units_of_block ? all : first + share.units_of_block;
    mover.move(memory, records, units, first, end);
}

template <class Mover, class From, class To>
cudaError_t move_records_by(cudaStream_t stream, record_arrays const& arrays, Mover const& mover, std::size_t count,
                            From const& from, To const& to)
{
    record_share const share = detail::share_of_blocks(count, mover.units, mover.most_units());
    std::size_t const blocks = detail::divide_up(count, share.records_of_block) * share.blocks_of_record;
    return detail::launch(stream, blocks, move_threads, move_records_kernel<Mover, From, To>, arrays, mover,
                          fast_divisor(mover.units), share, from, to);
}

//! Moves record from(k) of the input to record to(k) of the output, for every k below count.
template <dense_side Consecutive, class From, class To>
cudaError_t move_records(cudaStream_t stream, record_arrays const& arrays, std::size_t count, From const& from,
                         To const& to)
{
    return detail::with_mover<Consecutive>(
        arrays, [&](auto const& mover) { return detail::move_records_by(stream, arrays, mover, count, from, to); });
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
