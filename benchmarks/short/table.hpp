// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The table and the picture of the short benchmark.
#pragma once

#include <report.hpp>

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace heddle_bench::brief {

struct case_facts {
    char const* name;
    char const* limit;     //!< which rate of 16-byte words is the limit on a GPU
    double loads, stores;  //!< structs that a thread loads and stores, on average
    bool has_index = false;
};

//! A row of the table. The costs are seconds on a GPU, or 32-byte sectors on emulated warps.
struct row {
    case_facts what;
    std::size_t element_bytes, count;
    double plain = 0, word = 0, best = 0, limit = 0;
    double soa = 0;  //!< 0 if there is none
    bool is_right = true;

    //! Returns the number of bytes that have to be loaded and stored.
    double bytes() const
    {
        double const of_thread = (what.loads + what.stores) * static_cast<double>(element_bytes);
        return static_cast<double>(count) * (of_thread + (what.has_index ? 4 : 0));
    }
    //! Returns the index of the case in `panels`, or their number if the case is a kernel of an application.
    std::size_t panel() const;
};

//! Accesses to whole structs, in the order of the table. Each has its panel in the picture.
inline std::array<char const*, 6> const panels{"load", "store", "copy", "update", "gather", "scatter"};

struct session {
    heddle_examples::options chosen;
    std::vector<row> rows{};
    std::map<std::string, double> rates{};  //!< of 16-byte words on a GPU, in bytes per second

    bool has_gpu() const { return !chosen.device.empty(); }
    //! Returns the number of structs, in whole blocks, in the arrays that are checked. On a GPU the timed arrays have
    //! repeats() times as many.
    std::size_t count_of(std::size_t element_bytes) const;
    std::size_t repeats() const;
};

//! The functions that run the cases. They are sorted by the names and sizes of their rows.
struct registration {
    inline static std::vector<void (*)(session&)> functions;
    explicit registration(void (*run)(session&)) { functions.push_back(run); }
};

//! Measures the rates at which a GPU loads, stores, copies and updates 16-byte words.
void measure_limits(session& run);

//! Prints the first line.
void print_head(session const& run);

//! Sorts the rows, and prints them: GB/s on a GPU, or sectors.
//! Returns: whether all results are right
bool print_table(session& run);

//! Writes the picture of sorted rows, an SVG file, and prints its path.
//! Throws: std::runtime_error if it cannot be written
void draw_picture(session const& run, std::string const& path);

}  // namespace heddle_bench::brief
