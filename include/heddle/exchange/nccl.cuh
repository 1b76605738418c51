// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The engine of exchange() that sends by NCCL (2.7 or newer), within a host and between hosts.
#pragma once

#include <heddle/exchange.cuh>

#include <nccl.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

//! Sends by an NCCL communicator of the caller, which must outlive the engine, and be a blocking one. The ranks are those
//! of the communicator. Do not call an exchange between ncclGroupStart and ncclGroupEnd.
class nccl_engine {
public:
    //! Asks the communicator for the ranks.
    explicit nccl_engine(ncclComm_t communicator) : communicator_(communicator)
    {
        check(ncclCommUserRank(communicator_, &rank_));
        check(ncclCommCount(communicator_, &ranks_));
    }

    //! Returns the number of this rank.
    unsigned rank() const { return static_cast<unsigned>(rank_); }
    //! Returns the number of ranks.
    unsigned ranks() const { return static_cast<unsigned>(ranks_); }
    //! NCCL receives at any address.
    std::uint64_t key_of(void const*) const { return 1; }

    //! Returns the first error of NCCL. The exchange in which it occurred has returned cudaErrorUnknown.
    ncclResult_t result() const { return result_; }

    //! Copies the bytes at `own` of each rank r to all + r * bytes. Group: all ranks
    cudaError_t all_gather(cudaStream_t stream, void const* own, void* all, std::size_t bytes)
    {
        return check(ncclAllGather(own, all, bytes, ncclUint8, communicator_, stream));
    }

    //! Sends and receives messages; messages[r] are those between this rank and rank r. Group: all ranks
    cudaError_t send(cudaStream_t stream, std::byte const* packed, std::byte* out,
                     std::vector<rank_messages> const& messages)
    {
        cudaError_t error = check(ncclGroupStart());
        if (error != cudaSuccess) return error;
        for (int other = 0; other < ranks_; ++other) {
            rank_messages const& with = messages[static_cast<unsigned>(other)];
            if (other == rank_) continue;
            if (error == cudaSuccess && with.sent_bytes != 0) {
                error =
                    check(ncclSend(packed + with.sent_from, with.sent_bytes, ncclUint8, other, communicator_, stream));
            }
            if (error == cudaSuccess && with.received_bytes != 0) {
                error = check(
                    ncclRecv(out + with.received_at, with.received_bytes, ncclUint8, other, communicator_, stream));
            }
        }
        cudaError_t const at_end = check(ncclGroupEnd());
        return error == cudaSuccess ? at_end : error;
    }

private:
    cudaError_t check(ncclResult_t result)
    {
        if (result_ == ncclSuccess) result_ = result;
        return result == ncclSuccess ? cudaSuccess : cudaErrorUnknown;
    }

    ncclComm_t communicator_;
    int rank_ = 0, ranks_ = 1;
    ncclResult_t result_ = ncclSuccess;
};

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
