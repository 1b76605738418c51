// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The shared memory in which a block stages one tile of each sequence of an algorithm.
#pragma once

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/block/tile_stages.cuh>
#include <heddle/config.cuh>

#include <cstddef>
#include <utility>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The shared memory for a tile of one sequence. It is empty if the sequence is not staged.
struct no_stage {};
template <class Iterator, unsigned Capacity, bool = is_staged<Iterator>>
struct stage_of {
    using type = no_stage;
};
template <class T, unsigned Capacity>
struct stage_of<T*, Capacity, true> {
    using type = tile_stages<T, Capacity>;
};

//! The shared memory for one tile of each sequence. set.of<Number, Iterator>() returns the stage of sequence Number.
template <std::size_t Number, class Stage>
struct numbered_stage {
    Stage stage;
};
template <unsigned Capacity, class Numbers, class... Iterator>
struct numbered_stages;
template <unsigned Capacity, std::size_t... Number, class... Iterator>
struct numbered_stages<Capacity, std::index_sequence<Number...>, Iterator...>
    : numbered_stage<Number, typename stage_of<Iterator, Capacity>::type>... {
    template <std::size_t Asked, class Sequence>
    HEDDLE_INLINE auto& of()
    {
        using type = typename stage_of<Sequence, Capacity>::type;
        return static_cast<numbered_stage<Asked, type>&>(*this).stage;
    }
    //! Returns the marks of the bytes to write back. Emulated blocks share them, because they run one at a time.
    template <class Marks>
    Marks& marks()
    {
        static Marks marks;
        return marks;
    }
};
template <unsigned Capacity, class... Iterator>
using stage_set = numbered_stages<Capacity, std::index_sequence_for<Iterator...>, Iterator...>;

#if defined(__CUDACC__)

//! The stages in the shared memory of the calling block. Each stage is a separate variable, because nvcc 13.0 would use
//! slower generic loads for a stage_set that is passed by reference.
template <unsigned Capacity>
struct shared_stages {
    template <std::size_t Number, class Iterator>
    __device__ __forceinline__ auto& of() const
    {
        __shared__ typename stage_of<Iterator, Capacity>::type stage;
        return stage;
    }
    template <class Marks>
    __device__ __forceinline__ Marks& marks() const
    {
        __shared__ Marks marks;
        return marks;
    }
};

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
