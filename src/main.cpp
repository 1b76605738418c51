// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The program heddle: does what its command line asks for, and how it ends.
#include "command_line.hpp"
#include "errors.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <variant>

namespace heddle::program {

namespace {

int report(exit_status status, std::string const& message)
{
    fmt::print(stderr, "heddle: {}\n", message);
    return static_cast<int>(status);
}

void carry_out(information const& asked) { fmt::print("{}", asked.text); }
void carry_out(plan_request const& asked) { fmt::print("{}", plan_text(asked)); }
void carry_out(stl_request const& asked) { run_stl(asked); }
void carry_out(demo_request const& asked) { run_demo(asked); }
void carry_out(tune_request const& asked) { run_tune(asked); }

int run(int argc, char const* const* argv)
{
    std::visit([](auto const& asked) { carry_out(asked); }, parse_command_line(argc, argv));
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
