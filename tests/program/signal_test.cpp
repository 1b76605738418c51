// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Signals that come while a file is being written.
#include "program.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

namespace heddle::test {

namespace {

namespace fs = std::filesystem;

constexpr char const* subdivisions = "3";
constexpr unsigned mesh_size = 84 + 50 * (20u << 6);

class interruption : public program_test {
protected:
    //! Starts a demonstration that writes a mesh and stops at a call (preloaded/stop_at.cpp) while a file is
    //! unfinished. One signal is ignored, if that is not 0.
    pid_t start_and_stop_at(char const* call, int ignored = 0) const
    {
        std::string const directory = path("");
        pid_t const child = ::fork();
        if (child == 0) {
            if (ignored != 0) std::signal(ignored, SIG_IGN);
            int const null = ::open("/dev/null", O_RDWR);
            for (int stream : {0, 1, 2}) ::dup2(null, stream);
            ::setenv("LD_PRELOAD", HEDDLE_STOP_AT_LIBRARY, 1);
            ::setenv("HEDDLE_TEST_STOP_AT", call, 1);
            ::execl(HEDDLE_PROGRAM, HEDDLE_PROGRAM, "demo", "--subdivisions", subdivisions,
                    "--device", "cpu", "--directory", directory.c_str(), nullptr);
            std::_Exit(127);
        }
        int status = 0;
        ::waitpid(child, &status, WUNTRACED);
        if (WIFSTOPPED(status)) return child;
        ADD_FAILURE() << "the program did not stop at " << call << ", status " << status;
        return -1;
    }

    //! The size of the unfinished file; -1 if there is none.
    long long unfinished_size() const
    {
        for (std::string const& name : files()) {
            if (name.rfind(".heddle-", 0) == 0) {
                return static_cast<long long>(fs::file_size(path(name)));
            }
        }
        return -1;
    }

    //! How a stopped program ends that gets a signal.
    static int end(pid_t child, int signal)
    {
        ::kill(child, signal);
        ::kill(child, SIGCONT);
        int status = 0;
        ::waitpid(child, &status, 0);
        return status;
    }
};

TEST_F(interruption, leaves_no_file_and_ends_the_program_by_the_signal)
{
    struct {
        char const* call;
        long long size;
    } const moments[] = {{"openat", 0}, {"fsync", mesh_size}, {"renameat", mesh_size}};
    for (auto const& moment : moments) {
        for (int const signal : {SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU}) {
            pid_t const child = start_and_stop_at(moment.call);
            ASSERT_GT(child, 0);
            EXPECT_EQ(unfinished_size(), moment.size) << moment.call;
            int const status = end(child, signal);
            EXPECT_TRUE(WIFSIGNALED(status)) << moment.call << ": " << status;
            EXPECT_EQ(WTERMSIG(status), signal) << moment.call;
            EXPECT_TRUE(files().empty()) << moment.call << ": " << files().front();
        }
    }
}

TEST_F(interruption, is_ignored_where_the_caller_ignores_it)
{
    for (char const* const call : {"openat", "fsync", "renameat"}) {
        pid_t const child = start_and_stop_at(call, SIGHUP);
        ASSERT_GT(child, 0);
        EXPECT_GE(unfinished_size(), 0) << call;
        int const status = end(child, SIGHUP);
        EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << call << ": " << status;
        EXPECT_EQ(unfinished_size(), -1) << call;
        ASSERT_TRUE(fs::exists(path("sphere.stl"))) << call;
        EXPECT_EQ(fs::file_size(path("sphere.stl")), mesh_size) << call;
        for (std::string const& name : files()) fs::remove(path(name));
    }
}

}  // namespace

}  // namespace heddle::test
