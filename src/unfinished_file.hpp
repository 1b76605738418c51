// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A file that exists only until it is finished or given up, even if a signal ends the program.
#pragma once

#include "descriptor.hpp"

#include <sys/types.h>

#include <string>

namespace heddle::program {

//! A new file of a hidden name, which vanishes unless it gets another name. One at a time.
class unfinished_file {
public:
    //! `directory` must stay open. `permissions` are narrowed as those of any new file.
    //! Errors: is_open() is false, and errno says why
    unfinished_file(int directory, mode_t permissions);
    ~unfinished_file();
    unfinished_file(unfinished_file const&) = delete;
    unfinished_file& operator=(unfinished_file const&) = delete;

    bool is_open() const { return file_.is_open(); }
    int get() const { return file_.get(); }

    //! The file, which is then on the disk, gets a name in its directory, be that taken or free.
    //! Errors: false, and errno says why
    bool finish(char const* name);

    //! Async-signal-safe.
    void remove() const;

private:
    int directory_;
    std::string name_;
    descriptor file_;
};

}  // namespace heddle::program
