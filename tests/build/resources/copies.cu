// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies of elements by a whole group, gathers by a whole group, and copies through a coalesced_ptr, for structs of
// each kind of plan. The plan predicts how many shuffles the code has (structs.cuh).

#include "structs.cuh"

#include <heddle/mdspan.cuh>

#include <cuda/std/mdspan>

template <class T, unsigned LaneCount = 32>
__global__ void copy_contiguous(T const* from, T* to)
{
    constexpr plan p = plan_of<T, LaneCount>;
    AT_MOST("shuffles", contiguous_shuffles(p));
    // If elements are aligned to their words, nvcc must not turn the selects of the rotations into branches.
    if constexpr (p.cooperates && p.loads_together && p.word_bytes == alignof(T)) AT_MOST("branches", 0);
    std::size_t const first = first_of_tile<LaneCount>();
    auto const tile = this_tile<LaneCount>();
    heddle::store_contiguous(tile, to + first, heddle::load_contiguous(tile, from + first));
}

template <class T, unsigned LaneCount = 32>
__global__ void gather(T const* from, T* to, int const* index)
{
    AT_MOST("shuffles", indexed_shuffles(plan_of<T, LaneCount>));
    auto const tile = this_tile<LaneCount>();
    std::size_t const i = this_index();
    heddle::store(tile, to + i, heddle::load(tile, from + index[i]));
}

// The code must check whether the warp is converged, and must support any index.
template <class T>
__global__ void copy_by_pointer(heddle::coalesced_ptr<T const> from, heddle::coalesced_ptr<T> to)
{
    AT_MOST("shuffles", pointer_shuffles<T>);
    to[this_index()] = from[this_index()];
}

// A move through shared memory needs no shuffles. The shuffles in the code are for elements that are not consecutive,
// for the addresses of elements, and for words that neighbors share.
template <class T, unsigned MaxShuffles>
__global__ void copy_in_block(heddle::coalesced_ptr<T const, heddle::in_block<256>> from,
                              heddle::coalesced_ptr<T, heddle::in_block<256>> to)
{
    AT_MOST("shuffles", MaxShuffles);
    to[this_index()] = from[this_index()];
}

template <class... T>
void use_all()
{
    use(copy_contiguous<T>..., gather<T>..., copy_by_pointer<T>...);
}
template <unsigned LaneCount, class... T>
void use_groups_of()
{
    use(copy_contiguous<T, LaneCount>..., gather<T, LaneCount>...);
}

void use_kernels()
{
    // Elements of 12 bytes are loaded per-thread and stored by cooperating lanes.
    use_all<floats<3>, floats<4>, floats<7>, floats<8>, floats<16>, floats<24>, floats<31>, floats<32>, floats<64>,
            doubles<3>, doubles<5>, quads<2>, quads<4>, quads<6>, shorts<17>, shorts<127>, spinor, triangle>();
    use(copy_contiguous<quads<15>>, copy_contiguous<quads<16>>);
    use_groups_of<8, floats<7>, floats<24>, quads<6>, spinor>();
    use_groups_of<16, floats<7>, floats<24>, quads<6>, spinor>();
    // Elements of few words use no shared memory.
    static_assert(!heddle::block_scratch<doubles<3>, 256>::uses_memory);
    use(copy_in_block<doubles<3>, 37>, copy_in_block<doubles<5>, 61>, copy_in_block<floats<7>, 64>,
        copy_in_block<floats<16>, 73>, copy_in_block<floats<24>, 109>, copy_in_block<triangle, 223>,
        copy_in_block<lidar_point, 158>, copy_in_block<return_signal, 246>);
}

//! Returns whether a type takes these numbers of shuffles.
template <class T>
constexpr bool takes(unsigned contiguous, unsigned indexed, unsigned by_pointer)
{
    return contiguous == contiguous_shuffles(plan_of<T>) && indexed == indexed_shuffles(plan_of<T>) &&
           by_pointer == pointer_shuffles<T>;
}
static_assert(takes<floats<3>>(3, 9, 19) && takes<floats<7>>(7, 42, 64) && takes<floats<8>>(8, 24, 37) &&
              takes<floats<16>>(32, 48, 73) && takes<floats<31>>(62, 186, 234) && takes<floats<64>>(128, 192, 289) &&
              takes<doubles<5>>(10, 40, 61) && takes<quads<6>>(48, 72, 109) && takes<shorts<17>>(12, 192, 220) &&
              takes<spinor>(12, 36, 55) && takes<triangle>(30, 209, 238) && takes<float4>(0, 0, 0));

// Elements of an mdspan are moved by the same code as those of a coalesced_ptr.
template <class T>
using row_of =
    cuda::std::mdspan<T, cuda::std::dextents<long, 1>, cuda::std::layout_right, heddle::coalesced_accessor<T>>;
// at most: copy_mdspan_64 shuffles=73
extern "C" __global__ void copy_mdspan_64(row_of<floats<16> const> from, row_of<floats<16>> to)
{
    to(this_index()) = from(this_index());
}

// From a plain T&, the kernel reads words as wide as the alignment of T, and not single bytes.
// at most: copy_from_plain_64 loads=16
extern "C" __global__ void copy_from_plain_64(floats<16> const* from, heddle::coalesced_ptr<floats<16>> to)
{
    to[this_index()] = from[this_index()];
}
// at most: store_if_from_plain_40 loads=5
extern "C" __global__ void store_if_from_plain_40(doubles<5> const* from, heddle::coalesced_ptr<doubles<5>> to,
                                                  std::size_t n)
{
    heddle::store_if(this_index() < n, to + this_index(), from[this_index()]);
}
