// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
#include "ranks.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <vector>

board::board(options const& chosen_options)
    : chosen(chosen_options),
      count(std::size_t{chosen.ranks} * chosen.particles),
      expected(count),
      found(count),
      reports(chosen.ranks),
      id(1024),
      barrier(1)
{
}

//! Makes a new barrier for all ranks, because a failed run leaves its barrier in an unknown state.
static void make_barrier(board& all)
{
    pthread_barrierattr_t attributes;
    if (pthread_barrierattr_init(&attributes) != 0 ||
        pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) != 0 ||
        pthread_barrier_init(all.barrier.data(), &attributes, all.chosen.ranks) != 0) {
        throw std::runtime_error("there is no barrier for processes");
    }
}

static pid_t start_process(std::string const& name, std::function<int()> const& body)
{
    std::fflush(nullptr);
    pid_t const parent = getpid();
    pid_t const process = fork();
    if (process < 0) throw std::runtime_error("fork() failed");
    if (process > 0) return process;
    int result = failure;
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // ends with the program
    std::atexit([] {                   // a library that calls exit() would leave the other ranks waiting
        std::fflush(nullptr);
        _exit(failure);
    });
    if (getppid() == parent) {
        try {
            result = body();
        } catch (std::exception const& error) {
            std::fflush(stdout);
            std::fprintf(stderr, "error: %s%s\n", name.c_str(), error.what());
        }
    }
    std::fflush(nullptr);
    _exit(result);
}

static int status_of(int waited)
{
    if (WIFEXITED(waited)) return WEXITSTATUS(waited);
    std::fprintf(stderr, "error: a process was ended by signal %d\n", WTERMSIG(waited));
    return failure;
}

int run_process(std::function<int()> const& body)
{
    int waited = 0;
    waitpid(start_process("", body), &waited, 0);
    return status_of(waited);
}

int run_ranks(board& all, std::function<int(member const&)> const& body)
{
    make_barrier(all);
    std::vector<pid_t> running;
    for (unsigned rank = 0; rank < all.chosen.ranks; ++rank) {
        running.push_back(
            start_process("rank " + std::to_string(rank) + ": ", [&] { return body(member(all, rank)); }));
    }
    int result = success;
    while (!running.empty()) {
        int waited = 0;
        pid_t const process = waitpid(-1, &waited, 0);
        running.erase(std::remove(running.begin(), running.end(), process), running.end());
        if (result >= failure) continue;  // this process was killed
        result = std::max(result, status_of(waited));
        if (result >= failure) {
            for (pid_t const other : running) kill(other, SIGKILL);
        }
    }
    return result;
}
