// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs random accesses on an emulated warp and compares their results with those of memcpy. Stops at the first wrong
// result, or after a given number of cases.

#include "emulated_case.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

namespace heddle_test::fuzz {

namespace {

std::vector<emulated_subject> const& subjects()
{
    static std::vector<emulated_subject> const all = [] {
        std::vector<emulated_subject> result;
        for (auto const& some : {emulated_word_subjects(), emulated_straddling_subjects(), emulated_staged_subjects(),
                                 emulated_pointer_subjects()}) {
            result.insert(result.end(), some.begin(), some.end());
        }
        return result;
    }();
    return all;
}

//! Returns the subject of a case. Subjects that move more bytes are chosen less often.
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

// The case that is running. The signal handler reports it.
fuzz_case current_case;

void report(std::string const& wrong)
{
    fuzz_case const& c = current_case;
    std::cout << "FAILED: seed " << c.seed << ", case " << c.number << '\n'
              << describe(c, subjects()[c.subject].traits) << wrong << "\nreplay it with --replay " << c.seed << ':'
              << c.number << std::endl;
}

//! Reports an access to inaccessible memory, after which the program cannot continue.
[[noreturn]] void report_signal(int)
{
    report("it touched memory beyond the pages of its arrays");
    std::_Exit(1);
}

void catch_wild_accesses()
{
    // The handler gets its own stack, because the stack of a fiber is too small.
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

int replay(emulated_machine& machine, std::string const& what)
{
    std::istringstream text(what);
    std::uint64_t seed = 0, number = 0;
    char colon = 0;
    if (!(text >> seed >> colon >> number) || colon != ':') {
        std::cerr << "--replay takes SEED:CASE\n";
        return 2;
    }
    if (!passes(machine, seed, number)) return 1;
    std::cout << describe(current_case, subjects()[current_case.subject].traits) << "passed\n";
    return 0;
}

int fuzz(emulated_machine& machine, std::uint64_t seed, std::uint64_t cases)
{
    std::cout << "seed " << seed << '\n';
    std::vector<std::uint64_t> tried(subjects().size());
    std::uint64_t number = 0;
    for (; cases == 0 || number < cases; ++number) {
        if (!passes(machine, seed, number)) return 1;
        ++tried[current_case.subject];
        if ((number + 1) % 1000000 == 0) std::cout << number + 1 << " cases" << std::endl;
    }
    std::uint64_t const fewest = *std::min_element(tried.begin(), tried.end());
    std::cout << number << " cases of " << tried.size() << " subjects were right, " << fewest << " at least of each\n";
    if (fewest > 0) return 0;
    std::cout << "FAILED: a subject was not tried\n";
    return 1;
}

}  // namespace

}  // namespace heddle_test::fuzz

int main(int argc, char** argv)
{
    using namespace heddle_test::fuzz;
    CLI::App app{"Fuzzes heddle's loads and stores on an emulated warp"};
    std::uint64_t cases = 100000, seed = 20140215;
    std::string replayed;
    app.add_option("--cases", cases, "how many; 0: until one fails")->capture_default_str();
    app.add_option("--seed", seed, "of the random cases")->capture_default_str();
    app.add_option("--replay", replayed, "run one case, as a failure names it: SEED:CASE");
    CLI11_PARSE(app, argc, argv);

    catch_wild_accesses();
    emulated_machine machine;
    return replayed.empty() ? fuzz(machine, seed, cases) : replay(machine, replayed);
}
