// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The fields of CUDA's vector types: p[i].x of a coalesced_ptr<float3> needs no HEDDLE_FIELDS.
#pragma once

#include "fields.cuh"

#if defined(__CUDACC__) || __has_include(<vector_types.h>)
#    include <vector_types.h>

// HEDDLE_FIELDS for so many types would take a third of a second to compile.
#    define HEDDLE_VECTOR_FIELDS(type, ...)                                            \
        template <>                                                                    \
        struct alignas(type) HEDDLE_LIES_OVER_ELEMENT                                  \
            heddle::this_field_needs_HEDDLE_FIELDS_or_is_written_p_arrow_field<type> { \
            decltype(type::x) __VA_ARGS__;                                             \
        }

#    define HEDDLE_FIELDS_TO_4(type)            \
        HEDDLE_VECTOR_FIELDS(type##1, x);       \
        HEDDLE_VECTOR_FIELDS(type##2, x, y);    \
        HEDDLE_VECTOR_FIELDS(type##3, x, y, z); \
        HEDDLE_VECTOR_FIELDS(type##4, x, y, z, w)
// CUDA 13 has two types of four 8-byte components, one for each alignment, and deprecates the older one.
#    if defined(__NV_SILENCE_DEPRECATION_BEGIN)
#        define HEDDLE_FIELDS_OF_8_BYTES(type)             \
            HEDDLE_FIELDS_TO_4(type);                      \
            HEDDLE_VECTOR_FIELDS(type##4_16a, x, y, z, w); \
            HEDDLE_VECTOR_FIELDS(type##4_32a, x, y, z, w)
__NV_SILENCE_DEPRECATION_BEGIN
#    else
#        define HEDDLE_FIELDS_OF_8_BYTES(type) HEDDLE_FIELDS_TO_4(type)
#    endif

HEDDLE_FIELDS_TO_4(char);
HEDDLE_FIELDS_TO_4(uchar);
HEDDLE_FIELDS_TO_4(short);
HEDDLE_FIELDS_TO_4(ushort);
HEDDLE_FIELDS_TO_4(int);
HEDDLE_FIELDS_TO_4(uint);
HEDDLE_FIELDS_TO_4(float);
HEDDLE_FIELDS_OF_8_BYTES(long);
HEDDLE_FIELDS_OF_8_BYTES(ulong);
HEDDLE_FIELDS_OF_8_BYTES(longlong);
HEDDLE_FIELDS_OF_8_BYTES(ulonglong);
HEDDLE_FIELDS_OF_8_BYTES(double);
#    if defined(__NV_SILENCE_DEPRECATION_BEGIN)
__NV_SILENCE_DEPRECATION_END
#    endif

#    undef HEDDLE_VECTOR_FIELDS
#    undef HEDDLE_FIELDS_TO_4
#    undef HEDDLE_FIELDS_OF_8_BYTES
#endif
