// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares forms of a kernel that changes an array of structs in place: with plain code on a T*, with a coalesced_ptr,
// and others. On a GPU it measures their times. Without one it runs them on the emulated warp and counts their memory
// accesses. docs/benchmarking-your-kernel.md says how to use it.
//
// The kernel is a function object. body(p, i) does the work of the thread with index i:
//   template <class Pointer>
//   HEDDLE_HOST_DEVICE void operator()(Pointer p, int i) const;
#pragma once

#include "report.hpp"

#include <heddle/heddle.cuh>

#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#if defined(__CUDACC__)
#    include "gpu.cuh"
#endif

namespace heddle_examples {

//! A kernel and the type of its pointer.
template <class Body, bool IsMoved>
struct form {
    char const* name;
    Body body;

    template <class T>
    auto pointer(T* array) const
    {
        return std::conditional_t<IsMoved, heddle::coalesced_ptr<T>, T*>(array);
    }
};

//! Returns a form that gets a T*.
template <class Body>
form<Body, false> plain(char const* name, Body body)
{
    return {name, body};
}
//! Returns a form that gets a coalesced_ptr<T>.
template <class Body>
form<Body, true> moved(char const* name, Body body)
{
    return {name, body};
}

//! A copy of elements on the host. It begins at a sector, as memory of cudaMalloc does.
template <class T>
class host_array {
public:
    explicit host_array(std::vector<T> const& elements)
        : bytes_(elements.size() * sizeof(T)), data_(static_cast<T*>(::operator new(bytes_, alignment)))
    {
        std::memcpy(static_cast<void*>(data_.get()), elements.data(), bytes_);
    }
    T* data() const { return data_.get(); }
    friend bool operator==(host_array const& a, host_array const& b)
    {
        return std::memcmp(a.data(), b.data(), a.bytes_) == 0;
    }

private:
    static constexpr std::align_val_t alignment{256};
    struct deallocate {
        void operator()(T* data) const { ::operator delete(data, alignment); }
    };
    std::size_t bytes_;
    std::unique_ptr<T, deallocate> data_;
};

//! Runs a form on the emulated warp, and compares the array with the one that plain code has left.
template <class T, class Form>
result count(Form const& form, std::vector<T> const& elements, host_array<T> const& expected)
{
    host_array<T> const array(elements);
    result counted;
    counted.form = form.name;
    auto const p = form.pointer(array.data());
    counted.traffic = count_accesses(array.data(), elements.size() * sizeof(T), alignof(T), elements.size(),
                                     [&](std::size_t i) { form.body(p, static_cast<int>(i)); });
    counted.is_right = array == expected;
    return counted;
}

#if defined(__CUDACC__)

//! Runs a form once on the GPU, copies the array to `left`, and measures further runs.
template <class T, class Form>
result measure(Form const& form, std::vector<T> const& elements, T* array, host_array<T>& left)
{
    std::size_t const bytes = elements.size() * sizeof(T);
    auto const p = form.pointer(array);
    auto const kernel = run_body<std::remove_const_t<decltype(p)>, decltype(form.body)>;
    int const n = static_cast<int>(elements.size());
    auto const run = [&] {
        kernel<<<(static_cast<unsigned>(n) + 255) / 256, 256>>>(p, n, form.body);
        check(cudaGetLastError());
    };
    check(cudaMemcpy(array, elements.data(), bytes, cudaMemcpyHostToDevice));
    run();
    check(cudaMemcpy(left.data(), array, bytes, cudaMemcpyDeviceToHost));
    result measured;
    measured.form = form.name;
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, kernel));
    measured.registers = attributes.numRegs;
    measured.seconds = median_seconds(run);
    return measured;
}

template <class T, class First, class... Others>
std::vector<result> measure_all(std::vector<T> const& elements, First const& first, Others const&... others)
{
    void* memory = nullptr;
    check(cudaMalloc(&memory, elements.size() * sizeof(T)));
    std::unique_ptr<void, cudaError_t (*)(void*)> const owner(memory, cudaFree);
    T* const array = static_cast<T*>(memory);
    host_array<T> expected(elements), left(elements);
    std::vector<result> results{measure(first, elements, array, expected)};
    auto const add = [&](auto const& form) {
        results.push_back(measure(form, elements, array, left));
        results.back().is_right = left == expected;
    };
    (add(others), ...);
    return results;
}

#else

inline std::string name_of_gpu() { return {}; }

#endif

//! The main function of an example: reads the options, runs the example, and prints errors.
//! file:    the description of an argument FILE; null if there is none
//! example: example(options) returns whether all results are right
//! Returns: the exit status: 0, 1 for a wrong result, 2 for an error
template <class Example>
int run_example(int argc, char** argv, char const* description, char const* file, Example const& example)
{
    return run_example_on(name_of_gpu(), argc, argv, description, file, example);
}

//! Runs forms of a kernel on copies of the elements, and prints a table. The first form is plain code, and a form is
//! right if it leaves the same bytes. A thread loads and stores one element.
//! T:       without padding, because forms may leave different bytes there
//! Returns: whether all results are right
//! Throws:  std::runtime_error if the GPU reports an error
template <class T, class First, class... Others>
bool compare(std::string const& name, options const& chosen, std::vector<T> const& elements, First const& first,
             Others const&... others)
{
    array_facts const facts{name, elements.size(), sizeof(T)};
#if defined(__CUDACC__)
    if (!chosen.device.empty()) return print_table(chosen, facts, measure_all(elements, first, others...));
#endif
    host_array<T> const expected(elements);
    for (std::size_t i = 0; i < elements.size(); ++i) first.body(expected.data(), static_cast<int>(i));
    return print_table(chosen, facts, {count(first, elements, expected), count(others, elements, expected)...});
}

}  // namespace heddle_examples
