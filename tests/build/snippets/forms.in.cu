// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The blocks of docs/forms.md: kernels as they are, and the bodies of others.

#include <heddle/heddle.cuh>

#include <cstddef>
#include <cstdint>

@HEDDLE_FILE_BLOCKS@
// A block may not use all of them.
#define HEDDLE_DEVICE_CONTEXT                                                                   \
    [[maybe_unused]] heddle::coalesced_ptr<particle> p, [[maybe_unused]] int i,                 \
        [[maybe_unused]] int n, [[maybe_unused]] float dt, [[maybe_unused]] particle* first,    \
        [[maybe_unused]] particle* pointer, [[maybe_unused]] particle* array,                   \
        [[maybe_unused]] pixel* first_pixel, [[maybe_unused]] float* masses,                    \
        [[maybe_unused]] std::size_t count, [[maybe_unused]] bool wanted,                       \
        [[maybe_unused]] particle otherwise

@HEDDLE_DEVICE_BLOCKS@
