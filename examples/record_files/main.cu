// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads a file of records in pieces, and prints the minimum, the maximum and the sum of each field. The layout of the
// records is given on the command line.
#include "summaries.cuh"

#include <charconv>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>

namespace {

constexpr char usage[] =
    "record_files [OPTION...] FILE [BYTES FIELD...]\n"
    "Prints the minimum, the maximum and the sum of each field of a file of records.\n\n"
    "  BYTES        the size of a record (default: points of LAS files, format 6, of 30 bytes, with x, y and z)\n"
    "  FIELD        OFFSET:4, OFFSET:8, OFFSET:4:big or OFFSET:8:big, a signed integer\n"
    "  --skip N     bytes before the first record (default: 0)\n"
    "  --piece N    bytes that are read at once (default: 64 MiB)\n"
    "  --check      compare the result of the GPU with that of the host\n"
    "  --host       use the host, even if there is a GPU\n\n"
    "Exit status: 0 the result is right or not checked, 1 it is wrong, 2 an error.\n";

struct options {
    std::string file;
    std::uint64_t skip = 0, piece = 64 << 20;
    bool is_checked = false, uses_host = false;
    std::size_t record_bytes = 30;
    std::vector<heddle::record_field> fields;
};

std::uint64_t number_in(std::string_view text)
{
    std::uint64_t number = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number > LLONG_MAX) {
        throw std::invalid_argument("\"" + std::string(text) + "\" is not a number (--help says more)");
    }
    return number;
}

//! Returns the field of OFFSET:BYTES or OFFSET:BYTES:big.
heddle::record_field field_in(std::string const& text)
{
    std::size_t const first = text.find(':'), second = first == text.npos ? first : text.find(':', first + 1);
    std::string const bytes = first == text.npos ? "" : text.substr(first + 1, second - first - 1);
    std::string const order = second == text.npos ? "" : text.substr(second);
    if ((bytes != "4" && bytes != "8") || (order != "" && order != ":big")) {
        throw std::invalid_argument("the field \"" + text + "\" is not OFFSET:4 or OFFSET:8, with or without :big");
    }
    auto const is_big = order == "" ? heddle::byte_order::little_endian : heddle::byte_order::big_endian;
    return {number_in(text.substr(0, first)), number_in(bytes), is_big};
}

options options_in(std::vector<std::string> const& words)
{
    options chosen;
    std::vector<std::string> others;
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string const& word = words[i];
        if (word == "--check") {
            chosen.is_checked = true;
        } else if (word == "--host") {
            chosen.uses_host = true;
        } else if ((word == "--skip" || word == "--piece") && i + 1 < words.size()) {
            (word == "--skip" ? chosen.skip : chosen.piece) = number_in(words[++i]);
        } else if (word.rfind("--", 0) == 0) {
            throw std::invalid_argument("the option " + word + " is unknown or lacks its number (--help says more)");
        } else {
            others.push_back(word);
        }
    }
    if (others.empty()) throw std::invalid_argument("no file is given (--help says more)");
    chosen.file = others[0];
    if (others.size() == 1) chosen.fields = {{0, 4}, {4, 4}, {8, 4}};
    if (others.size() == 2) throw std::invalid_argument("no field is given (--help says more)");
    if (others.size() > 1) chosen.record_bytes = number_in(others[1]);
    for (std::size_t i = 2; i < others.size(); ++i) chosen.fields.push_back(field_in(others[i]));
    return chosen;
}

//! Returns the name of the GPU, or nothing if there is none.
std::string name_of_gpu()
{
#if defined(__CUDACC__)
    cudaDeviceProp properties;
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return {};
    check(cudaGetDeviceProperties(&properties, 0));
    return properties.name;
#else
    return {};
#endif
}

std::vector<summary> summarize(options const& chosen, heddle::record_layout const& layout, std::string const& gpu)
{
    record_file file(chosen.file, chosen.skip, layout.record_bytes());
    std::uint64_t const records = std::max<std::uint64_t>(1, chosen.piece / layout.record_bytes());
    auto const piece_records = static_cast<std::size_t>(std::min(records, file.record_count()));
    progress shown(file.bytes());
#if defined(__CUDACC__)
    auto const summaries = gpu.empty() ? summarize_on_host(file, layout, piece_records, shown)
                                       : summarize_on_gpu(file, layout, piece_records, shown);
#else
    auto const summaries = summarize_on_host(file, layout, piece_records, shown);
#endif
    std::printf("%llu records of %zu bytes on %s: %.2f GB/s\n", static_cast<unsigned long long>(file.record_count()),
                layout.record_bytes(), gpu.empty() ? "the host" : ("one " + gpu).c_str(),
                static_cast<double>(file.bytes()) / shown.seconds() * 1e-9);
    return summaries;
}

int fail(char const* message)
{
    std::fflush(stdout);
    std::fprintf(stderr, "error: %s\n", message);
    return 2;
}

}  // namespace

int main(int argc, char** argv)
try {
    std::vector<std::string> const words(argv + 1, argv + argc);
    if (std::find(words.begin(), words.end(), "--help") != words.end()) {
        std::fputs(usage, stdout);
        return 0;
    }
    options const chosen = options_in(words);
    heddle::record_layout const layout(chosen.record_bytes, chosen.fields);
    std::string const gpu = chosen.uses_host ? "" : name_of_gpu();
    std::vector<summary> const summaries = summarize(chosen, layout, gpu);
    std::printf("%10s %5s %20s %20s %20s\n", "offset", "bytes", "minimum", "maximum", "sum");
    for (std::size_t f = 0; f < summaries.size(); ++f) {
        std::printf("%10zu %5zu %20lld %20lld %20lld\n", layout.fields()[f].offset, layout.fields()[f].bytes,
                    summaries[f].min, summaries[f].max, static_cast<long long>(summaries[f].sum));
    }
    if (!chosen.is_checked || gpu.empty()) return 0;
    bool const is_right = summaries == summarize(chosen, layout, "");
    std::printf(is_right ? "the host has the same result\n" : "the host has another result: WRONG\n");
    return is_right ? 0 : 1;
} catch (std::bad_alloc const&) {
    return fail("there is not enough memory: reduce --piece");
} catch (std::exception const& error) {
    return fail(error.what());
}
