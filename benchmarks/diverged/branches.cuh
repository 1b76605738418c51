// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// diverged_store, diverged_scatter, diverged_load, diverged_gather: accesses in a branch that a random share of the
// lanes takes. In the variant `tile`, the whole warp calls load_if and store_if. The variant `plain_held` is plain code
// with only as many resident blocks as the kernel with a coalesced_ptr, so it shows the cost of the pointer's
// registers.
#pragma once

#include "../access/moves.cuh"

namespace heddle_bench {

// ---- a random share of the structs has a positive radius and takes a branch ----

inline constexpr std::size_t max_branch_count = 3u << 20;

//! Returns the number of structs of this size: max_branch_count, or fewer if the array is too small.
inline std::size_t branch_count(std::size_t bytes)
{
    return std::min(max_branch_count, array_bytes() / bytes / block_threads * block_threads);
}

struct random_share {
    unsigned percent;

    bool takes(std::size_t i) const { return mixed(static_cast<std::uint32_t>(i) * 101 + percent) % 100 < percent; }
    //! Returns how many of the first `count` structs take the branch.
    std::size_t taking(std::size_t count) const
    {
        static std::map<std::pair<unsigned, std::size_t>, std::size_t> counted;
        auto const [own, is_new] = counted.try_emplace({percent, count}, 0);
        for (std::size_t i = 0; is_new && i < count; ++i) own->second += takes(i) ? 1 : 0;
        return own->second;
    }
    //! Returns the radius of each struct, in device memory.
    float const* radius() const
    {
        static std::map<unsigned, float const*> made;
        float const*& own = made[percent];
        if (own == nullptr) {
            std::vector<float> all(max_branch_count);
            for (std::size_t i = 0; i < all.size(); ++i) all[i] = takes(i) ? 1.0f : -1.0f;
            own = copy_to_device(all);
        }
        return own;
    }
    //! Returns a label such as "random30".
    std::string label() const { return "random" + std::to_string(percent); }
};

// A graph has several launches, because a kernel takes only 10 microseconds if few lanes take the branch, hardly more
// than its launch.
inline constexpr unsigned branch_launches = 10;

//! Adds a measurement of the graph that make() returns: branch_launches launches of a kernel. Compares the result
//! with that of one launch of plain code. Counts only the bytes of elements that take the branch.
template <class Element>
void add_branch(
    char const* pattern, char const* variant, random_share share, std::function<launcher()> const& make,
    launcher const& plain, std::function<void()> const& prepare = [] {})
{
    std::size_t const bytes = share.taking(branch_count(sizeof(Element))) * sizeof(Element);
    add_measurement(name_of(pattern, variant, label_of<Element>()) + '/' + share.label(),
                    {static_cast<double>(bytes) * branch_launches, made_when_needed(make),
                     [=] { return count_wrong_output(clear_output, plain); }, clear_output, prepare});
}

}  // namespace heddle_bench

namespace heddle_bench::branches {

template <class T>
using lane_by_lane_ptr = heddle::coalesced_ptr<T, heddle::lane_by_lane>;

struct by_condition {};  // load_if, store_if

template <class Motion>
struct of_share : Motion {
    float const* radius;
    __device__ __forceinline__ bool takes(std::size_t i) const { return radius[i] > 0; }
};

template <class Motion>
using branch_kernel = void (*)(std::byte const* in, std::byte* out, of_share<Motion> places);

template <class Element, class Motion, class Way>
__global__ void __launch_bounds__(block_threads) store_some(std::byte const*, std::byte* out, of_share<Motion> places)
{
    std::size_t const i = element_index();
    bool const takes = places.takes(i);
    auto* const array = reinterpret_cast<Element*>(out);
    if constexpr (std::is_same_v<Way, by_condition>) {
        heddle::store_if(takes, coalesced_ptr<Element>(array) + places.target(i), stored_element<Element>(i));
    } else {
        if (!takes) return;
        Way::store(array, places.target(i), stored_element<Element>(i));
    }
}

//! Writes the sums of the lanes that load. Sums have only a few bytes, so all variants spend the same time on them.
template <class Element, class Motion, class Way>
__global__ void __launch_bounds__(block_threads) load_some(std::byte const* in, std::byte* out, of_share<Motion> places)
{
    std::size_t const i = element_index();
    bool const takes = places.takes(i);
    auto const* const array = reinterpret_cast<Element const*>(in);
    auto* const sums = reinterpret_cast<std::uint32_t*>(out);
    if constexpr (std::is_same_v<Way, by_condition>) {
        Element const e = heddle::load_if(takes, coalesced_ptr<Element const>(array) + places.source(i));
        if (takes) sums[i] = xor_of_words(e);
    } else {
        if (!takes) return;
        sums[i] = xor_of_words(Way::load(array, places.source(i)));
    }
}

//! Returns a size of dynamic shared memory that limits `held` to at most as many resident blocks as `other` has.
template <class Kernel>
std::size_t memory_to_hold(Kernel held, Kernel other)
{
    unsigned const blocks = resident_blocks(other, block_threads) / multiprocessors();
    if (resident_blocks(held, block_threads) / multiprocessors() <= blocks) return 0;
    int const bytes = attribute_of_gpu(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    int const reserved = attribute_of_gpu(cudaDevAttrReservedSharedMemoryPerBlock);
    int const of_block = (bytes / static_cast<int>(blocks) - reserved) / 128 * 128;
    HEDDLE_BENCH_CHECK(cudaFuncSetAttribute(held, cudaFuncAttributeMaxDynamicSharedMemorySize, of_block));
    return static_cast<std::size_t>(of_block);
}

template <class Element, class Motion, bool IsStore, class Way>
constexpr branch_kernel<Motion> kernel_of()
{
    if constexpr (IsStore) return store_some<Element, Motion, Way>;
    return load_some<Element, Motion, Way>;
}

template <class Element, class Motion, bool IsStore>
void add_pattern(char const* pattern, random_share share)
{
    std::size_t const count = branch_count(sizeof(Element));
    auto const places = [=] {
        of_share<Motion> all{};
        static_cast<Motion&>(all) = places_of<Motion>(count);
        all.radius = share.radius();
        return all;
    };
    auto* const plain = kernel_of<Element, Motion, IsStore, plainly>();
    auto const add = [&](char const* variant, branch_kernel<Motion> kernel, branch_kernel<Motion> held_to = nullptr) {
        auto const make = [=] {
            std::size_t const shared = held_to == nullptr ? 0 : memory_to_hold(kernel, held_to);
            return graph_of(branch_launches, kernel, blocks_of(count), block_threads, shared, arrays().in, arrays().out,
                            places());
        };
        auto const run_plain = [=] {
            launch_kernel(plain, blocks_of(count), block_threads, arrays().in, arrays().out, places());
        };
        add_branch<Element>(pattern, variant, share, make, run_plain, [=] {
            if (Motion::kind != motion::copy) make_permutation(count);
        });
    };
    auto* const through_coalesced = kernel_of<Element, Motion, IsStore, coalesced>();
    add("plain", plain);
    add("plain_held", plain, through_coalesced);
    add("coalesced", through_coalesced);
    add("scratch", kernel_of<Element, Motion, IsStore, with_scratch>());
    add("whole_warps", kernel_of<Element, Motion, IsStore, through<whole_warps_ptr>>());
    add("lane_by_lane", kernel_of<Element, Motion, IsStore, through<lane_by_lane_ptr>>());
    add("tile", kernel_of<Element, Motion, IsStore, by_condition>());
}

template <class Element>
void add()
{
    for (unsigned const percent : {3, 6, 10, 20, 25, 30, 40, 50, 60, 80, 95, 100}) {
        add_pattern<Element, in_order, true>("diverged_store", {percent});
        add_pattern<Element, scatters, true>("diverged_scatter", {percent});
        add_pattern<Element, in_order, false>("diverged_load", {percent});
        add_pattern<Element, gathers, false>("diverged_gather", {percent});
    }
}

}  // namespace heddle_bench::branches
