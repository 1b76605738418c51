// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the output file OUT of `heddle stl`: links, permissions, and names that the program must refuse.
#include "mesh.hpp"
#include "program.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>

namespace heddle::test {

namespace {

namespace fs = std::filesystem;

class output : public program_test {
protected:
    void SetUp() override { write_file(path("in.stl"), to_stl(before_)); }

    outcome repair(std::string const& out, std::string const& before = "") const
    {
        return run_shell(before + command({"stl", path("in.stl"), out, "--device", "cpu"}));
    }
    void expect_repair(std::string const& out, std::string const& before = "") const
    {
        outcome const result = repair(out, before);
        EXPECT_EQ(result.status, 0) << result.errors;
        EXPECT_EQ(result.errors, "");
    }
    void expect_result(std::string const& name) const { expect_repaired(before_, from_stl(read_file(path(name)))); }
    //! Checks that OUT is refused before the program opens IN, which does not exist.
    void expect_early_refusal(std::string const& out, std::string const& words) const
    {
        outcome const result = run({"stl", path("none.stl"), out});
        expect_refusal(result, 1, words);
        EXPECT_EQ(result.output, "");
    }

    static struct stat status_of(std::string const& file)
    {
        struct stat status {};
        EXPECT_EQ(::stat(file.c_str(), &status), 0) << file;
        return status;
    }
    static unsigned mode_of(std::string const& file) { return status_of(file).st_mode & 07777u; }

    //! Returns the beginning of a shell command that runs the rest of the command as a user without privileges. Returns
    //! an empty text if this is not possible.
    std::string as_somebody(std::string const& groups = "--clear-groups") const
    {
        std::string const prefix = "setpriv --reuid 65534 --regid 65534 " + groups + " ";
        bool const can = ::geteuid() == 0 && run_shell(prefix + "true").status == 0;
        return can ? prefix : "";
    }

    mesh const before_ = random_mesh(100);
};

TEST_F(output, follows_a_symbolic_link_to_a_file_that_is_not_there)
{
    fs::create_directory(path("folder"));
    fs::create_symlink("target.stl", path("relative.stl"));
    fs::create_symlink(path("absolute-target.stl"), path("absolute.stl"));
    fs::create_symlink("folder/second.stl", path("first.stl"));
    fs::create_symlink("../third.stl", path("folder/second.stl"));
    for (auto const& [link, target] : {std::array{"relative.stl", "target.stl"},
                                       {"absolute.stl", "absolute-target.stl"},
                                       {"first.stl", "third.stl"}}) {
        expect_repair(path(link));
        EXPECT_TRUE(fs::is_symlink(path(link))) << link;
        EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(path(target)))) << target;
        expect_result(target);
    }
    EXPECT_TRUE(fs::is_symlink(path("folder/second.stl")));
}

TEST_F(output, refuses_links_that_lead_nowhere)
{
    fs::create_symlink("loop.stl", path("loop.stl"));
    fs::create_symlink("missing/out.stl", path("astray.stl"));
    fs::create_symlink("missing/", path("folder.stl"));
    expect_early_refusal(path("loop.stl"), "Too many levels of symbolic links");
    expect_early_refusal(path("astray.stl"), "No such file or directory");
    expect_early_refusal(path("folder.stl"), "No such file or directory");
}

TEST_F(output, refuses_names_before_any_work)
{
    expect_early_refusal(path(std::string(256, 'x')), "File name too long");
    expect_early_refusal("/" + std::string(5000, '/') + "x", "File name too long");
    expect_early_refusal("/proc/self/fd/99", "No such file or directory");
    expect_early_refusal(path("missing/out.stl"), "No such file or directory");
    expect_early_refusal(path("new/"), "No such file or directory");
    expect_early_refusal(path("in.stl/out.stl"), "Not a directory");
    expect_early_refusal(path(""), "it is a directory");
    outcome const nameless = run({"stl", path("none.stl"), ""});
    expect_refusal(nameless, 2, "OUT: a name is missing");
    EXPECT_EQ(nameless.output, "");
    EXPECT_EQ(files(), std::vector<std::string>{"in.stl"});
}

TEST_F(output, takes_the_longest_name)
{
    expect_repair(path(std::string(255, 'x')));
    expect_result(std::string(255, 'x'));
}

TEST_F(output, is_named_in_one_line)
{
    expect_refusal(run({"stl", path("in.stl"), path("two\nlines/out.stl")}), 1, "two?lines");
    expect_refusal(run({"weave\n\x1b[31m"}), 2, "weave??[31m");
}

TEST_F(output, has_the_permissions_of_any_new_file)
{
    expect_repair(path("out.stl"), "umask 027; ");
    EXPECT_EQ(mode_of(path("out.stl")), 0640u);
}

TEST_F(output, keeps_its_permissions_but_sets_no_id)
{
    write_file(path("out.stl"), "old");
    ASSERT_EQ(::chmod(path("out.stl").c_str(), 06750), 0);
    expect_repair(path("out.stl"));
    expect_result("out.stl");
    EXPECT_EQ(mode_of(path("out.stl")), 0750u);
}

TEST_F(output, keeps_its_owner)
{
    if (::geteuid() != 0) GTEST_SKIP() << "only root gives files away";
    write_file(path("out.stl"), "old");
    ASSERT_EQ(::chown(path("out.stl").c_str(), 1234, 2345), 0);
    ASSERT_EQ(::chmod(path("out.stl").c_str(), 06640), 0);
    expect_repair(path("out.stl"));
    expect_result("out.stl");
    EXPECT_EQ(status_of(path("out.stl")).st_uid, 1234u);
    EXPECT_EQ(status_of(path("out.stl")).st_gid, 2345u);
    EXPECT_EQ(mode_of(path("out.stl")), 0640u);
}

TEST_F(output, gives_a_group_no_more_than_it_had)
{
    std::string const of_group = as_somebody("--groups 2345"), of_none = as_somebody();
    if (of_group.empty()) GTEST_SKIP() << "not root, or no setpriv";
    fs::permissions(path(""), fs::perms::all);
    for (bool const member : {true, false}) {
        write_file(path("out.stl"), "old");
        ASSERT_EQ(::chown(path("out.stl").c_str(), 1234, 2345), 0);
        ASSERT_EQ(::chmod(path("out.stl").c_str(), 0676), 0);
        expect_repair(path("out.stl"), member ? of_group : of_none);
        EXPECT_EQ(status_of(path("out.stl")).st_gid, member ? 2345u : 65534u);
        EXPECT_EQ(mode_of(path("out.stl")), member ? 0676u : 0666u);
        fs::remove(path("out.stl"));
    }
}

TEST_F(output, of_another_user_is_left_alone_where_only_owners_replace)
{
    std::string const somebody = as_somebody();
    if (somebody.empty()) GTEST_SKIP() << "not root, or no setpriv";
    fs::permissions(path(""), fs::perms::all | fs::perms::sticky_bit);
    write_file(path("out.stl"), "precious");
    fs::permissions(path("out.stl"), fs::perms(0666));
    expect_refusal(repair(path("out.stl"), somebody), 1, "Operation not permitted");
    EXPECT_EQ(read_file(path("out.stl")), "precious");
    EXPECT_EQ(files(), (std::vector<std::string>{"in.stl", "out.stl"}));
}

TEST_F(output, leaves_other_hard_links_alone)
{
    fs::create_hard_link(path("in.stl"), path("out.stl"));
    expect_repair(path("out.stl"));
    expect_result("out.stl");
    EXPECT_EQ(read_file(path("in.stl")), to_stl(before_));
}

TEST_F(output, may_be_an_open_file_without_a_name)
{
    outcome const result =
        run_shell("exec 3<>" + path("gone") + "; rm " + path("gone") + "; " +
                  command({"stl", path("in.stl"), "/dev/fd/3"}) + " && cat /dev/fd/3 >" + path("out.stl"));
    EXPECT_EQ(result.status, 0) << result.errors;
    expect_result("out.stl");
    EXPECT_EQ(files(), (std::vector<std::string>{"in.stl", "out.stl"}));
}

TEST_F(output, may_be_a_pipe_that_loses_its_reader)
{
    write_file(path("large.stl"), to_stl(random_mesh(10000)));  // more than a pipe holds
    outcome const result = run_shell("mkfifo " + path("pipe") + "; sleep 0.1 <" + path("pipe") + " & " +
                                     command({"stl", path("large.stl"), path("pipe"), "--device", "cpu"}));
    expect_refusal(result, 1, "Broken pipe");
    EXPECT_TRUE(fs::is_fifo(path("pipe")));
}

TEST_F(output, leaves_devices_where_they_are)
{
    expect_repair("/dev/null");
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    fs::create_symlink("/dev/null", path("null.stl"));
    expect_repair(path("null.stl"));
    EXPECT_TRUE(fs::is_symlink(path("null.stl")));
    EXPECT_TRUE(fs::is_character_file(path("null.stl")));
}

}  // namespace

}  // namespace heddle::test
