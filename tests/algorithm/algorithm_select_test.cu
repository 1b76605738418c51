// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests selections from sequences: elements of many sizes, few and many elements, aligned and unaligned starts, out of
// place and in place. All, some or no elements are selected.

#include "common/algorithm_references.hpp"
#include "common/algorithms.cuh"
#include "common/bytes.hpp"

#include <heddle/algorithm/select.cuh>
#include <heddle/coalesced_ptr.cuh>
#include <heddle/thrust.cuh>

#include <thrust/device_ptr.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

namespace heddle_test::algorithm_select_test {
namespace {

struct is_set {
    __host__ __device__ bool operator()(std::uint8_t flag) const { return flag != 0; }
};

//! Compares selections from a random array with those of the standard library.
template <class Element>
void check(random_source& random, std::size_t count, std::size_t skip, is_below predicate)
{
    guarded_array<Element> in(count, random, skip * alignof(Element));
    device_copy<Element> const device_in(in);
    std::vector<Element> const before(in.begin(), in.end());
    std::vector<Element> kept, others, unique;
    std::partition_copy(in.begin(), in.end(), std::back_inserter(kept), std::back_inserter(others), predicate);
    std::unique_copy(in.begin(), in.end(), std::back_inserter(unique), same_half{});
    Element const* const from = device_in.data();

    // Selects into an array that has room for exactly the selected elements.
    auto const to_array = [&](std::vector<Element> const& expected, std::size_t shift, unsigned launches,
                              auto const& call) {
        guarded_array<Element> out(expected.size(), random, shift * alignof(Element) % 128);
        device_copy<Element> const device_out(out);
        device_vector<unsigned> const selected({12345u});
        run_in_two_phases(random, launches,
                          [&](auto&&... storage) { return call(device_out.data(), selected.data(), storage...); });
        EXPECT_EQ(expected.size(), selected.to_host(1)[0]);
        expect_elements(expected, out, device_out);
    };
    to_array(kept, 5, 0, [&](Element* out, unsigned* selected, auto&&... storage) {
        return heddle::device::copy_if(storage..., from, from + count, out, selected, predicate);
    });
    to_array(others, 1, 0, [&](Element* out, unsigned* selected, auto&&... storage) {
        return heddle::device::remove_copy_if(storage..., from, from + count, out, selected, predicate);
    });
    to_array(unique, 3, 2, [&](Element* out, unsigned* selected, auto&&... storage) {
        return heddle::device::unique_copy(storage..., from, from + count, out, selected, same_half{});
    });
    std::vector<std::uint8_t> flags(count);
    for (std::size_t i = 0; i < count; ++i) flags[i] = predicate(in[i]) ? 1 : 0;
    device_vector<std::uint8_t> const stencil(flags);
    to_array(kept, 7, 2, [&](Element* out, unsigned* selected, auto&&... storage) {
        heddle::coalesced_ptr<Element const> const first(from);
        return heddle::device::copy_if(storage..., first, first + static_cast<std::ptrdiff_t>(count),
                                       static_cast<std::uint8_t const*>(stencil.data()), heddle::make_coalesced(out),
                                       selected, is_set{});
    });
    guarded_array<Element> rest(others.size(), random, 3 * alignof(Element) % 128);
    device_copy<Element> const device_rest(rest);
    to_array(kept, 1, 2, [&](Element* out, unsigned* selected, auto&&... storage) {
        return heddle::device::partition_copy(storage..., from, from + count, out, device_rest.data(), selected,
                                              predicate);
    });
    expect_elements(others, rest, device_rest);
    expect_elements(before, in, device_in);

    auto const in_place = [&](std::vector<Element> const& expected, std::size_t expected_count, auto const& call) {
        guarded_array<Element> out(in);
        device_copy<Element> const array(in);
        device_vector<std::size_t> const selected({std::size_t{12345}});
        run_in_two_phases(random, 0,
                          [&](auto&&... storage) { return call(array.data(), selected.data(), storage...); });
        EXPECT_EQ(expected_count, selected.to_host(1)[0]);
        expect_elements(expected, out, array);
    };
    in_place(others, others.size(), [&](Element* first, std::size_t* selected, auto&&... storage) {
        return heddle::device::remove_if(storage..., first, first + count, selected, predicate);
    });
    in_place(unique, unique.size(), [&](Element* first, std::size_t* selected, auto&&... storage) {
        return heddle::device::unique(storage..., first, first + count, selected, same_half{});
    });
    std::vector<Element> all = kept;
    all.insert(all.end(), others.begin(), others.end());
    in_place(all, kept.size(), [&](Element* first, std::size_t* selected, auto&&... storage) {
        return heddle::device::partition(storage..., first, first + count, selected, predicate);
    });
}

template <class Element>
void check_element(random_source& random)
{
    for (std::size_t const count : algorithm_counts(sizeof(Element))) {
        for (std::size_t const skip : {std::size_t{0}, std::size_t{1}}) {
            for (unsigned const part : {0u, 1u, 100u, 255u, 256u}) {
                if (part % 256 == 0 && skip != 0) continue;
                SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes, start " << skip << ", count " << count
                                                << ", part " << part);
                check<Element>(random, count, skip, is_below{part});
            }
        }
    }
}

template <class Element>
class algorithm_select_test : public gpu_test {
};
using selected_elements =
    full_or<::testing::Types<bytes<1>, bytes<2>, bytes<3>, bytes<8>, bytes<12>, bytes<13>, bytes<20>, bytes<28>,
                             bytes<50>, bytes<64>, bytes<96>, bytes<132>, bytes<248>, bytes<520>, bytes<9001>>,
            ::testing::Types<bytes<28>, bytes<520>>>;
TYPED_TEST_SUITE(algorithm_select_test, selected_elements);

TYPED_TEST(algorithm_select_test, of_any_count_and_share)
{
    random_source random("selections");
    check_element<TypeParam>(random);
}

using element = bytes<28>;
// The number of selected elements is written to an output iterator. Its value type may be too small for the number.
using selected_count_test = gpu_test;

struct is_some {
    __host__ __device__ bool operator()(element const& value) const { return value.value[3] % 3; }
};

template <class Selected>
void check_count(random_source& random, std::size_t count)
{
    std::vector<element> elements(count);
    random.fill(elements.data(), count * sizeof(element));
    std::vector<element> expected = elements;
    auto const middle = std::stable_partition(expected.begin(), expected.end(), is_some{});
    auto const kept = static_cast<std::size_t>(middle - expected.begin());

    device_vector<element> const array(elements);
    device_vector<Selected> const selected(std::vector<Selected>(1));
    run_in_two_phases(random, 0, [&](auto&&... storage) {
        return heddle::device::partition(storage..., array.data(), array.data() + count, selected.data(), is_some{});
    });
    EXPECT_EQ(static_cast<Selected>(kept), selected.to_host(1).front());
    SCOPED_TRACE(testing::Message() << count << " elements, counted in " << sizeof(Selected) << " bytes");
    expect_elements(expected, array);
}

TEST_F(selected_count_test, partition_keeps_all_elements_whatever_counts_them)
{
    random_source random("partitions that are counted in small numbers");
    for (std::size_t const count : {0u, 1u, 300u, 1000u, 100'000u}) {
        check_count<unsigned char>(random, count);
        check_count<short>(random, count);
        check_count<unsigned>(random, count);
        check_count<float>(random, count);
        check_count<std::uint64_t>(random, count);
    }
}

struct doubled {
    template <class Number>
    __host__ __device__ long long operator()(Number number) const
    {
        return 2 * static_cast<long long>(number);
    }
};

FULL_TEST_F(selected_count_test, goes_wherever_can_be_written_to)
{
    random_source random("counts by other iterators");
    std::vector<element> elements(5'003);
    random.fill(elements.data(), elements.size() * sizeof(element));
    device_vector<element> const in(elements), out(elements);
    for (std::size_t const count : {elements.size(), std::size_t{0}}) {
        device_vector<long long> const counts({-1, -1, -1});
        auto const check = [&](auto selected) {
            run_in_two_phases(random, 0, [&](auto&&... storage) {
                return heddle::device::copy_if(storage..., in.data(), in.data() + count, out.data(), selected,
                                               is_some{});
            });
        };
        check(thrust::make_discard_iterator());
        check(heddle::make_coalesced(counts.data()));
        check(thrust::device_ptr<long long>(counts.data() + 1));
        check(thrust::make_transform_output_iterator(counts.data() + 2, doubled{}));
        auto const last = elements.begin() + static_cast<std::ptrdiff_t>(count);
        long long const expected = std::count_if(elements.begin(), last, is_some{});
        EXPECT_EQ((std::vector<long long>{expected, expected, 2 * expected}), counts.to_host(3));
        run_in_two_phases(random, 0, [&](auto&&... storage) {
            return heddle::device::partition(storage..., out.data(), out.data() + count,
                                             thrust::make_discard_iterator(), is_some{});
        });
    }
}

}  // namespace
}  // namespace heddle_test::algorithm_select_test
