// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs random accesses on an emulated warp, and compares the results with those of memcpy. Stops at the first wrong
// result, or after a given number of cases. README.md explains the arguments.

#include "emulated_case.hpp"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

namespace heddle_test::fuzz {

namespace {

std::vector<emulated_subject> const& subjects()
{
    static std::vector<emulated_subject> const all = [] {
        std::vector<emulated_subject> result;
        add_group_subjects(result);
        add_other_subjects(result);
        return result;
    }();
    return all;
}

//! Returns the subject (function under test) of a case. Subjects that move more bytes are chosen less often.
unsigned choose_subject(std::uint64_t seed, std::uint64_t number)
{
    static std::vector<unsigned> const sums = [] {
        std::vector<unsigned> weights;
        for (emulated_subject const& s : subjects()) {
            weights.push_back(1000000 / (1000 + s.traits.value_bytes() * s.traits.lane_count / 4));
        }
        std::partial_sum(weights.begin(), weights.end(), weights.begin());
        return weights;
    }();
    unsigned const drawn = case_random(~seed, number).below(sums.back());
    return static_cast<unsigned>(std::upper_bound(sums.begin(), sums.end(), drawn) - sums.begin());
}

fuzz_case current_case;  // the running case, for the signal handler

void report(std::string const& wrong)
{
    fuzz_case const& c = current_case;
    std::cout << "FAILED: seed " << c.seed << ", case " << c.number << '\n'
              << describe(c, subjects()[c.subject].traits) << wrong << "\nreplay it with heddle_fuzz 1 " << c.seed
              << ' ' << c.number << std::endl;
}

//! Reports an access to inaccessible memory, and ends the program.
[[noreturn]] void report_signal(int)
{
    report("it touched memory beyond the pages of its arrays");
    std::_Exit(1);
}

void catch_wild_accesses()
{
    // The handler gets its own stack, because the stacks of fibers are too small.
    static std::vector<unsigned char> memory(1 << 16);
    stack_t stack{};
    stack.ss_sp = memory.data();
    stack.ss_size = memory.size();
    ::sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_handler = report_signal;
    action.sa_flags = SA_ONSTACK;
    ::sigaction(SIGSEGV, &action, nullptr);
    ::sigaction(SIGBUS, &action, nullptr);
}

bool passes(emulated_machine& machine, std::uint64_t seed, std::uint64_t number)
{
    unsigned const subject = choose_subject(seed, number);
    current_case = make_case(seed, number, subject, subjects()[subject].traits);
    std::string const wrong = machine.run(current_case, subjects()[subject]);
    if (wrong.empty()) return true;
    report(wrong);
    return false;
}

//! Runs `cases` cases, beginning with case number `first`. If `cases` is 0, runs cases until one fails.
int fuzz(emulated_machine& machine, std::uint64_t cases, std::uint64_t seed, std::uint64_t first)
{
    std::cout << "seed " << seed << '\n';
    std::vector<std::uint64_t> tried(subjects().size());
    std::uint64_t done = 0;
    for (; cases == 0 || done < cases; ++done) {
        if (!passes(machine, seed, first + done)) return 1;
        ++tried[current_case.subject];
        if ((done + 1) % 1000000 == 0) std::cout << done + 1 << " cases" << std::endl;
    }
    if (cases == 1) std::cout << describe(current_case, subjects()[current_case.subject].traits);
    std::uint64_t const fewest = *std::min_element(tried.begin(), tried.end());
    std::cout << done << " cases of " << tried.size() << " subjects were right, " << fewest << " at least of each\n";
    if (fewest > 0 || cases == 1) return 0;
    std::cout << "FAILED: a subject was not tried\n";
    return 1;
}

}  // namespace

}  // namespace heddle_test::fuzz

int main(int argc, char** argv)
{
    using namespace heddle_test::fuzz;
    std::uint64_t numbers[] = {100000, 20140215, 0};
    for (int i = 1; i < argc; ++i) {
        char* end = argv[i];
        if (i <= 3) numbers[i - 1] = std::strtoull(argv[i], &end, 10);
        if (end != argv[i] && *end == '\0') continue;
        std::cerr << "usage: heddle_fuzz [CASES [SEED [FIRST]]], CASES 0: until one fails\n";
        return 2;
    }
    catch_wild_accesses();
    emulated_machine machine;
    return fuzz(machine, numbers[0], numbers[1], numbers[2]);
}
