// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls algorithms that need temporary storage, which a Thrust policy allocates, or return a result to the host.
#pragma once

#include <heddle/detail/words.cuh>
#include <heddle/thrust/detail/compatibility.cuh>
#include <heddle/thrust/iterator.cuh>

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

inline constexpr std::size_t temporary_alignment = 256;

//! Owns temporary storage that a policy has allocated, aligned to temporary_alignment.
//! Errors: std::bad_alloc if there is no memory
template <class Derived>
class device_bytes {
public:
    device_bytes(thrust::cuda_cub::execution_policy<Derived>& policy, std::size_t bytes)
        : policy_(policy), count_(static_cast<std::ptrdiff_t>(bytes + temporary_alignment - 1))
    {
        auto const buffer = thrust::get_temporary_buffer<std::uint8_t>(policy_, count_);
        bytes_ = buffer.first;
        if (buffer.second < count_) {
            give_back();
            throw thrust::system::detail::bad_alloc("heddle: the policy has no memory for temporary storage");
        }
    }
    ~device_bytes() { give_back(); }
    device_bytes(device_bytes const&) = delete;
    device_bytes& operator=(device_bytes const&) = delete;

    void* data()
    {
        auto const address = reinterpret_cast<std::uintptr_t>(thrust::raw_pointer_cast(bytes_));
        return reinterpret_cast<void*>((address + temporary_alignment - 1) / temporary_alignment * temporary_alignment);
    }

private:
    // The allocator may throw, but no exception may leave this function while the stack unwinds.
    void give_back() noexcept
    {
        try {
            thrust::return_temporary_buffer(policy_, bytes_, count_);
        } catch (...) {
        }
    }

    thrust::cuda_cub::execution_policy<Derived>& policy_;
    std::ptrdiff_t count_;
    thrust::pointer<std::uint8_t, Derived> bytes_;
};

//! Calls run(nullptr, bytes), which only sets bytes, and then run(temporary, bytes).
template <class Derived, class Run>
void run_two_phase(thrust::cuda_cub::execution_policy<Derived>& policy, char const* algorithm, Run const& run)
{
    std::size_t bytes = 0;
    thrust::cuda_cub::throw_on_error(run(nullptr, bytes), algorithm);
    device_bytes<Derived> temporary(policy, bytes);
    detail::finish(policy, run(temporary.data(), bytes), algorithm);
}

//! Throws thrust::system_error if the policy's stream is being captured, because an algorithm cannot return a result
//! before the graph has run.
template <class Derived>
void expect_not_captured(thrust::cuda_cub::execution_policy<Derived>& policy, char const* algorithm)
{
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    cudaError_t status = ::cudaStreamIsCapturing(thrust::cuda_cub::stream(policy), &capture);
    if (status == cudaSuccess && capture != cudaStreamCaptureStatusNone) {
        status = cudaErrorStreamCaptureUnsupported;
    }
    thrust::cuda_cub::throw_on_error(status, algorithm);
}

//! Calls run(temporary, bytes, result) as run_two_phase does, and returns the Value that run writes to *result.
//! Errors:   as for expect_not_captured
template <class Value, class Derived, class Run>
Value result_of_two_phase(thrust::cuda_cub::execution_policy<Derived>& policy, char const* algorithm, Run const& run)
{
    detail::expect_not_captured(policy, algorithm);
    std::size_t bytes = 0;
    thrust::cuda_cub::throw_on_error(run(nullptr, bytes, static_cast<Value*>(nullptr)), algorithm);
    constexpr std::size_t result_bytes =
        (sizeof(Value) + temporary_alignment - 1) / temporary_alignment * temporary_alignment;
    device_bytes<Derived> memory(policy, result_bytes + bytes);
    auto* const begin = static_cast<std::byte*>(memory.data());
    auto* const result = reinterpret_cast<Value*>(begin);
    thrust::cuda_cub::throw_on_error(run(begin + result_bytes, bytes, result), algorithm);

    element_storage<Value> found;
    cudaStream_t const stream = thrust::cuda_cub::stream(policy);
    thrust::cuda_cub::throw_on_error(
        ::cudaMemcpyAsync(found.bytes(), result, sizeof(Value), cudaMemcpyDeviceToHost, stream), algorithm);
    thrust::cuda_cub::throw_on_error(cudaStreamSynchronize(stream), algorithm);
    return found.value;
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
