// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A binary STL file in memory, byte for byte: 80 bytes of anything, the number of triangles, and
// the triangles.
#pragma once

#include "triangle.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

namespace heddle::program {

class stl_mesh {
public:
    static constexpr std::size_t title_bytes = 80;
    static constexpr std::size_t header_bytes = title_bytes + sizeof(std::uint32_t);

    static constexpr std::size_t file_bytes(std::uint32_t triangle_count)
    {
        return header_bytes + sizeof(triangle) * triangle_count;
    }

    //! A mesh whose triangles are still to be filled in, under the given header.
    explicit stl_mesh(std::byte const (&header)[header_bytes])
    {
        std::memcpy(&triangle_count_, header + title_bytes, sizeof triangle_count_);
        bytes_.reset(static_cast<std::byte*>(::operator new(size(), alignment)));
        std::memcpy(bytes_.get(), header, header_bytes);
    }

    //! Another one with the same header.
    stl_mesh with_same_header() const
    {
        std::byte header[header_bytes];
        std::memcpy(header, data(), header_bytes);
        return stl_mesh(header);
    }

    std::byte* data() { return bytes_.get(); }
    std::byte const* data() const { return bytes_.get(); }
    std::size_t size() const { return file_bytes(triangle_count_); }

    //! These begin behind the header, where no multiple of 8 is.
    triangle* triangles() { return reinterpret_cast<triangle*>(data() + header_bytes); }
    triangle const* triangles() const
    {
        return reinterpret_cast<triangle const*>(data() + header_bytes);
    }
    std::uint32_t triangle_count() const { return triangle_count_; }

private:
    // As cudaMalloc aligns, so that emulated warps touch the sectors that those of a GPU would.
    static constexpr std::align_val_t alignment{256};
    struct deallocate {
        void operator()(std::byte* bytes) const { ::operator delete(bytes, alignment); }
    };

    std::uint32_t triangle_count_;
    std::unique_ptr<std::byte, deallocate> bytes_;
};

}  // namespace heddle::program
