// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The program's commands and their options.
#include "commands.hpp"
#include "errors.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <heddle/version.hpp>

#include <charconv>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace heddle::program {

namespace {

constexpr char const* exit_text =
    "Exit status: 0 success, 1 a file cannot be written (or memory is short),\n"
    "2 wrong usage, 3 the GPU fails or is missing.\n";

constexpr char const* tune_text =
    "One struct a thread, in blocks of 256; a packed struct of each size. Loads and stores are\n"
    "timed alone (load, store: in order; gather, scatter: in random order) and together (copy).\n"
    "by_plan, the default of coalesced_ptr, is what the planner chooses without shared memory,\n"
    "in_block what it chooses with it; plain is T*. Every kernel is verified before it is timed.\n"
    "A GPU is needed.\n\n";

//! Returns the value of a number that consists of decimal digits. (CLI11 would read 010 as 8, and 12,,28 as 12,28.)
//! Throws: usage_error with the option's name
long long whole_number(std::string const& option, std::string const& text)
{
    long long value = 0;
    char const* const end = text.data() + text.size();
    auto const [rest, error] = std::from_chars(text.data(), end, value);
    bool const is_number = error != std::errc::invalid_argument && rest == end;
    if (is_number && error == std::errc()) return value;
    throw usage_error(
        fmt::format("{}: '{}' is {} (--help says more)", option, text, is_number ? "out of range" : "no whole number"));
}

//! Appends numbers that are separated by commas.
void append_numbers(std::vector<long long>& numbers, std::string const& option, std::string const& text)
{
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
        end = text.find(',', begin);
        numbers.push_back(whole_number(option, text.substr(begin, end - begin)));
    }
}

//! Adds an option or an argument that is a number. If it is absent on the command line, `number` is unchanged.
template <class Number>
CLI::Option& add_number(CLI::App& command, std::string const& name, Number& number, std::string const& description)
{
    return *command.add_option_function<std::string>(
        name, [name, &number](std::string const& text) { number = whole_number(name, text); }, description);
}

//! Adds an option that is the path of a file, which must not be empty.
template <class Name>
CLI::Option& add_file(CLI::App& command, std::string const& option, Name& name, std::string const& description)
{
    auto const refuse_nothing = [](std::string const& text) { return text.empty() ? "a name is missing" : ""; };
    return *command.add_option(option, name, description)->check(CLI::Validator(refuse_nothing, ""));
}

void add_plan(CLI::App& app, plan_request& request)
{
    CLI::App& command = *app.add_subcommand("plan", "Show how elements of some size are moved, and what that saves");
    add_number(command, "BYTES", request.element_bytes, "size of an element, 1 to 4096").required()->type_name("");
    add_number(command, "--align", request.alignment,
               "its alignment (default: the largest power of two up to 16 that divides BYTES)")
        .type_name("A");
    add_number(command, "--lanes", request.lane_count, "lanes of a group: 1, 2, 4, 8, 16 or 32").type_name("N");
    command.footer(exit_text);
}

void add_tune(CLI::App& app, tune_request& request)
{
    CLI::App& command =
        *app.add_subcommand("tune", "Measure this GPU: the best path for each size and pattern, and the planner's");
    command
        .add_option_function<std::vector<std::string>>(
            "--sizes",
            [&request](std::vector<std::string> const& lists) {
                for (auto const& list : lists) append_numbers(request.sizes, "--sizes", list);
            },
            "sizes of structs in bytes, with commas between (default: all)")
        ->type_name("N");
    add_number(command, "--mib", request.array_mebibytes, "size of each of three arrays, in MiB")
        .default_str(std::to_string(request.array_mebibytes))
        ->type_name("N");
    add_number(command, "--repeats", request.batches, "batches of which the median is taken")
        .default_str(std::to_string(request.batches))
        ->type_name("N");
    add_file(command, "--csv", request.csv, "a file to write the table to as well; - is standard output")
        .type_name("FILE");
    command.footer(std::string(tune_text) + exit_text);
}

}  // namespace

any_request parse_command_line(int argc, char const* const* argv)
{
    plan_request plan;
    tune_request tune;
    CLI::App app{"Arrays of structures at the speed of structures of arrays, on CUDA GPUs", "heddle"};
    app.set_version_flag(
        "--version", fmt::format("heddle {}.{}.{}", HEDDLE_VERSION_MAJOR, HEDDLE_VERSION_MINOR, HEDDLE_VERSION_PATCH));
    app.footer(exit_text);
    app.require_subcommand(0, 1);
    app.get_formatter()->label("REQUIRED", "");
    add_plan(app, plan);
    add_tune(app, tune);
    try {
        app.parse(argc, argv);
    } catch (CLI::ParseError const& error) {
        if (error.get_exit_code() != 0) {
            throw usage_error(std::string(error.what()) + " (--help says more)");
        }
        std::ostringstream text;  // the output of --help or --version
        app.exit(error, text, text);
        return information{text.str()};
    }
    if (app.got_subcommand("plan")) return plan;
    if (app.got_subcommand("tune")) return tune;
    return information{app.help()};
}

}  // namespace heddle::program
