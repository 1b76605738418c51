// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Point records and the header of LAS files (ASPRS LAS Specification 1.2 and 1.4). All numbers are little-endian, and
// records are packed.
#pragma once

#include <heddle/heddle.cuh>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace las {

#pragma pack(push, 1)
// Formats 0, 1 and 3: `classes` has the class in its lower 5 bits, and flags above.
struct point_0 {
    std::int32_t x, y, z;
    std::uint16_t intensity;
    std::uint8_t returns, classes;
    std::int8_t scan_angle;
    std::uint8_t user_data;
    std::uint16_t source;

    static constexpr unsigned format = 0, class_mask = 0x1f;
};
struct point_1 {
    std::int32_t x, y, z;
    std::uint16_t intensity;
    std::uint8_t returns, classes;
    std::int8_t scan_angle;
    std::uint8_t user_data;
    std::uint16_t source;
    double gps_time;

    static constexpr unsigned format = 1, class_mask = 0x1f;
};
struct point_3 {
    std::int32_t x, y, z;
    std::uint16_t intensity;
    std::uint8_t returns, classes;
    std::int8_t scan_angle;
    std::uint8_t user_data;
    std::uint16_t source;
    double gps_time;
    std::uint16_t red, green, blue;

    static constexpr unsigned format = 3, class_mask = 0x1f;
};
struct point_6 {
    std::int32_t x, y, z;
    std::uint16_t intensity;
    std::uint8_t returns, flags, classes, user_data;
    std::int16_t scan_angle;
    std::uint16_t source;
    double gps_time;

    static constexpr unsigned format = 6, class_mask = 0xff;
};
#pragma pack(pop)
static_assert(sizeof(point_0) == 20 && sizeof(point_1) == 28 && sizeof(point_3) == 34 && sizeof(point_6) == 30);

//! A coordinate is integer * scale + offset.
struct header {
    unsigned format = 0;
    unsigned record_bytes = 0;
    std::uint64_t point_count = 0;
    std::uint64_t first_point = 0;  //!< the offset of the points in the file
    double scale[3] = {0.01, 0.01, 0.01};
    double offset[3] = {0, 0, 0};
};

struct file {
    las::header header;
    std::vector<char> points;
};

//! Reads the points of a LAS file of format 0, 1, 3 or 6.
//! Throws: std::runtime_error whose message is a sentence
file read(std::string const& path);

}  // namespace las

HEDDLE_PACKED_FIELDS(las::point_0, x, y, z, intensity, returns, classes, scan_angle, user_data, source);
HEDDLE_PACKED_FIELDS(las::point_1, x, y, z, intensity, returns, classes, scan_angle, user_data, source, gps_time);
HEDDLE_PACKED_FIELDS(las::point_3, x, y, z, intensity, returns, classes, scan_angle, user_data, source, gps_time, red,
                     green, blue);
HEDDLE_PACKED_FIELDS(las::point_6, x, y, z, intensity, returns, flags, classes, user_data, scan_angle, source,
                     gps_time);
