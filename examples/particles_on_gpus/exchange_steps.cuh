// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A step that exchanges particles by heddle::device::exchange(), with any engine.
#pragma once

#include "gpu_rank.cuh"

#include <heddle/exchange.cuh>

//! Returns the rank to which a particle belongs after a step.
struct rank_of_particle {
    slab own;
    unsigned left, here, right;

    HEDDLE_INLINE unsigned operator()(particle const& p) const
    {
        side const to = own.side_of(p);
        return to == side::left ? left : to == side::right ? right : here;
    }
};

template <class Pointer>
__global__ void move_particles(Pointer particles, int count, slab own)
{
    int const i = static_cast<int>(blockIdx.x * block_threads + threadIdx.x);
    if (i >= count) return;
    particle p = particles[i];
    own.move(p);
    particles[i] = p;
}

//! The particles of a rank, in one of two arrays that the engine can use.
template <class Engine>
class exchanged_particles {
public:
    exchanged_particles(member const& me, Engine& engine, particle* first, particle* second, std::size_t room)
        : me_(me),
          engine_(engine),
          particles_{first, second},
          room_(room),
          temporary_bytes_(temporary_bytes()),
          temporary_(temporary_bytes_)
    {
        check(cudaStreamCreate(&stream_));
    }

    //! Measures steps from the beginning, and checks the particles.
    bool measure_steps(char const* name)
    {
        restart(me_, particles_[0]);
        now_ = 0;
        count_ = me_.all().chosen.particles;
        measure(
            me_, [&] { step(); },
            [&] {
                check(cudaStreamSynchronize(stream_));
                return std::size_t{0};  // not known outside exchange()
            });
        bool const is_right = check_particles(me_, {{particles_[now_], count_}});
        print_line(me_, name, is_right);
        return is_right;
    }

private:
    void step()
    {
        move_particles<<<blocks_of(count_), block_threads, 0, stream_>>>(coalesced<particle>(particles_[now_]),
                                                                         static_cast<int>(count_), me_.own_slab());
        check(cudaGetLastError());
        std::size_t bytes = temporary_bytes_;
        check(exchange(temporary_.data(), bytes, count_));
        now_ = 1 - now_;
    }
    //! Sets count_ to the number of particles after the exchange.
    cudaError_t exchange(void* temporary, std::size_t& bytes, std::size_t count)
    {
        rank_of_particle const to{me_.own_slab(), me_.left(), me_.rank(), me_.right()};
        return heddle::device::exchange(temporary, bytes, stream_, engine_, particles_[now_], count,
                                        particles_[1 - now_], room_, count_, to);
    }
    std::size_t temporary_bytes()
    {
        std::size_t bytes = 0;
        check(exchange(nullptr, bytes, room_));
        return bytes;
    }

    member const& me_;
    Engine& engine_;
    particle* const particles_[2];
    std::size_t const room_;
    std::size_t count_ = 0;
    unsigned now_ = 0;  // particles_[now_] has the particles
    cudaStream_t stream_ = nullptr;
    std::size_t temporary_bytes_;
    gpu_array<char> temporary_;
};
