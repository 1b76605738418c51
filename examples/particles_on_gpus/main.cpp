// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles in a box whose slabs belong to several GPUs. README.md says how the ranks exchange them.
#include "ranks.hpp"

#include <getopt.h>
#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <vector>

struct engine {
    char const* name;
    int (*run)(member const&);
};

static std::vector<engine> const engines
{
#if defined(HEDDLE_EXAMPLE_NCCL)
    {"nccl", exchange_by_nccl},
#endif
#if defined(HEDDLE_EXAMPLE_NVSHMEM)
        {"nvshmem", exchange_by_nvshmem},
#endif
};

static char const* const help =
    "Moves particles in a box whose slabs belong to several GPUs, and exchanges those that leave their slab\n\n"
    "  --engine NAME   nccl or nvshmem (default: all that were built)\n"
    "  --ranks N       number of ranks, each with its own GPU (default: the number of GPUs)\n"
    "  --particles N   number of particles of each rank (default: 8388608)\n"
    "  --steps N       number of steps that are measured (default: 50)\n\n"
    "Exit status: 0 all results are right, 1 a result is wrong, 2 an error, 77 there is no GPU.\n";

static unsigned number(char const* name, char const* text, unsigned long most)
{
    char* end = nullptr;
    unsigned long const value = std::strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != 0 || value == 0 || value > most) {
        throw std::invalid_argument(std::string("--") + name + " must be a number from 1 to " + std::to_string(most));
    }
    return static_cast<unsigned>(value);
}

static options read_options(int argc, char** argv)
{
    static option const known[] = {{"engine", required_argument, nullptr, 'e'},
                                   {"ranks", required_argument, nullptr, 'r'},
                                   {"particles", required_argument, nullptr, 'p'},
                                   {"steps", required_argument, nullptr, 's'},
                                   {"help", no_argument, nullptr, 'h'},
                                   {}};
    options chosen;
    for (int next = 0; (next = getopt_long(argc, argv, "", known, nullptr)) != -1;) {
        switch (next) {
            case 'e':
                chosen.engine = optarg;
                break;
            case 'r':
                chosen.ranks = number("ranks", optarg, 256);
                break;
            case 'p':
                chosen.particles = number("particles", optarg, 1u << 26);
                break;
            case 's':
                chosen.steps = number("steps", optarg, 1000000);
                break;
            case 'h':
                std::fputs(help, stdout);
                std::exit(success);
            default:
                throw std::invalid_argument("the options are wrong (--help says more)");
        }
    }
    if (optind != argc) throw std::invalid_argument("there are no arguments (--help says more)");
    auto const has_name = [&](engine const& each) { return chosen.engine == each.name; };
    if (!chosen.engine.empty() && std::none_of(engines.begin(), engines.end(), has_name)) {
        throw std::invalid_argument("this program was built without an engine " + chosen.engine);
    }
    return chosen;
}

int main(int argc, char** argv)
try {
    options chosen = read_options(argc, argv);
    signal(SIGCHLD, SIG_DFL);  // if the caller ignores this signal, waitpid() gets no status
    shared_array<unsigned> const found(1);
    if (run_process([&] {
            found[0] = static_cast<unsigned>(count_gpus());
            return success;
        }) != success) {
        return failure;
    }
    unsigned const gpus = found[0];
    if (gpus == 0) {
        std::fputs("skipped: there is no GPU\n", stderr);
        return skipped;
    }
    if (chosen.ranks == 0) chosen.ranks = gpus;
    if (chosen.ranks > gpus) {
        throw std::invalid_argument(std::to_string(chosen.ranks) + " ranks need as many GPUs, and this machine has " +
                                    std::to_string(gpus));
    }

    board all(chosen);
    if (run_process([&] { return compute_expected(all); }) != success) return failure;
    if (chosen.ranks == 1) std::puts("the only rank is its own neighbor on both sides: nothing crosses a link");
    std::printf("%-40s %10s %10s\n", "form", "us", "GB/s sent");
    int result = success;
    for (engine const& each : engines) {
        if (chosen.engine.empty() || chosen.engine == each.name) result = std::max(result, run_ranks(all, each.run));
    }
    if (result == wrong_result) {
        std::fputs("a result is WRONG: the particles differ from those that one GPU computes alone\n", stderr);
    }
    return std::min<int>(result, failure);
} catch (std::exception const& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "error: %s\n", error.what());
    return failure;
}
