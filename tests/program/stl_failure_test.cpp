// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// `heddle stl` on files that it must refuse: it says why, and leaves everything as it was.
#include "mesh.hpp"
#include "program.hpp"

#include <unistd.h>

namespace heddle::test {

namespace {

class stl_failure : public program_test {
protected:
    //! Expects that IN is refused, and that an OUT that exists is left alone.
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
    expect_bad_bytes("x", "only 1 bytes");
    expect_bad_bytes(whole.substr(0, 83), "only 83 bytes");
    expect_bad_bytes(whole.substr(0, 84), "it is truncated");
    expect_bad_bytes(whole.substr(0, whole.size() - 1), "it is truncated");
    expect_bad_bytes(to_stl(random_mesh(10), "solid").substr(0, 300), "it is truncated");
}

TEST_F(stl_failure, input_is_too_long)
{
    expect_bad_bytes(to_stl(random_mesh(10)) + "!", "1 bytes follow its 10 triangles");
}

TEST_F(stl_failure, input_announces_another_count)
{
    std::string bytes = to_stl(random_mesh(10));
    bytes[80] = 9;
    expect_bad_bytes(bytes, "50 bytes follow its 9 triangles");
    bytes.replace(80, 4, "\xff\xff\xff\xff");
    expect_bad_bytes(bytes, "announces 4294967295 triangles");
}

TEST_F(stl_failure, input_is_text)
{
    expect_bad_bytes("solid\nendsolid\n", "ASCII");
    std::string text = "solid cube\n";
    for (int i = 0; i < 12; ++i) {
        text +=
            "  facet normal 0 0 1\n    outer loop\n      vertex 0 0 0\n      vertex 1 0 0\n"
            "      vertex 0 1 0\n    endloop\n  endfacet\n";
    }
    expect_bad_bytes(text + "endsolid cube\n", "ASCII");
}

TEST_F(stl_failure, output_is_no_file)
{
    write_file(path("in.stl"), to_stl(random_mesh(10)));
    std::filesystem::create_directory(path("folder"));
    expect_refusal(run({"stl", path("in.stl"), path("folder")}), 1, "it is a directory");
    expect_refusal(run({"stl", path("in.stl"), path("none/out.stl")}), 1,
                   "No such file or directory");
    expect_refusal(run({"stl", path("in.stl"), path("in.stl/out.stl")}), 1, "Not a directory");
    EXPECT_EQ(files(), (std::vector<std::string>{"folder", "in.stl"}));
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
    // A limit on the size of files, in blocks of 512 bytes, stands for a disk that fills up.
    outcome const result =
        run_shell("(ulimit -f 64; " + command({"stl", path("in.stl"), path("out.stl")}) + ")");
    expect_refusal(result, 1, "File too large");
    EXPECT_EQ(read_file(path("out.stl")), "precious");
    EXPECT_EQ(files(), (std::vector<std::string>{"in.stl", "out.stl"}));
}

TEST_F(stl_failure, output_is_write_protected)
{
    // Root may write everywhere, unless it gives up the capability to.
    std::string const humbly = ::geteuid() == 0 ? "setpriv --bounding-set=-dac_override " : "";
    if (run_shell(humbly + "true").status != 0) GTEST_SKIP() << "root, and no setpriv";
    auto const run = [&](std::vector<std::string> const& arguments) {
        return run_shell(humbly + command(arguments));
    };
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
    // Whatever GPU there is, the runtime is told not to see it.
    outcome const result =
        run_shell("CUDA_VISIBLE_DEVICES= " +
                  command({"stl", path("in.stl"), path("out.stl"), "--device", "gpu"}));
    expect_refusal(result, 3, "there is no GPU");
    EXPECT_EQ(files(), std::vector<std::string>{"in.stl"});
}

}  // namespace

}  // namespace heddle::test
