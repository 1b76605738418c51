// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Replaces a file by writing another one beside it and renaming it.
#include "files.hpp"

#include "errors.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

namespace heddle::program {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(std::string const& path, std::string const& reason)
{
    throw file_error(fmt::format("cannot write '{}': {}", path, reason));
}

//! Writes the text, and closes the file unless it is standard output.
//! Errors: returns errno, or 0 on success
int fill(std::FILE* file, std::string const& text)
{
    if (file == nullptr) return errno;
    bool const is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
    int const error = is_written ? 0 : errno;
    if (file != stdout && std::fclose(file) != 0 && is_written) return errno;
    return error;
}

}  // namespace

void prepare_standard_streams()
{
    for (int const number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(number, F_GETFD) >= 0) continue;
        // open() returns the lowest free descriptor, which is `number`. The access mode is wrong on purpose.
        (void)!::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
    std::signal(SIGPIPE, SIG_IGN);
}

void complain(std::string const& text) { (void)std::fputs(text.c_str(), stderr); }

output_file::output_file(std::string const& path)
    : path_(path), is_standard_output_(path == "-" || path == "/dev/stdout"), target_(path)
{
    if (is_standard_output_) {
        if ((::fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) == O_RDONLY) fail(path, "it is not open for writing");
        return;
    }
    std::error_code error;
    fs::file_status const status = fs::status(path, error);
    if (status.type() == fs::file_type::none) fail(path, error.message());
    if (fs::is_directory(status)) fail(path, "it is a directory");
    bool const exists = fs::exists(status);
    if (exists && ::access(path.c_str(), W_OK) != 0) fail(path, std::strerror(errno));
    if (exists) target_ = fs::canonical(path, error);
    is_replaced_ = !exists || fs::is_regular_file(status);
    part_ = is_replaced_ ? target_.string() + ".part" : path;
    if (!is_replaced_) return;
    std::FILE* const probe = std::fopen(part_.c_str(), "wx");  // fails if the file exists
    if (probe == nullptr) fail(part_.string(), std::strerror(errno));
    (void)std::fclose(probe);
    fs::remove(part_, error);
}

void output_file::write(std::string const& text) const
{
    if (!is_replaced_) {
        int const error = fill(is_standard_output_ ? stdout : std::fopen(part_.c_str(), "wb"), text);
        if (error != 0) fail(path_, std::strerror(error));
        return;
    }
    std::FILE* const file = std::fopen(part_.c_str(), "wbx");
    if (file == nullptr) fail(part_.string(), std::strerror(errno));
    std::error_code failure(fill(file, text), std::generic_category()), ignored;
    fs::file_status const old = fs::status(target_, ignored);
    if (!failure && fs::exists(old)) fs::permissions(part_, old.permissions(), failure);
    if (!failure) fs::rename(part_, target_, failure);
    if (!failure) return;
    fs::remove(part_, ignored);
    fail(path_, failure.message());
}

void report_stream::print(std::string const& text)
{
    if (!is_heard()) return;
    bool const is_written = std::fputs(text.c_str(), stream_) >= 0 && std::fflush(stream_) == 0;
    error_ = is_written ? 0 : errno;
}

void report_stream::finish() const
{
    if (is_heard()) return;
    throw file_error(
        fmt::format("cannot write to standard {}: {}", stream_ == stdout ? "output" : "error", std::strerror(error_)));
}

}  // namespace heddle::program
