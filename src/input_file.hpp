// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading that notices what is missing.
#pragma once

#include "descriptor.hpp"

#include <cstddef>
#include <string>

namespace heddle::program {

//! A regular file, open for reading.
class input_file {
public:
    //! Throws: file_error
    explicit input_file(std::string const& path);

    std::size_t size() const { return size_; }

    //! Reads the next `count` bytes.
    //! Throws: file_error, also when the file ends before
    void read(std::byte* target, std::size_t count);

private:
    std::string path_;
    descriptor file_;
    std::size_t size_ = 0;
};

}  // namespace heddle::program
