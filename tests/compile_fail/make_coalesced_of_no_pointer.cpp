// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// make_coalesced is told what it takes.
// expect first: heddle: make_coalesced takes a T*, a thrust::device_ptr, or a pointer for which heddle::is_device_pointer holds (of a vector its data(), of an iterator of Thrust with heddle/thrust.cuh, and in place of nullptr coalesced_ptr<T>())
// expect: has_raw_pointer<int>
// expect: has_raw_pointer<std::vector<

#include <heddle/coalesced_ptr.cuh>

#include <vector>

#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
void make(std::vector<float>& numbers) { heddle::make_coalesced(numbers.data()); }
#else
void make(std::vector<float>& numbers)
{
    heddle::make_coalesced(nullptr);
    heddle::make_coalesced(5);
    heddle::make_coalesced(numbers);
}
#endif
