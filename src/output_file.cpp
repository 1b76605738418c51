// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// With the calls of POSIX, because the standard library neither knows directories that stay where
// they are nor waits until the bytes are on the disk.
#include "output_file.hpp"

#include "file_failure.hpp"
#include "inherit_permissions.hpp"
#include "unfinished_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <filesystem>
#include <system_error>

namespace heddle::program {

namespace {

namespace fs = std::filesystem;

constexpr mode_t of_owner = S_IRUSR | S_IWUSR;
constexpr mode_t of_all = of_owner | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;

bool are_same(struct stat const& a, struct stat const& b)
{
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

//! What is written there is kept or seen; /dev/null may be several things at once.
bool keeps_what_it_gets(int number, struct stat const& status)
{
    return !S_ISCHR(status.st_mode) || ::isatty(number) == 1;
}

bool is_open_as(int number, struct stat const& status)
{
    struct stat own {};
    return ::fstat(number, &own) == 0 && are_same(own, status) && keeps_what_it_gets(number, own);
}

void expect_writable_standard_output(std::string const& path)
{
    int const flags = ::fcntl(STDOUT_FILENO, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY)
        fail("write", path, "it is not open for writing");
    if (::isatty(STDOUT_FILENO) == 1) fail("write", path, "it is a terminal");
}

//! Where a chain of symbolic links ends, whether or not there is a file.
fs::path end_of_links(fs::path path)
{
    constexpr int most_links = 40;  // as many as Linux follows
    std::error_code none;
    for (int i = 0; i < most_links && fs::is_symlink(fs::symlink_status(path, none)); ++i) {
        path = path.parent_path() / fs::read_symlink(path, none);
    }
    return path;
}

bool is_mount_point([[maybe_unused]] int directory, [[maybe_unused]] std::string const& name)
{
#if defined(STATX_ATTR_MOUNT_ROOT)
    struct statx status {};
    return ::statx(directory, name.c_str(), AT_SYMLINK_NOFOLLOW, 0, &status) == 0 &&
           (status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
#else
    return false;
#endif
}

//! A directory like /tmp lets only owners replace a file, although others may write to it.
bool protects_files_of_others(struct stat const& directory, struct stat const& file)
{
    uid_t const user = ::geteuid();
    return (directory.st_mode & S_ISVTX) != 0 && user != 0 && user != file.st_uid &&
           user != directory.st_uid;
}

}  // namespace

output_file::output_file(std::string const& path) : path_(path)
{
    struct stat status {};
    bool const is_named = path == "-" || path == "/dev/stdout";
    bool const exists =
        (is_named ? ::fstat(STDOUT_FILENO, &status) : ::stat(path.c_str(), &status)) == 0;
    if (!exists && errno != ENOENT) fail("write", path);
    if (exists && is_open_as(STDERR_FILENO, status)) {
        fail("write", path, "it is standard error, where messages go");
    }
    if (is_named || (exists && is_open_as(STDOUT_FILENO, status))) {
        expect_writable_standard_output(path);
        way_ = way::standard_output;
        return;
    }
    if (S_ISDIR(status.st_mode)) fail("write", path, "it is a directory");
    if (exists && ::access(path.c_str(), W_OK) != 0) fail("write", path);
    if (S_ISCHR(status.st_mode) || S_ISFIFO(status.st_mode)) {
        way_ = way::in_place;
        return;
    }
    if (exists && !S_ISREG(status.st_mode)) fail("write", path, "it is not a regular file");
    find_place(exists ? &status : nullptr);
}

void output_file::find_place(struct stat const* existing)
{
    fs::path const end = end_of_links(path_);
    name_in_directory_ = end.filename().string();
    std::string const parent = end.has_parent_path() ? end.parent_path().string() : ".";
    directory_ = descriptor(::open(parent.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    struct stat found {};
    if (existing != nullptr && (!directory_.is_open() ||
                                ::fstatat(directory_.get(), name_in_directory_.c_str(), &found,
                                          AT_SYMLINK_NOFOLLOW) != 0 ||
                                !are_same(found, *existing))) {
        way_ = way::in_place;  // an open file whose name is gone, known by its descriptor
        return;
    }
    struct stat directory {};
    if (!directory_.is_open() || ::fstat(directory_.get(), &directory) != 0) fail("write", path_);
    if (name_in_directory_.empty()) fail("write", path_, ENOENT);
    if (existing != nullptr && protects_files_of_others(directory, *existing)) {
        fail("write", path_, "its directory lets only its owner replace it");
    }
    if (existing != nullptr && is_mount_point(directory_.get(), name_in_directory_)) {
        fail("write", path_, "it is a mount point, which cannot be replaced");
    }
    // Permissions do not tell everything: a disk may have no room, or a system no such files.
    if (!unfinished_file(directory_.get(), of_owner).is_open()) fail("write", path_);
}

void output_file::write(std::byte const* bytes, std::size_t count) const
{
    auto const* const characters = reinterpret_cast<char const*>(bytes);
    switch (way_) {
        case way::standard_output:
            if (int const error = write_all(STDOUT_FILENO, characters, count)) {
                fail("write", path_, error);
            }
            return;
        case way::in_place:
            return write_in_place(characters, count);
        case way::replacement:
            return replace(characters, count);
    }
}

void output_file::write_in_place(char const* bytes, std::size_t count) const
{
    descriptor file(::open(path_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY));
    if (!file.is_open()) fail("write", path_);
    if (int const error = write_all(file.get(), bytes, count)) fail("write", path_, error);
    if (::close(file.release()) != 0) fail("write", path_);
}

void output_file::replace(char const* bytes, std::size_t count) const
{
    struct stat old {};
    bool const exists =
        ::fstatat(directory_.get(), name_in_directory_.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0;
    unfinished_file file(directory_.get(), exists ? of_owner : of_all);
    if (!file.is_open()) fail("write", path_);
    if (int const error = write_all(file.get(), bytes, count)) fail("write", path_, error);
    if (exists && !inherit_permissions(file.get(), path_, old)) fail("write", path_);
    if (!file.finish(name_in_directory_.c_str())) fail("write", path_);
}

}  // namespace heddle::program
