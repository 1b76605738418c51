// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests standard streams that are a terminal, and a terminal that hangs up.
#include "mesh.hpp"
#include "program.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::test {

namespace {

class terminal : public program_test {
protected:
    void SetUp() override
    {
        ours_ = ::posix_openpt(O_RDWR | O_NOCTTY);
        if (ours_ < 0 || ::grantpt(ours_) != 0 || ::unlockpt(ours_) != 0) {
            GTEST_SKIP() << "no terminals here";
        }
        theirs_ = ::open(::ptsname(ours_), O_RDWR | O_NOCTTY);
        ASSERT_GE(theirs_, 0);
    }
    ~terminal() override
    {
        close(ours_);
        close(theirs_);
    }

    //! Runs the program on one processor. `stream` is the terminal; the other standard streams are /dev/null.
    pid_t start(int stream, std::vector<std::string> arguments)
    {
        arguments.insert(arguments.begin(), HEDDLE_PROGRAM);
        std::vector<char*> words;
        for (std::string& argument : arguments) words.push_back(argument.data());
        words.push_back(nullptr);
        pid_t const child = ::fork();
        if (child != 0) {
            close(theirs_);  // so that reads from the terminal end when the program ends
            return child;
        }
        int const null = ::open("/dev/null", O_RDWR);
        for (int number : {0, 1, 2}) ::dup2(number == stream ? theirs_ : null, number);
        ::close(ours_);
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(::sched_getcpu(), &one);
        ::sched_setaffinity(0, sizeof one, &one);
        ::execv(HEDDLE_PROGRAM, words.data());
        std::_Exit(127);
    }
    static int status_of(pid_t child)
    {
        int status = 0;
        ::waitpid(child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

    std::string read_some() const
    {
        char text[256];
        ssize_t const count = ::read(ours_, text, sizeof text);
        return {text, count < 0 ? 0 : static_cast<std::size_t>(count)};
    }
    void hang_up() { close(ours_); }

private:
    static void close(int& number)
    {
        if (number >= 0) ::close(number);
        number = -1;
    }

    int ours_ = -1, theirs_ = -1;
};

TEST_F(terminal, gets_no_mesh)
{
    write_file(path("in.stl"), to_stl(random_mesh(1)));
    EXPECT_EQ(status_of(start(STDOUT_FILENO, {"stl", path("in.stl"), "-"})), 1);
}

TEST_F(terminal, that_hangs_up_does_not_keep_the_work_from_being_done)
{
    pid_t const child =
        start(STDERR_FILENO, {"demo", "--subdivisions", "7", "--device", "cpu", "--directory", path("demo")});
    EXPECT_NE(read_some().find("% of 327680 triangles"), std::string::npos);
    hang_up();
    EXPECT_EQ(status_of(child), 0);
    EXPECT_EQ(std::filesystem::file_size(path("demo/sphere-repaired.stl")), 84u + 50u * 327680u);
}

}  // namespace

}  // namespace heddle::test
