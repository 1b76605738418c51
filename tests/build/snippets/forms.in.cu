// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The code blocks of docs/forms.md, docs/coming-from-trove.md and docs/coming-from-cub.md. Some blocks are whole
// kernels; other blocks become the body of a function.

#include <heddle/heddle.cuh>
#include <heddle/block.cuh>
#include <heddle/warp.cuh>
#include <heddle/mdspan.cuh>
#include <heddle/struct_words.cuh>

#include <cstddef>
#include <cstdint>

@HEDDLE_FILE_BLOCKS@
// The variables that the code blocks use.
#define HEDDLE_DEVICE_CONTEXT                                                                   \
    [[maybe_unused]] heddle::coalesced_ptr<particle> p, [[maybe_unused]] int i,                 \
        [[maybe_unused]] int n, [[maybe_unused]] float dt, [[maybe_unused]] particle* first,    \
        [[maybe_unused]] particle* pointer, [[maybe_unused]] particle* array,                   \
        [[maybe_unused]] pixel* first_pixel, [[maybe_unused]] float* masses,                    \
        [[maybe_unused]] std::size_t count, [[maybe_unused]] bool wanted,                       \
        [[maybe_unused]] particle otherwise

@HEDDLE_DEVICE_BLOCKS@
