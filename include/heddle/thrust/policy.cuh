// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Execution policies for Thrust. They derive from the policies of Thrust's CUDA backend, which runs the algorithms that
// heddle does not have.
#pragma once

#include <heddle/config.cuh>
#include <heddle/thrust/detail/compatibility.cuh>
#include <heddle/thrust/detail/temporary_pool.cuh>

#include <thrust/memory.h>
#include <thrust/pair.h>
#include <thrust/system/cuda/execution_policy.h>

#include <cuda_runtime.h>

#include <cstddef>
#include <type_traits>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

namespace detail {
//! Whether algorithms wait for their stream before they return.
enum class stream_wait { waits, continues };
}  // namespace detail

namespace types {

//! The base class of policies with which Thrust finds heddle's algorithms. Policies without an allocator get temporary
//! storage from a pool, in stream order, also in Thrust's own algorithms.
template <class Derived>
struct execution_policy : thrust::cuda_cub::execution_policy<Derived> {
private:
    // Thrust finds these functions by argument-dependent lookup.
    template <class T>
    friend thrust::pair<T*, std::ptrdiff_t> get_temporary_buffer(execution_policy& policy, std::ptrdiff_t count)
    {
        auto const bytes = static_cast<std::size_t>(count) * sizeof(T);
        return {static_cast<T*>(detail::allocate_in_stream(bytes, thrust::cuda_cub::stream(policy))), count};
    }
    template <class Pointer>
    friend void return_temporary_buffer(execution_policy& policy, Pointer pointer, std::ptrdiff_t)
    {
        detail::free_in_stream(thrust::raw_pointer_cast(pointer), thrust::cuda_cub::stream(policy));
    }
};

//! A policy with a stream.
template <class Derived, detail::stream_wait Wait>
class stream_policy : public execution_policy<Derived> {
public:
    __host__ __device__ explicit stream_policy(cudaStream_t stream = thrust::cuda_cub::default_stream())
        : stream_(stream)
    {
    }

    Derived on(cudaStream_t stream) const
    {
        Derived policy = static_cast<Derived const&>(*this);
        policy.stream_ = stream;
        return policy;
    }

private:
    __host__ __device__ friend cudaStream_t get_stream(stream_policy const& policy) { return policy.stream_; }
    __host__ __device__ friend bool must_perform_optional_stream_synchronization(stream_policy const&)
    {
        return Wait == detail::stream_wait::waits;
    }

    cudaStream_t stream_;
};

//! A stream_policy whose algorithms wait.
template <class Derived>
using waiting_policy = stream_policy<Derived, detail::stream_wait::waits>;
//! A stream_policy whose algorithms do not wait.
template <class Derived>
using nosync_policy = stream_policy<Derived, detail::stream_wait::continues>;

//! The type of heddle::par.on(stream), and of heddle::par_nosync.on(stream).
template <detail::stream_wait Wait>
struct policy_on_stream : stream_policy<policy_on_stream<Wait>, Wait> {
    using stream_policy<policy_on_stream, Wait>::stream_policy;
};

//! The type of heddle::par.
struct par_t : execution_policy<par_t>, thrust::detail::allocator_aware_execution_policy<waiting_policy> {
    policy_on_stream<detail::stream_wait::waits> on(cudaStream_t stream) const
    {
        return policy_on_stream<detail::stream_wait::waits>(stream);
    }
};

//! The type of heddle::par_nosync.
struct par_nosync_t : execution_policy<par_nosync_t>, thrust::detail::allocator_aware_execution_policy<nosync_policy> {
    policy_on_stream<detail::stream_wait::continues> on(cudaStream_t stream) const
    {
        return policy_on_stream<detail::stream_wait::continues>(stream);
    }

private:
    __host__ __device__ friend bool must_perform_optional_stream_synchronization(par_nosync_t const&) { return false; }
};

}  // namespace types

using types::execution_policy;

//! Execution policy for Thrust: thrust::transform(heddle::par, first, last, result, f) runs heddle's kernels if the
//! iterators are arrays of structs (raw pointers, device_ptr, iterators of device_vector, coalesced_ptr), and Thrust's
//! CUDA backend otherwise. Like thrust::cuda::par it has heddle::par.on(stream), heddle::par(allocator) and
//! heddle::par(allocator).on(stream). Without an allocator, temporary storage comes in stream order from a pool, which
//! keeps free memory for the next call, up to an eighth of the device's. If cudaMalloc needs this memory, the pool gives
//! it up.
//! Errors:   as in Thrust: thrust::system_error if something fails on the GPU; std::bad_alloc if temporary storage
//!           cannot be allocated, in which case nothing is written
inline constexpr types::par_t par{};

//! Execution policy for Thrust that does not wait for an algorithm to finish, unless the algorithm returns a result to
//! the host (see thrust::cuda::par_nosync), and otherwise works as heddle::par does. A graph can capture the algorithms
//! that do not wait. The graph then owns the temporary storage, unless the policy has an allocator.
inline constexpr types::par_nosync_t par_nosync{};

namespace types {

//! The system of coalesced_ptr as a Thrust iterator: calls without a policy use heddle's algorithms.
struct device_system_tag : execution_policy<device_system_tag> {
    device_system_tag() = default;
    //! Converts from Thrust's CUDA tag. Of two systems, Thrust selects the system to which the other system converts.
    __host__ __device__ device_system_tag(thrust::cuda_cub::tag) {}
};

//! Selects heddle's system for calls that mix a coalesced_ptr with other device iterators.
template <class Other, class = std::enable_if_t<std::is_convertible_v<Other, thrust::cuda_cub::tag>>>
__host__ __device__ device_system_tag& select_system(execution_policy<device_system_tag>& ours,
                                                     thrust::execution_policy<Other>&)
{
    return static_cast<device_system_tag&>(ours);
}
//! Selects heddle's system, for arguments in the other order.
template <class Other, class = std::enable_if_t<std::is_convertible_v<Other, thrust::cuda_cub::tag>>,
          class = std::enable_if_t<!std::is_same_v<Other, device_system_tag>>>
__host__ __device__ device_system_tag& select_system(thrust::execution_policy<Other>&,
                                                     execution_policy<device_system_tag>& ours)
{
    return static_cast<device_system_tag&>(ours);
}

}  // namespace types

using types::device_system_tag;

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
