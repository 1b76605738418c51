// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Exchanges structs between the GPUs of several ranks, each of which is a process or a thread with a GPU of its own: a
// function names the rank to which each struct goes. An engine transports the bytes. heddle/exchange/nccl.cuh and
// heddle/exchange/nvshmem.cuh have engines for these libraries.
//
//     heddle::nccl_engine engine(communicator);
//     heddle::device::exchange(temporary, bytes, stream, engine, particles, count, received, room, received_count,
//                              rank_of_particle{slabs});
//
// An engine has:
//   rank(), ranks():       the number of this rank, and that of all ranks
//   key_of(out):           0 if other ranks cannot send to this address; otherwise a number that must be equal on all
//                          ranks that receive
//   all_gather(stream, own, all, bytes):  copies the bytes at `own` of rank r to all + r * bytes, on all ranks
//   send(stream, packed, out, messages):  sends the messages, which begin in `packed`, and receives those to this rank
//                          at `out`. Rank r has messages[r]; the message to this rank itself is not sent. A message
//                          arrives after the work that precedes send() in the stream of the rank that receives it, and
//                          before the work that follows
// The last two return a cudaError_t. All ranks call them together.
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/algorithm/detail/arrays.cuh>
#include <heddle/algorithm/detail/bucket_sort.cuh>
#include <heddle/algorithm/detail/temporary.cuh>
#include <heddle/algorithm/multisplit.cuh>
#include <heddle/config.cuh>

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

//! The messages between this rank and another one. All numbers are bytes.
struct rank_messages {
    std::size_t sent_bytes;      //!< how long the message to the other rank is
    std::size_t sent_from;       //!< where the message begins in the packed array of this rank
    std::size_t sent_to;         //!< where it begins in the result of the other rank
    std::size_t received_bytes;  //!< how long the message from the other rank is
    std::size_t received_at;     //!< where the other rank's message begins in the result of this rank
};

namespace detail {

//! The messages of one rank.
struct exchange_plan {
    bool is_possible;   // all structs go to ranks that exist and have room for them; equal on all ranks
    std::size_t count;  // the number of structs that this rank receives
    std::vector<rank_messages> messages;
};

//! A row of numbers for each rank: where the structs for each other rank begin in its packed array (ranks + 1 offsets),
//! how many structs it has, for how many it has room, and the key of the address at which it receives.
class exchange_table {
public:
    explicit exchange_table(unsigned ranks) : ranks_(ranks), numbers_(std::size_t{ranks} * row_size(ranks)) {}

    static std::size_t row_size(unsigned ranks) { return std::size_t{ranks} + 4; }

    std::uint64_t* data() { return numbers_.data(); }
    std::size_t bytes() const { return numbers_.size() * sizeof(std::uint64_t); }

    //! Returns the plan of a rank for structs of this size.
    exchange_plan plan(unsigned own, std::size_t struct_bytes) const
    {
        exchange_plan result{true, 0, std::vector<rank_messages>(ranks_)};
        std::vector<std::uint64_t> received(ranks_);  // by each rank, from the ranks so far
        for (unsigned from = 0; from < ranks_; ++from) {
            std::uint64_t const* const first = row(from);
            if (first[ranks_] != count(from)) result.is_possible = false;
            for (unsigned to = 0; to < ranks_; ++to) {
                std::uint64_t const sent = first[to + 1] - first[to];
                if (to == own) {
                    result.messages[from].received_bytes = sent * struct_bytes;
                    result.messages[from].received_at = received[to] * struct_bytes;
                }
                if (from == own) {
                    result.messages[to].sent_bytes = sent * struct_bytes;
                    result.messages[to].sent_from = first[to] * struct_bytes;
                    result.messages[to].sent_to = received[to] * struct_bytes;
                }
                received[to] += sent;
            }
        }
        std::uint64_t known_key = 0;
        for (unsigned rank = 0; rank < ranks_; ++rank) {
            if (received[rank] == 0) continue;
            if (known_key == 0) known_key = key(rank);
            if (received[rank] > room(rank) || key(rank) == 0 || key(rank) != known_key) result.is_possible = false;
        }
        result.count = received[own];
        return result;
    }

private:
    std::uint64_t const* row(unsigned rank) const { return numbers_.data() + rank * row_size(ranks_); }
    std::uint64_t count(unsigned rank) const { return row(rank)[ranks_ + 1]; }
    std::uint64_t room(unsigned rank) const { return row(rank)[ranks_ + 2]; }
    std::uint64_t key(unsigned rank) const { return row(rank)[ranks_ + 3]; }

    unsigned ranks_;
    std::vector<std::uint64_t> numbers_;
};

}  // namespace detail

#if defined(__CUDACC__)

namespace detail {

//! The place of a struct that this rank sends: in the packed array, or, if it stays, in the result.
template <class T>
struct place_of_sent {
    std::uint32_t own;
    T* packed;
    T* stay;
    std::size_t stay_from;

    HEDDLE_INLINE T* operator()(std::uint32_t rank, std::size_t place) const
    {
        return rank == own ? stay + (place - stay_from) : packed + place;
    }
};

}  // namespace detail

namespace device {

//! Sends each struct of `in` to the rank that rank_of returns for it. Sets `out` to the structs that all ranks have sent
//! to this rank, itself included, in the order of the ranks, and those of one rank in the order of its `in`. Sets
//! out_count, on the host, to their number.
//!
//! If a rank would get more structs than it has room for, or if rank_of returns a rank that does not exist, all ranks
//! return cudaErrorInvalidValue, nothing is sent, and all `out` are unchanged; out_count is the room that this rank
//! needs.
//!
//! With temporary == nullptr, only sets temporary_bytes, which depends on `count`. This is a call of one rank.
//! Group:    all ranks of the engine call the function together, also those without structs
//! Requires: the arrays lie in global memory, and `out` has room for `room` structs. It may be `in`, or overlap it.
//!           rank_of can be called on the device with a T const&, and returns an integer. An engine is used in one
//!           stream, or in streams that wait for each other
//! Cost:     multisplit, a gather of 8 * (ranks + 4) bytes from each rank, for which the host waits, and a message to
//!           each rank. If `out` overlaps `in`, the structs that stay are copied once more
//! Storage:  the structs, and that of multisplit; 8 * (ranks + 4) * (ranks + 1) bytes
//! Stream:   the host waits for the stream once, so the call cannot be captured in a graph. The structs are received in
//!           the order of the stream
//! Errors:   those above; cudaErrorInvalidValue, with out_count = 0, if the storage is too small; those of launches and
//!           of the engine. If one rank alone fails, the other ranks wait until it calls again
template <class Engine, class T, class RankOf>
cudaError_t exchange(void* temporary, std::size_t& temporary_bytes, cudaStream_t stream, Engine& engine, T const* in,
                     std::size_t count, T* out, std::size_t room, std::size_t& out_count, RankOf rank_of)
{
    detail::check_sorted<T>();
    unsigned const ranks = engine.ranks(), own = engine.rank();
    return detail::with_split(stream, count, ranks, [&](auto split) {
        std::size_t const row = detail::exchange_table::row_size(ranks);
        detail::temporary_storage storage(temporary);
        T* const outgoing = storage.take<T>(count);
        auto* const own_row = storage.take<std::uint64_t>(row);
        auto* const all_rows = storage.take<std::uint64_t>(row * ranks);
        out_count = 0;
        cudaError_t error = split.take(storage);
        if (error != cudaSuccess || storage.is_missing(temporary_bytes, error)) return error;

        error = split.find(detail::bucket_at<T, RankOf>{in, ranks, rank_of}, own_row);
        if (error != cudaSuccess) return error;
        detail::exchange_table table(ranks);
        std::uint64_t const after_offsets[] = {count, room, engine.key_of(out)};
        error =
            cudaMemcpyAsync(own_row + ranks + 1, after_offsets, sizeof after_offsets, cudaMemcpyHostToDevice, stream);
        if (error == cudaSuccess) error = engine.all_gather(stream, own_row, all_rows, row * sizeof(std::uint64_t));
        if (error == cudaSuccess) {
            error = cudaMemcpyAsync(table.data(), all_rows, table.bytes(), cudaMemcpyDeviceToHost, stream);
        }
        if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
        if (error != cudaSuccess) return error;
        detail::exchange_plan const plan = table.plan(own, sizeof(T));
        out_count = plan.count;
        if (!plan.is_possible) return cudaErrorInvalidValue;

        // The structs that stay are not packed, unless they would overwrite others.
        rank_messages const& stay = plan.messages[own];
        std::size_t const stay_from = stay.sent_from / sizeof(T);
        T* const stay_at = out + stay.received_at / sizeof(T);
        bool const packs_all = detail::overlap(in, count, static_cast<T const*>(out), out_count);
        error = split.move(
            in, detail::place_of_sent<T>{own, outgoing, packs_all ? outgoing + stay_from : stay_at, stay_from});
        if (error == cudaSuccess && packs_all) {
            error = cudaMemcpyAsync(static_cast<void*>(stay_at), outgoing + stay_from, stay.sent_bytes,
                                    cudaMemcpyDeviceToDevice, stream);
        }
        if (error != cudaSuccess) return error;
        return engine.send(stream, reinterpret_cast<std::byte const*>(outgoing), reinterpret_cast<std::byte*>(out),
                           plan.messages);
    });
}

}  // namespace device

#endif

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
