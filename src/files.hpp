// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Files and standard streams. A result is written as a whole or not at all. An error in writing a report is thrown at
// the end.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>

namespace heddle::program {

//! Opens /dev/null for each closed descriptor from 0 to 2, so that no other file gets that number. The access mode is
//! wrong on purpose, so that reading and writing still fail. Ignores SIGPIPE, so that writing to a pipe without a
//! reader is an error instead of a signal.
void prepare_standard_streams();

//! Writes to standard error. Ignores failure.
void complain(std::string const& text);

//! The file that a command writes: the path of a file, symbolic link, device or pipe; or "-", standard output.
class output_file {
public:
    //! Checks that the file can be written: creates a file beside it, and removes it. Call this before any work.
    //! Throws: file_error if the file cannot be written
    explicit output_file(std::string const& path);

    bool is_standard_output() const { return is_standard_output_; }

    //! Replaces the file by a new one with the same permissions. If writing fails, the old file stays unchanged. A
    //! device or a pipe is written directly.
    //! Throws: file_error
    void write(std::string const& text) const;

private:
    std::string path_;
    bool is_standard_output_ = false;
    bool is_replaced_ = false;
    std::filesystem::path target_;  //!< the path without symbolic links
    std::filesystem::path part_;    //!< the file to write: beside the target, or the target itself
};

//! The report of a command to its user. If writing fails, the command continues.
class report_stream {
public:
    //! Uses standard error if the result goes to standard output.
    explicit report_stream(bool output_is_taken = false) : stream_(output_is_taken ? stderr : stdout) {}

    void print(std::string const& text);

    bool is_heard() const { return error_ == 0; }

    //! Throws: file_error unless the whole report was written
    void finish() const;

private:
    std::FILE* stream_;
    int error_ = 0;
};

}  // namespace heddle::program
