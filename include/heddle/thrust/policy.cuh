// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Execution policies for Thrust. They are policies of Thrust's CUDA backend, which runs what
// heddle has no algorithm for.
#pragma once

#include "../config.cuh"
#include "detail/compatibility.cuh"

#include <thrust/memory.h>
#include <thrust/pair.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system/cuda/execution_policy.h>

#include <cuda_runtime.h>

#include <cstddef>
#include <type_traits>

namespace heddle {

//! What policies by which Thrust finds heddle's algorithms derive from.
template <class Derived>
struct execution_policy : thrust::cuda_cub::execution_policy<Derived> {
};

namespace detail {

//! A policy with a stream, in which algorithms have ended when they return only if Waits.
template <class Derived, bool Waits>
class stream_policy : public execution_policy<Derived> {
public:
    __host__ __device__ explicit stream_policy(
        cudaStream_t stream = thrust::cuda_cub::default_stream())
        : stream_(stream)
    {
    }

    //! The same policy in another stream.
    Derived on(cudaStream_t stream) const
    {
        Derived policy = static_cast<Derived const&>(*this);
        policy.stream_ = stream;
        return policy;
    }

private:
    __host__ __device__ friend cudaStream_t get_stream(stream_policy const& policy)
    {
        return policy.stream_;
    }
    __host__ __device__ friend bool must_perform_optional_stream_synchronization(
        stream_policy const&)
    {
        return Waits;
    }

    cudaStream_t stream_;
};

template <class Derived>
using waiting_policy = stream_policy<Derived, true>;
template <class Derived>
using nosync_policy = stream_policy<Derived, false>;

template <bool Waits>
struct policy_on_stream : stream_policy<policy_on_stream<Waits>, Waits> {
    using stream_policy<policy_on_stream, Waits>::stream_policy;
};

struct par_t : execution_policy<par_t>,
               thrust::detail::allocator_aware_execution_policy<waiting_policy> {
    policy_on_stream<true> on(cudaStream_t stream) const { return policy_on_stream<true>(stream); }
};

struct par_nosync_t : execution_policy<par_nosync_t>,
                      thrust::detail::allocator_aware_execution_policy<nosync_policy> {
    policy_on_stream<false> on(cudaStream_t stream) const
    {
        return policy_on_stream<false>(stream);
    }

private:
    __host__ __device__ friend bool must_perform_optional_stream_synchronization(
        par_nosync_t const&)
    {
        return false;
    }
};

//! Whether what is enqueued in the stream becomes part of a graph, or of a capture that has failed.
inline bool is_captured(cudaStream_t stream)
{
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    return cudaStreamIsCapturing(stream, &capture) != cudaSuccess ||
           capture != cudaStreamCaptureStatusNone;
}

//! Memory that is there when the stream comes to it. In a stream that is captured the graph owns it.
//! Errors: std::bad_alloc
inline void* allocate_in_stream(std::size_t bytes, cudaStream_t stream)
{
    void* memory = nullptr;
    cudaError_t status = cudaMallocAsync(&memory, bytes, stream);
    // A graph would go on to use other memory after it was freed.
    if (status == cudaErrorNotSupported && !is_captured(stream)) {
        status = cudaMalloc(&memory, bytes);
    }
    if (status != cudaSuccess) {
        cudaGetLastError();
        throw thrust::system::detail::bad_alloc(thrust::cuda_category().message(status).c_str());
    }
    return memory;
}
//! Frees it when the stream has come to this.
inline void free_in_stream(void* memory, cudaStream_t stream) noexcept
{
    cudaError_t status = cudaFreeAsync(memory, stream);
    // What a capture that has failed was to allocate was never there.
    if (status != cudaSuccess && !is_captured(stream)) status = cudaFree(memory);
    if (status != cudaSuccess) cudaGetLastError();
}

// Temporary storage of all algorithms that do not wait for their end and have no allocator, Thrust's
// own among them, where Thrust looks for it by argument-dependent lookup.
template <class T>
thrust::pair<T*, std::ptrdiff_t> get_temporary_buffer(par_nosync_t& policy, std::ptrdiff_t count)
{
    auto const bytes = static_cast<std::size_t>(count) * sizeof(T);
    return {static_cast<T*>(allocate_in_stream(bytes, thrust::cuda_cub::stream(policy))), count};
}
template <class T>
thrust::pair<T*, std::ptrdiff_t> get_temporary_buffer(policy_on_stream<false>& policy,
                                                      std::ptrdiff_t count)
{
    auto const bytes = static_cast<std::size_t>(count) * sizeof(T);
    return {static_cast<T*>(allocate_in_stream(bytes, thrust::cuda_cub::stream(policy))), count};
}
template <class Pointer>
void return_temporary_buffer(par_nosync_t& policy, Pointer pointer, std::ptrdiff_t)
{
    free_in_stream(thrust::raw_pointer_cast(pointer), thrust::cuda_cub::stream(policy));
}
template <class Pointer>
void return_temporary_buffer(policy_on_stream<false>& policy, Pointer pointer, std::ptrdiff_t)
{
    free_in_stream(thrust::raw_pointer_cast(pointer), thrust::cuda_cub::stream(policy));
}

}  // namespace detail

//! Execution policy for Thrust: thrust::transform(heddle::par, first, last, result, f) runs heddle's
//! kernels where raw pointers, device_ptr, device_vector's iterators or coalesced_ptr are arrays of
//! structs, and Thrust's CUDA backend elsewhere. As of thrust::cuda::par there are
//! heddle::par.on(stream), heddle::par(allocator) and heddle::par(allocator).on(stream).
//! Errors: as Thrust has them: thrust::system_error for what fails on the GPU, std::bad_alloc where
//!         temporary storage does; then nothing has been written
inline constexpr detail::par_t par{};

//! The same without waiting for the end of what need not be waited for: as thrust::cuda::par_nosync.
//! Algorithms that return nothing to the host have temporary storage from cudaMallocAsync in the policy's
//! stream, unless the policy has an allocator: they can be captured in a graph, which then owns the storage.
inline constexpr detail::par_nosync_t par_nosync{};

//! The system of coalesced_ptr as an iterator of Thrust: calls that name no policy take heddle::par.
struct device_system_tag : execution_policy<device_system_tag> {
    device_system_tag() = default;
    //! Of two systems Thrust takes the one that the other converts to.
    __host__ __device__ device_system_tag(thrust::cuda_cub::tag) {}
};

//! Calls with both coalesced_ptr and other iterators of the device.
template <class Other,
          class = std::enable_if_t<std::is_convertible_v<Other, thrust::cuda_cub::tag>>>
__host__ __device__ device_system_tag& select_system(execution_policy<device_system_tag>& ours,
                                                     thrust::execution_policy<Other>&)
{
    return static_cast<device_system_tag&>(ours);
}
template <class Other,
          class = std::enable_if_t<std::is_convertible_v<Other, thrust::cuda_cub::tag>>,
          class = std::enable_if_t<!std::is_same_v<Other, device_system_tag>>>
__host__ __device__ device_system_tag& select_system(thrust::execution_policy<Other>&,
                                                     execution_policy<device_system_tag>& ours)
{
    return static_cast<device_system_tag&>(ours);
}

}  // namespace heddle
