// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads a mesh, recomputes its normals on the GPU or on emulated warps, writes the mesh, and reports.
#include "commands.hpp"
#include "emulated.hpp"
#include "errors.hpp"
#include "files.hpp"
#include "gpu.hpp"
#include "mesh.hpp"
#include "report.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <new>
#include <system_error>

namespace heddle::program {

namespace {

constexpr unsigned subdivisions_for_emulation = 6;
constexpr unsigned subdivisions_for_gpu = 8;

struct processor {
    bool is_gpu;
    std::string headline;
};

processor choose_processor(device_choice choice)
{
    constexpr char const* emulates = "emulated warps run the kernel on this processor and count its memory accesses";
    if (choice == device_choice::cpu) return {false, fmt::format("As asked, {}.\n", emulates)};
    gpu_search const search = find_gpu();
    if (search.found) return {true, fmt::format("GPU: {}\n", search.name)};
    if (choice == device_choice::gpu) throw gpu_error("there is no GPU: " + search.why_not);
    return {false, fmt::format("No GPU ({}): {}.\n", search.why_not, emulates)};
}

void repair_file(std::string const& input, output_file const& output, bool on_gpu, report_stream& report)
{
    std::string accesses = "  none\n";
    stl_mesh const mesh = read_stl(input);
    stl_mesh repaired = mesh.with_same_header();
    if (!on_gpu) {
        emulated_result const result = repair_emulated(mesh, repaired);
        accesses = traffic_text(result.plain, result.coalesced);
    } else if (mesh.triangle_count() != 0) {
        accesses = rates_text(repair_on_gpu(mesh, repaired));
    }
    output.write(repaired.data(), repaired.size());
    report.print(fmt::format("\nmesh {}\n{}{}\nmemory accesses\n{}", input, mesh_text(mesh),
                             text_line("written to", output.name()), accesses));
}

//! Calls work() for a file. If memory runs out or the GPU fails, throws an error that names the file and its size.
template <class Work>
void work_on(std::string const& path, std::uintmax_t bytes, Work const& work)
{
    auto const message = [&](char const* reason) {
        return fmt::format("cannot work on '{}' of {} bytes: {}", path, bytes, reason);
    };
    try {
        work();
    } catch (std::bad_alloc const&) {
        throw file_error(message("there is too little free memory"));
    } catch (gpu_error const& error) {
        throw gpu_error(message(error.what()));
    }
}

void repair(std::string const& input, output_file const& output, bool on_gpu, report_stream& report)
{
    std::error_code error;  // ignored: read_stl() reports a file whose size cannot be found
    work_on(input, std::filesystem::file_size(input, error), [&] { repair_file(input, output, on_gpu, report); });
}

std::filesystem::path make_directory(std::string const& name)
{
    std::error_code error;
    std::filesystem::create_directories(name, error);
    if (error) {
        throw file_error(fmt::format("cannot make the directory '{}': {}", name, error.message()));
    }
    return std::filesystem::absolute(name).lexically_normal();
}

}  // namespace

void run_stl(stl_request const& request)
{
    output_file const output(request.output);
    report_stream report(output.is_standard_output());
    processor const chosen = choose_processor(request.device);
    report.print(chosen.headline);
    repair(request.input, output, chosen.is_gpu, report);
    report.finish();
}

void run_demo(demo_request const& request)
{
    long long const asked = request.subdivisions.value_or(0);
    if (asked < 0 || asked > max_subdivisions) {
        throw usage_error(fmt::format("--subdivisions must be from 0 to {}, not {}", max_subdivisions, asked));
    }
    processor const chosen = choose_processor(request.device);
    auto const subdivisions = static_cast<unsigned>(
        request.subdivisions.value_or(chosen.is_gpu ? subdivisions_for_gpu : subdivisions_for_emulation));

    std::filesystem::path const directory = make_directory(request.directory);
    output_file const sphere((directory / "sphere.stl").string());
    output_file const repaired((directory / "sphere-repaired.stl").string());
    report_stream report(sphere.is_standard_output() || repaired.is_standard_output());
    report.print(chosen.headline);
    std::uint32_t const count = icosphere_triangle_count(subdivisions);
    work_on(sphere.name(), stl_mesh::file_bytes(count), [&] {
        stl_mesh const mesh = make_icosphere(subdivisions);
        sphere.write(mesh.data(), mesh.size());
    });
    report.print(
        fmt::format("Wrote {}: a sphere of radius 1 (area 12.566, volume 4.1888)\n"
                    "cut into {} triangles, 3 of every 8 with a wrong normal.\n",
                    sphere.name(), count));
    repair(sphere.name(), repaired, chosen.is_gpu, report);
    report.finish();
}

}  // namespace heddle::program
