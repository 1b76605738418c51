// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Measures forms on a GPU. The harness of the examples checks them with small arrays, which are quick to make, copy and
// compare. Then they are timed with large arrays, which repeat the small ones.
#pragma once

#include "../harness.cuh"

#include <compare.cuh>

namespace heddle_bench::brief {

//! Fills an array with a random permutation.
struct fill_index {
    permutation random;

    HEDDLE_HOST_DEVICE void operator()(std::uint32_t* index, int i) const
    {
        index[i] = static_cast<std::uint32_t>(random(static_cast<std::size_t>(i)));
    }
};

template <class Use>
class large_array {
public:
    large_array(Use const& small, std::size_t repeats)
        : count_(small.elements->size() * repeats),
          memory_(heddle_examples::gpu_memory::allocate(small.bytes() * repeats),
                  heddle_examples::gpu_memory::deallocate)
    {
        for (std::size_t i = 0; i < repeats; ++i) {
            heddle_examples::gpu_memory::copy(static_cast<std::byte*>(memory_.get()) + i * small.bytes(),
                                              small.elements->data(), small.bytes());
        }
        // A raw array that is only read is an index.
        if constexpr (Use::is_raw && !Use::is_written) {
            heddle_examples::run_body<<<static_cast<unsigned>(count_ / block_threads), block_threads>>>(
                static_cast<int>(count_), fill_index{permutation(count_)}, static_cast<std::uint32_t*>(memory_.get()));
            heddle_examples::check(cudaGetLastError());
        }
    }

    template <class Form>
    auto pointer(Form const&) const
    {
        auto* const array = static_cast<typename Use::pointee*>(memory_.get());
        if constexpr (Use::is_raw) {
            return array;
        } else {
            return Form::pointer(array, count_);
        }
    }

private:
    std::size_t count_;
    std::unique_ptr<void, void (*)(void*)> memory_;
};

template <class... Uses, class... Forms>
std::vector<heddle_examples::result> measure_forms(std::tuple<Uses...> const& uses, std::size_t repeats,
                                                   Forms const&... forms)
{
    using heddle_examples::check;
    std::size_t const count = std::get<0>(uses).elements->size();
    std::vector<heddle_examples::result> results = heddle_examples::measure_all(uses, count, forms...);
    auto const large = std::apply(
        [=](auto const&... use) { return std::tuple<large_array<Uses>...>(large_array<Uses>(use, repeats)...); }, uses);
    auto const seconds = [&](auto const& form) {
        return std::apply(
            [&](auto const&... array) {
                return heddle_examples::median_seconds([&] {
                    heddle_examples::
                        run_body<<<static_cast<unsigned>(count * repeats / block_threads), block_threads>>>(
                            static_cast<int>(count * repeats), form.body, array.pointer(form)...);
                    check(cudaGetLastError());
                });
            },
            large);
    };
    std::size_t next = 0;
    ((results[next++].seconds = seconds(forms)), ...);
    return results;
}

}  // namespace heddle_bench::brief
