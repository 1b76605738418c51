// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests standard output and standard error that are closed, full, or pipes without a reader. Also passes standard
// output as OUT.
#include "mesh.hpp"
#include "program.hpp"

namespace heddle::test {

namespace {

class standard_streams : public program_test {
protected:
    void SetUp() override
    {
        if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "/dev/full is missing";
        write_file(path("in.stl"), to_stl(before_));
    }

    //! Repairs in.stl and writes the result to OUT. `behind` is the end of the shell command, such as a redirection.
    outcome repair(std::string const& out, std::string const& behind = "") const
    {
        return run_shell(command({"stl", path("in.stl"), out}) + behind);
    }

    void expect_repaired_bytes(std::string const& bytes) const { expect_repaired(before_, from_stl(bytes)); }

    mesh const before_ = random_mesh(1000);
};

TEST_F(standard_streams, errors_have_their_status_though_nobody_hears_them)
{
    for (char const* deaf : {" 2>&-", " 2>/dev/full", " >&- 2>&-", " <&- >&- 2>&-"}) {
        auto const status = [&](std::vector<std::string> const& arguments) {
            return run_shell("CUDA_VISIBLE_DEVICES=-1 " + command(arguments) + deaf).status;
        };
        EXPECT_EQ(status({"plan", "0"}), 2) << deaf;
        EXPECT_EQ(status({"weave"}), 2) << deaf;
        EXPECT_EQ(status({"stl", path("none.stl"), path("out.stl")}), 1) << deaf;
        EXPECT_EQ(status({"tune"}), 3) << deaf;
    }
}

TEST_F(standard_streams, work_is_done_though_nobody_hears_of_it)
{
    for (char const* deaf : {" >/dev/full", " >/dev/full 2>/dev/full", " >&-", " <&- >&- 2>&-"}) {
        EXPECT_EQ(repair(path("out.stl"), deaf).status, 1) << deaf;
        expect_repaired_bytes(read_file(path("out.stl")));
        std::filesystem::remove(path("out.stl"));

        outcome const demo =
            run_shell(command({"demo", "--subdivisions", "3", "--directory", path("demo"), "--device", "cpu"}) + deaf);
        EXPECT_EQ(demo.status, 1) << deaf;
        expect_repaired(from_stl(read_file(path("demo/sphere.stl"))),
                        from_stl(read_file(path("demo/sphere-repaired.stl"))));
        std::filesystem::remove_all(path("demo"));
    }
    EXPECT_EQ(repair(path("out.stl"), " 2>/dev/full").status, 0);
    EXPECT_EQ(repair(path("out.stl"), " 2>&-").status, 0);
}

TEST_F(standard_streams, failure_of_standard_output_is_explained)
{
    outcome full = repair(path("out.stl"), " >/dev/full");
    expect_refusal(full, 1, "cannot write to standard output: No space left on device");
    expect_refusal(repair(path("out.stl"), " >&-"), 1, "cannot write to standard output: ");
}

TEST_F(standard_streams, a_pipe_that_nobody_reads_is_an_error_after_the_work)
{
    // The reader of the pipe ends before the program starts.
    outcome const result =
        run_shell("{ sleep 0.3; " + command({"stl", path("in.stl"), path("out.stl")}) + "; echo $? >&2; } | true");
    EXPECT_EQ(result.errors, "heddle: cannot write to standard output: Broken pipe\n1\n");
    expect_repaired_bytes(read_file(path("out.stl")));
}

TEST_F(standard_streams, output_goes_there_and_the_report_to_standard_error)
{
    for (char const* out : {"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
        for (char const* behind : {"", " | cat"}) {
            outcome const result = repair(out, behind);
            EXPECT_EQ(result.status, 0) << out << behind;
            expect_repaired_bytes(result.output);
            EXPECT_NE(result.errors.find("normals changed       1000\n"), std::string::npos)
                << out << behind << result.errors;
        }
    }
    EXPECT_EQ(files(), std::vector<std::string>{"in.stl"});
}

TEST_F(standard_streams, output_may_be_the_same_file_by_name)
{
    outcome const result = repair(path("out.stl"), " >" + path("out.stl"));
    EXPECT_EQ(result.status, 0) << result.errors;
    expect_repaired_bytes(read_file(path("out.stl")));
    EXPECT_EQ(repair("-", " >>" + path("out.stl")).status, 0);
    std::string const twice = read_file(path("out.stl"));
    EXPECT_EQ(twice.substr(0, twice.size() / 2), twice.substr(twice.size() / 2));
    EXPECT_EQ(files(), (std::vector<std::string>{"in.stl", "out.stl"}));
}

TEST_F(standard_streams, output_does_not_mix_with_messages)
{
    char const* const words = "it is standard error, where messages go";
    EXPECT_NE(repair("-", " 2>&1").output.find(words), std::string::npos);
    EXPECT_NE(repair("-", " 2>&1 | cat").output.find(words), std::string::npos);
    expect_refusal(repair("/dev/stderr"), 1, words);
    outcome const same = repair(path("out.stl"), " 2>" + path("out.stl"));
    EXPECT_EQ(same.status, 1);
    EXPECT_NE(read_file(path("out.stl")).find(words), std::string::npos);
    // /dev/null discards the output and the messages, so that they do not mix.
    EXPECT_EQ(repair("/dev/null", " >/dev/null 2>&1").status, 0);
    EXPECT_EQ(repair("-", " >/dev/null 2>&1").status, 0);
    EXPECT_EQ(repair("/dev/null", " >/dev/null").errors, "");
}

TEST_F(standard_streams, output_is_refused_where_standard_output_takes_none)
{
    expect_refusal(repair("-", " >&-"), 1, "cannot write '-': it is not open for writing");
    expect_refusal(repair("/dev/stdout", " >&-"), 1, "it is not open for writing");
    outcome const full = repair("-", " >/dev/full");
    EXPECT_EQ(full.status, 1);
    EXPECT_NE(full.errors.find("cannot write '-': No space left on device"), std::string::npos);
}

}  // namespace

}  // namespace heddle::test
