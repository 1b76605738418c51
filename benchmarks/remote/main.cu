// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The benchmarks of access to memory that is not this GPU's.

#include "../arrays.cuh"
#include "../common/program.hpp"
#include "peer.hpp"
#include "remote.cuh"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace heddle_bench {
namespace {

//! Place by place and kind by kind, the structs from small to large.
void add_all()
{
    auto& parts = remote_parts();
    std::sort(parts.begin(), parts.end(), [](remote_part const& a, remote_part const& b) {
        return a.first_bytes < b.first_bytes;
    });
    for (place const where : remote_places()) {
        for (auto const which :
             {direction::read, direction::write, direction::gather, direction::scatter}) {
            for (remote_part const& part : parts) part.add(where, which);
        }
    }
    add_exchanges();
}

void prepare()
{
    bool const has_peer = peer_of(0) != no_device;
    if (!has_peer) std::printf("no second GPU with peer access: peers are not measured\n");
    benchmark::AddCustomContext("peer", has_peer ? "yes" : "none");
    benchmark::AddCustomContext("peer_mib", std::to_string(remote_bytes(place::peer) >> 20));
    benchmark::AddCustomContext("host_mib", std::to_string(remote_bytes(place::host) >> 20));
    prepare_arrays();
    allocate_remote_arrays();
}

}  // namespace
}  // namespace heddle_bench

int main(int argc, char** argv)
{
    using namespace heddle_bench;
    return run_program({"heddle_remote_benchmarks", add_all, prepare}, argc, argv);
}
