// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The .ply files of 3D Gaussian splats: a text header, then one packed little-endian record for each splat.
#pragma once

#include <heddle/heddle.cuh>

#include <cstddef>
#include <string>
#include <vector>

namespace ply {

//! A record. f_dc has the first coefficient of red, green and blue. f_rest has the 15 others of red, then those of
//! green, then those of blue. opacity is the logit of the opacity, and scale the logarithm of the scale.
struct record {  // 248 bytes
    float position[3], normal[3], f_dc[3], f_rest[45], opacity, scale[3], rotation[4];
};
static_assert(sizeof(record) == 248);

//! Reads at most `count` records.
//! Throws: std::runtime_error whose message is a sentence, if the file is not a binary little-endian PLY file with these
//!         properties in this order
std::vector<record> read(std::string const& path, std::size_t count);

//! Writes a file.
//! Throws: std::runtime_error whose message is a sentence
void write(std::string const& path, std::vector<record> const& records);

}  // namespace ply

HEDDLE_FIELDS(ply::record, position, normal, f_dc, f_rest, opacity, scale, rotation);
