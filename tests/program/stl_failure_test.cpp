// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests `heddle stl` with files that it must refuse. The program names the reason, and leaves all files unchanged.
#include "mesh.hpp"
#include "program.hpp"

#include <unistd.h>

namespace heddle::test {

namespace {

class stl_failure : public program_test {
protected:
    //! Checks that IN is refused, that an existing OUT is unchanged, and that a missing OUT is not created.
    void expect_bad_input(std::string const& in, std::string const& words)
    {
        std::string const old = "precious";
        write_file(path("out.stl"), old);
        expect_refusal(run({"stl", in, path("out.stl")}), 1, words);
        EXPECT_EQ(read_file(path("out.stl")), old);
        std::filesystem::remove(path("out.stl"));

        expect_refusal(run({"stl", in, path("out.stl")}), 1, words);
        EXPECT_FALSE(std::filesystem::exists(path("out.stl")));
        for (std::string const& name : files()) EXPECT_EQ(name, "in.stl");
    }

    void expect_bad_bytes(std::string const& bytes, std::string const& words)
    {
        write_file(path("in.stl"), bytes);
        expect_bad_input(path("in.stl"), words);
    }
};

TEST_F(stl_failure, input_is_missing)
{
    expect_bad_input(path("none.stl"), "No such file or directory");
    expect_bad_input(path("none/in.stl"), "No such file or directory");
}

TEST_F(stl_failure, input_is_no_file)
{
    expect_bad_input("/", "it is a directory");
    expect_bad_input("/dev/null", "it is not a regular file");
}

TEST_F(stl_failure, input_is_too_short)
{
    std::string const whole = to_stl(random_mesh(10));
    expect_bad_bytes("", "it is empty");
    expect_bad_bytes(std::string(1, '\0'), "only 1 bytes");
    expect_bad_bytes(whole.substr(0, 83), "only 83 bytes");
    expect_bad_bytes(whole.substr(0, 84), "it is truncated");
    expect_bad_bytes(whole.substr(0, whole.size() - 1), "it is truncated");
    expect_bad_bytes(to_stl(random_mesh(10), "solid").substr(0, 300), "it is truncated");
}

TEST_F(stl_failure, input_announces_another_count)
{
    std::string bytes = to_stl(random_mesh(10));
    bytes[80] = 9;
    expect_bad_bytes(bytes, "50 bytes follow its 9 triangles: their number is wrong");
    bytes.replace(80, 4, "\xff\xff\xff\xff");
    expect_bad_bytes(bytes, "announces 4294967295 triangles");
    expect_bad_bytes(to_stl({}) + "\n", "1 bytes follow its 0 triangles");
}

TEST_F(stl_failure, input_is_something_else)
{
    std::string const html = "<!DOCTYPE html>\n<html><head><title>Not found</title></head></html>\n";
    for (std::string const& page : {html, "\xef\xbb\xbf\r\n " + html, html.substr(16)}) {
        expect_bad_bytes(page, "it is an HTML page, not a mesh");
        expect_bad_bytes(page + std::string(1000, '.'), "it is an HTML page, not a mesh");
    }
    std::string const whole = to_stl(random_mesh(10));
    expect_bad_bytes("PK\x03\x04" + whole, "it is a ZIP archive");
    expect_bad_bytes("\x1f\x8b\x08" + whole, "it is a gzip file, not a mesh");
    expect_bad_bytes("\x1f\x8b\x08", "it is a gzip file, not a mesh");
    expect_bad_bytes(
        "version https://git-lfs.github.com/spec/v1\n"
        "oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n",
        "it is a Git LFS pointer, not a mesh; fetch it by git lfs pull");
    expect_bad_bytes("x", "it is a text, but no STL file");
    expect_bad_bytes("ply\nformat ascii 1.0\n" + std::string(100, ' '), "it is a text, but no STL");
}

TEST_F(stl_failure, input_is_a_text_that_breaks_off_or_goes_astray)
{
    std::string const facet = "facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet\n";
    auto const changed = [&](std::string const& from, std::string const& to) {
        return "solid cube\n" + facet + std::string(facet).replace(facet.find(from), from.size(), to);
    };
    expect_bad_bytes("solid as a rock, it is said\n", "but has no triangle");
    expect_bad_bytes(changed("vertex 1", "apex 1"), "'apex' instead of 'vertex' after 1 triangles");
    expect_bad_bytes(changed("1 0 0", "1 0"), "'vertex' instead of a number after 1 triangles");
    expect_bad_bytes(changed("1 0 0", "1,5 0 0"), "'1,5' instead of a number");
    expect_bad_bytes(changed("endloop", "vertex 1 1 0 endloop"), "'vertex' instead of 'endloop'");
    expect_bad_bytes(changed("facet", "polygon"), "'polygon' instead of 'facet' or 'endsolid'");
    expect_bad_bytes(changed("normal", "0 0 1"), "'0' instead of 'normal'");
    expect_bad_bytes(changed("1 0 0", "0x1 0 0"), "'0x1' instead of a number");
    expect_bad_bytes(changed("1 0 0", "1e999 0 0"), "'1e999' instead of a number");
    expect_bad_bytes(changed("1 0 0", "nan 0 0"), "'nan' instead of a number");
    // The name of a solid ends at the end of its line, even after the triangles of another solid.
    expect_bad_bytes("solid a\n" + std::string(facet).replace(6, 6, ""), "'0' instead of 'normal' after 0 triangles");
    expect_bad_bytes("solid a\nfact" + facet.substr(5) + "endsolid", "'fact' instead of 'facet' or 'endsolid'");
    expect_bad_bytes(changed("", "") + "endsolid\nsolid b\nfacetnormal" + facet.substr(12) + "endsolid",
                     "'facetnormal' instead of 'facet' or 'endsolid' after 2 triangles");
    expect_bad_bytes(changed("", "") + "endsolid a\nmore", "'more' instead of 'facet' or 'endsolid'");
    // The file contains zero bytes only after the bytes that identify a text.
    std::string holes = "solid a" + std::string(2000, ' ') + '\n' + facet;
    holes.replace(holes.find("1 0 0"), 1, std::string("1\0\0", 3));
    expect_bad_bytes(holes, "instead of a number after 0 triangles");
    for (char const* word : {"normal", " loop", "vertex 0", "0 0 vertex", "endloop", "endfacet"}) {
        std::string const text = changed("", "");
        expect_bad_bytes(text.substr(0, text.rfind(word)), "with its end instead of");
    }
}

TEST_F(stl_failure, input_is_in_utf_16)
{
    std::string wide = "\xff\xfe";
    for (char const c : std::string("solid cube\nendsolid\n")) wide += {c, '\0'};
    expect_bad_bytes(wide, "it is a text in UTF-16, not an STL file; save it as UTF-8");
}

TEST_F(stl_failure, memory_is_short)
{
    // The file is sparse. A limit on memory simulates a smaller machine.
    constexpr std::uint32_t count = 200000000;
    std::string header = to_stl({});
    header.replace(80, 4, reinterpret_cast<char const*>(&count), 4);
    write_file(path("in.stl"), header);
    std::filesystem::resize_file(path("in.stl"), header_bytes + std::uintmax_t{50} * count);
    write_file(path("out.stl"), "precious");
    outcome const result =
        run_shell("ulimit -v 4000000; " + command({"stl", path("in.stl"), path("out.stl"), "--device", "cpu"}));
    expect_refusal(result, 1, path("in.stl") + "' of 10000000084 bytes: there is too little free memory");
    EXPECT_EQ(read_file(path("out.stl")), "precious");
    expect_refusal(run_shell("ulimit -v 4000000; " +
                             command({"demo", "--subdivisions", "12", "--directory", path("demo"), "--device", "cpu"})),
                   1, "sphere.stl' of 16777216084 bytes: there is too little free memory");
}

TEST_F(stl_failure, output_device_is_full)
{
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "/dev/full is missing";
    write_file(path("in.stl"), to_stl(random_mesh(10)));
    expect_refusal(run({"stl", path("in.stl"), "/dev/full"}), 1, "No space left on device");
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST_F(stl_failure, output_may_not_grow)
{
    write_file(path("in.stl"), to_stl(random_mesh(10000)));
    write_file(path("out.stl"), "precious");
    // A limit on the size of files, in blocks of 512 bytes, simulates a disk that fills up.
    outcome const result = run_shell("(ulimit -f 64; " + command({"stl", path("in.stl"), path("out.stl")}) + ")");
    expect_refusal(result, 1, "File too large");
    EXPECT_EQ(read_file(path("out.stl")), "precious");
    EXPECT_EQ(files(), (std::vector<std::string>{"in.stl", "out.stl"}));
}

TEST_F(stl_failure, output_is_write_protected)
{
    // Root may write everywhere, unless the process gives up this capability.
    std::string const humbly = ::geteuid() == 0 ? "setpriv --bounding-set=-dac_override " : "";
    if (run_shell(humbly + "true").status != 0) GTEST_SKIP() << "root, and no setpriv";
    auto const run = [&](std::vector<std::string> const& arguments) { return run_shell(humbly + command(arguments)); };
    write_file(path("in.stl"), to_stl(random_mesh(10)));
    std::filesystem::create_directory(path("folder"));
    write_file(path("folder/out.stl"), "precious");
    std::filesystem::permissions(path("folder/out.stl"), std::filesystem::perms::owner_read);
    expect_refusal(run({"stl", path("in.stl"), path("folder/out.stl")}), 1, "Permission denied");
    std::filesystem::permissions(path("folder/out.stl"), std::filesystem::perms::owner_all);
    std::filesystem::permissions(path("folder"), std::filesystem::perms(0500));
    expect_refusal(run({"stl", path("in.stl"), path("folder/out.stl")}), 1, "Permission denied");
    expect_refusal(run({"stl", path("in.stl"), path("folder/new.stl")}), 1, "Permission denied");
    EXPECT_EQ(read_file(path("folder/out.stl")), "precious");
    std::filesystem::permissions(path("folder"), std::filesystem::perms::owner_all);
}

TEST_F(stl_failure, gpu_is_asked_for_and_missing)
{
    write_file(path("in.stl"), to_stl(random_mesh(10)));
    // An empty CUDA_VISIBLE_DEVICES hides all GPUs from the runtime.
    outcome const result =
        run_shell("CUDA_VISIBLE_DEVICES= " + command({"stl", path("in.stl"), path("out.stl"), "--device", "gpu"}));
    expect_refusal(result, 3, "there is no GPU");
    EXPECT_EQ(files(), std::vector<std::string>{"in.stl"});
}

}  // namespace

}  // namespace heddle::test
