// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares forms of a kernel on arrays of structs: plain code with a T*, code with a coalesced_ptr, and others. On a
// GPU, measures the times of the forms. Without a GPU, runs the forms on the emulated warp and counts their memory
// accesses. docs/benchmarking-your-kernel.md explains the use.
//
// A kernel is a function object. body(p, i) does the work of thread i. With two arrays, body(p, q, i) does this work.
//   template <class Pointer>
//   HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const;
// If HEDDLE_EXAMPLES_DEVICE_ONLY is 1, the operator may be __device__ code, and there is no emulated warp.
#pragma once

#if !defined(HEDDLE_EXAMPLES_DEVICE_ONLY)
#    define HEDDLE_EXAMPLES_DEVICE_ONLY 0
#endif

#include "arrays.cuh"
#include "report.hpp"

#include <heddle/heddle.cuh>

#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__CUDACC__)
#    include "gpu.cuh"
#endif

namespace heddle_examples {

//! A kernel and the type of its pointers.
template <class Body, template <class> class Pointer>
struct form {
    static constexpr bool is_soa = std::is_same<Pointer<char>, soa_ptr<char>>::value;

    char const* name;
    Body body;

    template <class T>
    static Pointer<T> pointer(T* array, [[maybe_unused]] std::size_t count)
    {
        if constexpr (is_soa) {
            return {array, count};
        } else {
            return Pointer<T>(array);
        }
    }
};

template <class T>
using plain_ptr = T*;
template <class T>
using moved_ptr = heddle::coalesced_ptr<T>;

//! Returns a form that gets T*.
template <class Body>
form<Body, plain_ptr> plain(char const* name, Body body)
{
    return {name, body};
}
//! Returns a form that gets coalesced_ptr<T>.
template <class Body>
form<Body, moved_ptr> moved(char const* name, Body body)
{
    return {name, body};
}
//! Returns a form that gets soa_ptr<T>. Its arrays are structures of arrays.
template <class Body>
form<Body, soa_ptr> soa(char const* name, Body body)
{
    return {name, body};
}

//! Copies of all arrays of a kernel, in memory of the host or of the GPU.
template <class Memory, class... Uses>
struct copies {
    std::tuple<array_copy<Memory, Uses>...> all;

    explicit copies(std::tuple<Uses...> const& uses)
        : all(std::apply([](auto const&... use) { return std::make_tuple(array_copy<Memory, Uses>(use)...); }, uses))
    {
    }
    template <class Form>
    void fill(Form const& form)
    {
        std::apply([&](auto&... copy) { (copy.fill(form), ...); }, all);
    }
    //! Calls f(pointers...) with the pointers that the form gets.
    template <class Form, class F>
    void with_pointers(Form const& form, F const& f) const
    {
        std::apply([&](auto const&... copy) { f(copy.pointer(form)...); }, all);
    }
    template <class Form>
    auto left(Form const& form) const
    {
        return std::apply([&](auto const&... copy) { return std::make_tuple(copy.left(form)...); }, all);
    }
    template <class Form>
    void keep(Form const& form) const
    {
        std::apply([&](auto const&... copy) { (copy.keep(form), ...); }, all);
    }
};

template <class... Vectors>
bool are_same(std::tuple<Vectors...> const& a, std::tuple<Vectors...> const& b)
{
    return std::apply(
        [&](auto const&... of_a) {
            return std::apply([&](auto const&... of_b) { return (are_same(of_a, of_b) && ...); }, b);
        },
        a);
}

//! Runs the first form on the host, then all forms on the emulated warp. Compares the arrays after each run.
template <class... Uses, class First, class... Others>
std::vector<result> count_all(std::tuple<Uses...> const& uses, std::size_t threads, First const& first,
                              Others const&... others)
{
    copies<host_memory, Uses...> copies(uses);
    copies.fill(first);
    copies.with_pointers(first, [&](auto... p) {
        for (std::size_t i = 0; i < threads; ++i) first.body(p..., static_cast<int>(i));
    });
    auto const expected = copies.left(first);
    std::vector<counted_array> const counted = std::apply(
        [](auto const&... copy) {
            return std::vector<counted_array>{{copy.data(), copy.bytes(), alignof(typename Uses::value_type)}...};
        },
        copies.all);
    std::vector<result> results;
    auto const add = [&](auto const& form) {
        copies.fill(form);
        result one;
        copies.with_pointers(form, [&](auto... p) {
            one = count_accesses(counted, threads, [&](std::size_t i) { form.body(p..., static_cast<int>(i)); });
        });
        one.form = form.name;
        one.is_right = are_same(copies.left(form), expected);
        copies.keep(form);
        results.push_back(one);
    };
    add(first);
    (add(others), ...);
    return results;
}

#if defined(__CUDACC__)

//! Runs each form once on the GPU, and compares the arrays after each run. Then measures further runs.
template <class... Uses, class First, class... Others>
std::vector<result> measure_all(std::tuple<Uses...> const& uses, std::size_t threads, First const& first,
                                Others const&... others)
{
    copies<gpu_memory, Uses...> copies(uses);
    decltype(copies.left(first)) expected;
    std::vector<result> results;
    auto const add = [&](auto const& form) {
        copies.fill(form);
        result one;
        one.form = form.name;
        copies.with_pointers(form, [&](auto... p) {
            auto const kernel = run_body<decltype(form.body), decltype(p)...>;
            int const n = static_cast<int>(threads);
            auto const run = [&] {
                kernel<<<(static_cast<unsigned>(n) + 255) / 256, 256>>>(n, form.body, p...);
                check(cudaGetLastError());
            };
            run();
            check(cudaDeviceSynchronize(), form.name);
            copies.keep(form);
            auto left = copies.left(form);
            if (results.empty()) expected = std::move(left);
            one.is_right = results.empty() || are_same(left, expected);
            cudaFuncAttributes attributes{};
            check(cudaFuncGetAttributes(&attributes, kernel));
            one.registers = attributes.numRegs;
            one.seconds = median_seconds(run);
        });
        results.push_back(one);
    };
    add(first);
    (add(others), ...);
    return results;
}

#else

inline std::string name_of_gpu() { return {}; }

#endif

//! The main function of an example: reads the options, runs the example, and prints errors.
//! file:    the description of an argument FILE; null if there is none
//! example: example(options) returns whether all results are right
//! output:  the description of an option --output; null if there is none
//! Returns: the exit status: 0, 1 for a wrong result, 2 for an error
template <class Example>
int run_example(int argc, char** argv, char const* description, char const* file, Example const& example,
                char const* output = nullptr)
{
    return run_example_on(name_of_gpu(), argc, argv, description, file, example, output);
}

//! Runs forms of a kernel on copies of the arrays, and prints a table. The first form is plain code. Another form is
//! right if it leaves the same elements in the arrays that the kernel writes.
//! uses:    arrays(reads(a), changes(b), ...)
//! Returns: whether all results are right
//! Throws:  std::runtime_error if the GPU reports an error, std::invalid_argument if there are no threads or too many
template <class... Uses, class First, class... Others>
bool compare(std::string const& name, options const& chosen, std::tuple<Uses...> const& uses, First const& first,
             Others const&... others)
{
    work facts{name, checked_threads(std::get<0>(uses).elements->size())};
    std::apply([&](auto const&... use) { facts.read_bytes = (use.read_bytes() + ...); }, uses);
    std::apply([&](auto const&... use) { facts.written_bytes = (use.written_bytes() + ...); }, uses);
#if defined(__CUDACC__)
    if (!chosen.device.empty()) {
        std::vector<result> const results = measure_all(uses, facts.threads, first, others...);
        facts.copy_seconds = seconds_of_copy(static_cast<std::size_t>(facts.bytes() / 2));
        return print_table(chosen, facts, results);
    }
#endif
#if HEDDLE_EXAMPLES_DEVICE_ONLY
    throw std::runtime_error(
        "there is no GPU, or --emulated is given, and this program has no code for emulated warps "
        "(DEVICE_ONLY)");
#else
    return print_table(chosen, facts, count_all(uses, facts.threads, first, others...));
#endif
}

//! Compares forms of a kernel that changes the elements of one array in place.
template <class T, class First, class... Others>
bool compare(std::string const& name, options const& chosen, std::vector<T> const& elements, First const& first,
             Others const&... others)
{
    return compare(name, chosen, arrays(changes(elements)), first, others...);
}

}  // namespace heddle_examples
