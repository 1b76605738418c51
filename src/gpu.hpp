// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The work on a mesh on a GPU, and how fast its memory accesses are there.
#pragma once

#include "mesh.hpp"

#include <string>

namespace heddle::program {

struct gpu_search {
    bool found;
    std::string name;     //!< if found
    std::string why_not;  //!< otherwise
};

//! The GPU that the CUDA runtime offers first, if any.
gpu_search find_gpu();

//! Bytes read and written per second.
struct gpu_rates {
    double copy;       //!< cudaMemcpyAsync of as many bytes, at aligned addresses
    double plain;      //!< the kernel through triangle*
    double coalesced;  //!< the kernel through coalesced_ptr<triangle>
};

struct gpu_result {
    mesh_statistics statistics;
    gpu_rates rates;
    bool fits_in_cache;  //!< so that the rates are not those of the memory
};

//! Makes `out`, a mesh of the same size, `in` with all normals recomputed.
//! Throws: gpu_error
gpu_result repair_on_gpu(stl_mesh const& in, stl_mesh& out);

}  // namespace heddle::program
