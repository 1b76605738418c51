// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
#include "ply.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace ply {

namespace {

[[noreturn]] void refuse(std::string const& path, std::string const& reason)
{
    throw std::runtime_error(path + " " + reason);
}

std::vector<std::string> names_of_properties()
{
    std::vector<std::string> names{"x", "y", "z", "nx", "ny", "nz"};
    auto const add = [&](char const* name, int count) {
        for (int i = 0; i < count; ++i) names.push_back(name + std::to_string(i));
    };
    add("f_dc_", 3);
    add("f_rest_", 45);
    names.push_back("opacity");
    add("scale_", 3);
    add("rot_", 4);
    return names;
}

//! Reads the header, checks it, and returns the number of splats.
std::uint64_t read_header(std::string const& path, std::istream& in)
{
    // Lines end with \n, or with \r\n as some programs write them.
    char magic[4] = {};
    bool const begins = in.read(magic, 4) && std::string(magic, 3) == "ply";
    if (!begins || (magic[3] != '\n' && (magic[3] != '\r' || in.get() != '\n'))) {
        refuse(path, "is not a PLY file: its first line is not \"ply\"");
    }
    std::vector<std::string> const names = names_of_properties();
    std::size_t properties = 0;
    std::uint64_t count = 0;
    bool has_format = false, has_vertices = false;
    for (std::string line; std::getline(in, line) && !in.eof();) {
        std::istringstream words(line);
        std::string keyword, type, name;
        words >> keyword;
        if (keyword == "end_header") {
            if (!has_format) refuse(path, "has no line \"format\" in its header");
            if (!has_vertices) refuse(path, "has no element \"vertex\"");
            if (properties < names.size()) refuse(path, "lacks the property \"" + names[properties] + "\"");
            return count;
        }
        words >> type >> name;
        if (keyword == "format") {
            if (type != "binary_little_endian" || name != "1.0") {
                refuse(path, "has the format \"" + type + " " + name +
                                 "\", and only \"binary_little_endian 1.0\" is supported");
            }
            has_format = true;
        } else if (keyword == "element") {
            if (has_vertices || type != "vertex") {
                refuse(path, "has the element \"" + type + "\", and only one element \"vertex\" is supported");
            }
            if (name.empty() || name.size() > 18 || name.find_first_not_of("0123456789") != std::string::npos) {
                refuse(path, "has \"" + name + "\" vertices, which is not a number of at most 18 digits");
            }
            count = std::stoull(name);
            has_vertices = true;
        } else if (keyword == "property") {
            if (!has_vertices) refuse(path, "has a property before its element \"vertex\"");
            if (properties == names.size()) refuse(path, "has the additional property \"" + name + "\"");
            if (name != names[properties]) {
                refuse(path, "has the property \"" + name + "\" where \"" + names[properties] + "\" is expected");
            }
            if (type != "float" && type != "float32") {
                refuse(path, "has the property \"" + name + "\" of type " + type + ", and only float is supported");
            }
            ++properties;
        } else if (keyword != "comment" && keyword != "obj_info") {
            refuse(path, "has the line \"" + line.substr(0, 80) + "\" in its header, which is not one of PLY");
        }
    }
    refuse(path, "is truncated: its header has no end");
}

}  // namespace

std::vector<record> read(std::string const& path, std::size_t count)
{
    std::ifstream in(path, std::ios::binary);
    if (!in) refuse(path, "cannot be opened");
    if (in.peek() == std::ifstream::traits_type::eof() && !in.eof()) refuse(path, "cannot be read");
    std::uint64_t const promised = read_header(path, in);
    auto const first = in.tellg();
    in.seekg(0, std::ios::end);
    auto const end = in.tellg();
    if (first < 0 || end < first) refuse(path, "cannot be read");
    if (promised == 0) refuse(path, "has no splats");
    std::uint64_t const available = static_cast<std::uint64_t>(end - first) / sizeof(record);
    if (available < promised) {
        refuse(path, "is truncated: its header promises " + std::to_string(promised) + " splats, and it has " +
                         std::to_string(available));
    }
    std::vector<record> records(static_cast<std::size_t>(std::min<std::uint64_t>(promised, count)));
    in.seekg(first);
    auto const bytes = static_cast<std::streamsize>(records.size() * sizeof(record));
    if (!in.read(reinterpret_cast<char*>(records.data()), bytes)) refuse(path, "cannot be read");
    return records;
}

void write(std::string const& path, std::vector<record> const& records)
{
    std::ofstream out(path, std::ios::binary);
    if (!out) refuse(path, "cannot be opened for writing");
    out << "ply\nformat binary_little_endian 1.0\nelement vertex " << records.size() << '\n';
    for (std::string const& name : names_of_properties()) out << "property float " << name << '\n';
    out << "end_header\n";
    out.write(reinterpret_cast<char const*>(records.data()),
              static_cast<std::streamsize>(records.size() * sizeof(record)));
    if (!out.flush()) refuse(path, "cannot be written");
}

}  // namespace ply
