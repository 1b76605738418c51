// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Ranks that are processes of one host, and memory that they share. Across hosts, a launcher such as mpirun starts the
// processes instead, and MPI passes what is shared here.
#pragma once

#include "particles.cuh"

#include <pthread.h>
#include <sys/mman.h>

#include <cstddef>
#include <functional>
#include <new>
#include <string>

//! An array of zeros in memory that this process shares with those that it forks later.
template <class T>
class shared_array {
public:
    explicit shared_array(std::size_t count) : bytes_(count * sizeof(T))
    {
        void* const memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        data_ = static_cast<T*>(memory);
    }
    ~shared_array() { munmap(data_, bytes_); }
    shared_array(shared_array const&) = delete;
    shared_array& operator=(shared_array const&) = delete;

    T* data() const { return data_; }
    T& operator[](std::size_t i) const { return data_[i]; }
    std::size_t bytes() const { return bytes_; }

private:
    std::size_t bytes_;
    T* data_;
};

struct options {
    unsigned ranks = 0;
    std::uint32_t particles = 1u << 23;  //!< of each rank before the first step
    unsigned steps = 50;                 //!< that are measured
    std::string engine;                  //!< empty for all
};
inline constexpr unsigned warm_up_steps = 5;

//! What a rank tells the others.
struct report_of_rank {
    double seconds;
    std::size_t sent_bytes, held, misplaced;
};

//! What all ranks share.
struct board {
    explicit board(options const& chosen_options);

    options chosen;
    std::size_t count;                //!< the number of all particles
    shared_array<particle> expected;  //!< the particles after all steps, as one GPU computes them, by id
    shared_array<particle> found;     //!< the same, as the ranks have left them
    shared_array<report_of_rank> reports;
    shared_array<char> id;  //!< the unique id of NCCL or NVSHMEM, which rank 0 writes
    shared_array<pthread_barrier_t> barrier;
};

//! One rank of a run.
class member {
public:
    member(board& all, unsigned rank) : all_(all), rank_(rank) {}

    unsigned rank() const { return rank_; }
    unsigned left() const { return (rank_ + count() - 1) % count(); }
    unsigned right() const { return (rank_ + 1) % count(); }
    unsigned count() const { return all_.chosen.ranks; }
    slab own_slab() const { return {static_cast<float>(rank_), static_cast<float>(count())}; }
    board& all() const { return all_; }
    report_of_rank& report() const { return all_.reports[rank_]; }

    //! Waits for all ranks.
    void meet() const { pthread_barrier_wait(all_.barrier.data()); }

    //! Passes an id, which create() writes in rank 0, to all ranks.
    template <class Id, class Create>
    Id share_id(Create const& create) const
    {
        static_assert(sizeof(Id) <= 1024);
        Id* const shared = reinterpret_cast<Id*>(all_.id.data());
        meet();
        if (rank_ == 0) create(*shared);
        meet();
        return *shared;
    }

private:
    board& all_;
    unsigned rank_;
};

//! Exit statuses of ranks and of the program.
enum status : int { success = 0, wrong_result = 1, failure = 2, skipped = 77 };

//! Runs body() in a process of its own, and returns its exit status. Prints exceptions.
int run_process(std::function<int()> const& body);

//! Runs body(member) in one process for each rank, and returns the highest exit status. Ends the other processes if one
//! fails.
int run_ranks(board& all, std::function<int(member const&)> const& body);

//! Engines. Each runs one rank, prints its results in rank 0, and returns the exit status.
int exchange_by_nccl(member const& me);
int exchange_by_nvshmem(member const& me);

//! Returns the number of GPUs; 0 if there is no driver. Both functions initialize CUDA, which must not be done before
//! fork(), so they run in processes of their own.
int count_gpus();
int compute_expected(board const& all);
