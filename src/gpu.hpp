// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Recomputes the normals of a mesh on a GPU, and measures the kernel's memory throughput.
#pragma once

#include "mesh.hpp"

#include <string>

namespace heddle::program {

struct gpu_search {
    bool found;
    std::string name;     //!< the GPU's name, if a GPU was found
    std::string why_not;  //!< the reason, if no GPU was found
};

//! Finds the first GPU that the CUDA runtime reports.
gpu_search find_gpu();

//! Bytes that the kernel reads and writes in a second.
struct gpu_rates {
    double copy;         //!< cudaMemcpyAsync of as many bytes, at aligned addresses
    double plain;        //!< the kernel through triangle*
    double coalesced;    //!< the kernel through coalesced_ptr<triangle>
    bool fits_in_cache;  //!< true if the rates are those of a cache, not of memory
};

//! Copies `in` to `out`, a mesh of the same size, with all normals recomputed.
//! Requires: the mesh has triangles
//! Throws: gpu_error
gpu_rates repair_on_gpu(stl_mesh const& in, stl_mesh& out);

}  // namespace heddle::program
