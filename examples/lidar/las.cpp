// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
#include "las.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace las {

namespace {

constexpr std::size_t header_bytes = 227;         // of versions 1.0 to 1.2
constexpr std::size_t header_bytes_of_1_4 = 375;  // with a 64-bit number of points

[[noreturn]] void refuse(std::string const& path, std::string const& reason)
{
    throw std::runtime_error(path + " " + reason);
}

template <class Number>
Number number_at(std::vector<char> const& bytes, std::size_t offset)
{
    Number number;
    std::memcpy(&number, bytes.data() + offset, sizeof number);
    return number;
}

//! Returns the size of a point record, or 0 for a format that this example does not know.
unsigned bytes_of_format(unsigned format)
{
    switch (format) {
        case 0:
            return sizeof(point_0);
        case 1:
            return sizeof(point_1);
        case 3:
            return sizeof(point_3);
        case 6:
            return sizeof(point_6);
        default:
            return 0;
    }
}

//! Reads the header from the first bytes of a file. `bytes` has at most header_bytes_of_1_4 bytes.
header header_of(std::string const& path, std::vector<char> const& bytes)
{
    if (bytes.size() < 4 || std::memcmp(bytes.data(), "LASF", 4) != 0) {
        refuse(path, "is not a LAS file: it does not begin with LASF");
    }
    if (bytes.size() < header_bytes) refuse(path, "is truncated: its header is incomplete");
    auto const major = number_at<std::uint8_t>(bytes, 24), minor = number_at<std::uint8_t>(bytes, 25);
    if (major != 1 || minor > 4) {
        refuse(path, "has LAS version " + std::to_string(major) + "." + std::to_string(minor) +
                         ", and only 1.0 to 1.4 are supported");
    }
    bool const is_1_4 = minor == 4;
    auto const own_bytes = number_at<std::uint16_t>(bytes, 94);
    if (own_bytes < (is_1_4 ? header_bytes_of_1_4 : header_bytes)) {
        refuse(path, "has a header of " + std::to_string(own_bytes) + " bytes, which is too short for its version");
    }
    if (is_1_4 && bytes.size() < header_bytes_of_1_4) refuse(path, "is truncated: its header is incomplete");

    header h;
    h.format = number_at<std::uint8_t>(bytes, 104);
    h.record_bytes = number_at<std::uint16_t>(bytes, 105);
    h.first_point = number_at<std::uint32_t>(bytes, 96);
    h.point_count = number_at<std::uint32_t>(bytes, 107);
    if (is_1_4 && number_at<std::uint64_t>(bytes, 247) != 0) h.point_count = number_at<std::uint64_t>(bytes, 247);
    for (int k = 0; k < 3; ++k) {
        h.scale[k] = number_at<double>(bytes, 131 + std::size_t{8} * k);
        h.offset[k] = number_at<double>(bytes, 155 + std::size_t{8} * k);
        if (!(h.scale[k] > 0) || !std::isfinite(h.scale[k]) || !std::isfinite(h.offset[k])) {
            refuse(path, "has a scale that is not positive, or an offset that is not finite");
        }
    }
    if ((h.format & 0x80) != 0) refuse(path, "is compressed (LAZ): decompress it first");
    unsigned const expected = bytes_of_format(h.format);
    if (expected == 0) {
        refuse(path, "has points of format " + std::to_string(h.format) + ", and only 0, 1, 3 and 6 are supported");
    }
    if (h.record_bytes != expected) {
        refuse(path, "has point records of " + std::to_string(h.record_bytes) + " bytes, and those of format " +
                         std::to_string(h.format) + " have " + std::to_string(expected) +
                         " (extra bytes are not supported)");
    }
    if (h.first_point < own_bytes) refuse(path, "has points that begin inside the header");
    return h;
}

}  // namespace

file read(std::string const& path)
{
    std::ifstream in(path, std::ios::binary | std::ios::ate);
    if (!in) refuse(path, "cannot be opened");
    auto const end = in.tellg();
    if (end < 0) refuse(path, "cannot be read");
    auto const file_bytes = static_cast<std::uint64_t>(end);
    auto const read_at = [&](std::uint64_t offset, std::size_t bytes) {
        std::vector<char> read_bytes(bytes);
        in.seekg(static_cast<std::streamoff>(offset));
        if (!in.read(read_bytes.data(), static_cast<std::streamsize>(bytes))) refuse(path, "cannot be read");
        return read_bytes;
    };
    file result;
    auto const begin = read_at(0, static_cast<std::size_t>(std::min<std::uint64_t>(file_bytes, header_bytes_of_1_4)));
    result.header = header_of(path, begin);
    header const& h = result.header;
    if (h.point_count == 0) refuse(path, "has no points");
    std::uint64_t const available = file_bytes < h.first_point ? 0 : (file_bytes - h.first_point) / h.record_bytes;
    if (available < h.point_count) {
        refuse(path, "is truncated: its header promises " + std::to_string(h.point_count) + " points, and it has " +
                         std::to_string(available));
    }
    result.points = read_at(h.first_point, static_cast<std::size_t>(h.point_count * h.record_bytes));
    return result;
}

}  // namespace las
