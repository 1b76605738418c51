// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests scans of sequences with an operation that is not commutative: elements of many sizes, few and many elements,
// aligned and unaligned starts, out of place and in place.

#include "common/algorithm_references.hpp"
#include "common/algorithms.cuh"
#include "common/bytes.hpp"
#include "common/warp/associative.hpp"

#include <heddle/algorithm/scan.cuh>
#include <heddle/coalesced_ptr.cuh>

#include <thrust/functional.h>

#include <cstdint>
#include <functional>
#include <type_traits>
#include <vector>

namespace heddle_test::algorithm_scan_test {
namespace {

template <class Element>
void check_element(random_source& random)
{
    compose const operation;
    for (std::size_t const count : algorithm_counts(sizeof(Element))) {
        for (std::size_t const skip : {std::size_t{0}, std::size_t{1}}) {
            SCOPED_TRACE(testing::Message() << sizeof(Element) << " bytes, start " << skip << ", count " << count);
            guarded_array<Element> in(count, random, skip * alignof(Element));
            guarded_array<Element> out(count, random, 3 * skip * alignof(Element));
            device_copy<Element> const device_in(in), device_out(out);
            Element init;
            random.fill(&init, sizeof(init));
            // Large elements have a non-const pointer, as the in-place scans do, so fewer kernels are compiled.
            std::conditional_t<sizeof(Element) <= 28, Element const, Element>* const from = device_in.data();
            auto const all = inclusive(in.data(), count, operation);
            auto const before = exclusive(in.data(), count, init, operation);

            unsigned const launches = skip == 0 ? 0 : 2;
            run_in_two_phases(random, launches, [&](auto&&... storage) {
                return heddle::device::inclusive_scan(storage..., from, from + count, device_out.data(), operation);
            });
            expect_elements(all, out, device_out);
            run_in_two_phases(random, launches, [&](auto&&... storage) {
                return heddle::device::exclusive_scan(storage..., from, from + count, device_out.data(), init,
                                                      operation);
            });
            expect_elements(before, out, device_out);

            heddle::coalesced_ptr<Element> const place(device_in.data());
            run_in_two_phases(random, 0, [&](auto&&... storage) {
                auto const end = place + static_cast<std::ptrdiff_t>(count);
                return heddle::device::inclusive_scan(storage..., place, end, place, operation);
            });
            expect_elements(all, in, device_in);
            run_in_two_phases(random, 0, [&](auto&&... storage) {
                return heddle::device::exclusive_scan(storage..., device_in.data(), device_in.data() + count,
                                                      device_in.data(), init, operation);
            });
            expect_elements(exclusive(all.data(), count, init, operation), in, device_in);
        }
    }
}

template <class Element>
class algorithm_scan_test : public gpu_test {
};
using scanned_elements =
    full_or<::testing::Types<bytes<1>, bytes<2>, bytes<3>, bytes<8>, bytes<8, 4>, bytes<12>, bytes<13>, bytes<20>,
                             bytes<28>, bytes<50>, bytes<64>, bytes<96>, bytes<132>, bytes<248>>,
            ::testing::Types<bytes<28>>>;
TYPED_TEST_SUITE(algorithm_scan_test, scanned_elements);

TYPED_TEST(algorithm_scan_test, of_any_count)
{
    random_source random("scans");
    check_element<TypeParam>(random);
}

using algorithm_other_scan_test = gpu_test;

FULL_TEST_F(algorithm_other_scan_test, of_a_large_array_in_place)
{
    std::size_t const count = usual_or_small(std::size_t{1} << 26, std::size_t{1} << 20);
    random_source random("scans of a large array");
    auto const in = many_elements<bytes<3>>(count, random);
    auto const expected = inclusive(in.data(), count, compose{});
    for (unsigned round = 0; round < 3; ++round) {
        device_vector<bytes<3>> const array(in);
        run_in_two_phases(random, 0, [&](auto&&... storage) {
            return heddle::device::inclusive_scan(storage..., array.data(), array.data() + count, array.data(),
                                                  compose{});
        });
        expect_elements(expected, array);
    }
}

FULL_TEST_F(algorithm_other_scan_test, of_numbers)
{
    random_source random("scans of numbers");
    for (std::size_t const count : algorithm_counts()) {
        std::vector<unsigned> numbers(count);
        random.fill(numbers.data(), count * sizeof(unsigned));
        device_vector<unsigned> const on_device(numbers);
        run_in_two_phases(random, 0, [&](auto&&... storage) {
            return heddle::device::inclusive_scan(storage..., on_device.data(), on_device.data() + count,
                                                  on_device.data());
        });
        expect_elements(inclusive(numbers.data(), count, std::plus<>()), on_device);
    }
}

// Sums have the type of the input elements: sums of bytes wrap around, although the output elements are ints.
FULL_TEST_F(algorithm_other_scan_test, of_numbers_keep_sums_in_elements)
{
    constexpr std::size_t count = 5003;
    random_source random("sums of bytes");
    std::vector<unsigned char> const bytes(count, 3);
    std::vector<int> expected(count), expected_before(count);
    for (std::size_t i = 0; i < count; ++i) {
        expected[i] = static_cast<unsigned char>(3 * (i + 1));
        expected_before[i] = static_cast<unsigned char>(7 + 3 * i);
    }
    device_vector<unsigned char> const in(bytes);
    device_vector<int> const out{std::vector<int>(count)};
    unsigned char const* const first = in.data();
    run_in_two_phases(random, 0, [&](auto&&... storage) {
        return heddle::device::inclusive_scan(storage..., first, first + count, out.data(), thrust::plus<>());
    });
    expect_elements(expected, out);
    unsigned char const init = 7;
    run_in_two_phases(random, 0, [&](auto&&... storage) {
        return heddle::device::exclusive_scan(storage..., first, first + count, out.data(), init, thrust::plus<>());
    });
    expect_elements(expected_before, out);
}

}  // namespace
}  // namespace heddle_test::algorithm_scan_test
