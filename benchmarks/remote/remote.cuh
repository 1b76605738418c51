// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Arrays in memory that is not this GPU's, and how a kernel that moves structs between them and
// this GPU's own arrays becomes a measurement.
#pragma once

#include "../harness.cuh"

#include <cstddef>
#include <vector>

namespace heddle_bench {

//! Where the remote arrays lie.
enum class place {
    peer,  //!< another GPU, whose memory this one reaches
    host,  //!< pinned memory of the host, mapped
};

//! What moves, as this GPU sees it: read and gather from the remote array, write and scatter to it.
enum class direction { read, write, gather, scatter };

//! Bytes of an array at a place, before rounding down to whole blocks of structs: of the peer half
//! of array_bytes(); of the host, which is slower, an eighth.
std::size_t remote_bytes(place where);

//! Structs of an array at a place: whole blocks of them.
std::size_t remote_count(place where, std::size_t element_bytes);

//! Places there are on this machine.
std::vector<place> remote_places();

//! Allocates the remote arrays.
//! Requires: prepare_arrays() was called
void allocate_remote_arrays();

//! The kernel moves count structs from `in` to `out`, of which one array is remote.
void add_move(place where, direction which, char const* access, element_shape const& shape,
              copy_kernel kernel, unsigned elements_per_thread = 1);
//! The same by a random index.
void add_indexed_move(place where, direction which, char const* access, element_shape const& shape,
                      indexed_kernel kernel);
//! The limit of read and write: cudaMemcpyAsync.
void add_move_limit(place where, direction which, element_shape const& shape);

//! The benchmarks of some structs, which a file of their own compiles.
struct remote_part {
    unsigned first_bytes;
    void (*add)(place, direction);
};

//! All parts, in no order; filled before main() by their files.
std::vector<remote_part>& remote_parts();

struct register_remote_part {
    explicit register_remote_part(remote_part const& part) { remote_parts().push_back(part); }
};

//! Particles that go to and fro between two halves of a box: on one GPU, and on two where there
//! are.
void add_exchanges();

}  // namespace heddle_bench
