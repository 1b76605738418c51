// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The binary STL mesh: its triangle, the kernel for the host and the GPU, the file in memory, and functions that read
// or generate meshes.
//
// All computations are in double. The vertices are floats, so no product can overflow or underflow. Host and GPU give
// the same normals if neither fuses multiplications with additions: a fused p*q - q*p is not 0, but the rounding error
// of p*q.
#pragma once

#include <heddle/config.cuh>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>

namespace heddle::program {

// 12 floats and 2 bytes without padding are 50 bytes. The array begins at byte 84 of a file, so every other triangle is
// misaligned for float.
#pragma pack(push, 2)
struct point {
    float x, y, z;
};
struct triangle {
    point normal;
    point vertices[3];
    std::uint16_t attribute;
};
#pragma pack(pop)
static_assert(sizeof(triangle) == 50 && alignof(triangle) == 2);

struct vector {
    double x, y, z;
};

HEDDLE_INLINE vector operator-(vector a, vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
HEDDLE_INLINE double dot(vector a, vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
HEDDLE_INLINE vector cross(vector a, vector b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
HEDDLE_INLINE vector to_vector(point p) { return {p.x, p.y, p.z}; }

//! Returns a vector whose length is twice the area. It points to the side from which the vertices appear anticlockwise.
HEDDLE_INLINE vector area_vector(triangle const& t)
{
    vector const origin = to_vector(t.vertices[0]);
    return cross(to_vector(t.vertices[1]) - origin, to_vector(t.vertices[2]) - origin);
}

//! Returns the unit normal by the right-hand rule, or zero if the vertices are collinear or not finite.
HEDDLE_INLINE point facet_normal(triangle const& t)
{
    vector const direction = area_vector(t);
    double const square = dot(direction, direction);
    if (!(square > 0 && square <= DBL_MAX)) return {0, 0, 0};
    double const scale = 1 / std::sqrt(square);
    return {static_cast<float>(direction.x * scale), static_cast<float>(direction.y * scale),
            static_cast<float>(direction.z * scale)};
}

//! Sets out[i] to in[i] with its normal recomputed. This is the kernel for both plain and coalesced pointers.
HEDDLE_EXEC_CHECK_DISABLE
template <class InputPointer, class OutputPointer>
HEDDLE_INLINE void recompute_normal(InputPointer in, OutputPointer out, std::size_t i)
{
    triangle t = in[i];
    t.normal = facet_normal(t);
    out[i] = t;
}

//! A binary STL file in memory, with exactly the file's bytes: a title, the number of triangles, and the triangles.
class stl_mesh {
public:
    static constexpr std::size_t title_bytes = 80;
    static constexpr std::size_t header_bytes = title_bytes + sizeof(std::uint32_t);

    static constexpr std::size_t file_bytes(std::uint32_t triangle_count)
    {
        return header_bytes + sizeof(triangle) * triangle_count;
    }

    //! Creates a mesh with uninitialized triangles. The title is truncated, or padded with zeros, to 80 bytes.
    stl_mesh(std::string_view title, std::uint32_t triangle_count)
        : triangle_count_(triangle_count), bytes_(static_cast<std::byte*>(::operator new(size(), alignment)))
    {
        std::memset(data(), 0, title_bytes);
        std::memcpy(data(), title.data(), std::min(title.size(), title_bytes));
        std::memcpy(data() + title_bytes, &triangle_count_, sizeof triangle_count_);
    }

    //! Returns a mesh with the same header and uninitialized triangles.
    stl_mesh with_same_header() const
    {
        return {{reinterpret_cast<char const*>(data()), title_bytes}, triangle_count_};
    }

    std::byte* data() { return bytes_.get(); }
    std::byte const* data() const { return bytes_.get(); }
    std::size_t size() const { return file_bytes(triangle_count_); }

    triangle* triangles() { return reinterpret_cast<triangle*>(data() + header_bytes); }
    triangle const* triangles() const { return reinterpret_cast<triangle const*>(data() + header_bytes); }
    std::uint32_t triangle_count() const { return triangle_count_; }

private:
    // The alignment of cudaMalloc, so that emulated warps access the same sectors as warps on a GPU.
    static constexpr std::align_val_t alignment{256};
    struct deallocate {
        void operator()(std::byte* bytes) const { ::operator delete(bytes, alignment); }
    };

    std::uint32_t triangle_count_;
    std::unique_ptr<std::byte, deallocate> bytes_;
};

//! Reads a binary or text STL file.
//! Throws: file_error that says what is wrong with the file; std::bad_alloc
stl_mesh read_stl(std::string const& path);

inline constexpr int max_subdivisions = 12;
constexpr std::uint32_t icosphere_triangle_count(unsigned subdivisions)
{
    return std::uint32_t{20} << (2 * subdivisions);
}

//! Returns an icosphere: an icosahedron whose triangles are cut into four, `subdivisions` times. All vertices are on
//! the unit sphere. Of every 8 normals, one is zero, one points inwards, one is not a number, and 5 are correct.
//! Requires: subdivisions <= max_subdivisions
stl_mesh make_icosphere(unsigned subdivisions);

}  // namespace heddle::program
