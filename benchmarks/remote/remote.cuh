// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// peer_…, host_…: read, write, gather and scatter structs in memory that does not belong to this GPU. Reads and gathers
// load from the remote array; writes and scatters store to it. The local array is always accessed through a
// coalesced_ptr.
#pragma once

#include "../access/indexed.cuh"
#include "../access/several.cuh"
#include "peer.hpp"

namespace heddle_bench::remote {

enum class place {
    peer,  //!< another GPU whose memory this GPU can access
    host,  //!< pinned and mapped memory of the host
};

//! Returns the size of a remote array: half of array_bytes() on a peer. In memory of the host, which is slower, it is
//! an eighth.
inline std::size_t remote_bytes(place where) { return array_bytes() / (where == place::peer ? 2 : 8); }

//! Returns the kinds of remote memory that this machine has. The first call adds them to the results.
inline std::vector<place> const& places()
{
    static std::vector<place> const all = [] {
        bool const has_peer = peer_of(0) != no_device;
        if (!has_peer) std::fputs("no second GPU: peers are not measured\n", stderr);
        add_context("peer", has_peer ? "yes" : "none");
        add_context("peer_mib", std::to_string(remote_bytes(place::peer) >> 20));
        add_context("host_mib", std::to_string(remote_bytes(place::host) >> 20));
        return has_peer ? std::vector<place>{place::peer, place::host} : std::vector<place>{place::host};
    }();
    return all;
}

inline std::byte* allocate_at(place where, std::size_t bytes)
{
    if (where == place::peer) {
        int const peer = peer_of(0);
        enable_access(0, peer);
        current_device const scope(peer);
        return allocate<std::byte>(bytes);
    }
    void* memory = nullptr;
    HEDDLE_BENCH_CHECK(cudaMallocHost(&memory, bytes));  // the GPU uses the same address
    return static_cast<std::byte*>(memory);
}

inline void copy_bytes(std::byte* to, std::byte const* from, std::size_t bytes)
{
    HEDDLE_BENCH_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault));
}

struct remote_arrays {
    std::byte *in, *out;  // `in` is a copy of arrays().in
};

//! Returns the arrays in one kind of remote memory. The first call allocates them.
inline remote_arrays const& arrays_at(place where)
{
    static remote_arrays both[2]{};
    remote_arrays& own = both[static_cast<int>(where)];
    if (own.in == nullptr) {
        own = {allocate_at(where, remote_bytes(where)), allocate_at(where, remote_bytes(where))};
        copy_bytes(own.in, arrays().in, remote_bytes(where));
        HEDDLE_BENCH_CHECK(cudaDeviceSynchronize());
    }
    return own;
}

using launch_between = std::function<void(std::byte const* in, std::byte* out, std::size_t count)>;

//! Adds a move to or from remote memory. If the move writes the remote array, copies this array back before the check.
//! Counts the bytes that cross the link, without those of the local array and the index.
template <class Element, class Motion, bool Reads>
void add_moves(std::string const& name, place where, launch_between const& launch)
{
    std::size_t const count = remote_bytes(where) / sizeof(Element) / block_threads * block_threads;
    std::size_t const bytes = count * sizeof(Element);
    measurement m = measure_moves<Element, Motion>(count, [=] {
        launch(Reads ? arrays_at(where).in : arrays().in, Reads ? arrays().out : arrays_at(where).out, count);
    });
    m.bytes = static_cast<double>(bytes);
    if (!Reads) {
        m.clear = [=] {
            clear_output();
            copy_bytes(arrays_at(where).out, arrays().out, bytes);
        };
        m.count_wrong = [=, count_wrong = m.count_wrong] {
            copy_bytes(arrays().out, arrays_at(where).out, bytes);
            return count_wrong();
        };
    }
    add_measurement(name, m);
}

template <class Element, class Motion, bool Reads>
void add_direction(place where, std::string const& direction)
{
    constexpr bool is_copy = Motion::kind == motion::copy;
    // Skips gathers and scatters of few bytes in host memory, because they would take as long as all other moves
    // together.
    if (!is_copy && where == place::host && sizeof(Element) < 12) return;
    std::string const pattern = (where == place::peer ? "peer_" : "host_") + direction;
    auto const add = [&](char const* variant, launch_between const& launch) {
        add_moves<Element, Motion, Reads>(name_of(pattern, variant, label_of<Element>()), where, launch);
    };
    auto const add_kernel = [&](char const* variant, move_kernel<Motion> kernel, block_share block = {}) {
        add(variant, [=](std::byte const* in, std::byte* out, std::size_t count) {
            launch_kernel(kernel, blocks_of(count, block.elements), block.threads, in, out, places_of<Motion>(count));
        });
    };
    if constexpr (is_copy) {
        add("limit", [](std::byte const* in, std::byte* out, std::size_t count) {
            copy_bytes(out, in, count * sizeof(Element));
        });
    } else {
        add_kernel("limit", move_words<Element, Motion>);
    }
    if constexpr (Reads) {
        add_kernel("plain", move<Element, Motion, plainly, coalesced>);
        add_kernel("coalesced", move<Element, Motion, coalesced, coalesced>);
        add_kernel("scratch", move<Element, Motion, with_scratch, coalesced>);
    } else {
        add_kernel("plain", move<Element, Motion, coalesced, plainly>);
        add_kernel("coalesced", move<Element, Motion, coalesced, coalesced>);
        add_kernel("scratch", move<Element, Motion, coalesced, with_scratch>);
    }
    if constexpr (is_copy && sizeof(Element) <= 16) {
        add_kernel("blocked", copy_blocked<Element>, blocked_share<Element>);
    }
}

template <class Element>
void add()
{
    for (place const where : places()) {
        add_direction<Element, in_order, true>(where, "read");
        add_direction<Element, in_order, false>(where, "write");
        add_direction<Element, gathers, true>(where, "gather");
        add_direction<Element, scatters, false>(where, "scatter");
    }
}

}  // namespace heddle_bench::remote
