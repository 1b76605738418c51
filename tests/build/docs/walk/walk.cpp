// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the accesses that docs/tour.md explains, on an emulated warp. For each access, prints the addresses of the
// functions that lane 0 enters and leaves, in one line: "PATH: +ENTERED ... -LEFT ...". The program is compiled with
// -finstrument-functions, so every function calls the two functions at the end of this file. The program is linked with
// -no-pie, so walk_test.py can convert addresses to names and files of functions.
#include <cstddef>
#include <cstdio>
#include <utility>
#include <vector>

#include <heddle/coalesced_ptr.cuh>
#include <heddle/emulation.hpp>

namespace {

template <unsigned Bytes>
struct element {
    float values[Bytes / 4];
};

bool is_recording = false;
std::vector<std::pair<char, void*>> steps;

void record(std::size_t lane, bool starts)
{
    if (lane == 0) is_recording = starts;
}

//! Runs body(lane) in the lanes of a warp. The body calls record(0, true) and record(0, false). Prints the functions
//! that lane 0 enters and leaves between these calls.
template <class Body>
void follow(char const* path, Body const& body)
{
    steps.clear();
    heddle::emulate_grid(32, body);
    std::printf("%s:", path);
    for (auto const& [step, function] : steps) std::printf(" %c%p", step, function);
    std::printf("\n");
}

template <unsigned Bytes>
void follow_load(char const* path)
{
    std::vector<element<Bytes>> array(32);
    heddle::coalesced_ptr<element<Bytes>> const p(array.data());
    follow(path, [&](std::size_t lane) {
        record(lane, true);
        element<Bytes> const q = p[static_cast<std::ptrdiff_t>(lane)];
        record(lane, false);
        static_cast<void>(q);
    });
}

//! Prints the functions of a store by every third lane: 11 lanes, whose elements are far apart.
template <unsigned Bytes>
void follow_store(char const* path)
{
    std::vector<element<Bytes>> array(32 * 32);
    heddle::coalesced_ptr<element<Bytes>> const p(array.data());
    follow(path, [&](std::size_t lane) {
        if (lane % 3 != 0) return;
        element<Bytes> const q = {};
        auto const i = static_cast<std::ptrdiff_t>(lane * 37 % 32 * 32);
        record(lane, true);
        p[i] = q;
        record(lane, false);
    });
}

__attribute__((no_instrument_function)) void add_step(char step, void* function)
{
    static bool is_adding = false;  // true during the calls below: the called functions are instrumented, too
    if (!is_recording || is_adding) return;
    is_adding = true;
    heddle::detail::emulated_lane const* const lane = heddle::detail::emulated_lane::current();
    if (lane != nullptr && lane->rank() == 0) steps.emplace_back(step, function);
    is_adding = false;
}

}  // namespace

extern "C" {

__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void* function, void*)
{
    add_step('+', function);
}

__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void* function, void*) { add_step('-', function); }

}  // extern "C"

int main()
{
    follow_load<28>("load 28");
    follow_load<64>("load 64");
    follow_store<28>("store 28");
}
