// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The fields by which records are sorted: heddle::sort_key{0, heddle::number_type::floating_point}.
#pragma once

#include <heddle/detail/host_code.hpp>

#include <heddle/config.cuh>

#include <cstddef>

#include <heddle/detail/hide_macros.hpp>

namespace heddle {

//! What the bytes of a field are. The field's size says how large the numbers are: integers have 1, 2, 4 or 8 bytes,
//! `floating_point` is half, float or double. `characters` are of any number, and are compared as memcmp does.
enum class number_type : unsigned char {
    unsigned_integer,
    signed_integer,
    floating_point,
    bfloat16,
    float8_e4m3,
    float8_e5m2,
    characters
};

//! The order of the records with respect to a field.
enum class sort_direction : unsigned char { ascending, descending };

namespace types {

//! A field by which records are sorted.
struct sort_key {
    //! The field's number in the layout.
    std::size_t field;
    //! How its bytes are compared.
    number_type type;
    //! Whether the smallest or the largest number comes first.
    sort_direction direction = sort_direction::ascending;
};

}  // namespace types

using types::sort_key;

}  // namespace heddle

#include <heddle/detail/restore_macros.hpp>
