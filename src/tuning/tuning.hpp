// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Measures how fast this GPU moves one struct a thread by each path, so that the planner's choice
// can be held against the others: what `heddle tune` prints and a test demands.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace heddle::tuning {

//! Loads alone, stores alone, or both; elements in order, or, gathered and scattered, in random
//! order.
enum class pattern { load, store, copy, gather, scatter };
inline constexpr std::array<pattern, 5> all_patterns{pattern::load, pattern::store, pattern::copy, pattern::gather,
                                                     pattern::scatter};
char const* to_string(pattern p);

//! What a kernel accesses its elements through: T*, or coalesced_ptr<T, …> with this policy. In
//! order of what they need: in_block<256> needs shared memory.
enum class path { plain, lane_by_lane, by_plan, in_block };
inline constexpr std::array<path, 4> all_paths{path::plain, path::lane_by_lane, path::by_plan, path::in_block};
char const* to_string(path p);

//! The structs for which there are kernels, in order of their sizes.
struct measured_struct {
    std::size_t bytes;
    std::size_t alignment;  //!< that of a packed struct: 4, 2 or 1
};
std::vector<measured_struct> measured_structs();

//! The time of one run by each path, in seconds.
using path_times = std::array<double, all_paths.size()>;

//! A choice held against the best of what it could have been.
struct verdict {
    path best;
    double slowdown;  //!< time of the chosen path over that of the best
};

//! A choice that takes more of the best path's time than this is wrong. It is also what a route must be ahead by to stay
//! (docs/routes.md).
inline constexpr double tolerance = 1.02;

//! by_plan is what the planner chooses among the paths without shared memory, in_block what it
//! chooses among all.
verdict judge(path_times const& seconds, path chosen);

class bench {
public:
    //! Three arrays of so many bytes are allocated.
    //! Throws: gpu_error
    explicit bench(std::size_t array_bytes);
    ~bench();

    //! The median time by each of some paths, whose batches take turns; those of other paths are 0.
    //! What a kernel did is verified before it is timed.
    //! Requires: bytes is one of measured_structs(); batches > 0
    //! Throws: gpu_error
    path_times measure(std::size_t bytes, pattern p, std::vector<path> const& paths, unsigned batches) const;

    //! Bytes of elements and of their index that one run reads and writes.
    double moved_bytes(std::size_t bytes, pattern p) const;

private:
    struct arrays;
    std::unique_ptr<arrays> arrays_;
};

}  // namespace heddle::tuning
