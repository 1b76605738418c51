// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The code blocks of docs/runtime-layouts.md. Each block becomes a function.

#include <heddle/records.cuh>

#include <cstddef>
#include <cstdint>
#include <vector>

@HEDDLE_FILE_BLOCKS@
// The variables that the code blocks use.
#define HEDDLE_HOST_CONTEXT                                                                    \
    [[maybe_unused]] cudaStream_t stream, [[maybe_unused]] std::byte* points,                  \
        [[maybe_unused]] std::byte* chosen, [[maybe_unused]] std::byte* sorted,                \
        [[maybe_unused]] float* x, [[maybe_unused]] float* y, [[maybe_unused]] float* z,       \
        [[maybe_unused]] std::uint16_t* intensity, [[maybe_unused]] std::uint32_t* indices,    \
        [[maybe_unused]] std::size_t count

@HEDDLE_HOST_BLOCKS@
