// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A file is looked at before it is read: one that is no regular file could block, or never end.
#include "input_file.hpp"

#include "file_failure.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>

namespace heddle::program {

input_file::input_file(std::string const& path)
    : path_(path), file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY))
{
    struct stat status {};
    if (!file_.is_open() || ::fstat(file_.get(), &status) != 0) fail("read", path_);
    if (S_ISDIR(status.st_mode)) fail("read", path_, "it is a directory");
    if (!S_ISREG(status.st_mode)) fail("read", path_, "it is not a regular file");
    size_ = static_cast<std::size_t>(status.st_size);
}

void input_file::read(std::byte* target, std::size_t count)
{
    while (count != 0) {
        ssize_t const got = ::read(file_.get(), target, std::min(count, most_bytes_per_call));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail("read", path_);
        if (got == 0) fail("read", path_, "it became shorter while it was read");
        target += got;
        count -= static_cast<std::size_t>(got);
    }
}

}  // namespace heddle::program
