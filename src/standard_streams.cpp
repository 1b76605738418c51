// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Each text is written at once, without a buffer that would have to be emptied at the end.
#include "standard_streams.hpp"

#include "descriptor.hpp"
#include "errors.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace heddle::program {

namespace {

struct sigaction action_on_broken_pipe {};

}  // namespace

void prepare_standard_streams()
{
    for (int const number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(number, F_GETFD) >= 0) continue;
        // The lowest free number is this one. It is opened for what nobody will do with it.
        (void)!::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &ignore, &action_on_broken_pipe);
}

void complain(std::string const& text) { (void)write_all(STDERR_FILENO, text.data(), text.size()); }

report_stream::report_stream(bool output_is_taken)
    : number_(output_is_taken ? STDERR_FILENO : STDOUT_FILENO)
{
}

void report_stream::print(std::string const& text)
{
    if (is_heard()) error_ = write_all(number_, text.data(), text.size());
}

void report_stream::finish() const
{
    if (is_heard()) return;
    if (error_ == EPIPE) {
        ::sigaction(SIGPIPE, &action_on_broken_pipe, nullptr);
        std::raise(SIGPIPE);  // returns where the caller ignores it
    }
    throw file_error(fmt::format("cannot write to standard {}: {}",
                                 number_ == STDOUT_FILENO ? "output" : "error",
                                 std::strerror(error_)));
}

}  // namespace heddle::program
