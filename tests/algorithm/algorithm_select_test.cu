// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests selections from sequences: elements of many sizes, small and large counts, aligned and unaligned starts, out of
// place and in place, with all, some or no elements selected.

#include "common/algorithm_references.hpp"
#include "common/algorithms.cuh"
#include "common/bytes.hpp"

#include <heddle/algorithm/select.cuh>
#include <heddle/coalesced_ptr.cuh>

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

//! A random array, and the elements that the host selects from it.
template <class Element>
class selection {
public:
    selection(random_source& random, std::size_t count, std::size_t skip, unsigned part)
        : random_(random),
          count_(count),
          skip_(skip),
          is_below_{part},
          in_(count, random, skip * alignof(Element)),
          device_in_(in_)
    {
        Element const* const first = in_.data();
        std::partition_copy(first, first + count, std::back_inserter(kept_), std::back_inserter(others_), is_below_);
        std::unique_copy(first, first + count, std::back_inserter(unique_), same_half{});
    }

    void copies() const
    {
        Element const* const from = device_in_.data();
        is_below const predicate = is_below_;
        to_array(kept_, 5, 0, [&](Element* out, unsigned* selected, auto&&... storage) {
            return heddle::copy_if(storage..., from, from + count_, out, selected, predicate);
        });
        to_array(others_, 1, 0, [&](Element* out, unsigned* selected, auto&&... storage) {
            return heddle::remove_copy_if(storage..., from, from + count_, out, selected, predicate);
        });
        to_array(unique_, 3, 2, [&](Element* out, unsigned* selected, auto&&... storage) {
            return heddle::unique_copy(storage..., from, from + count_, out, selected, same_half{});
        });
        guarded_array<Element> unchanged(count_, random_, skip_ * alignof(Element));
        expect_elements(input(), unchanged, device_in_);
    }

    void copies_by_stencil() const
    {
        std::vector<std::uint8_t> flags(count_);
        for (std::size_t i = 0; i < count_; ++i) flags[i] = is_below_(in_[i]) ? 1 : 0;
        device_vector<std::uint8_t> const stencil(flags);
        heddle::coalesced_ptr<Element const> const from(device_in_.data());
        to_array(kept_, 7, 2, [&](Element* out, unsigned* selected, auto&&... storage) {
            return heddle::copy_if(storage..., from, from + static_cast<std::ptrdiff_t>(count_),
                                   static_cast<std::uint8_t const*>(stencil.data()), heddle::make_coalesced(out),
                                   selected, is_set{});
        });
    }

    void works_in_place() const
    {
        is_below const predicate = is_below_;
        in_place(others_, [&](Element* first, std::size_t* selected, auto&&... storage) {
            return heddle::remove_if(storage..., first, first + count_, selected, predicate);
        });
        in_place(unique_, [&](Element* first, std::size_t* selected, auto&&... storage) {
            return heddle::unique(storage..., first, first + count_, selected, same_half{});
        });
    }

    void partitions() const
    {
        is_below const predicate = is_below_;
        Element const* const from = device_in_.data();
        guarded_array<Element> rest(others_.size(), random_, 3 * alignof(Element) % 128);
        device_copy<Element> const device_rest(rest);
        to_array(kept_, 1, 2, [&](Element* out, unsigned* selected, auto&&... storage) {
            return heddle::partition_copy(storage..., from, from + count_, out, device_rest.data(), selected,
                                          predicate);
        });
        expect_elements(others_, rest, device_rest);
        std::vector<Element> all = kept_;
        all.insert(all.end(), others_.begin(), others_.end());
        in_place(
            all,
            [&](Element* first, std::size_t* selected, auto&&... storage) {
                return heddle::partition(storage..., first, first + count_, selected, predicate);
            },
            kept_.size());
    }

private:
    std::vector<Element> input() const { return {in_.data(), in_.data() + count_}; }

    //! Selects to an array that has room for the selected elements only.
    template <class Call>
    void to_array(std::vector<Element> const& expected, std::size_t skip, unsigned launches, Call const& call) const
    {
        guarded_array<Element> out(expected.size(), random_, skip * alignof(Element) % 128);
        device_copy<Element> const device_out(out);
        device_vector<unsigned> const selected({12345u});
        run_in_two_phases(random_, launches,
                          [&](auto&&... storage) { return call(device_out.data(), selected.data(), storage...); });
        EXPECT_EQ(expected.size(), selected.to_host(1)[0]);
        expect_elements(expected, out, device_out);
    }

    template <class Call>
    void in_place(std::vector<Element> const& expected, Call const& call) const
    {
        in_place(expected, call, expected.size());
    }
    template <class Call>
    void in_place(std::vector<Element> const& expected, Call const& call, std::size_t expected_count) const
    {
        device_copy<Element> const array(in_);
        guarded_array<Element> out(count_, random_, skip_ * alignof(Element));
        device_vector<std::size_t> const selected({std::size_t{12345}});
        run_in_two_phases(random_, 0,
                          [&](auto&&... storage) { return call(array.data(), selected.data(), storage...); });
        EXPECT_EQ(expected_count, selected.to_host(1)[0]);
        expect_elements(expected, out, array);
    }

    random_source& random_;
    std::size_t const count_, skip_;
    is_below const is_below_;
    guarded_array<Element> in_;
    device_copy<Element> device_in_;
    std::vector<Element> kept_, others_, unique_;
};

template <class Element>
unsigned check_element(random_source& random)
{
    unsigned checked = 0;
    for (std::size_t const count : algorithm_counts(sizeof(Element))) {
        for (std::size_t const skip : {std::size_t{0}, std::size_t{1}}) {
            for (unsigned const part : {0u, 1u, 100u, 255u, 256u}) {
                if (part % 256 == 0 && skip != 0) continue;
                SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes, start " << skip << ", count " << count
                                                << ", part " << part);
                selection<Element> const some(random, count, skip, part);
                some.copies();
                some.copies_by_stencil();
                some.works_in_place();
                some.partitions();
                ++checked;
            }
        }
    }
    return checked;
}

template <class Element>
class algorithm_select_test : public gpu_test {
};
// Each type takes seconds to compile.
using selected_elements =
    full_or<::testing::Types<bytes<1>, bytes<2>, bytes<3>, bytes<8>, bytes<12>, bytes<13>, bytes<20>, bytes<28>,
                             bytes<50>, bytes<64>, bytes<96>, bytes<132>, bytes<248>, bytes<520>, bytes<9001>>,
            ::testing::Types<bytes<28>, bytes<520>>>;
TYPED_TEST_SUITE(algorithm_select_test, selected_elements);

TYPED_TEST(algorithm_select_test, of_any_count_and_share)
{
    random_source random("selections");
    EXPECT_EQ(9u * 8, check_element<TypeParam>(random));
}

}  // namespace
}  // namespace heddle_test::algorithm_select_test
