// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The arrays that all benchmarks reuse, and the byte-by-byte checks of what was moved between them.
#pragma once

#include "harness.cuh"

#include <cstddef>
#include <cstdint>

namespace heddle_bench {

struct device_arrays {
    std::byte const* in;  //!< pseudo-random bytes, never written again
    std::byte* out;
    std::uint32_t const* index;  //!< the permutation that was made last
};

//! Bytes of one array, before rounding up to whole blocks of structs: HEDDLE_BENCH_MIB, or 512 MiB.
std::size_t array_bytes();

//! Structs that fill an array, or so many bytes of it, and the last block with them.
std::size_t element_count(std::size_t element_bytes, std::size_t bytes = array_bytes());

//! As many of them as a 32-bit index can name.
std::size_t indexed_element_count(std::size_t element_bytes);

//! Allocates the arrays, for the largest need of all, fills `in`, and has the results say how large they are.
void prepare_arrays();
device_arrays const& arrays();

void clear_output();
//! out holds the same bytes as in.
void fill_output();

//! Memory for a sum of each struct, or for anything else. It lies where the index was: make_permutation makes that
//! anew.
std::uint32_t* sums();
void clear_sums();

//! index[0 … count) is afterwards a random permutation of itself, always the same for a count.
void make_permutation(std::size_t count);

//! Bytes that differ after out[i] = in[i], out[i] = in[index[i]] or out[index[i]] = in[i].
std::size_t count_wrong_copies(std::size_t element_bytes, std::size_t count);
std::size_t count_wrong_gathers(std::size_t element_bytes, std::size_t count);
std::size_t count_wrong_scatters(std::size_t element_bytes, std::size_t count);

//! As for copies, gathers and scatters where the element's lane is set; elsewhere, bytes of out that are not
//! as clear_output() left them.
std::size_t count_wrong_masked_copies(std::size_t element_bytes, std::uint32_t lanes,
                                      std::size_t count);
std::size_t count_wrong_masked_gathers(std::size_t element_bytes, std::uint32_t lanes,
                                       std::size_t count);
std::size_t count_wrong_masked_scatters(std::size_t element_bytes, std::uint32_t lanes,
                                        std::size_t count);

//! Words of out that are not updated_word of those of in.
std::size_t count_wrong_updates(std::size_t element_bytes, std::size_t count);

//! Bytes of out that are not those of stored_word.
std::size_t count_wrong_stores(std::size_t element_bytes, std::size_t count);

//! Sums that are not those of the elements of in.
std::size_t count_wrong_sums(std::size_t element_bytes, std::size_t count);

}  // namespace heddle_bench
