// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Exchanges structs between threads that stand for ranks, all on one GPU. Their engine copies within the memory of this
// GPU, and compares the plans of both sides of a message.

#include "common/algorithms.cuh"

#include <heddle/exchange.cuh>

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

namespace heddle_test::rank_exchange_test {
namespace {

using rank_exchange_test = gpu_test;

struct particle {
    std::int32_t rank;
    std::uint32_t from, number;
    float more[4];
};
struct unaligned_particle {
    std::int8_t rank;
    std::uint8_t from;
    std::uint8_t number[3];
};
struct rank_of {
    template <class T>
    HEDDLE_HOST_DEVICE int operator()(T const& each) const
    {
        return each.rank;
    }
};

//! The memory and the messages that the ranks can read of each other.
class meeting {
public:
    explicit meeting(unsigned ranks) : memory_(ranks), messages_(ranks), ranks_(ranks) {}

    void wait()
    {
        std::unique_lock<std::mutex> lock(mutex_);
        std::size_t const round = round_;
        if (++waiting_ == ranks_) {
            waiting_ = 0;
            ++round_;
            all_are_here_.notify_all();
        }
        all_are_here_.wait(lock, [&] { return round_ != round; });
    }

    std::vector<std::byte*> memory_;
    std::vector<std::vector<heddle::rank_messages>> messages_;

private:
    std::mutex mutex_;
    std::condition_variable all_are_here_;
    unsigned const ranks_;
    unsigned waiting_ = 0;
    std::size_t round_ = 0;
};

//! Stores to the memory of the other ranks.
class engine_of_one_gpu {
public:
    engine_of_one_gpu(meeting& all, unsigned rank, std::uint64_t key) : all_(all), rank_(rank), key_(key) {}

    unsigned rank() const { return rank_; }
    unsigned ranks() const { return static_cast<unsigned>(all_.memory_.size()); }
    std::uint64_t key_of(void const*) const { return key_; }
    bool has_sent() const { return has_sent_; }

    cudaError_t all_gather(cudaStream_t stream, void const* own, void* all, std::size_t bytes)
    {
        show(stream, all);
        for (unsigned rank = 0; rank < ranks(); ++rank) store(stream, all_.memory_[rank] + rank_ * bytes, own, bytes);
        return finish(stream);
    }

    cudaError_t send(cudaStream_t stream, std::byte const* packed, std::byte* out,
                     std::vector<heddle::rank_messages> const& messages)
    {
        has_sent_ = true;
        all_.messages_[rank_] = messages;
        show(stream, out);
        for (unsigned rank = 0; rank < ranks(); ++rank) {
            heddle::rank_messages const& with = messages[rank];
            EXPECT_EQ(all_.messages_[rank][rank_].received_bytes, with.sent_bytes);
            EXPECT_EQ(all_.messages_[rank][rank_].received_at, with.sent_to);
            if (rank != rank_)
                store(stream, all_.memory_[rank] + with.sent_to, packed + with.sent_from, with.sent_bytes);
        }
        return finish(stream);
    }

private:
    void show(cudaStream_t stream, void* memory)
    {
        all_.memory_[rank_] = static_cast<std::byte*>(memory);
        check_cuda(cudaStreamSynchronize(stream), "the work before a collective");
        all_.wait();
    }
    static void store(cudaStream_t stream, void* to, void const* from, std::size_t bytes)
    {
        check_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream), "a store to another rank");
    }
    cudaError_t finish(cudaStream_t stream)
    {
        cudaError_t const error = cudaStreamSynchronize(stream);
        all_.wait();
        return error;
    }

    meeting& all_;
    unsigned rank_;
    std::uint64_t key_;
    bool has_sent_ = false;
};

//! The result of one rank.
struct outcome {
    cudaError_t error = cudaErrorUnknown;
    std::size_t count = 0;
    bool has_sent = false;
};

//! Runs an exchange with all ranks. Rank r has the structs in[r], and room for room[r] structs. Checks the results, or
//! that nothing is written if the exchange fails.
template <class T>
std::vector<outcome> exchange_all(std::vector<std::vector<T>> const& in, std::vector<std::size_t> const& room,
                                  random_source& random, bool in_place = false,
                                  std::vector<std::uint64_t> const& keys = {})
{
    auto const ranks = static_cast<unsigned>(in.size());
    std::vector<std::vector<T>> expected(ranks);
    for (auto const& each : in) {
        for (T const& one : each) {
            if (one.rank >= 0 && static_cast<unsigned>(one.rank) < ranks) {
                expected[static_cast<unsigned>(one.rank)].push_back(one);
            }
        }
    }
    std::vector<guarded_array<T>> results;
    for (unsigned rank = 0; rank < ranks; ++rank) {
        results.emplace_back(in_place ? std::max(room[rank], in[rank].size()) : room[rank], random, sizeof(T));
        if (in_place) std::copy(in[rank].begin(), in[rank].end(), results[rank].begin());
    }
    std::vector<std::vector<T>> before;
    for (auto& each : results) before.emplace_back(each.begin(), each.end());

    std::vector<outcome> outcomes(ranks);
    meeting all(ranks);
    auto const run = [&](unsigned rank) {
        device_vector<T> const from(in[rank]);
        device_copy<T> const to(results[rank]);
        own_stream const stream;
        engine_of_one_gpu engine(all, rank, keys.empty() ? 1 : keys[rank]);
        auto const call = [&](void* temporary, std::size_t& bytes) {
            T const* const first = in_place ? to.data() : from.data();
            return heddle::device::exchange(temporary, bytes, stream, engine, first, in[rank].size(), to.data(),
                                            room[rank], outcomes[rank].count, rank_of());
        };
        std::size_t bytes = 0;
        check_cuda(call(nullptr, bytes), "first phase");
        std::size_t too_few = bytes - 1;
        device_memory const temporary(bytes);
        EXPECT_EQ(cudaErrorInvalidValue, call(temporary.data(), too_few));
        outcomes[rank].error = call(temporary.data(), bytes);
        outcomes[rank].has_sent = engine.has_sent();
        stream.wait();
        to.copy_to(results[rank]);
    };
    std::vector<std::thread> threads;
    for (unsigned rank = 0; rank < ranks; ++rank) threads.emplace_back(run, rank);
    for (std::thread& each : threads) each.join();

    for (unsigned rank = 0; rank < ranks; ++rank) {
        SCOPED_TRACE(testing::Message() << "rank " << rank << " of " << ranks);
        EXPECT_TRUE(results[rank].guards_intact());
        EXPECT_EQ(expected[rank].size(), outcomes[rank].count);
        bool const has_failed = outcomes[rank].error != cudaSuccess;
        auto const& right = has_failed ? before[rank] : expected[rank];
        EXPECT_TRUE(right.empty() || std::memcmp(right.data(), results[rank].data(), right.size() * sizeof(T)) == 0);
    }
    return outcomes;
}

template <class T>
std::vector<std::vector<T>> random_ranks(unsigned ranks, std::size_t most, random_source& random)
{
    std::vector<std::vector<T>> in(ranks);
    for (unsigned rank = 0; rank < ranks; ++rank) {
        in[rank].resize(rank % 3 == 1 ? 0 : random.below(static_cast<unsigned>(most)));
        random.fill(in[rank].data(), in[rank].size() * sizeof(T));
        for (T& each : in[rank]) {
            each.rank = static_cast<decltype(each.rank)>(random.below(ranks));
            each.from = static_cast<decltype(each.from)>(rank);
        }
    }
    return in;
}

template <class T>
std::vector<std::size_t> needed_room(std::vector<std::vector<T>> const& in)
{
    std::vector<std::size_t> room(in.size());
    for (auto const& each : in) {
        for (T const& one : each) ++room[static_cast<std::size_t>(one.rank)];
    }
    return room;
}

TEST_F(rank_exchange_test, brings_each_struct_to_its_rank)
{
    random_source random("structs of several ranks");
    for (unsigned const ranks : {1u, 2u, 3u, 8u, 24u}) {
        for (bool const in_place : {false, true}) {
            auto const in = random_ranks<particle>(ranks, 20000 / ranks, random);
            for (auto const& each : exchange_all(in, needed_room(in), random, in_place)) {
                EXPECT_EQ(cudaSuccess, each.error);
            }
        }
        auto const unaligned = random_ranks<unaligned_particle>(ranks, 5000, random);
        for (auto const& each : exchange_all(unaligned, needed_room(unaligned), random)) {
            EXPECT_EQ(cudaSuccess, each.error);
        }
    }
}

TEST_F(rank_exchange_test, takes_ranks_without_structs)
{
    random_source random("no structs");
    for (unsigned const ranks : {1u, 4u}) {
        std::vector<std::vector<particle>> const in(ranks);
        for (auto const& each : exchange_all(in, std::vector<std::size_t>(ranks), random)) {
            EXPECT_EQ(cudaSuccess, each.error);
            EXPECT_EQ(0u, each.count);
        }
    }
}

//! Checks that all ranks refuse, and that none has sent.
void expect_refused(std::vector<outcome> const& outcomes)
{
    for (auto const& each : outcomes) {
        EXPECT_EQ(cudaErrorInvalidValue, each.error);
        EXPECT_FALSE(each.has_sent);
    }
}

TEST_F(rank_exchange_test, loses_nothing_if_a_rank_has_no_room)
{
    random_source random("structs for a rank without room");
    for (bool const in_place : {false, true}) {
        auto const in = random_ranks<particle>(4, 3000, random);
        auto room = needed_room(in);
        --room[2];
        expect_refused(exchange_all(in, room, random, in_place));
    }
}

TEST_F(rank_exchange_test, loses_nothing_if_ranks_receive_at_different_addresses)
{
    random_source random("structs for different addresses");
    auto const in = random_ranks<particle>(3, 1000, random);
    expect_refused(exchange_all(in, needed_room(in), random, false, {5, 5, 0}));
    expect_refused(exchange_all(in, needed_room(in), random, false, {5, 6, 5}));
}

TEST_F(rank_exchange_test, loses_nothing_if_a_rank_does_not_exist)
{
    random_source random("structs for no rank");
    for (std::int32_t const stray : {-1, 4, 1 << 30}) {
        auto in = random_ranks<particle>(4, 3000, random);
        auto const room = needed_room(in);
        in[3].push_back(particle());
        in[3].back().rank = stray;
        expect_refused(exchange_all(in, room, random));
    }
}

}  // namespace
}  // namespace heddle_test::rank_exchange_test
