// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests that NVRTC compiles the device headers, to the same shuffles, votes and memory accesses as nvcc.
#include "program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <map>
#include <sstream>
#include <string>

namespace heddle_test {
namespace {

std::string text_of(std::initializer_list<char const*> files)
{
    std::ostringstream text;
    for (char const* const file : files) text << std::ifstream(file).rdbuf();
    return text.str();
}

std::string const all_includes = [] {
    std::string text;
    for (char const* header : {HEDDLE_DEVICE_HEADERS}) text += "#include <" + std::string(header) + ">\n";
    return text;
}();
std::string const particle = "struct particle { float x, y, z, vx, vy, vz, mass; };\n";

//! Returns the texts of heddle's headers by their names from heddle/ on.
std::map<std::string, std::string> header_texts()
{
    std::map<std::string, std::string> headers;
    std::filesystem::path const root(HEDDLE_INCLUDE);
    for (auto const& entry : std::filesystem::recursive_directory_iterator(root)) {
        if (!entry.is_regular_file()) continue;
        headers[entry.path().lexically_relative(root).generic_string()] = text_of({entry.path().c_str()});
    }
    return headers;
}

// NVRTC finds a header that is given as a string only by the name that the including header writes. Nor does it search
// the folder of the including header if the option says so.
TEST(nvrtc, compiles_all_device_headers_from_files_and_from_strings)
{
    auto const texts = header_texts();
    ASSERT_LT(100u, texts.size());
    std::string const source =
        particle + all_includes + "__global__ void k(heddle::coalesced_ptr<particle> p) { p[1] = p[0]; }\n";
    for (std::string const standard : {"c++17", "c++20"}) {
        for (auto const& headers : {texts, std::map<std::string, std::string>()}) {
            compiled_source const compiled = compile(source, "sm_90", standard, {"--no-source-include"}, headers);
            EXPECT_FALSE(compiled.code.empty()) << compiled.log;
            EXPECT_EQ("", compiled.log) << standard << ' ' << headers.size();
        }
    }
}

TEST(nvrtc, is_refused_by_headers_of_the_host)
{
    for (char const* header :
         {"algorithm.cuh", "algorithm/sort.cuh", "exchange.cuh", "records.cuh", "thrust.cuh", "emulation.hpp"}) {
        compiled_source const compiled = compile("#include <heddle/" + std::string(header) + ">\n");
        EXPECT_TRUE(compiled.code.empty()) << header;
        EXPECT_NE(std::string::npos, compiled.log.find("this header is host code")) << header << compiled.log;
    }
}

// Tests that user code compiles after `using namespace heddle`, and that the user may declare names in namespace std.
TEST(nvrtc, leaves_std_to_the_user)
{
    for (std::string const head :
         {"#include <heddle/heddle.cuh>\nusing namespace heddle;\n",
          "namespace std { struct mine { int i; }; using size_t = unsigned long; }\n"
          "#include <heddle/heddle.cuh>\nusing namespace heddle;\n__device__ std::mine own;\n"}) {
        compiled_source const compiled =
            compile(head + particle +
                    "template <class T> __device__ void f(T&& t) { auto u = std::forward<T>(t); t "
                    "= std::move(u); }\n"
                    "__global__ void k(coalesced_ptr<particle> p) { particle q = p[0]; f(q); p[1] "
                    "= q; }\n");
        EXPECT_FALSE(compiled.code.empty()) << compiled.log;
    }
}

// Python compiles these kernels for records of any layout.
TEST(nvrtc, compiles_conversions_of_records)
{
    std::string const head = "#include <heddle/records/detail/conversion_kernel.cuh>\nnamespace heddle::detail {\n";
    for (std::string const variant : {"rows_to_columns, 16", "columns_to_rows, 1"}) {
        compiled_source const compiled =
            compile(head + "using table = conversion_table<96, 4>;\ntemplate __global__ void convert_records_kernel<" +
                        "conversion_way::" + variant + ", table>(__grid_constant__ table const);\n}\n",
                    "compute_90");
        EXPECT_FALSE(compiled.ptx.empty()) << variant;
        EXPECT_EQ("", compiled.log) << variant;
    }
}

TEST(nvrtc, checks_preconditions)
{
    std::string const source = all_includes +
                               "__global__ void k(float* p, unsigned delta) { p[0] = "
                               "heddle::shuffle_up(heddle::active_group<8>(255), p[1], delta); }\n";
    EXPECT_EQ(std::string::npos, compile(source, "compute_90").ptx.find("__assertfail"));
    compiled_source const compiled = compile(source, "compute_90", "c++17", {"-DHEDDLE_CHECKED=1"});
    EXPECT_NE(std::string::npos, compiled.ptx.find("__assertfail")) << compiled.log;
}

TEST(nvrtc, warns_about_plain_accesses)
{
    std::string const source = text_of({HEDDLE_PLAIN_ACCESSES});
    compiled_source const compiled = compile(source, "sm_90", "c++17", {"-DHEDDLE_WARN_PLAIN=1"});
    EXPECT_FALSE(compiled.code.empty()) << compiled.log;
    std::istringstream lines(source);
    std::string line;
    std::size_t warning_count = 0;
    for (int number = 1; std::getline(lines, line); ++number) {
        std::string const warning = "source.cu(" + std::to_string(number) + "): warning";
        std::size_t const position = compiled.log.find(warning);
        std::size_t const mark = line.find("// warns: ");
        EXPECT_EQ(mark != std::string::npos, position != std::string::npos) << line;
        if (mark == std::string::npos || position == std::string::npos) continue;
        ++warning_count;
        EXPECT_NE(std::string::npos, compiled.log.find(line.substr(mark + 10), position)) << line;
        EXPECT_EQ(std::string::npos, compiled.log.find(warning, position + 1)) << line;
    }
    EXPECT_LT(10u, warning_count);
}

//! Returns, for each kernel of a PTX text, the numbers of shuffles, votes, memory accesses and reductions.
std::map<std::string, std::map<std::string, int>> instructions_of(std::string const& ptx)
{
    std::map<std::string, std::map<std::string, int>> counts;
    std::size_t begin = ptx.find(".entry ");
    while (begin != std::string::npos) {
        std::size_t const end = ptx.find(".entry ", begin + 1);
        std::string const body = ptx.substr(begin + 7, end - begin - 7);
        std::string const name = body.substr(0, body.find_first_of("( \n"));
        for (char const* instruction : {"shfl.sync", "ld.global", "st.global", "vote.sync", "red.relaxed", ".local"}) {
            int& count = counts[name][instruction];
            for (std::size_t at = body.find(instruction); at != std::string::npos;
                 at = body.find(instruction, at + 1)) {
                ++count;
            }
        }
        begin = end;
    }
    return counts;
}

TEST(nvrtc, makes_the_accesses_and_shuffles_of_nvcc)
{
    compiled_source const compiled = compile(text_of({HEDDLE_NVRTC_KERNELS}), "compute_90");
    ASSERT_EQ("", compiled.log);
    auto const of_nvcc = instructions_of(text_of({HEDDLE_NVRTC_PTX_OF_NVCC}));
    ASSERT_LE(8u, of_nvcc.size());
    EXPECT_LT(0, std::count_if(of_nvcc.begin(), of_nvcc.end(),
                               [](auto const& kernel) { return kernel.second.at("shfl.sync") > 0; }));
    EXPECT_EQ(of_nvcc, instructions_of(compiled.ptx));
}

}  // namespace
}  // namespace heddle_test
