// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Replaces a file by writing a temporary file in the same directory and renaming it.
#include "files.hpp"

#include "errors.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <random>
#include <system_error>

namespace heddle::program {

namespace {

namespace fs = std::filesystem;

//! Returns whether a path names the file that is open as descriptor `number`. Returns false for character devices.
bool is_open_as(std::string const& path, int number)
{
    struct stat named {};
    struct stat open {};
    return ::stat(path.c_str(), &named) == 0 && ::fstat(number, &open) == 0 && named.st_dev == open.st_dev &&
           named.st_ino == open.st_ino && !S_ISCHR(open.st_mode);
}

void expect_usable_standard_output(std::string const& path)
{
    int const flags = ::fcntl(STDOUT_FILENO, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) {
        fail("write", path, "it is not open for writing");
    }
    if (::isatty(STDOUT_FILENO) == 1) fail("write", path, "it is a terminal");
}

//! Returns the path after all symbolic links are resolved, whether or not a file exists there.
fs::path end_of_links(fs::path path)
{
    constexpr int max_links = 40;  // as on Linux
    std::error_code error;
    for (int i = 0; i < max_links && fs::is_symlink(fs::symlink_status(path, error)); ++i) {
        path = path.parent_path() / fs::read_symlink(path, error);
    }
    return path;
}

//! Writes all bytes, and closes the file unless it is standard output.
//! Errors: returns errno, or 0 on success
int fill(std::FILE* file, void const* bytes, std::size_t count)
{
    if (file == nullptr) return errno;
    bool const is_written = std::fwrite(bytes, 1, count, file) == count && std::fflush(file) == 0;
    int const error = is_written ? 0 : errno;
    if (file != stdout && std::fclose(file) != 0 && is_written) return errno;
    return error;
}

//! Gives a new file the mode of the old file, without set-user-ID and set-group-ID. Sets the owner and the group of the
//! old file, too, if the user and the file system allow it. If the group cannot be set, the group of the new file gets
//! only the rights of others.
void inherit(std::string const& path, struct stat const& old)
{
    mode_t mode = old.st_mode & 0777u;
    constexpr auto unchanged = static_cast<uid_t>(-1);
    bool const has_group =
        ::chown(path.c_str(), old.st_uid, old.st_gid) == 0 || ::chown(path.c_str(), unchanged, old.st_gid) == 0;
    if (!has_group) mode = (mode & 0707u) | (mode & 07u) << 3;
    (void)::chmod(path.c_str(), mode);
}

//! Creates a file with a new hidden name in the directory of `target`.
//! Errors: returns -1 and sets errno
int create_beside(fs::path const& target, mode_t mode, std::string& name)
{
    std::random_device random;
    name = target.parent_path() / fmt::format(".heddle-{:08x}{:08x}", random(), random());
    return ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
}

//! Replaces a file as a whole, or leaves it unchanged.
//! Errors: returns errno, or 0 on success
int replace(fs::path const& target, void const* bytes, std::size_t count)
{
    struct stat old {};
    bool const exists = ::stat(target.c_str(), &old) == 0;
    std::string name;
    int const number = create_beside(target, exists ? 0600 : 0666, name);
    if (number < 0) return errno;
    int error = fill(::fdopen(number, "wb"), bytes, count);
    if (error == 0) {
        if (exists) inherit(name, old);
        std::error_code failure;
        fs::rename(name, target, failure);
        error = failure.value();
    }
    if (error != 0) ::unlink(name.c_str());
    return error;
}

}  // namespace

void fail(char const* action, std::string const& path, std::string const& reason)
{
    throw file_error(fmt::format("cannot {} '{}': {}", action, path, reason));
}

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

output_file::output_file(std::string const& path) : path_(path)
{
    std::error_code error;
    fs::file_status const status = fs::status(path, error);
    is_standard_output_ = path == "-" || path == "/dev/stdout" || is_open_as(path, STDOUT_FILENO);
    if (is_open_as(is_standard_output_ ? "/dev/stdout" : path, STDERR_FILENO)) {
        fail("write", path, "it is standard error, where messages go");
    }
    if (is_standard_output_) {
        expect_usable_standard_output(path);
        return;
    }

    bool const exists = fs::exists(status);
    if (status.type() == fs::file_type::none) fail("write", path, error.message());
    if (fs::is_directory(status)) fail("write", path, "it is a directory");
    if (exists && ::access(path.c_str(), W_OK) != 0) fail("write", path, std::strerror(errno));
    if (fs::is_character_file(status) || fs::is_fifo(status)) return;
    if (exists && !fs::is_regular_file(status)) fail("write", path, "it is not a regular file");
    target_ = end_of_links(path);
    // A file that is open but has no path, such as /dev/fd/3, is written directly.
    is_replaced_ = !exists || fs::equivalent(path, target_, error);
    if (!is_replaced_) return;
    if (target_.filename().empty()) fail("write", path, std::strerror(ENOENT));
    std::string probe;
    int const number = create_beside(target_, 0600, probe);
    if (number < 0) fail("write", path, std::strerror(errno));
    ::close(number);
    ::unlink(probe.c_str());
}

void output_file::write(void const* bytes, std::size_t count) const
{
    int const error = is_replaced_ ? replace(target_, bytes, count)
                                   : fill(is_standard_output_ ? stdout : std::fopen(path_.c_str(), "wb"), bytes, count);
    if (error != 0) fail("write", path_, std::strerror(error));
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
