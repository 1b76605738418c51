// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The engine of exchange() that stores to the memory of the other ranks by NVSHMEM (3.0 or newer). It uses NVSHMEM's
// host library alone, so neither -rdc=true nor its device library is needed.
#pragma once

#include <heddle/exchange.cuh>

#include <nvshmem_host.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

//! Sends to all processing elements of NVSHMEM. All ranks must receive at the same address of the same symmetric array
//! (nvshmem_malloc); otherwise an exchange returns cudaErrorInvalidValue on all ranks. Between GPUs that cannot access
//! each other's memory (nvshmem_ptr returns null), the temporary storage must be symmetric, too: allocate on all ranks
//! the maximum of temporary_bytes. While an exchange runs, the caller must not call other collectives of
//! NVSHMEM_TEAM_WORLD in other streams.
class nvshmem_engine {
public:
    //! Allocates symmetric memory: 8 * (ranks + 4) * (ranks + 1) bytes.
    //! Group:    all ranks; NVSHMEM is initialized
    //! Errors:   throws std::runtime_error if there is no memory
    nvshmem_engine()
        : rank_(static_cast<unsigned>(nvshmem_my_pe())),
          ranks_(static_cast<unsigned>(nvshmem_n_pes())),
          own_row_(allocate(row_bytes())),
          all_rows_(allocate(row_bytes() * ranks_))
    {
    }
    nvshmem_engine(nvshmem_engine const&) = delete;
    nvshmem_engine& operator=(nvshmem_engine const&) = delete;
    //! Group:    all ranks, before NVSHMEM ends
    ~nvshmem_engine()
    {
        nvshmem_free(all_rows_);
        nvshmem_free(own_row_);
    }

    //! Returns the number of this rank.
    unsigned rank() const { return rank_; }
    //! Returns the number of ranks.
    unsigned ranks() const { return ranks_; }
    //! Returns a number of the place of an array in symmetric memory, 0 if the array lies elsewhere.
    std::uint64_t key_of(void const* out) const
    {
        if (nvshmem_ptr(out, static_cast<int>(rank_)) != out) return 0;
        // Two symmetric arrays have the same distance on all ranks.
        return reinterpret_cast<std::uintptr_t>(out) - reinterpret_cast<std::uintptr_t>(own_row_);
    }

    //! Copies the bytes at `own` of each rank r to all + r * bytes. Group: all ranks
    cudaError_t all_gather(cudaStream_t stream, void const* own, void* all, std::size_t bytes)
    {
        if (bytes > row_bytes()) return cudaErrorInvalidValue;
        cudaError_t error = cudaMemcpyAsync(own_row_, own, bytes, cudaMemcpyDeviceToDevice, stream);
        if (error != cudaSuccess) return error;
        nvshmemx_sync_all_on_stream(stream);  // the other ranks may still read what the call before has gathered
        int const status = nvshmemx_fcollectmem_on_stream(NVSHMEM_TEAM_WORLD, all_rows_, own_row_, bytes, stream);
        if (status != 0) return cudaErrorUnknown;
        return cudaMemcpyAsync(all, all_rows_, bytes * ranks_, cudaMemcpyDeviceToDevice, stream);
    }

    //! Sends and receives messages; messages[r] are those between this rank and rank r. Group: all ranks
    cudaError_t send(cudaStream_t stream, std::byte const* packed, std::byte* out,
                     std::vector<rank_messages> const& messages)
    {
        static_cast<void>(cudaGetLastError());  // an earlier error is not one of this call
        nvshmemx_sync_all_on_stream(stream);    // the other ranks may still read the arrays in which they receive
        // Begins with the next rank, so that not all ranks store to the same one.
        for (unsigned k = 1; k < ranks_; ++k) {
            unsigned const other = (rank_ + k) % ranks_;
            rank_messages const& with = messages[other];
            if (with.sent_bytes == 0) continue;
            nvshmemx_putmem_nbi_on_stream(out + with.sent_to, packed + with.sent_from, with.sent_bytes,
                                          static_cast<int>(other), stream);
        }
        nvshmemx_barrier_all_on_stream(stream);
        return cudaGetLastError();
    }

private:
    std::size_t row_bytes() const { return (std::size_t{ranks_} + 4) * sizeof(std::uint64_t); }
    static void* allocate(std::size_t bytes)
    {
        void* const memory = nvshmem_malloc(bytes);
        if (memory == nullptr) {
            throw std::runtime_error(
                "heddle: NVSHMEM has no memory left for nvshmem_engine: set NVSHMEM_SYMMETRIC_SIZE");
        }
        return memory;
    }

    unsigned rank_, ranks_;
    void* own_row_;
    void* all_rows_;
};

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
