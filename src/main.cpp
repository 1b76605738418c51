// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The program heddle: runs the command that its command line names. The exit status says how the command ended.
#include "commands.hpp"
#include "errors.hpp"
#include "files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <variant>

namespace heddle::program {

namespace {

//! Prints one line, even if names in the message contain control characters.
int fail_with(exit_status status, std::string message)
{
    auto const is_control = [](unsigned char c) { return c < ' ' || c == 0x7f; };
    std::replace_if(message.begin(), message.end(), is_control, '?');
    complain(fmt::format("heddle: {}\n", message));
    return static_cast<int>(status);
}

void carry_out(information const& asked)
{
    report_stream report;
    report.print(asked.text);
    report.finish();
}
void carry_out(plan_request const& asked) { carry_out(information{plan_text(asked)}); }
void carry_out(tune_request const& asked) { run_tune(asked); }

}  // namespace

}  // namespace heddle::program

int main(int argc, char** argv)
{
    using namespace heddle::program;
    prepare_standard_streams();
    // Ignores this signal, so that a write beyond the file size limit is an error, like a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        std::visit([](auto const& asked) { carry_out(asked); }, parse_command_line(argc, argv));
        return static_cast<int>(exit_status::success);
    } catch (program_error const& error) {
        return fail_with(error.status, error.what());
    } catch (std::bad_alloc const&) {
        return fail_with(exit_status::file_failure, "not enough memory");
    } catch (std::exception const& error) {
        return fail_with(exit_status::file_failure, error.what());
    }
}
