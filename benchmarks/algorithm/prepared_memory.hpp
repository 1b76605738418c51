// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Temporary storage that is there before anything is timed.
#pragma once

#include <cstddef>
#include <new>

namespace heddle_bench {

//! An allocator for Thrust's policies that hands out memory of its maker, and takes none back.
struct prepared_memory {
    using value_type = char;

    char* next;
    char* end;

    prepared_memory(void* begin, std::size_t bytes)
        : next(static_cast<char*>(begin)), end(next + bytes)
    {
    }

    char* allocate(std::ptrdiff_t bytes)
    {
        char* const place = next;
        next += (static_cast<std::size_t>(bytes) + 255) / 256 * 256;
        if (next > end) throw std::bad_alloc();
        return place;
    }
    void deallocate(char*, std::size_t) {}
};

}  // namespace heddle_bench
