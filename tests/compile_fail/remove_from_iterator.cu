// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Blocks may overwrite what they have read where they know that it is an array, and of nothing else.
// expect: heddle: remove_if works in place, on an array

#include <heddle/algorithm/select.cuh>

#include <iterator>

struct is_negative {
    __device__ bool operator()(float value) const { return value < 0; }
};

cudaError_t remove(void* temporary, std::size_t& bytes, float* first, int* selected)
{
#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
    return heddle::remove_if(temporary, bytes, nullptr, first, first + 100, selected,
                             is_negative{});
#else
    auto const last = std::make_reverse_iterator(first);
    return heddle::remove_if(temporary, bytes, nullptr, last - 100, last, selected, is_negative{});
#endif
}
