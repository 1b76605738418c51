// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Binary STL files: a title of 80 bytes, the number of triangles, and the triangles, packed and little-endian.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace stl {

#pragma pack(push, 2)
struct point {
    float x, y, z;
};
struct triangle {  // 50 bytes
    point normal, vertices[3];
    std::uint16_t attribute;
};
struct header {
    char title[80];
    std::uint32_t count;
};
#pragma pack(pop)
static_assert(sizeof(triangle) == 50 && sizeof(header) == 84);

struct mesh {
    stl::header header;
    std::vector<triangle> triangles;
};

[[noreturn]] inline void refuse(std::string const& path, std::string const& reason)
{
    throw std::runtime_error(path + " " + reason);
}

//! Throws: std::runtime_error whose message is a sentence, unless the file is binary, has triangles, and has exactly
//!         their bytes
inline mesh read(std::string const& path)
{
    std::ifstream in(path, std::ios::binary);
    if (!in) refuse(path, std::string("cannot be opened: ") + std::strerror(errno));
    if (!std::filesystem::is_regular_file(path)) refuse(path, "is not a regular file");
    std::uintmax_t const size = std::filesystem::file_size(path);
    mesh mesh{};
    in.read(reinterpret_cast<char*>(&mesh.header), sizeof(header));
    std::uint32_t const count = mesh.header.count;
    std::uintmax_t const expected = sizeof(header) + sizeof(triangle) * std::uintmax_t{count};
    if (size != expected && std::memcmp(mesh.header.title, "solid", 5) == 0) {
        refuse(path, "is a text STL file, or damaged: convert it to a binary one");
    }
    if (size < sizeof(header))
        refuse(path, "has " + std::to_string(size) + " bytes, fewer than the header of an STL file");
    // Bytes that follow the triangles cannot be told from bytes that were inserted before them.
    if (size != expected) {
        refuse(path, "is damaged, or not an STL file: its header promises " + std::to_string(count) + " triangles, " +
                         std::to_string(expected) + " bytes in all, and it has " + std::to_string(size));
    }
    if (count == 0) refuse(path, "has no triangles");
    mesh.triangles.resize(count);
    in.read(reinterpret_cast<char*>(mesh.triangles.data()), static_cast<std::streamsize>(size - sizeof(header)));
    if (!in) refuse(path, "cannot be read to its end");
    return mesh;
}

//! Replaces a file as a whole, or leaves it unchanged. Writes directly to a device or a pipe.
//! Throws: std::runtime_error whose message is a sentence
inline void write(std::string const& path, mesh const& mesh)
{
    namespace fs = std::filesystem;
    bool const exists = fs::exists(path), is_replaced = !exists || fs::is_regular_file(path);
    fs::path const target = exists ? fs::canonical(path) : fs::path(path);  // a symbolic link stays
    fs::path const part = is_replaced ? target.string() + ".part" : target.string();
    if (is_replaced && fs::exists(part)) refuse(path, "cannot be written while " + part.string() + " exists");
    errno = 0;
    std::ofstream out(part, std::ios::binary);
    out.write(reinterpret_cast<char const*>(&mesh.header), sizeof(header));
    out.write(reinterpret_cast<char const*>(mesh.triangles.data()),
              static_cast<std::streamsize>(mesh.triangles.size() * sizeof(triangle)));
    out.close();
    std::error_code error, ignored;
    if (!out) error.assign(errno != 0 ? errno : EIO, std::generic_category());
    if (!error && is_replaced && exists) fs::permissions(part, fs::status(target).permissions(), error);
    if (!error && is_replaced) fs::rename(part, target, error);
    if (!error) return;
    if (is_replaced) fs::remove(part, ignored);
    refuse(path, "cannot be written: " + error.message());
}

}  // namespace stl
