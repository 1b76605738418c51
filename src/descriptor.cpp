// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A write may be cut short, interrupted, or asked to wait.
#include "descriptor.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>

namespace heddle::program {

int write_all(int number, char const* bytes, std::size_t count)
{
    while (count != 0) {
        ssize_t const written = ::write(number, bytes, std::min(count, most_bytes_per_call));
        if (written >= 0) {
            bytes += written;
            count -= static_cast<std::size_t>(written);
        } else if (errno == EAGAIN) {
            // Whoever shares a pipe with the program may have told it not to block.
            pollfd room{number, POLLOUT, 0};
            (void)::poll(&room, 1, -1);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

}  // namespace heddle::program
