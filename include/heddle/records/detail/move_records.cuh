// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves records whose size is known only at run time, from numbered places of one array to numbered places of another.
#pragma once

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/config.cuh>
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

template <class Mover, class From, class To>
__global__ void __launch_bounds__(move_threads)
    move_records_kernel(record_arrays arrays, Mover mover, fast_divisor units, record_share share, From from, To to)
{
    __shared__ moved_record records[max_listed_records];
    __shared__ typename Mover::memory memory;
    std::uint32_t block = blockIdx.x, part = 0;
    if (share.blocks_of_record > 1) {
        block = blockIdx.x / share.blocks_of_record;
        part = blockIdx.x % share.blocks_of_record;
    }
    std::size_t const number = std::size_t{block} * share.records_of_block, left = share.count - number;
    auto const count = left < share.records_of_block ? static_cast<std::uint32_t>(left) : share.records_of_block;
    for (std::uint32_t k = threadIdx.x; k < count; k += move_threads) {
        records[k] = arrays.at(from(number + k), to(number + k));
    }
    __syncthreads();
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
