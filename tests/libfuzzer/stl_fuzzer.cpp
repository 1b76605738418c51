// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as an STL file: it is refused in a sentence, or read, repaired and written. Then its normals are right, and
// nothing else has changed.

#include "errors.hpp"
#include "repair_emulated.hpp"
#include "report.hpp"
#include "stl_file.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

using namespace heddle::program;

//! A file in memory.
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* bytes, std::size_t count)
{
    static memory_file const file;
    file.fill(bytes, count);
    try {
        stl_mesh const mesh = read_stl(file.path());
        expect(mesh.size() == count && std::memcmp(mesh.data(), bytes, count) == 0);
        stl_mesh repaired = mesh.with_same_header();
        auto const result = repair_emulated(mesh, repaired);
        expect(mesh_text(result.statistics, mesh.triangle_count()).size() > 0);
        expect(traffic_text(result.plain, result.coalesced).size() > 0 ||
               mesh.triangle_count() == 0);
        expect(std::memcmp(repaired.data(), bytes, stl_mesh::header_bytes) == 0);
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
