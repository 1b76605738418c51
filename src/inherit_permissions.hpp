// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Who may do what with a file that takes the place of another.
#pragma once

#include <sys/stat.h>

#include <string>

namespace heddle::program {

//! A new file gets the owner, the group, the mode and the access control list of an old one, as far
//! as the user may give them; those who are then in another group may do what others may.
//! Set-user-ID and set-group-ID go, as after any write.
//! Errors: false, and errno says why
bool inherit_permissions(int new_file, std::string const& old_path, struct stat const& old_status);

}  // namespace heddle::program
