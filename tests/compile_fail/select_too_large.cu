// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A tile in shared memory has one element at least.
// expect: heddle: elements of more than 16 KiB are too large to be selected

#include <heddle/algorithm/select.cuh>

template <unsigned Bytes>
struct page {
    char bytes[Bytes];
};
struct is_used {
    template <class Page>
    __device__ bool operator()(Page const& page) const
    {
        return page.bytes[0] != 0;
    }
};

template <class Page>
cudaError_t copy_used(void* temporary, std::size_t& bytes, Page const* first, Page* out, int* count)
{
    return heddle::copy_if(temporary, bytes, nullptr, first, first + 9, out, count, is_used{});
}

#if defined(HEDDLE_TEST_WITHOUT_OFFENCE)
using some_page = page<100>;
#else
using some_page = page<16385>;
#endif
template cudaError_t copy_used(void*, std::size_t&, some_page const*, some_page*, int*);
