// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Standard output and standard error, which may be closed, full, or read by nobody.
#pragma once

#include <string>

namespace heddle::program {

//! Descriptors 0 to 2 that the caller left closed are taken, lest a file of ours gets such a number;
//! reading and writing there still fail. To write to a pipe that nobody reads fails, too, instead of
//! ending the program.
void prepare_standard_streams();

//! Says something on standard error, which may go unheard.
void complain(std::string const& text);

//! What a command tells its user, as soon as it is known. That nobody can hear it does not keep the
//! work from being done.
class report_stream {
public:
    //! On standard error, if the work itself goes to standard output.
    explicit report_stream(bool output_is_taken = false);

    void print(std::string const& text);

    bool is_heard() const { return error_ == 0; }

    //! To be called at the end. Where a pipe lost its reader, the program ends as if by SIGPIPE.
    //! Throws: file_error unless everything was written
    void finish() const;

private:
    int number_;
    int error_ = 0;
};

}  // namespace heddle::program
