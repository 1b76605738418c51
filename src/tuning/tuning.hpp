// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Measures how fast this GPU moves one struct per thread with each path, to compare the planner's choice with the other
// paths. `heddle tune` prints the result, and a test checks it.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace heddle::tuning {

//! The access pattern of a kernel. Loads, stores and copies access the elements in order; gathers and scatters access
//! them in random order.
enum class pattern { load, store, copy, gather, scatter };
inline constexpr std::array<pattern, 5> all_patterns{pattern::load, pattern::store, pattern::copy, pattern::gather,
                                                     pattern::scatter};
char const* to_string(pattern p);

//! A way to access elements: through T*, or through coalesced_ptr<T, Policy> with the policy of the same name. in_block
//! means in_block<256>, which needs shared memory.
enum class path { plain, lane_by_lane, by_plan, in_block };
inline constexpr std::array<path, 4> all_paths{path::plain, path::lane_by_lane, path::by_plan, path::in_block};
char const* to_string(path p);

//! The structs for which there are kernels, in order of their sizes.
struct measured_struct {
    std::size_t bytes;
    std::size_t alignment;  //!< the alignment of a packed struct: 4, 2 or 1
};
std::vector<measured_struct> measured_structs();

//! The time of one run with each path, in seconds.
using path_times = std::array<double, all_paths.size()>;

//! The comparison of a choice with the fastest of its alternatives.
struct verdict {
    path best;
    double slowdown;  //!< time of the chosen path over that of the best
};

//! A choice is wrong if its time exceeds `tolerance` times the time of the best path. A route is kept only if it is
//! faster than all other routes by this factor at some size (docs/routes.md).
inline constexpr double tolerance = 1.02;

//! Compares the chosen path with its alternatives. The alternatives of by_plan are the paths without shared memory,
//! those of in_block all paths.
verdict judge(path_times const& seconds, path chosen);

class bench {
public:
    //! Allocates three arrays of array_bytes each.
    //! Throws: gpu_error
    explicit bench(std::size_t array_bytes);
    ~bench();

    //! Returns the median time with each of the given paths, and 0 for other paths. Alternates between the paths, batch
    //! by batch. Verifies the result of each kernel before timing it.
    //! Requires: bytes is one of measured_structs(); batches > 0
    //! Throws: gpu_error
    path_times measure(std::size_t bytes, pattern p, std::vector<path> const& paths, unsigned batches) const;

    //! Returns how many bytes of elements and of their index one run reads and writes.
    double moved_bytes(std::size_t bytes, pattern p) const;

private:
    struct arrays;
    std::unique_ptr<arrays> arrays_;
};

}  // namespace heddle::tuning
