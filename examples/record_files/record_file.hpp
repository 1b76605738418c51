// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A file of records that is read in pieces, and a progress bar.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>

class record_file {
public:
    //! Opens a file of `skipped` bytes and records.
    //! Throws: std::runtime_error whose message is a sentence
    record_file(std::string const& path, std::uint64_t skipped, std::size_t record_bytes)
        : path_(path), record_bytes_(record_bytes)
    {
        std::error_code error;
        auto const status = std::filesystem::status(path, error);
        if (!std::filesystem::exists(status)) refuse("cannot be opened: " + error.message());
        if (!std::filesystem::is_regular_file(status)) refuse("is not a regular file");
        std::uint64_t const all_bytes = std::filesystem::file_size(path);
        if (all_bytes <= skipped) refuse("has " + std::to_string(all_bytes) + " bytes, and thus no records");
        bytes_ = all_bytes - skipped;
        if (bytes_ % record_bytes != 0) {
            refuse("has " + std::to_string(bytes_) + " bytes of records of " + std::to_string(record_bytes) +
                   " bytes, so " + std::to_string(bytes_ % record_bytes) +
                   " bytes are left over: give the right size, or the size of a header as --skip");
        }
        in_.open(path, std::ios::binary);
        if (!in_ || !in_.seekg(static_cast<std::streamoff>(skipped))) refuse("cannot be opened");
    }

    std::uint64_t bytes() const { return bytes_; }
    std::uint64_t record_count() const { return bytes_ / record_bytes_; }

    //! Reads the next records, at most `most`. Returns how many there were: 0 at the end of the file.
    std::size_t read(void* to, std::size_t most)
    {
        auto const count = static_cast<std::size_t>(std::min<std::uint64_t>(most, record_count() - records_read_));
        if (!in_.read(static_cast<char*>(to), static_cast<std::streamsize>(count * record_bytes_))) {
            refuse("cannot be read");
        }
        records_read_ += count;
        return count;
    }

private:
    [[noreturn]] void refuse(std::string const& reason) const { throw std::runtime_error(path_ + " " + reason); }

    std::string path_;
    std::ifstream in_;
    std::size_t record_bytes_;
    std::uint64_t bytes_ = 0, records_read_ = 0;
};

//! Shows on stderr how much is done: a bar in a terminal, otherwise a line for every 10 %.
class progress {
public:
    explicit progress(std::uint64_t bytes) : bytes_(bytes), is_terminal_(isatty(STDERR_FILENO) == 1) {}

    ~progress()
    {
        if (is_terminal_ && shown_percent_ > 0 && shown_percent_ < 100) std::fputc('\n', stderr);
    }
    progress(progress const&) = delete;
    progress& operator=(progress const&) = delete;

    double seconds() const { return std::chrono::duration<double>(clock::now() - start_).count(); }

    void show(std::uint64_t done)
    {
        int const percent = static_cast<int>(100.0 * static_cast<double>(done) / static_cast<double>(bytes_));
        double const now = seconds(), rate = static_cast<double>(done) / std::max(now, 1e-9);
        bool const is_due = is_terminal_ ? now - shown_seconds_ > 0.1 : percent / 10 > shown_percent_ / 10;
        if (done == 0 || !(is_due || done == bytes_)) return;
        shown_seconds_ = now;
        shown_percent_ = percent;
        if (is_terminal_) {
            std::string bar(30, ' ');
            std::fill_n(bar.begin(), bar.size() * static_cast<std::size_t>(percent) / 100, '#');
            std::fprintf(stderr, "\r[%s] ", bar.c_str());
        }
        std::fprintf(stderr, "%3d %%, %.3f of %.3f GB, %.2f GB/s, %.0f s left%s", percent,
                     static_cast<double>(done) * 1e-9, static_cast<double>(bytes_) * 1e-9, rate * 1e-9,
                     static_cast<double>(bytes_ - done) / rate,
                     !is_terminal_   ? "\n"
                     : done < bytes_ ? "   "
                                     : "   \n");
        std::fflush(stderr);
    }

private:
    using clock = std::chrono::steady_clock;

    std::uint64_t bytes_;
    bool is_terminal_;
    clock::time_point start_ = clock::now();
    double shown_seconds_ = 0;
    int shown_percent_ = 0;
};
