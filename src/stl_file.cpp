// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads STL files. If the size of a file matches its header, the file is binary, even if it begins with "solid". Other
// files are text, or refused.
#include "files.hpp"
#include "mesh.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

namespace heddle::program {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

//! The beginnings of a text in UTF-16, with a byte order mark and without one.
constexpr std::string_view utf_16[] = {"\xff\xfe", "\xfe\xff", {"s\0o\0", 4}, {"\0s\0o", 4}};

[[noreturn]] void refuse(std::string const& path, std::string const& reason) { fail("read", path, reason); }

bool begins_with(std::string_view text, std::string_view beginning)
{
    return text.substr(0, beginning.size()) == beginning;
}

std::string lower_case(std::string_view text)
{
    std::string lower(text);
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lower;
}

//! Returns the first characters of a text, in lower case, without a byte order mark and leading white space.
std::string beginning_of(std::string_view head)
{
    if (begins_with(head, byte_order_mark)) head.remove_prefix(byte_order_mark.size());
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n\v\f"), head.size()));
    return lower_case(head);
}

//! Returns an error message if the first bytes of a file show another format, or an empty string.
std::string what_else(std::string_view head, std::string const& beginning)
{
    if (begins_with(beginning, "version https://git-lfs")) {
        return "it is a Git LFS pointer, not a mesh; fetch it by git lfs pull";
    }
    if (begins_with(head, "PK\x03\x04")) {
        return "it is a ZIP archive, as 3MF files are, not an STL mesh; unpack it, or export STL";
    }
    if (std::any_of(std::begin(utf_16), std::end(utf_16), [&](auto text) { return begins_with(head, text); })) {
        return "it is a text in UTF-16, not an STL file; save it as UTF-8";
    }
    if (begins_with(head, "\x1f\x8b")) return "it is a gzip file, not a mesh; unpack it by gunzip";
    if (begins_with(beginning, "<!doctype html") || begins_with(beginning, "<html")) {
        return "it is an HTML page, not a mesh; download the file that the page offers";
    }
    return "";
}

//! Returns whether a file is text. A binary file has control characters in its first kilobyte, such as zero bytes in
//! the triangle count, coordinates or attributes. A text STL file that has one, too, is known by its words.
bool is_text(std::string_view head, std::string const& beginning)
{
    auto const has = [&](char const* word) { return beginning.find(word) != std::string::npos; };
    return std::all_of(head.begin(), head.end(), [](unsigned char c) { return c >= '\t'; }) ||
           (begins_with(beginning, "solid") && (has("facet") || has("endsolid")));
}

//! Reads the words of a text STL file, in lower case, and collects the triangles.
class text_reader {
public:
    text_reader(std::string const& path, std::istream& file) : path_(path), file_(file) {}

    std::vector<triangle> read()
    {
        bool is_ended = false;  // the last word may be missing, but not if there are no triangles
        bool is_color = false;
        while (next()) {
            // The color of a solid or a triangle is left out.
            is_color = word_ == "color" || (is_color && begins_with_number(word_));
            bool is_facet = word_ == "facet";
            if (is_facet) {
                expect({"normal"});
            } else if (word_ == "solid" || word_ == "endsolid") {
                is_ended = is_ended || word_ == "endsolid";
                is_facet = skip_name();
            } else if (!is_color) {
                refuse_word("instead of 'facet' or 'endsolid'");
            }
            if (is_facet) triangles_.push_back(read_facet());
        }
        if (file_.bad()) refuse(path_, "it could not be read to its end");
        if (triangles_.empty() && !is_ended) {
            refuse(path_, "it begins with 'solid', as a text STL file does, but has no triangle");
        }
        return std::move(triangles_);
    }

private:
    //! Reads a word. "end solid" is read as "endsolid", and so are the other ends.
    bool next()
    {
        std::string word, ended;
        bool const is_there = static_cast<bool>(file_ >> word);
        word_ = lower_case(word);
        if (word_ == "end" && file_ >> ended) word_ += lower_case(ended);
        return is_there;
    }
    static bool begins_with_number(std::string const& word)
    {
        char* end = nullptr;
        std::strtof(word.c_str(), &end);
        return end != word.c_str();
    }
    //! Skips the name of a solid. The name ends with its line or, if all is on one line, with "facet normal" and a
    //! number. Returns whether the normal was begun.
    bool skip_name()
    {
        std::string words[3];  // the last one is being read
        for (;;) {
            int const c = file_.get();
            bool const is_end = c == std::istream::traits_type::eof() || c == '\n' || c == '\r';
            if (!is_end && !std::isspace(c)) {
                words[2] += static_cast<char>(std::tolower(c));
                continue;
            }
            if (words[0] == "facet" && words[1] == "normal" && begins_with_number(words[2])) return true;
            if (is_end) return false;
            if (words[2].empty()) continue;
            std::rotate(words, words + 1, words + 3);
            words[2].clear();
        }
    }
    void expect(std::initializer_list<char const*> words)
    {
        for (char const* word : words) {
            if (!next() || word_ != word) refuse_word(fmt::format("instead of '{}'", word));
        }
    }
    //! Skips a normal, which is computed anew. Its numbers may have commas, or be infinite or NaN.
    void skip_normal()
    {
        constexpr std::string_view others[] = {"loop", "vertex", "endloop", "endfacet", "facet", "endsolid", "solid"};
        while (next() && word_ != "outer") {
            if (std::find(std::begin(others), std::end(others), word_) != std::end(others)) break;
        }
        if (word_ != "outer") refuse_word("instead of 'outer'");
    }
    point read_point()
    {
        float x[3];
        for (float& value : x) {
            char* end = nullptr;
            if (next()) value = std::strtof(word_.c_str(), &end);
            bool const is_number =
                !word_.empty() && end == word_.c_str() + word_.size() && word_.find('x') == std::string::npos;
            if (!is_number) refuse_word("instead of a number");
            if (!std::isfinite(value)) refuse_word("as a coordinate, which must be finite and fit into a float,");
        }
        return {x[0], x[1], x[2]};
    }
    triangle read_facet()
    {
        triangle t{};
        skip_normal();
        expect({"loop"});
        for (point& vertex : t.vertices) {
            expect({"vertex"});
            vertex = read_point();
        }
        expect({"endloop", "endfacet"});
        return t;
    }
    [[noreturn]] void refuse_word(std::string const& problem) const
    {
        constexpr std::size_t shown = 40;
        std::string found;
        for (unsigned char const c : word_.substr(0, shown)) {
            found += std::iscntrl(c) != 0 ? fmt::format("\\x{:02x}", c) : std::string(1, static_cast<char>(c));
        }
        refuse(path_, fmt::format("it is a text STL file with {} {} after {} triangles",
                                  found.empty() ? "its end" : "'" + found + "'", problem, triangles_.size()));
    }

    std::string const& path_;
    std::istream& file_;
    std::string word_;
    std::vector<triangle> triangles_;
};

//! Returns the text that follows the word "solid" on its line.
std::string name_of_solid(std::string_view head)
{
    std::string_view line = head.substr(std::min(head.find_first_of("sS"), head.size()));
    line = line.substr(0, line.find_first_of("\r\n"));
    line.remove_prefix(std::min(line.find_first_of(" \t"), line.size()));
    return std::string(line);
}

stl_mesh read_text(std::string const& path, std::istream& file, std::string_view head)
{
    file.clear();
    file.seekg(begins_with(head, byte_order_mark) ? byte_order_mark.size() : 0);
    std::vector<triangle> const triangles = text_reader(path, file).read();
    if (triangles.size() > UINT32_MAX) refuse(path, "it has more triangles than a binary file can");
    // The title of a binary file must not begin with "solid".
    stl_mesh mesh("STL" + name_of_solid(head), static_cast<std::uint32_t>(triangles.size()));
    std::copy(triangles.begin(), triangles.end(), mesh.triangles());
    return mesh;
}

}  // namespace

stl_mesh read_stl(std::string const& path)
{
    std::error_code error;
    fs::file_status const status = fs::status(path, error);
    if (!fs::exists(status)) refuse(path, error.message());
    if (fs::is_directory(status)) refuse(path, "it is a directory");
    if (!fs::is_regular_file(status)) refuse(path, "it is not a regular file");
    std::ifstream file(path, std::ios::binary);
    if (!file) refuse(path, std::strerror(errno));
    std::size_t const size = fs::file_size(path);
    if (size == 0) refuse(path, "it is empty");

    constexpr std::size_t head_bytes = 1024;
    std::string head(std::min(size, head_bytes), '\0');
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    std::uint32_t count = 0;
    bool const has_header = size >= stl_mesh::header_bytes;
    if (has_header) std::memcpy(&count, head.data() + stl_mesh::title_bytes, sizeof count);
    if (!has_header || size != stl_mesh::file_bytes(count)) {
        std::string const beginning = beginning_of(head);
        std::string const other = what_else(head, beginning);
        if (!other.empty()) refuse(path, other);
        if (is_text(head, beginning)) {
            if (begins_with(beginning, "solid")) return read_text(path, file, head);
            refuse(path, "it is a text, but no STL file, which would begin with 'solid'");
        }
        if (!has_header) {
            refuse(path, fmt::format("it has only {} bytes, fewer than the {} of a binary STL header", size,
                                     stl_mesh::header_bytes));
        }
        // Bytes that follow the triangles cannot be told from bytes that were inserted before them.
        std::size_t const expected = stl_mesh::file_bytes(count);
        refuse(path,
               fmt::format("it is damaged, or no STL file: its header announces {} triangles, so that it must "
                           "have {} bytes, but it has {}{}",
                           count, expected, size,
                           size < expected || count == 0
                               ? std::string()
                               : fmt::format("; if the rest is padding, cut it off by truncate -s {}", expected)));
    }

    stl_mesh mesh({head.data(), stl_mesh::title_bytes}, count);
    file.seekg(stl_mesh::header_bytes);
    file.read(reinterpret_cast<char*>(mesh.triangles()),
              static_cast<std::streamsize>(mesh.size() - stl_mesh::header_bytes));
    if (!file) refuse(path, "it could not be read to its end");
    return mesh;
}

}  // namespace heddle::program
