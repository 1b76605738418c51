// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Files and standard streams: results are written as a whole or not at all, and reports may go unheard.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string>

namespace heddle::program {

//! Throws: file_error, "cannot ACTION 'PATH': REASON"
[[noreturn]] void fail(char const* action, std::string const& path, std::string const& reason);

//! Opens /dev/null for each closed descriptor from 0 to 2, so that no other file gets that number. Reading and
//! writing there still fail. Writing to a pipe without a reader becomes an error, too.
void prepare_standard_streams();

//! Writes to standard error. Failure is ignored.
void complain(std::string const& text);

//! The file that a command writes: a name, which may be a symbolic link, a device or a pipe; or "-", standard output.
class output_file {
public:
    //! Refuses what cannot be written before any work is done: tries to create a file there, and removes it.
    //! Throws: file_error
    explicit output_file(std::string const& path);

    std::string const& name() const { return path_; }

    bool is_standard_output() const { return is_standard_output_; }

    //! Replaces the file, which keeps its permissions and, where the system allows it, its owner. If that fails, the
    //! old file stays. Writes to a device or a pipe directly.
    //! Throws: file_error
    void write(void const* bytes, std::size_t count) const;

private:
    std::string path_;
    bool is_standard_output_ = false;
    bool is_replaced_ = false;
    std::filesystem::path target_;  //!< the end of a chain of links
};

//! What a command tells its user. Failure to write it does not stop the work.
class report_stream {
public:
    //! Writes to standard error if the result goes to standard output.
    explicit report_stream(bool output_is_taken = false) : stream_(output_is_taken ? stderr : stdout) {}

    void print(std::string const& text);

    bool is_heard() const { return error_ == 0; }

    //! Throws: file_error unless everything was written
    void finish() const;

private:
    std::FILE* stream_;
    int error_ = 0;
};

}  // namespace heddle::program
