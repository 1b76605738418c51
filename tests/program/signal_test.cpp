// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Signals that come while a file is being written.
#include "program.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace heddle::test {

namespace {

namespace fs = std::filesystem;

class interruption : public program_test {
protected:
    //! Starts a demonstration that writes a large mesh, with one signal ignored if that is not 0.
    pid_t start(int ignored = 0) const
    {
        std::string const directory = path("");
        pid_t const child = ::fork();
        if (child != 0) return child;
        if (ignored != 0) std::signal(ignored, SIG_IGN);
        int const null = ::open("/dev/null", O_RDWR);
        for (int stream : {0, 1, 2}) ::dup2(null, stream);
        ::execl(HEDDLE_PROGRAM, HEDDLE_PROGRAM, "demo", "--subdivisions", "8", "--device", "cpu",
                "--directory", directory.c_str(), nullptr);
        std::_Exit(127);
    }

    bool has_unfinished_file() const
    {
        for (std::string const& name : files()) {
            if (name.rfind(".heddle-", 0) == 0) return true;
        }
        return false;
    }

    //! A program that has begun to write a file and is stopped before that has its name.
    pid_t start_and_stop(int ignored = 0) const
    {
        for (int attempt = 0; attempt < 50; ++attempt) {
            pid_t const child = start(ignored);
            int status = 0;
            while (!has_unfinished_file() && ::waitpid(child, &status, WNOHANG) == 0) continue;
            ::kill(child, SIGSTOP);
            ::waitpid(child, &status, WUNTRACED);
            if (WIFSTOPPED(status) && has_unfinished_file()) return child;
            if (WIFSTOPPED(status)) end(child, SIGKILL);
            for (std::string const& name : files()) fs::remove(path(name));
        }
        ADD_FAILURE() << "no file was ever seen unfinished";
        return -1;
    }

    //! How a stopped program ends by a signal.
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
    for (int const signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT}) {
        pid_t const child = start_and_stop();
        ASSERT_GT(child, 0);
        int const status = end(child, signal);
        EXPECT_TRUE(WIFSIGNALED(status)) << status;
        EXPECT_EQ(WTERMSIG(status), signal);
        EXPECT_TRUE(files().empty()) << files().front();
    }
}

TEST_F(interruption, is_ignored_where_the_caller_ignores_it)
{
    pid_t const child = start_and_stop(SIGHUP);
    ASSERT_GT(child, 0);
    ::kill(child, SIGHUP);
    ::kill(child, SIGCONT);
    int status = 0;
    while (!fs::exists(path("sphere.stl")) && ::waitpid(child, &status, WNOHANG) == 0) continue;
    EXPECT_TRUE(fs::exists(path("sphere.stl")));
    EXPECT_FALSE(WIFSIGNALED(status));
    EXPECT_EQ(fs::file_size(path("sphere.stl")), 84u + 50u * (20u << 16));
    end(child, SIGKILL);
}

}  // namespace

}  // namespace heddle::test
