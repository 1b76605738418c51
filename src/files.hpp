// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Files as the operating system sees them: reading that notices what is missing, and writing that
// replaces a file as a whole or leaves it alone.
#pragma once

#include <cstddef>
#include <string>

namespace heddle::program {

//! A regular file, open for reading.
class input_file {
public:
    //! Throws: file_error
    explicit input_file(std::string const& path);
    ~input_file();
    input_file(input_file const&) = delete;
    input_file& operator=(input_file const&) = delete;

    std::size_t size() const { return size_; }

    //! Reads the next `count` bytes.
    //! Throws: file_error, also when the file ends before
    void read(std::byte* target, std::size_t count);

private:
    std::string path_;
    int descriptor_;
    std::size_t size_ = 0;
};

//! Refuses, before any work is done, a path that write_file would refuse after it.
//! Throws: file_error
void expect_writable(std::string const& path);

//! The file at `path` has afterwards these bytes; if that fails, it is what it was before.
//! A device or a pipe is written to.
//! Throws: file_error
void write_file(std::string const& path, std::byte const* bytes, std::size_t count);

}  // namespace heddle::program
