// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The temporary storage of an algorithm. A call with a null pointer only returns the number of bytes, as with CUB.
#pragma once

#include <heddle/algorithm/detail/launch.cuh>
#include <heddle/config.cuh>

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! Allocates consecutive arrays in temporary storage of any alignment. Without memory, only counts their bytes.
class temporary_storage {
public:
    static constexpr std::size_t alignment = 256;

    explicit temporary_storage(void* memory)
        : memory_(static_cast<std::byte*>(memory)),
          start_((alignment - reinterpret_cast<std::uintptr_t>(memory) % alignment) % alignment)
    {
    }

    //! Returns room for `count` values, or null if there is no memory.
    template <class Value>
    Value* take(std::size_t count)
    {
        static_assert(alignof(Value) <= alignment, "heddle: elements may be aligned to at most 256 bytes");
        std::size_t const place = used_;
        used_ += divide_up(count * sizeof(Value), alignment) * alignment;
        most_ = used_ > most_ ? used_ : most_;
        return memory_ == nullptr ? nullptr : reinterpret_cast<Value*>(memory_ + start_ + place);
    }
    //! release_to(mark()) frees all arrays that were taken after mark(): later arrays reuse their bytes.
    std::size_t mark() const { return used_; }
    void release_to(std::size_t marked) { used_ = marked; }

    //! Returns the number of bytes that the arrays take, in memory of any alignment. The number is at least 1, because
    //! an allocation of 0 bytes may return null.
    std::size_t bytes() const { return most_ > 0 ? most_ + alignment : 1; }

    //! Returns true if the call must end here, because it only queries the number of bytes, or passes too few. Sets
    //! `given` to bytes() then.
    bool is_missing(std::size_t& given, cudaError_t& status) const
    {
        status = memory_ != nullptr && given < bytes() ? cudaErrorInvalidValue : cudaSuccess;
        bool const missing = memory_ == nullptr || status != cudaSuccess;
        if (missing) given = bytes();
        return missing;
    }

private:
    std::byte* const memory_;
    std::size_t const start_;
    std::size_t used_ = 0;
    std::size_t most_ = 0;
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
