// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// In the order in which nobody may do more in between: owner, access control list, mode.
#include "inherit_permissions.hpp"

#include <sys/xattr.h>
#include <unistd.h>

#include <linux/limits.h>
#include <vector>

namespace heddle::program {

namespace {

constexpr char const* list_name = "system.posix_acl_access";

//! The new file, which has no list, has that of the old one afterwards if there is one.
bool inherit_list(int new_file, std::string const& old_path)
{
    std::vector<char> list(XATTR_SIZE_MAX);
    ssize_t const size = ::getxattr(old_path.c_str(), list_name, list.data(), list.size());
    return size < 0 ||
           ::fsetxattr(new_file, list_name, list.data(), static_cast<std::size_t>(size), 0) == 0;
}

}  // namespace

bool inherit_permissions(int new_file, std::string const& old_path, struct stat const& old_status)
{
    constexpr uid_t as_it_is = static_cast<uid_t>(-1);
    bool const of_group = ::fchown(new_file, old_status.st_uid, old_status.st_gid) == 0 ||
                          ::fchown(new_file, as_it_is, old_status.st_gid) == 0;
    (void)::fremovexattr(new_file, list_name);  // which its directory may have given it
    mode_t mode = old_status.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO);
    // The bits of the group are those of a list's mask, where there is a list.
    if (!of_group || !inherit_list(new_file, old_path)) {
        mode = (mode & ~static_cast<mode_t>(S_IRWXG)) | (mode & S_IRWXO) << 3;
    }
    return ::fchmod(new_file, mode) == 0;
}

}  // namespace heddle::program
