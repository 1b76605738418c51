// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests layout conversions on the GPU. Converts structs to and from arrays of members (SoA), zipped arrays and AoSoA
// blocks.

#include "common/algorithms.cuh"
#include "common/gpu.cuh"
#include "common/layouts.hpp"

#include <heddle/algorithm/aosoa.cuh>
#include <heddle/algorithm/layout.cuh>
#include <heddle/algorithm/layout_thrust.cuh>

#include <thrust/device_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle_test::layout_test {
namespace {

using heddle::members;
using heddle::detail::conversion;
using heddle::detail::member_way;

using layout_test = gpu_test;

// Converts structs to arrays and back. Then padding and unlisted members must be unchanged (`keeps`) or 0.
template <member_way Way, class Struct, class... Member, std::size_t... Number>
void check(heddle::detail::member_list<Member...> list, std::index_sequence<Number...>, layout_arrays& arrays,
           bool keeps)
{
    using copy = device_copy<unsigned char>;
    std::vector<std::vector<unsigned char>> const parts{arrays.split(Number)...};
    copy const structs(arrays.structs());
    auto* const first = reinterpret_cast<Struct*>(structs.data());
    auto* const last = first + arrays.count();
    copy const split[] = {copy(arrays.array(Number))...};
    check_cuda(heddle::detail::convert_arrays<conversion::split, Way>(
                   nullptr, list, first, last, reinterpret_cast<typename Member::type*>(split[Number].data())...),
               "aos_to_soa");
    finish_kernel();
    for (std::size_t i = 0; i < sizeof...(Member); ++i) {
        split[i].copy_to(arrays.array(i));
        EXPECT_EQ(0u, arrays.wrong_array(i, parts[i])) << "member " << i;
        change_bytes(arrays.array(i));
    }
    copy const changed[] = {copy(arrays.array(Number))...};
    auto const whole = arrays.joined(keeps);
    check_cuda(
        heddle::detail::convert_arrays<conversion::join, Way>(
            nullptr, list, first, last, reinterpret_cast<typename Member::type const*>(changed[Number].data())...),
        "soa_to_aos");
    finish_kernel();
    structs.copy_to(arrays.structs());
    EXPECT_EQ(0u, arrays.wrong_structs(whole));
}

template <class Struct, class List>
void check_layout(random_source& random, std::vector<member_place> const& places, bool keeps)
{
    for (std::size_t const start : {0, 1, 5}) {
        for (std::size_t const count : algorithm_counts()) {
            SCOPED_TRACE(testing::Message() << sizeof(Struct) << " bytes of " << places.size() << " members, start "
                                            << start << ", count " << count);
            layout_arrays arrays(count, sizeof(Struct), alignof(Struct), places, random, start);
            auto const numbers = std::make_index_sequence<List::size>();
            check<member_way::by_threads, Struct>(List(), numbers, arrays, keeps);
            check<member_way::staged, Struct>(List(), numbers, arrays, keeps);
        }
    }
}

template <class Struct, class Members>
void check_list(random_source& random)
{
    check_layout<Struct, heddle::detail::listed_t<Members>>(random, places_of(Members()), false);
}

FULL_TEST_F(layout_test, of_all_members)
{
    random_source random("structs taken apart and put together");
    check_list<bytes<2>, members<char, unsigned char>>(random);
    check_list<bytes<8>, members<float, int>>(random);
    check_list<bytes<12>, repeat<3, float>>(random);
    check_list<bytes<13>, members<bytes<1>, bytes<5>, bytes<7>>>(random);
    check_list<bytes<28>, repeat<7, float>>(random);
    check_list<bytes<28>, members<bytes<12>, float, bytes<2>, short, bytes<8, 4>>>(random);
    check_list<bytes<50>, members<bytes<36, 2>, bytes<14>>>(random);
    check_list<bytes<64, 4>, repeat<16, float>>(random);
    check_list<bytes<64>, members<bytes<16>, bytes<48, 16>>>(random);
    check_list<bytes<128, 8>, repeat<16, double>>(random);
    check_list<bytes<24, 8>, members<char, double, short>>(random);
    check_list<bytes<8, 1>, members<float, char>>(random);
    check_list<bytes<512, 8>, members<bytes<12>, bytes<500, 4>>>(random);
    check_list<bytes<520, 8>, members<bytes<12>, bytes<500, 4>, double>>(random);
    check_list<bytes<256, 2>, repeat<128, short>>(random);
}

struct particle {
    float x, y, z;
    short kind;
    double mass;
    int id, more;
};

TEST_F(layout_test, of_named_members_keeps_the_others)
{
    random_source random("named members");
    using list = heddle::detail::named_members<&particle::mass, &particle::kind, &particle::more>;
    std::vector<member_place> const places{
        {offsetof(particle, mass), 8, 8}, {offsetof(particle, kind), 2, 2}, {offsetof(particle, more), 4, 4}};
    check_layout<particle, list>(random, places, true);
}

struct point {
    float x;
    double y;
    int id;
};

FULL_TEST_F(layout_test, to_and_from_zipped_arrays)
{
    constexpr std::size_t count = 1003;
    std::vector<point> before(count);
    for (std::size_t i = 0; i < count; ++i) {
        before[i] = {static_cast<float>(i), static_cast<double>(i * i), static_cast<int>(count - i)};
    }
    thrust::device_vector<point> structs(before);
    thrust::device_vector<float> xs(count);
    thrust::device_vector<double> ys(count);
    thrust::device_vector<int> ids(count);
    auto const all = thrust::make_zip_iterator(thrust::make_tuple(xs.begin(), ys.begin(), ids.data()));
    check_cuda(heddle::aos_to_soa(nullptr, structs.begin(), structs.end(), all), "aos_to_soa");
    auto const some = thrust::make_zip_iterator(thrust::make_tuple(thrust::raw_pointer_cast(ids.data()), ys.begin()));
    check_cuda(heddle::aos_to_soa<&point::id, &point::y>(nullptr, structs.begin(), structs.end(), some), "aos_to_soa");
    thrust::device_vector<point> copies(count);
    // The host reads the padding of the structs, but neither Thrust nor soa_to_aos writes it.
    check_cuda(cudaMemset(thrust::raw_pointer_cast(copies.data()), 0, count * sizeof(point)), "cudaMemset");
    check_cuda(heddle::soa_to_aos(nullptr, copies.begin(), copies.end(), all), "soa_to_aos");
    check_cuda(heddle::soa_to_aos<&point::id, &point::y>(nullptr, structs.begin(), structs.end(), some), "soa_to_aos");
    finish_kernel();
    for (std::size_t i = 0; i < count; ++i) {
        point const parts{xs[i], ys[i], ids[i]};
        for (point const p : {parts, static_cast<point>(copies[i]), static_cast<point>(structs[i])}) {
            ASSERT_EQ(before[i].x, p.x);
            ASSERT_EQ(before[i].y, p.y);
            ASSERT_EQ(before[i].id, p.id);
        }
    }
}

template <std::size_t Length, class Struct, class Members>
void check_blocks(random_source& random)
{
    block_places const places(Length, places_of(Members()));
    for (std::size_t const start : {0, 1, 3}) {
        for (std::size_t const count : algorithm_counts()) {
            SCOPED_TRACE(testing::Message() << sizeof(Struct) << " bytes in blocks of " << Length << ", start " << start
                                            << ", count " << count);
            block_arrays arrays(count, sizeof(Struct), alignof(Struct), places, random, start);
            device_copy<unsigned char> const structs(arrays.structs());
            device_copy<unsigned char> const blocks(arrays.blocks());
            auto* const first = reinterpret_cast<Struct*>(structs.data());
            check_cuda(heddle::aos_to_aosoa<Length, Members>(nullptr, first, first + count, blocks.data()),
                       "aos_to_aosoa");
            finish_kernel();
            blocks.copy_to(arrays.blocks());
            EXPECT_EQ(0u, arrays.wrong_blocks());
            change_bytes(arrays.blocks());
            device_copy<unsigned char> const changed(arrays.blocks());
            auto const whole = arrays.joined(false);
            check_cuda(heddle::aosoa_to_aos<Length, Members>(nullptr, first, first + count, changed.data()),
                       "aosoa_to_aos");
            finish_kernel();
            structs.copy_to(arrays.structs());
            EXPECT_EQ(0u, arrays.wrong_structs(whole));
        }
    }
}

FULL_TEST_F(layout_test, to_and_from_blocks)
{
    random_source random("blocks of structs");
    check_blocks<4, bytes<28>, repeat<7, float>>(random);
    check_blocks<32, bytes<64, 4>, repeat<16, float>>(random);
    check_blocks<7, bytes<24, 8>, members<char, double, short>>(random);
    check_blocks<64, bytes<128, 8>, repeat<16, double>>(random);
    check_blocks<1024, bytes<28>, members<bytes<12>, bytes<16, 4>>>(random);
    check_blocks<16, bytes<600>, members<bytes<500>, bytes<100>>>(random);
}

struct pair {
    std::uint32_t low, high;
};

// Runs both conversions in a graph, with coalesced_ptr, raw pointers and counting iterators as arguments.
FULL_TEST_F(layout_test, of_many_structs_in_a_graph)
{
    std::size_t const count = usual_or_small(std::size_t{1} << 26, std::size_t{1} << 20);
    device_vector<pair> const array{std::vector<pair>(count)};
    device_vector<std::uint32_t> const lows{std::vector<std::uint32_t>(count)}, highs(lows.to_host(count));
    heddle::coalesced_ptr<pair> const first(array.data()), last = first + static_cast<std::ptrdiff_t>(count);
    thrust::counting_iterator<std::uint32_t> const from(0);
    run_in_graph([&](cudaStream_t stream) {
        check_cuda((heddle::soa_to_aos<members<std::uint32_t, std::uint32_t>>(stream, first, last, from, from + 7)),
                   "soa_to_aos");
        check_cuda((heddle::aos_to_soa<&pair::high, &pair::low>(stream, first, last, highs.data(),
                                                                heddle::make_coalesced(lows.data()))),
                   "aos_to_soa");
    });
    auto const low = lows.to_host(count), high = highs.to_host(count);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < count; ++i) wrong += low[i] != i || high[i] != i + 7 ? 1 : 0;
    EXPECT_EQ(0u, wrong);
}

}  // namespace
}  // namespace heddle_test::layout_test
