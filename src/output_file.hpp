// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Writing that replaces a file as a whole or leaves it alone, and refuses before any work is done
// what it would refuse after it.
#pragma once

#include "descriptor.hpp"

#include <sys/stat.h>

#include <cstddef>
#include <string>

namespace heddle::program {

//! Where a result will go: a file that is there or not, a symbolic link to one, a device, a pipe, or
//! standard output, which is also called "-".
class output_file {
public:
    //! Nothing is written yet; that a file can be made there has been tried.
    //! Throws: file_error
    explicit output_file(std::string const& path);

    //! As the user calls it.
    std::string const& name() const { return path_; }

    //! What else would go to standard output must go elsewhere.
    bool is_standard_output() const { return way_ == way::standard_output; }

    //! A file consists of these bytes afterwards, and has the owner and the permissions that it had;
    //! if that fails, it is what it was before. Its other hard links keep the old bytes. To a device
    //! or a pipe the bytes are written.
    //! Throws: file_error
    void write(std::byte const* bytes, std::size_t count) const;

private:
    enum class way { standard_output, in_place, replacement };

    void find_place(struct stat const* existing);
    void write_in_place(char const* bytes, std::size_t count) const;
    void replace(char const* bytes, std::size_t count) const;

    std::string path_;
    way way_ = way::replacement;
    descriptor directory_;  //!< of a replacement: where it will have the name
    std::string name_in_directory_;
};

}  // namespace heddle::program
