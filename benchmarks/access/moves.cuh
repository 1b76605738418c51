// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels that load, store, update or move one struct per thread, and their measurements. The template arguments of a
// kernel select how it accesses structs: through a pointer, or with the collective functions of a warp. If the kernel
// moves structs, they also select where the struct of each thread comes from and goes to (its motion).
#pragma once

#include "../common/arrays.cuh"

#include <heddle/heddle.cuh>

#include <algorithm>

namespace heddle_bench {

// ---- ways to access a struct ----

//! Accesses structs through a pointer. The code is the same for every type of pointer.
template <template <class> class Pointer>
struct through {
    static constexpr bool is_collective = false;
    template <class Element>
    __device__ __forceinline__ static Element load(Element const* array, std::size_t i)
    {
        return Pointer<Element const>(array)[i];
    }
    template <class Element>
    __device__ __forceinline__ static void store(Element* array, std::size_t i, Element const& value)
    {
        Pointer<Element> const pointer(array);
        pointer[i] = value;
    }
};
using plainly = through<plain_ptr>;
using coalesced = through<coalesced_ptr>;
using with_scratch = through<scratch_ptr>;

//! Accesses structs with the collective functions of a warp, which all its lanes call.
struct by_warp {
    static constexpr bool is_collective = true;
    template <class Element>
    __device__ __forceinline__ static Element load(Element const* array, std::size_t i)
    {
        auto const warp = this_warp();
        return heddle::load_contiguous(warp, array + (i - warp.thread_rank()));
    }
    template <class Element>
    __device__ __forceinline__ static void store(Element* array, std::size_t i, Element const& value)
    {
        auto const warp = this_warp();
        heddle::store_contiguous(warp, array + (i - warp.thread_rank()), value);
    }
};

//! Accesses a structure of arrays, in which member m of struct i has index m * (number of structs) + i.
struct as_soa {
    static constexpr bool is_collective = false;
    template <class Element>
    static constexpr unsigned members = sizeof(Element) / sizeof(typename Element::member);
    template <class Element>
    __device__ __forceinline__ static Element load(Element const* array, std::size_t i)
    {
        Element value;
#pragma unroll
        for (unsigned m = 0; m < members<Element>; ++m) {
            value.members[m] = reinterpret_cast<typename Element::member const*>(array)[m * grid_size() + i];
        }
        return value;
    }
    template <class Element>
    __device__ __forceinline__ static void store(Element* array, std::size_t i, Element const& value)
    {
#pragma unroll
        for (unsigned m = 0; m < members<Element>; ++m) {
            reinterpret_cast<typename Element::member*>(array)[m * grid_size() + i] = value.members[m];
        }
    }
};

// ---- motions ----

struct in_order {
    static constexpr motion kind = motion::copy;
    std::uint32_t const* index;
    std::size_t count;
    __device__ bool takes(std::size_t) const { return true; }
    __device__ std::size_t source(std::size_t i) const { return i; }
    __device__ std::size_t target(std::size_t i) const { return i; }
};
struct gathers : in_order {
    static constexpr motion kind = motion::gather;
    __device__ std::size_t source(std::size_t i) const { return index[i]; }
};
struct scatters : in_order {
    static constexpr motion kind = motion::scatter;
    __device__ std::size_t target(std::size_t i) const { return index[i]; }
};

// ---- kernels; `count` must be a multiple of the number of threads in a block ----

template <class Element, class Way, unsigned Threads = block_threads>
__global__ void __launch_bounds__(Threads)
    load(std::byte const* in, std::uint32_t* sums, sum_filter filter, std::size_t count)
{
    std::size_t const i = element_index<Threads>();
    if (!Way::is_collective && i >= count) return;
    Element const v = Way::load(reinterpret_cast<Element const*>(in), i);
    filter.write(xor_of_words(v), sums + i);
}

template <class Element, class Way, unsigned Threads = block_threads>
__global__ void __launch_bounds__(Threads) store(std::byte* out, std::size_t count)
{
    std::size_t const i = element_index<Threads>();
    if (!Way::is_collective && i >= count) return;
    Way::store(reinterpret_cast<Element*>(out), i, stored_element<Element>(i));
}

template <class Element, class Way>
__global__ void __launch_bounds__(block_threads) update_structs(std::byte* array, std::size_t count)
{
    auto* const structs = reinterpret_cast<Element*>(array);
    std::size_t const i = element_index();
    if (i >= count) return;
    Element const v = Way::load(static_cast<Element const*>(structs), i);
    Way::store(structs, i, updated(v));
}

template <class Element, class Motion, class From, class To = From, unsigned Threads = block_threads>
__global__ void __launch_bounds__(Threads) move(std::byte const* in, std::byte* out, Motion places)
{
    std::size_t const i = element_index<Threads>();
    if (!From::is_collective && !To::is_collective && i >= places.count) return;
    if (!places.takes(i)) return;
    Element const v = From::load(reinterpret_cast<Element const*>(in), places.source(i));
    To::store(reinterpret_cast<Element*>(out), places.target(i), v);
}

// ---- measurements; results are compared with those of plain code on the same structs, or of another kernel `plain` ----

using load_kernel = void (*)(std::byte const* in, std::uint32_t* sums, sum_filter filter, std::size_t count);
//! Kernels that store structs, or update structs in place.
using store_kernel = void (*)(std::byte* out, std::size_t count);
template <class Motion>
using move_kernel = void (*)(std::byte const* in, std::byte* out, Motion places);

//! The number of structs that a block processes.
struct block_share {
    unsigned threads = block_threads;
    unsigned elements = block_threads;
};

inline std::string name_of(std::string const& pattern, std::string const& variant, std::string const& label)
{
    return pattern + '/' + variant + '/' + label;
}

template <class Element>
void add_measurement(std::string const& pattern, std::string const& variant, measurement const& m)
{
    add_measurement(name_of(pattern, variant, label_of<Element>()), m);
}

template <class Element>
measurement measure_load(load_kernel kernel, std::size_t count, block_share block = {},
                         load_kernel plain = load<Element, plainly>)
{
    auto const run = [=](load_kernel which, block_share share, sum_filter filter, std::uint32_t* where) {
        launch_kernel(which, blocks_of(count, share.elements), share.threads, arrays().in, where, filter, count);
    };
    auto const count_wrong = [=] {
        clear_sums();
        run(kernel, block, all_sums, sums());
        return count_wrong_sums([=] { run(plain, {}, all_sums, sums()); });
    };
    return {static_cast<double>(count * sizeof(Element)), [=] { run(kernel, block, no_sums, nullptr); }, count_wrong};
}

template <class Element, bool Updates>
constexpr store_kernel plain_store()
{
    if constexpr (Updates)
        return update_structs<Element, plainly>;
    else
        return store<Element, plainly>;
}

//! Measures a kernel that stores structs. If Updates is true, the kernel loads each struct before it stores the struct.
template <class Element, bool Updates = false>
measurement measure_store(store_kernel kernel, std::size_t count, block_share block = {},
                          store_kernel plain = plain_store<Element, Updates>())
{
    auto const run = [=](store_kernel which, block_share share) {
        launch_kernel(which, blocks_of(count, share.elements), share.threads, arrays().out, count);
    };
    auto* const clear = Updates ? fill_output : clear_output;
    return {static_cast<double>((Updates ? 2 : 1) * count * sizeof(Element)), [=] { run(kernel, block); },
            [=] { return count_wrong_output(clear, [=] { run(plain, {}); }); }, clear};
}

template <class Motion>
Motion places_of(std::size_t count)
{
    Motion places{};
    places.index = arrays().index;
    places.count = count;
    return places;
}

template <class Motion>
launcher launcher_of(move_kernel<Motion> kernel, std::size_t count, block_share block = {})
{
    return [=] {
        launch_kernel(kernel, blocks_of(count, block.elements), block.threads, arrays().in, arrays().out,
                      places_of<Motion>(count));
    };
}

//! Measures a launch that moves `count` structs from `in` to `out`. `plain` does the same with plain code.
template <class Element, class Motion = in_order>
measurement measure_moves(std::size_t count, launcher const& launch, launcher const& plain)
{
    constexpr bool has_index = Motion::kind != motion::copy;
    auto const prepare = [=] {
        if (has_index) make_permutation(count);
    };
    return {static_cast<double>(count * (2 * sizeof(Element) + (has_index ? sizeof(std::uint32_t) : 0))), launch,
            [=] { return count_wrong_output(clear_output, plain); }, clear_output, prepare};
}
template <class Element, class Motion = in_order>
measurement measure_moves(std::size_t count, launcher const& launch)
{
    return measure_moves<Element, Motion>(count, launch, launcher_of<Motion>(move<Element, Motion, plainly>, count));
}

//! Measures cudaMemcpyAsync from `in` to `out`.
template <class Element>
measurement measure_memcpy(std::size_t count)
{
    return measure_moves<Element>(count, [=] {
        HEDDLE_BENCH_CHECK(
            cudaMemcpyAsync(arrays().out, arrays().in, count * sizeof(Element), cudaMemcpyDeviceToDevice));
    });
}

//! Returns the number of structs that fill an array, limited to the number that a 32-bit index can address.
inline std::size_t indexed_count(std::size_t bytes)
{
    constexpr std::size_t max_count = (std::size_t{1} << 32) - block_threads;
    return std::min(element_count(bytes), max_count);
}

template <class Element>
void add_update(char const* variant, store_kernel kernel, block_share block = {})
{
    add_measurement<Element>("update", variant,
                             measure_store<Element, true>(kernel, element_count(sizeof(Element)), block));
}

//! Adds a kernel that moves all structs.
template <class Element, class Motion>
void add_move(std::string const& pattern, std::string const& variant, move_kernel<Motion> kernel,
              block_share block = {}, move_kernel<Motion> plain = move<Element, Motion, plainly>)
{
    std::size_t const count = indexed_count(sizeof(Element));
    add_measurement<Element>(
        pattern, variant,
        measure_moves<Element, Motion>(count, launcher_of(kernel, count, block), launcher_of(plain, count)));
}

}  // namespace heddle_bench
