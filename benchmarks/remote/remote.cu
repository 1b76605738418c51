// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The remote arrays. The one that is read is a copy of this GPU's input; the one that is written is
// copied back before it is checked: so the checks of arrays.cuh serve, on memory that is near.

#include "remote.cuh"

#include "../arrays.cuh"
#include "../common/measurement.hpp"
#include "peer.hpp"

#include <string>
#include <utility>

namespace heddle_bench {
namespace {

struct remote_arrays {
    std::byte* in = nullptr;  // as arrays().in
    std::byte* out = nullptr;
};

remote_arrays the_arrays[2];

remote_arrays const& arrays_at(place where) { return the_arrays[static_cast<int>(where)]; }

std::byte* allocate_at(place where, std::size_t bytes)
{
    void* memory = nullptr;
    if (where == place::peer) {
        int const peer = peer_of(0);
        enable_access(0, peer);
        current_device const scope(peer);
        HEDDLE_BENCH_CHECK(cudaMalloc(&memory, bytes));
    } else {
        void* on_host = nullptr;
        HEDDLE_BENCH_CHECK(cudaHostAlloc(&on_host, bytes, cudaHostAllocMapped));
        HEDDLE_BENCH_CHECK(cudaHostGetDevicePointer(&memory, on_host, 0));
    }
    return static_cast<std::byte*>(memory);
}

void copy_bytes(std::byte* to, std::byte const* from, std::size_t bytes)
{
    HEDDLE_BENCH_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault));
}

char const* name_of(place where) { return where == place::peer ? "peer" : "host"; }

char const* name_of(direction which)
{
    switch (which) {
        case direction::read:
            return "read";
        case direction::write:
            return "write";
        case direction::gather:
            return "gather";
        case direction::scatter:
            return "scatter";
    }
    return "";
}

bool reads(direction which) { return which == direction::read || which == direction::gather; }

std::byte const* source(place where, direction which)
{
    return reads(which) ? arrays_at(where).in : arrays().in;
}

std::byte* target(place where, direction which)
{
    return reads(which) ? arrays().out : arrays_at(where).out;
}

//! Verifies this GPU's output, to where a remote one has been copied.
std::size_t count_wrong_moves(direction which, std::size_t element_bytes, std::size_t count)
{
    switch (which) {
        case direction::gather:
            return count_wrong_gathers(element_bytes, count);
        case direction::scatter:
            return count_wrong_scatters(element_bytes, count);
        default:
            return count_wrong_copies(element_bytes, count);
    }
}

//! The bytes of a measurement are those that leave or reach this GPU: not those of its own array,
//! and not the index.
template <class Launch>
void add(place where, direction which, char const* access, element_shape const& shape,
         std::function<void()> prepare, Launch const& launch)
{
    std::size_t const count = remote_count(where, shape.bytes);
    std::size_t const bytes = count * shape.bytes;
    auto const count_wrong = [=] {
        clear_output();
        if (!reads(which)) copy_bytes(arrays_at(where).out, arrays().out, bytes);
        launch();
        if (!reads(which)) copy_bytes(arrays().out, arrays_at(where).out, bytes);
        return count_wrong_moves(which, shape.bytes, count);
    };
    std::string const name =
        std::string(name_of(where)) + '_' + name_of(which) + '/' + access + '/' + shape.label;
    add_measurement(name, {bytes, std::move(prepare), launch, count_wrong});
}

void nothing() {}

}  // namespace

std::size_t remote_bytes(place where) { return array_bytes() / (where == place::peer ? 2 : 8); }

std::size_t remote_count(place where, std::size_t element_bytes)
{
    return remote_bytes(where) / element_bytes / block_threads * block_threads;
}

std::vector<place> remote_places()
{
    if (peer_of(0) == no_device) return {place::host};
    return {place::peer, place::host};
}

void allocate_remote_arrays()
{
    for (place const where : remote_places()) {
        std::size_t const bytes = remote_bytes(where);
        the_arrays[static_cast<int>(where)] = {allocate_at(where, bytes),
                                               allocate_at(where, bytes)};
        copy_bytes(arrays_at(where).in, arrays().in, bytes);
    }
    HEDDLE_BENCH_CHECK(cudaDeviceSynchronize());
}

void add_move(place where, direction which, char const* access, element_shape const& shape,
              copy_kernel kernel, unsigned elements_per_thread)
{
    std::size_t const count = remote_count(where, shape.bytes);
    std::size_t const threads = (count + elements_per_thread - 1) / elements_per_thread;
    auto const blocks = static_cast<unsigned>((threads + block_threads - 1) / block_threads);
    add(where, which, access, shape, nothing, [=] {
        kernel<<<blocks, block_threads>>>(source(where, which), target(where, which), count);
        check_launch();
    });
}

void add_indexed_move(place where, direction which, char const* access, element_shape const& shape,
                      indexed_kernel kernel)
{
    std::size_t const count = remote_count(where, shape.bytes);
    auto const blocks = static_cast<unsigned>(count / block_threads);
    add(
        where, which, access, shape, [=] { make_permutation(count); },
        [=] {
            kernel<<<blocks, block_threads>>>(source(where, which), target(where, which),
                                              arrays().index, count);
            check_launch();
        });
}

void add_move_limit(place where, direction which, element_shape const& shape)
{
    std::size_t const bytes = remote_count(where, shape.bytes) * shape.bytes;
    add(where, which, "limit", shape, nothing,
        [=] { copy_bytes(target(where, which), source(where, which), bytes); });
}

std::vector<remote_part>& remote_parts()
{
    static std::vector<remote_part> parts;
    return parts;
}

}  // namespace heddle_bench
