// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// make_coalesced is told what it takes.
// expect first: heddle: make_coalesced takes a T*, a thrust::device_ptr, or a pointer for which heddle::is_device_pointer holds (of a vector its data(), of an iterator of Thrust with heddle/thrust.cuh, and in place of nullptr coalesced_ptr<T>())
// expect: pointer_to_coalesce<int>
// expect: pointer_to_coalesce<std::vector<
// expect: heddle: the second argument of make_coalesced is a warp_scratch or a block_scratch, of which one object is passed: __shared__ heddle::block_scratch<T, 256> scratch;

#include <heddle/coalesced_ptr.cuh>

#include <vector>

#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
void make(std::vector<float>& numbers, heddle::warp_scratch<float> (&scratch)[4])
{
    heddle::make_coalesced(numbers.data());
    heddle::make_coalesced(numbers.data(), scratch[1]);
}
#else
void make(std::vector<float>& numbers, heddle::warp_scratch<float> (&scratch)[4])
{
    heddle::make_coalesced(nullptr);
    heddle::make_coalesced(5);
    heddle::make_coalesced(numbers);
    heddle::make_coalesced(numbers.data(), scratch);
}
#endif
