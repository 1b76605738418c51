// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A random share of the structs has a positive radius. These structs take a branch.
#pragma once

#include "../access/moves.cuh"

#include <algorithm>

namespace heddle_bench {

inline constexpr std::size_t max_branch_count = 3u << 20;

//! Returns the number of structs of a given size: max_branch_count, or fewer if the array is too small.
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
    //! "random30"
    std::string label() const { return "random" + std::to_string(percent); }
};

// With few lanes a kernel takes 10 microseconds, hardly more than its launch, so a graph has several launches.
inline constexpr unsigned branch_launches = 10;

//! Adds a measurement of a graph of branch_launches launches, which make() returns. Its result is compared with that of
//! one launch of plain code. Only elements that take the branch count as bytes.
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
