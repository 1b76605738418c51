// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The functions of gpu_rank.cuh, and the same particles on one GPU alone, without slabs.
#include "gpu_rank.cuh"

#include <cstdio>
#include <cstring>

static __global__ void move_alone(heddle::coalesced_ptr<particle> particles, std::uint32_t count,
                                  std::uint32_t particles_of_rank, unsigned steps, slab whole)
{
    std::uint32_t const i = blockIdx.x * block_threads + threadIdx.x;
    if (i >= count) return;
    particle p = particle_at_start(i, particles_of_rank);
    for (unsigned k = 0; k < steps; ++k) whole.move(p);
    particles[i] = p;
}

int count_gpus()
{
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

int compute_expected(board const& all)
{
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0));
    std::printf("particles_on_gpus: %u ranks on %s, each with %u particles of %zu bytes; %u steps\n", all.chosen.ranks,
                properties.name, all.chosen.particles, sizeof(particle), all.chosen.steps);

    gpu_array<particle> const particles(all.count);
    move_alone<<<blocks_of(all.count), block_threads>>>(
        heddle::coalesced_ptr<particle>(particles.data()), static_cast<std::uint32_t>(all.count), all.chosen.particles,
        warm_up_steps + all.chosen.steps, slab{0, static_cast<float>(all.chosen.ranks)});
    check(cudaGetLastError());
    check(cudaMemcpy(all.expected.data(), particles.data(), all.expected.bytes(), cudaMemcpyDefault));
    return success;
}

static __global__ void place_particles(heddle::coalesced_ptr<particle> particles, std::uint32_t first,
                                       std::uint32_t count)
{
    std::uint32_t const i = blockIdx.x * block_threads + threadIdx.x;
    if (i < count) particles[i] = particle_at_start(first + i, count);
}

void restart(member const& me, particle* particles)
{
    std::uint32_t const count = me.all().chosen.particles;
    place_particles<<<blocks_of(count), block_threads>>>(heddle::coalesced_ptr<particle>(particles), me.rank() * count,
                                                         count);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
}

void print_line(member const& me, char const* name, bool is_right)
{
    me.meet();
    if (me.rank() == 0) {
        double seconds = 0, bytes = 0;
        for (unsigned k = 0; k < me.count(); ++k) {
            seconds = std::max(seconds, me.all().reports[k].seconds);
            bytes += static_cast<double>(me.all().reports[k].sent_bytes) / me.count();
        }
        std::printf("%-40s %10.1f ", name, seconds * 1e6);
        if (bytes > 0) std::printf("%10.1f", bytes / seconds * 1e-9);
        std::puts(is_right ? "" : "  WRONG");
        std::fflush(stdout);
    }
    me.meet();
}

bool check_particles(member const& me, std::vector<part> const& parts)
{
    board& all = me.all();
    if (me.rank() == 0) std::memset(static_cast<void*>(all.found.data()), 0xff, all.found.bytes());
    me.meet();
    report_of_rank& mine = me.report();
    mine.held = mine.misplaced = 0;
    for (part const& each : parts) {
        std::vector<particle> particles(each.count);
        check(cudaMemcpy(particles.data(), each.data, each.count * sizeof(particle), cudaMemcpyDefault));
        mine.held += each.count;
        for (particle p : particles) {
            if (p.id < all.count) all.found[p.id] = p;
            p.position[0] = me.own_slab().wrapped(p.position[0]);
            if (me.own_slab().side_of(p) != in_slab) ++mine.misplaced;
        }
    }
    me.meet();
    std::size_t held = 0, misplaced = 0;
    for (unsigned k = 0; k < me.count(); ++k) {
        held += all.reports[k].held;
        misplaced += all.reports[k].misplaced;
    }
    bool const are_equal = std::memcmp(all.found.data(), all.expected.data(), all.found.bytes()) == 0;
    if (me.rank() == 0 && (held != all.count || misplaced != 0 || !are_equal)) {
        std::fprintf(stderr, "%zu particles of %zu, %zu of them in a wrong slab; %s those of one GPU\n", held,
                     all.count, misplaced, are_equal ? "equal to" : "not equal to");
    }
    me.meet();
    return held == all.count && misplaced == 0 && are_equal;
}
