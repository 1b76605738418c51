// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls the functions of records whose layout is known at run time.
#include "elements.cuh"

#include <heddle/records.cuh>

#include <cstddef>

__global__ void move(void* records, std::size_t distance)
{
    heddle::record_ptr<particle> const p(records, distance);
    p[threadIdx.x] = p[threadIdx.x + 1];
}

int main()
{
    cudaStream_t const stream = nullptr;
    std::size_t bytes = 0, count = 0;
    std::size_t* selected = nullptr;
    unsigned char* flags = nullptr;
    int* places = nullptr;
    void* records = nullptr;
    void* columns[] = {nullptr, nullptr};
    heddle::record_layout const layout(12, {{0, 4}, {4, 8}});
    heddle::rows_to_columns(stream, layout, records, count, columns);
    heddle::columns_to_rows(stream, layout, columns, count, records);
    heddle::gather(stream, layout, records, places, count, records);
    heddle::scatter(stream, layout, records, places, count, records);
    heddle::device::copy_if(nullptr, bytes, stream, layout, records, flags, count, records, selected);
    move<<<1, 32>>>(records, sizeof(particle));
}
