// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads random bytes as an STL file. The program must either refuse the file with a message, or read it as a binary
// file or as a text file. The fuzzer then recomputes the normals of the mesh. The normals must be correct, and all
// other data must be unchanged.

#include "emulated.hpp"
#include "errors.hpp"
#include "mesh.hpp"
#include "report.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace {

using namespace heddle::program;

class memory_file {
public:
    memory_file() : descriptor_(::memfd_create("fuzzed.stl", 0))
    {
        if (descriptor_ < 0) std::abort();
    }
    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }
    void fill(std::uint8_t const* bytes, std::size_t count) const
    {
        if (::ftruncate(descriptor_, 0) != 0) std::abort();
        if (::pwrite(descriptor_, bytes, count, 0) != static_cast<ssize_t>(count)) std::abort();
    }

private:
    int descriptor_;
};

void expect(bool condition)
{
    if (!condition) std::abort();
}

std::uint32_t count_in_header(std::uint8_t const* bytes, std::size_t count)
{
    std::uint32_t announced = 0;
    if (count >= stl_mesh::header_bytes) {
        std::memcpy(&announced, bytes + stl_mesh::title_bytes, sizeof announced);
    }
    return announced;
}

//! Checks that a text of this size can describe the mesh. A triangle has a minimum of characters and no attributes.
void expect_text(std::uint8_t const* bytes, std::size_t count, stl_mesh const& mesh)
{
    constexpr std::string_view shortest =
        "facet normal outer loop vertex 0 0 0 vertex 0 0 0 vertex 0 0 0 endloop endfacet";
    expect(std::count(bytes, bytes + std::min<std::size_t>(count, 1024), 0) == 0);
    expect(mesh.triangle_count() * shortest.size() <= count);
    expect(std::memcmp(mesh.data(), "STL", 3) == 0);
    for (std::uint32_t i = 0; i < mesh.triangle_count(); ++i) {
        expect(mesh.triangles()[i].attribute == 0);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* bytes, std::size_t count)
{
    static memory_file const file;
    file.fill(bytes, count);
    try {
        stl_mesh const mesh = read_stl(file.path());
        std::uint32_t const announced = count_in_header(bytes, count);
        std::size_t const binary_size = stl_mesh::file_bytes(announced);
        bool const is_binary = count >= stl_mesh::header_bytes && count == binary_size;
        if (is_binary) {
            expect(mesh.size() == binary_size && std::memcmp(mesh.data(), bytes, mesh.size()) == 0);
        } else {
            expect_text(bytes, count, mesh);
        }
        stl_mesh repaired = mesh.with_same_header();
        auto const result = repair_emulated(mesh, repaired);
        expect(mesh_text(mesh).size() > 0);
        expect(traffic_text(result.plain, result.coalesced).size() > 0);
        expect(std::memcmp(repaired.data(), mesh.data(), stl_mesh::header_bytes) == 0);
        for (std::uint32_t i = 0; i < mesh.triangle_count(); ++i) {
            triangle expected = mesh.triangles()[i];
            expected.normal = facet_normal(expected);
            expect(std::memcmp(&expected, &repaired.triangles()[i], sizeof expected) == 0);
        }
    } catch (file_error const& error) {
        expect(std::string(error.what()).rfind("cannot read '", 0) == 0);
    }
    return 0;
}
