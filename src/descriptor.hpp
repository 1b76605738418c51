// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A file descriptor of POSIX that has an owner, and writing to one.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <utility>

namespace heddle::program {

//! Closed on every way out.
class descriptor {
public:
    explicit descriptor(int number = -1) : number_(number) {}
    ~descriptor()
    {
        if (number_ >= 0) ::close(number_);
    }
    descriptor(descriptor&& other) noexcept : number_(other.release()) {}
    descriptor& operator=(descriptor&& other) noexcept
    {
        std::swap(number_, other.number_);
        return *this;
    }

    bool is_open() const { return number_ >= 0; }
    int get() const { return number_; }
    int release() { return std::exchange(number_, -1); }

private:
    int number_;
};

// No call moves more than 2 GiB on Linux.
inline constexpr std::size_t most_bytes_per_call = std::size_t{1} << 30;

//! Writes all the bytes, however many calls that takes.
//! Errors: the value of errno; 0 if there is none
int write_all(int number, char const* bytes, std::size_t count);

}  // namespace heddle::program
