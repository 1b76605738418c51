// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The temporary storage of an algorithm. A call with a null pointer only returns the number of bytes, as with CUB.
#pragma once

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/config.cuh>

#include <cuda_runtime.h>

#include <cstddef>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Allocates consecutive arrays in temporary storage. Without memory, only counts their bytes.
class temporary_storage {
public:
    explicit temporary_storage(void* memory) : memory_(static_cast<std::byte*>(memory)) {}

    //! Returns room for `count` values, or null if there is no memory.
    template <class Value>
    Value* take(std::size_t count)
    {
        constexpr std::size_t alignment = 256;
        static_assert(alignof(Value) <= alignment);
        auto* const place = memory_ == nullptr ? nullptr : memory_ + bytes_;
        bytes_ += divide_up(count * sizeof(Value), alignment) * alignment;
        return reinterpret_cast<Value*>(place);
    }

    //! Returns true if the call must end here: it only queries the number of bytes, or passes too few bytes.
    bool is_missing(std::size_t& bytes, cudaError_t& status) const
    {
        // At least 1, because an allocation of 0 bytes may return null.
        std::size_t const needed = bytes_ > 0 ? bytes_ : 1;
        status = memory_ != nullptr && bytes < needed ? cudaErrorInvalidValue : cudaSuccess;
        bool const missing = memory_ == nullptr || status != cudaSuccess;
        if (memory_ == nullptr) bytes = needed;
        return missing;
    }

private:
    std::byte* const memory_;
    std::size_t bytes_ = 0;
};

#if defined(__CUDACC__)

template <class Pointer, class Value>
__global__ void write_value_kernel(Pointer to, Value value)
{
    *to = value;
}

//! Sets *to = value in the stream.
template <class Pointer, class Value>
cudaError_t write_value(cudaStream_t stream, Pointer const& to, Value const& value)
{
    return detail::launch(stream, 1, 1, write_value_kernel<Pointer, Value>, to, value);
}

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
