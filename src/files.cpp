// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading and replacing files with the calls of POSIX, because the standard library can neither
// make a unique name nor wait until the bytes are on the disk.
#include "files.hpp"

#include "errors.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace heddle::program {

namespace {

namespace fs = std::filesystem;

// No call moves more than 2 GiB on Linux.
constexpr std::size_t most_bytes_per_call = std::size_t{1} << 30;

[[noreturn]] void fail(char const* action, std::string const& path, char const* reason)
{
    throw file_error(fmt::format("cannot {} '{}': {}", action, path, reason));
}
[[noreturn]] void fail(char const* action, std::string const& path)
{
    fail(action, path, std::strerror(errno));
}

fs::path directory_of(std::string const& path)
{
    fs::path const parent = fs::path(path).parent_path();
    return parent.empty() ? fs::path(".") : parent;
}

//! Where a chain of symbolic links ends: not a link, but what it names, is to be replaced.
std::string resolved(std::string const& path)
{
    std::error_code none;
    fs::path const target = fs::canonical(path, none);
    return none ? path : target.string();
}

void write_all(int descriptor, std::string const& path, std::byte const* bytes, std::size_t count)
{
    while (count != 0) {
        ssize_t const written = ::write(descriptor, bytes, std::min(count, most_bytes_per_call));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("write", path);
        bytes += written;
        count -= static_cast<std::size_t>(written);
    }
}

//! Open for writing; closed on every way out.
class output_descriptor {
public:
    explicit output_descriptor(int descriptor) : descriptor_(descriptor) {}
    ~output_descriptor()
    {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    output_descriptor(output_descriptor const&) = delete;
    output_descriptor& operator=(output_descriptor const&) = delete;

    int get() const { return descriptor_; }
    int release() { return std::exchange(descriptor_, -1); }

private:
    int descriptor_;
};

//! A file of a unique name beside `target`, which vanishes unless it takes the target's place.
class replacement {
public:
    explicit replacement(std::string const& target)
        : target_(target),
          name_((directory_of(target) / ".heddle-XXXXXX").string()),
          file_(::mkstemp(name_.data()))
    {
        if (file_.get() < 0) fail("write", target_);
    }
    ~replacement()
    {
        if (!name_.empty()) ::unlink(name_.c_str());
    }
    replacement(replacement const&) = delete;
    replacement& operator=(replacement const&) = delete;

    void write(std::byte const* bytes, std::size_t count)
    {
        write_all(file_.get(), target_, bytes, count);
    }

    void take_place(mode_t permissions)
    {
        if (::fchmod(file_.get(), permissions) != 0) fail("write", target_);
        if (::fsync(file_.get()) != 0) fail("write", target_);
        if (::close(file_.release()) != 0) fail("write", target_);
        if (::rename(name_.c_str(), target_.c_str()) != 0) fail("write", target_);
        name_.clear();
        // The new name, too, should survive a loss of power; not all file systems can promise it.
        output_descriptor const directory(
            ::open(directory_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (directory.get() >= 0) (void)::fsync(directory.get());
    }

private:
    std::string target_;
    std::string name_;
    output_descriptor file_;
};

//! The permissions of a file that any other program would create.
mode_t usual_permissions()
{
    mode_t const mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

}  // namespace

input_file::input_file(std::string const& path)
    : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK))
{
    if (descriptor_ < 0) fail("read", path_);
    struct stat status {};
    int const failed = ::fstat(descriptor_, &status);
    bool const regular = S_ISREG(status.st_mode);
    if (failed != 0 || !regular) ::close(descriptor_);
    if (failed != 0) fail("read", path_);
    if (S_ISDIR(status.st_mode)) fail("read", path_, "it is a directory");
    if (!regular) fail("read", path_, "it is not a regular file");
    size_ = static_cast<std::size_t>(status.st_size);
}

input_file::~input_file() { ::close(descriptor_); }

void input_file::read(std::byte* target, std::size_t count)
{
    while (count != 0) {
        ssize_t const got = ::read(descriptor_, target, std::min(count, most_bytes_per_call));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail("read", path_);
        if (got == 0) fail("read", path_, "it became shorter while it was read");
        target += got;
        count -= static_cast<std::size_t>(got);
    }
}

void expect_writable(std::string const& path)
{
    std::string const target = resolved(path);
    struct stat status {};
    if (::stat(target.c_str(), &status) == 0) {
        if (S_ISDIR(status.st_mode)) fail("write", path, "it is a directory");
        if (::access(target.c_str(), W_OK) != 0) fail("write", path);
        if (S_ISCHR(status.st_mode) || S_ISFIFO(status.st_mode)) return;
        if (!S_ISREG(status.st_mode)) fail("write", path, "it is not a regular file");
    }
    fs::path const directory = directory_of(target);
    if (::stat(directory.c_str(), &status) != 0) fail("write", path);
    if (!S_ISDIR(status.st_mode)) fail("write", path, std::strerror(ENOTDIR));
    if (::access(directory.c_str(), W_OK | X_OK) != 0) fail("write", path);
}

void write_file(std::string const& path, std::byte const* bytes, std::size_t count)
{
    expect_writable(path);
    std::string const target = resolved(path);
    struct stat status {};
    bool const exists = ::stat(target.c_str(), &status) == 0;
    if (exists && !S_ISREG(status.st_mode)) {
        output_descriptor const device(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
        if (device.get() < 0) fail("write", path);
        write_all(device.get(), path, bytes, count);
        return;
    }
    replacement file(target);
    file.write(bytes, count);
    file.take_place(exists ? status.st_mode & 07777 : usual_permissions());
}

}  // namespace heddle::program
