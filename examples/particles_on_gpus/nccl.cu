// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Pack and send by NCCL: heddle::device::exchange() is one call. For comparison, a step is also written by hand with a
// T* and CUB: it packs the particles for each neighbor, exchanges the numbers, sends, receives and appends.
#include "exchange_steps.cuh"

#include <heddle/exchange/nccl.cuh>

#include <nccl.h>
#include <cub/device/device_select.cuh>

#include <cstdlib>

static void check(ncclResult_t result)
{
    if (result != ncclSuccess) {
        throw std::runtime_error(std::string("NCCL reports: ") + ncclGetErrorString(result) + "; " +
                                 ncclGetLastError(nullptr) + " (NCCL_DEBUG=WARN says more)");
    }
}

//! The numbers of particles after a step by hand. A rank sends to_left and to_right to its neighbors.
enum number : unsigned { staying, to_left, to_right, from_right, from_left, all_numbers };

class nccl_by_hand {
public:
    nccl_by_hand(member const& me, ncclComm_t ranks)
        : me_(me),
          ranks_(ranks),
          room_(capacity_of(me.all().chosen.particles)),
          particles_{gpu_array<particle>(room_), gpu_array<particle>(room_)},
          outbox_{gpu_array<particle>(room_), gpu_array<particle>(room_)},
          inbox_{gpu_array<particle>(room_), gpu_array<particle>(room_)},
          numbers_(all_numbers),
          temporary_bytes_(temporary_bytes()),
          temporary_(temporary_bytes_)
    {
        check(cudaStreamCreate(&stream_));
        check(cudaMallocHost(&known_, all_numbers * sizeof(std::uint64_t)));
    }

    //! Measures steps from the beginning, and checks the particles.
    bool measure_steps(char const* name)
    {
        restart(me_, particles_[now_].data());
        count_ = me_.all().chosen.particles;
        measure(
            me_, [&] { step(); }, [&] { return sent_bytes(); });
        bool const is_right = check_particles(me_, {{particles_[now_].data(), count_}});
        print_line(me_, name, is_right);
        return is_right;
    }
    //! Measures how long it takes to send as many particles as in the last step.
    void measure_sending(char const* name)
    {
        measure(
            me_, [&] { send_particles(); }, [&] { return sent_bytes(); });
        print_line(me_, name);
    }

    void step()
    {
        move_particles<<<blocks_of(count_), block_threads, 0, stream_>>>(particles_[now_].data(),
                                                                         static_cast<int>(count_), me_.own_slab());
        check(cudaGetLastError());
        pack(to_left, left, outbox_[0]);
        pack(to_right, right, outbox_[1]);
        pack(staying, in_slab, particles_[1 - now_]);
        exchange_numbers();
        send_particles();
        now_ = 1 - now_;
        particle* const behind = particles_[now_].data() + known_[staying];
        check(cudaMemcpyAsync(behind, inbox_[0].data(), known_[from_right] * sizeof(particle), cudaMemcpyDefault,
                              stream_));
        check(cudaMemcpyAsync(behind + known_[from_right], inbox_[1].data(), known_[from_left] * sizeof(particle),
                              cudaMemcpyDefault, stream_));
        count_ = known_[staying] + known_[from_right] + known_[from_left];
    }

private:
    cudaError_t select(void* temporary, std::size_t& bytes, std::size_t count, particle* to, number which, side wanted)
    {
        return cub::DeviceSelect::If(temporary, bytes, particles_[now_].data(), to, numbers_.data() + which,
                                     static_cast<int>(count), is_on{me_.own_slab(), wanted}, stream_);
    }
    std::size_t temporary_bytes()
    {
        std::size_t bytes = 0;
        check(select(nullptr, bytes, room_, outbox_[0].data(), to_left, left));
        return bytes;
    }

    void pack(number which, side wanted, gpu_array<particle> const& to)
    {
        std::size_t bytes = temporary_bytes_;
        check(select(temporary_.data(), bytes, count_, to.data(), which, wanted));
    }

    //! Exchanges the numbers. Copies them to known_, because the host passes numbers to NCCL. With two ranks, both
    //! neighbors are the same rank. Its messages arrive in the order in which it sends them: the first message, to its
    //! left, comes from this rank's right.
    void exchange_numbers()
    {
        auto const send = [&](number which, unsigned to) {
            check(ncclSend(numbers_.data() + which, 1, ncclUint64, static_cast<int>(to), ranks_, stream_));
        };
        auto const receive = [&](number which, unsigned from) {
            check(ncclRecv(numbers_.data() + which, 1, ncclUint64, static_cast<int>(from), ranks_, stream_));
        };
        check(ncclGroupStart());
        send(to_left, me_.left());
        send(to_right, me_.right());
        receive(from_right, me_.right());
        receive(from_left, me_.left());
        check(ncclGroupEnd());
        check(
            cudaMemcpyAsync(known_, numbers_.data(), all_numbers * sizeof(std::uint64_t), cudaMemcpyDefault, stream_));
        check(cudaStreamSynchronize(stream_));
        if (known_[staying] + known_[from_right] + known_[from_left] > room_) {
            throw std::runtime_error("more particles are in a slab than it has room for");
        }
    }

    void send_particles()
    {
        auto const send = [&](number which, gpu_array<particle> const& box, unsigned to) {
            if (known_[which] == 0) return;
            check(ncclSend(box.data(), known_[which] * sizeof(particle), ncclChar, static_cast<int>(to), ranks_,
                           stream_));
            sent_bytes_ += known_[which] * sizeof(particle);
        };
        auto const receive = [&](number which, gpu_array<particle> const& box, unsigned from) {
            if (known_[which] == 0) return;
            check(ncclRecv(box.data(), known_[which] * sizeof(particle), ncclChar, static_cast<int>(from), ranks_,
                           stream_));
        };
        check(ncclGroupStart());
        send(to_left, outbox_[0], me_.left());
        send(to_right, outbox_[1], me_.right());
        receive(from_right, inbox_[0], me_.right());
        receive(from_left, inbox_[1], me_.left());
        check(ncclGroupEnd());
    }

    std::size_t sent_bytes() const
    {
        check(cudaStreamSynchronize(stream_));
        return sent_bytes_;
    }

    member const& me_;
    ncclComm_t ranks_;
    std::size_t room_;
    gpu_array<particle> particles_[2], outbox_[2], inbox_[2];  // outbox_: left, right; inbox_: right, left
    gpu_array<std::uint64_t> numbers_;
    cudaStream_t stream_ = nullptr;
    std::size_t count_ = 0, sent_bytes_ = 0;
    unsigned now_ = 0;  // particles_[now_] has the particles
    std::size_t temporary_bytes_;
    gpu_array<char> temporary_;
    std::uint64_t* known_ = nullptr;  // the numbers on the host
};

static int measure_all(member const& me, ncclComm_t ranks)
{
    std::size_t const room = capacity_of(me.all().chosen.particles);
    bool is_right = false;
    {
        heddle::nccl_engine engine(ranks);
        gpu_array<particle> const first(room), second(room);
        exchanged_particles particles(me, engine, first.data(), second.data(), room);
        is_right = particles.measure_steps("nccl: step, coalesced_ptr, exchange()");
    }
    nccl_by_hand by_hand(me, ranks);
    bool const is_right_too = by_hand.measure_steps("nccl: step, T* and cub::DeviceSelect");
    by_hand.measure_sending("nccl: send as many bytes");
    return is_right && is_right_too ? success : wrong_result;
}

int exchange_by_nccl(member const& me)
{
    setenv("NCCL_NVLS_ENABLE", "0", 0);  // nothing here uses multicast
    check(cudaSetDevice(static_cast<int>(me.rank())));
    auto const id = me.share_id<ncclUniqueId>([](ncclUniqueId& own) { check(ncclGetUniqueId(&own)); });
    ncclComm_t ranks = nullptr;
    check(ncclCommInitRank(&ranks, static_cast<int>(me.count()), id, static_cast<int>(me.rank())));
    int const result = measure_all(me, ranks);
    check(ncclCommDestroy(ranks));
    return result;
}
