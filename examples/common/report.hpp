// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The parts of the harness that do not depend on the struct: options, counts of memory accesses, and tables.
#pragma once

#include <heddle/emulation/transactions.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace heddle_examples {

struct options {
    std::size_t mib = 256;     //!< the size of an array on a GPU
    std::size_t elements = 0;  //!< the number of elements, if it is not 0
    std::string file;          //!< the path in the argument FILE; empty if there is none
    std::string output;        //!< the path in the option --output; empty if there is none
    std::string device;        //!< the name of the GPU; empty for the emulated warp

    //! Returns the number of elements that an array shall have.
    std::size_t count_of(std::size_t element_bytes) const;
};

//! One row of the table. `traffic` and `sectors_loaded_once` are for the emulated warp; `seconds` and `registers` are for
//! a GPU.
struct result {
    std::string form;
    bool is_right = true;
    heddle::memory_traffic traffic;         //!< counts a sector at each request
    std::uint64_t sectors_loaded_once = 0;  //!< counts a sector once for each warp that loads it, as if L1 kept it
    double seconds = 0;
    int registers = 0;
};

//! The work of a kernel.
struct work {
    std::string name;
    std::size_t threads;
    double read_bytes = 0, written_bytes = 0;  //!< by one thread, on average
    double copy_seconds = 0;                   //!< the time of a cudaMemcpyAsync that moves the same bytes

    double bytes() const { return static_cast<double>(threads) * (read_bytes + written_bytes); }
};

//! Returns the number of threads.
//! Throws: std::invalid_argument unless it is positive and an int
std::size_t checked_threads(std::size_t count);

//! Prints a line about the work and a row for each form. The first form is plain code.
//! Returns: whether all results are right
bool print_table(options const& chosen, work const& done, std::vector<result> const& results);

//! An array whose plain accesses are counted, and the alignment of its elements.
struct counted_array {
    void const* data;
    std::size_t bytes, alignment;
};

//! Runs body(i) for each i below `count` on emulated warps, and counts the accesses of heddle. If the code is compiled
//! with -fsanitize=thread, also counts plain accesses to the arrays. A plain access moves words that are at most as
//! wide as the alignment of the array's elements, as on a GPU.
//! Returns: a result with the counts and without a form
result count_accesses(std::vector<counted_array> const& arrays, std::size_t count,
                      std::function<void(std::size_t)> const& body);

//! Adds numbers to consecutive numbers, in place of an atomic operation of the GPU. On an emulated warp, counts a store
//! of these numbers. No other lane runs between the load and the store.
void add_on_host(float* sum, float const* change, unsigned count);
void add_on_host(double* sum, double const* change, unsigned count);

//! Implements run_example() of compare.cuh. `gpu` is the name of the GPU, or empty if there is none.
int run_example_on(std::string const& gpu, int argc, char** argv, char const* description, char const* file,
                   std::function<bool(options const&)> const& example, char const* output);

}  // namespace heddle_examples
