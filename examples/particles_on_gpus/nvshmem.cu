// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Load and store: one kernel moves the particles, and stores those that leave directly to the memory of the neighbors.
// The host calls nvshmem_ptr for addresses in this memory, which coalesced_ptr takes. The program therefore needs
// neither -rdc=true nor the device library of NVSHMEM.
#include "exchange_steps.cuh"
#include "move_and_exchange.cuh"

#include <heddle/exchange/nvshmem.cuh>

#include <nvshmem_host.h>

#include <cstdlib>

static void check_nvshmem(int status, char const* call)
{
    if (status != 0) {
        throw std::runtime_error(std::string("NVSHMEM reports: ") + call + " failed with status " +
                                 std::to_string(status) + " (NVSHMEM_DEBUG=INFO says more)");
    }
}

static void start_nvshmem(member const& me)
{
    auto id = me.share_id<nvshmemx_uniqueid_t>([](nvshmemx_uniqueid_t& own) {
        nvshmemx_uniqueid_t created = NVSHMEMX_UNIQUEID_INITIALIZER;
        check_nvshmem(nvshmemx_get_uniqueid(&created), "nvshmemx_get_uniqueid");
        own = created;
    });
    nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
    check_nvshmem(
        nvshmemx_set_attr_uniqueid_args(static_cast<int>(me.rank()), static_cast<int>(me.count()), &id, &attributes),
        "nvshmemx_set_attr_uniqueid_args");
    check_nvshmem(nvshmemx_hostlib_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attributes), "nvshmemx_hostlib_init_attr");
}

//! A symmetric array: each rank has an array of the same size. All ranks must create the array together. The end of
//! NVSHMEM frees all arrays.
template <class T>
class symmetric_array {
public:
    explicit symmetric_array(std::size_t count) : own_(nvshmem_malloc(count * sizeof(T)))
    {
        if (own_ == nullptr) throw std::runtime_error("NVSHMEM has no memory for an array: set NVSHMEM_SYMMETRIC_SIZE");
    }
    T* own() const { return static_cast<T*>(own_); }
    //! Returns the address of a rank's array, to which this GPU can store.
    T* at(unsigned rank) const
    {
        void* const address = nvshmem_ptr(own_, static_cast<int>(rank));
        if (address == nullptr) {
            throw std::runtime_error("this GPU cannot store to the memory of rank " + std::to_string(rank) +
                                     ": pack and send instead (--engine nccl)");
        }
        return static_cast<T*>(address);
    }

private:
    void* own_;
};

class nvshmem_exchange {
public:
    explicit nvshmem_exchange(member const& me)
        : me_(me),
          room_(static_cast<unsigned>(capacity_of(me.all().chosen.particles))),
          room_of_inbox_(static_cast<unsigned>(capacity_of(me.all().chosen.particles / 4))),
          staying_{gpu_array<particle>(room_), gpu_array<particle>(room_)},
          counts_(2 * 3),
          history_(1),
          inboxes_(4 * std::size_t{room_of_inbox_}),
          came_(4),
          inboxes_at_{inboxes_.at(me.left()), inboxes_.at(me.right())},
          came_at_{came_.at(me.left()), came_.at(me.right())}
    {
        check(cudaStreamCreate(&stream_));
    }

    //! Measures steps from the beginning, and checks the particles.
    template <template <class> class Pointer>
    bool measure_steps(char const* name)
    {
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_, move_and_exchange<Pointer>, block_threads, 0));
        blocks_ *= multiprocessors();
        now_ = 0;
        restart(me_, staying_[now_].data());
        check(cudaMemset(came_.own(), 0, 4 * sizeof(unsigned)));
        check(cudaMemset(history_.data(), 0, sizeof(history)));
        check(cudaMemcpy(counts_.data(), &me_.all().chosen.particles, sizeof(unsigned), cudaMemcpyDefault));
        check(cudaDeviceSynchronize());
        measure(
            me_, [&] { step<Pointer>(); }, [&] { return on_host(history_.data()).sent * sizeof(particle); });

        history const all = on_host(history_.data());
        if (all.max_fill[in_slab] > room_ || std::max(all.max_fill[left], all.max_fill[right]) > room_of_inbox_) {
            throw std::runtime_error("there are more particles in a slab, or leave it, than an array has room for");
        }
        std::vector<part> parts{{staying_[now_].data(), on_host(counts(now_))}};
        for (side const from : {left, right}) parts.push_back({inbox(now_, from), on_host(came(now_, from))});
        bool const is_right = check_particles(me_, parts);
        print_line(me_, name, is_right);
        return is_right;
    }

    //! Measures how long it takes to store as many particles as in the last step.
    template <template <class> class Pointer>
    void measure_stores(char const* name)
    {
        unsigned const next = 1 - now_;
        stores const all{{inbox_at(next, left), inbox_at(next, right)},
                         {on_host(counts(now_) + left), on_host(counts(now_) + right)}};
        dim3 const blocks(blocks_of(std::max(all.count[0], all.count[1])), 2);
        std::size_t sent = 0;
        auto const store = [&] {
            store_particles<Pointer><<<blocks, block_threads, 0, stream_>>>(all, staying_[now_].data());
            check(cudaGetLastError());
            nvshmemx_barrier_all_on_stream(stream_);
            sent += (std::size_t{all.count[0]} + all.count[1]) * sizeof(particle);
        };
        measure(me_, store, [&] {
            check(cudaStreamSynchronize(stream_));
            return sent;
        });
        print_line(me_, name);
    }

private:
    template <class T>
    T on_host(T const* on_gpu) const
    {
        T value;
        check(cudaStreamSynchronize(stream_));
        check(cudaMemcpy(&value, on_gpu, sizeof value, cudaMemcpyDefault));
        return value;
    }
    static int multiprocessors()
    {
        int device = 0, number = 0;
        check(cudaGetDevice(&device));
        check(cudaDeviceGetAttribute(&number, cudaDevAttrMultiProcessorCount, device));
        return number;
    }

    // A step reads the arrays of index now_, and writes those of index 1 - now_. Neighbors write the counts in came_.
    unsigned* counts(unsigned when) const { return counts_.data() + 3 * when; }
    std::size_t index(unsigned when, side from) const { return 2 * when + (from == right ? 1 : 0); }
    particle* inbox(unsigned when, side from) const { return inboxes_.own() + index(when, from) * room_of_inbox_; }
    unsigned* came(unsigned when, side from) const { return came_.own() + index(when, from); }
    // Particles for the left neighbor reach that neighbor from its right.
    static side opposite(side to) { return to == left ? right : left; }
    particle* inbox_at(unsigned when, side to) const
    {
        return inboxes_at_[to == right ? 1 : 0] + index(when, opposite(to)) * room_of_inbox_;
    }
    unsigned* came_at(unsigned when, side to) const
    {
        return came_at_[to == right ? 1 : 0] + index(when, opposite(to));
    }

    template <template <class> class Pointer>
    void step()
    {
        unsigned const now = now_, next = 1 - now_;
        step_of_rank const all{me_.own_slab(),
                               {{staying_[now].data(), counts(now), room_},
                                {inbox(now, left), came(now, left), room_of_inbox_},
                                {inbox(now, right), came(now, right), room_of_inbox_}},
                               {{staying_[next].data(), counts(next) + in_slab, room_},
                                {inbox_at(next, left), counts(next) + left, room_of_inbox_},
                                {inbox_at(next, right), counts(next) + right, room_of_inbox_}}};
        check(cudaMemsetAsync(counts(next), 0, 3 * sizeof(unsigned), stream_));
        move_and_exchange<Pointer><<<static_cast<unsigned>(blocks_), block_threads, 0, stream_>>>(all);
        check(cudaGetLastError());
        tell_counts<<<1, 1, 0, stream_>>>(counts(next), came_at(next, left), came_at(next, right), history_.data());
        check(cudaGetLastError());
        // After this barrier, all ranks have read the arrays that the next step writes, and have written those that it
        // reads.
        nvshmemx_barrier_all_on_stream(stream_);
        now_ = next;
    }

    member const& me_;
    unsigned room_, room_of_inbox_;
    gpu_array<particle> staying_[2];
    gpu_array<unsigned> counts_;  // counts(now_) and counts(1 - now_), each by `side`
    gpu_array<history> history_;
    symmetric_array<particle> inboxes_;
    symmetric_array<unsigned> came_;
    particle* inboxes_at_[2];  // the inboxes of the left and of the right neighbor
    unsigned* came_at_[2];
    cudaStream_t stream_ = nullptr;
    int blocks_ = 0;
    unsigned now_ = 0;
};

//! Measures steps by heddle::device::exchange().
static bool measure_exchange(member const& me)
{
    std::size_t const room = capacity_of(me.all().chosen.particles);
    heddle::nvshmem_engine engine;
    symmetric_array<particle> const first(room), second(room);
    exchanged_particles particles(me, engine, first.own(), second.own(), room);
    return particles.measure_steps("nvshmem: step, coalesced_ptr, exchange()");
}

static int measure_all(member const& me)
{
    nvshmem_exchange exchange(me);
    bool const is_right = exchange.measure_steps<coalesced>("nvshmem: step, coalesced_ptr");
    exchange.measure_stores<coalesced>("nvshmem: store as many bytes, coalesced_ptr");
    bool const is_right_too = exchange.measure_steps<plain>("nvshmem: step, T*");
    exchange.measure_stores<plain>("nvshmem: store as many bytes, T*");
    bool const is_right_by_exchange = measure_exchange(me);
    return is_right && is_right_too && is_right_by_exchange ? success : wrong_result;
}

int exchange_by_nvshmem(member const& me)
{
    // All ranks are on this host, and nothing here uses multicast.
    setenv("NVSHMEM_REMOTE_TRANSPORT", "none", 0);
    setenv("NVSHMEM_DISABLE_NVLS", "1", 0);
    check(cudaSetDevice(static_cast<int>(me.rank())));
    check(cudaFree(nullptr));  // creates a context; NVSHMEM takes its GPU
    start_nvshmem(me);
    int const result = measure_all(me);
    nvshmemx_hostlib_finalize();
    return result;
}
