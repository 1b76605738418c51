// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The program heddle: its commands, their options, and how it ends.
#include "errors.hpp"
#include "plan_command.hpp"
#include "stl_command.hpp"
#include "tune_command.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <csignal>
#include <cstdio>
#include <exception>
#include <map>
#include <new>
#include <string>

#if !defined(HEDDLE_VERSION)
#    define HEDDLE_VERSION "of unknown version"
#endif

namespace heddle::program {

namespace {

constexpr char const* exit_text =
    "Exit status: 0 success, 1 a file cannot be read or written (or memory is short),\n"
    "2 wrong usage, 3 the GPU fails or is missing.\n";

constexpr char const* job_text =
    "Every facet normal is recomputed from the vertices (unit length, right-hand rule);\n"
    "nothing else is changed. A normal counts as changed if a component differs by more\n"
    "than 0.001 from the one in the file, or if that was not a number. A triangle whose\n"
    "vertices are in line, or not finite, is degenerate and gets the normal 0 0 0. Volume\n"
    "is signed: positive where normals point outwards; of an open mesh, it is that of the\n"
    "cones over its facets with their apex in the mesh's first vertex.\n"
    "On a GPU, the kernel's memory rate through plain and coalesced pointers is measured\n"
    "against that of a copy; without one, memory requests and sectors are counted.\n\n";

constexpr char const* tune_text =
    "One struct a thread, in blocks of 256; a packed struct of each size. Loads and stores are\n"
    "timed alone (load, store: in order; gather, scatter: in random order) and together (copy).\n"
    "by_plan, the default of coalesced_ptr, is what the planner chooses without shared memory,\n"
    "in_block what it chooses with it; plain is T*. Every kernel is verified before it is timed.\n"
    "A GPU is needed.\n\n";

void add_device_option(CLI::App& command, device_choice& device)
{
    static std::map<std::string, device_choice> const choices{{"auto", device_choice::automatic},
                                                              {"gpu", device_choice::gpu},
                                                              {"cpu", device_choice::cpu}};
    command
        .add_option_function<std::string>(
            "--device", [&device](std::string const& name) { device = choices.at(name); },
            "auto: a GPU if there is one; gpu: or else fail; cpu: emulated warps")
        ->check(CLI::IsMember({"auto", "gpu", "cpu"}).description(""))
        ->type_name("auto|gpu|cpu");
}

void add_plan(CLI::App& app)
{
    static plan_request request;
    CLI::App& command = *app.add_subcommand(
        "plan", "Show how elements of some size are moved, and what that saves");
    command.add_option("BYTES", request.element_bytes, "size of an element, 1 to 4096")
        ->required()
        ->type_name("");
    command
        .add_option("--align", request.alignment,
                    "its alignment (default: the largest power of two up to 16 that divides BYTES)")
        ->type_name("A");
    command.add_option("--lanes", request.lane_count, "lanes of a tile: 1, 2, 4, 8, 16 or 32")
        ->type_name("N");
    command.footer(exit_text);
    command.callback([] { fmt::print("{}", plan_text(request)); });
}

void add_stl(CLI::App& app)
{
    static stl_request request;
    CLI::App& command =
        *app.add_subcommand("stl", "Recompute the facet normals of a binary STL mesh");
    command.add_option("IN", request.input, "binary STL file to read")->required()->type_name("");
    command
        .add_option("OUT", request.output,
                    "file to write, replaced as a whole or left alone; may be IN")
        ->required()
        ->type_name("");
    add_device_option(command, request.device);
    command.footer(std::string(job_text) + exit_text);
    command.callback([] { run_stl(request); });
}

void add_demo(CLI::App& app)
{
    static demo_request request;
    CLI::App& command =
        *app.add_subcommand("demo", "Make a mesh with wrong normals and do as `heddle stl` does");
    command
        .add_option("--subdivisions", request.subdivisions,
                    "20 * 4^K triangles (default: 6 without a GPU, 8 with one)")
        ->type_name("K");
    command
        .add_option("--directory", request.directory,
                    "where to write the files (default: heddle-demo)")
        ->type_name("D");
    add_device_option(command, request.device);
    command.footer(std::string(job_text) + exit_text);
    command.callback([] { run_demo(request); });
}

void add_tune(CLI::App& app)
{
    static tune_request request;
    CLI::App& command = *app.add_subcommand(
        "tune", "Measure this GPU: the best path for each size and pattern, and the planner's");
    command
        .add_option("--sizes", request.sizes,
                    "sizes of structs in bytes, with commas between (default: all)")
        ->delimiter(',')
        ->type_name("N");
    command.add_option("--mib", request.array_mebibytes, "size of each of three arrays, in MiB")
        ->capture_default_str()
        ->type_name("N");
    command.add_option("--repeats", request.batches, "batches of which the median is taken")
        ->capture_default_str()
        ->type_name("N");
    command.add_option("--csv", request.csv, "a file to write the table to as well")
        ->type_name("FILE");
    command.footer(std::string(tune_text) + exit_text);
    command.callback([] { run_tune(request); });
}

int report(exit_status status, std::string const& message)
{
    fmt::print(stderr, "heddle: {}\n", message);
    return static_cast<int>(status);
}

int run(int argc, char const* const* argv)
{
    CLI::App app{"Arrays of structures at the speed of structures of arrays, on CUDA GPUs",
                 "heddle"};
    app.set_version_flag("--version", "heddle " HEDDLE_VERSION);
    app.footer(exit_text);
    app.require_subcommand(0, 1);
    app.get_formatter()->label("REQUIRED", "");
    add_plan(app);
    add_stl(app);
    add_demo(app);
    add_tune(app);
    try {
        app.parse(argc, argv);
        if (app.get_subcommands().empty()) fmt::print("{}", app.help());
    } catch (CLI::ParseError const& error) {
        if (error.get_exit_code() != 0) {
            return report(exit_status::wrong_usage,
                          std::string(error.what()) + " (--help says more)");
        }
        app.exit(error);  // Prints what --help and --version ask for.
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        return report(exit_status::file_failure, "cannot write to standard output");
    }
    return static_cast<int>(exit_status::success);
}

}  // namespace

}  // namespace heddle::program

int main(int argc, char** argv)
{
    using namespace heddle::program;
    // A file that may not grow further is then an error like a full disk, which cleans up.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        return run(argc, argv);
    } catch (program_error const& error) {
        return report(error.status(), error.what());
    } catch (std::bad_alloc const&) {
        return report(exit_status::file_failure, "not enough memory");
    } catch (std::exception const& error) {
        return report(exit_status::file_failure, error.what());
    }
}
