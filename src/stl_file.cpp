// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tells a binary STL file from what only bears its name: the size must follow from the header.
#include "stl_file.hpp"

#include "errors.hpp"
#include "input_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>

namespace heddle::program {

namespace {

//! Text begins with a certain word, as does the title of many a binary file; but there the number
//! of triangles, if not the rest of the title, holds bytes that are in no text.
bool is_text(std::byte const* bytes, std::size_t count)
{
    constexpr std::string_view first_word = "solid";
    return count >= first_word.size() &&
           std::memcmp(bytes, first_word.data(), first_word.size()) == 0 &&
           std::all_of(bytes, bytes + count, [](std::byte b) { return b >= std::byte{'\t'}; });
}

[[noreturn]] void refuse(std::string const& path, std::string const& reason)
{
    throw file_error(fmt::format("cannot read '{}': {}", path, reason));
}

void expect_size(std::string const& path, std::size_t size, std::uint32_t triangle_count)
{
    std::size_t const expected = stl_mesh::file_bytes(triangle_count);
    if (size < expected) {
        refuse(path, fmt::format("it is truncated, or no binary STL file: its header announces {} "
                                 "triangles, so that it must have {} bytes, but it has {}",
                                 triangle_count, expected, size));
    }
    if (size > expected) {
        refuse(path, fmt::format("{} bytes follow its {} triangles, or it is no binary STL file",
                                 size - expected, triangle_count));
    }
}

}  // namespace

stl_mesh read_stl(std::string const& path)
{
    input_file file(path);
    if (file.size() == 0) refuse(path, "it is empty");

    std::byte header[stl_mesh::header_bytes] = {};
    std::size_t const header_size = std::min(file.size(), sizeof header);
    file.read(header, header_size);
    std::uint32_t triangle_count = 0;
    std::memcpy(&triangle_count, header + stl_mesh::title_bytes, sizeof triangle_count);
    if (is_text(header, header_size) && file.size() != stl_mesh::file_bytes(triangle_count)) {
        refuse(path, "it is an ASCII STL file, and only binary ones are understood");
    }
    if (header_size < sizeof header) {
        refuse(path, fmt::format("it has only {} bytes, fewer than the {} of a binary STL header",
                                 file.size(), sizeof header));
    }
    expect_size(path, file.size(), triangle_count);

    stl_mesh mesh(header);
    file.read(mesh.data() + sizeof header, mesh.size() - sizeof header);
    return mesh;
}

}  // namespace heddle::program
