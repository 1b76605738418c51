// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that algorithms on the GPU write only the bytes that they must write. At the same time, other threads write
// neighboring bytes: other calls of the same for_each, or a kernel in another stream.

#include "common/bytes.hpp"
#include "common/gpu.cuh"

#include <heddle/algorithm/layout.cuh>
#include <heddle/algorithm/transform.cuh>
#include <heddle/thrust.cuh>

#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>

#include <cstddef>
#include <vector>

namespace heddle_test::partial_writes_test {
namespace {

class partial_writes_test : public gpu_test {
protected:
    std::size_t const count = usual_or_small(1 << 20, 1 << 16);
    // A single round may not show a wrong write.
    std::size_t const rounds = usual_or_small(20, 3);
};

//! Copies structs to the device, calls `change` with their address, and returns the changed structs.
template <class Struct, class Change>
std::vector<Struct> changed(std::vector<Struct> const& structs, Change const& change)
{
    device_vector<Struct> const on_device(structs);
    change(on_device.data());
    finish_kernel();
    return on_device.to_host(structs.size());
}

//! Returns whether the call for element k changes byte `at` of its element. The calls for every third element change
//! nothing; the other calls change every other word.
__host__ __device__ bool is_own(std::size_t k, std::size_t at) { return k % 3 != 0 && (k + at / 4) % 2 != 0; }

//! Changes the own bytes of element k, and those bytes of element k ^ 1 in global memory that the call for k ^ 1 does
//! not change. The first four bytes of an element contain k.
template <class Element>
struct change_both {
    Element* first;
    __device__ void operator()(Element& element) const
    {
        std::size_t k = 0;
        for (unsigned i = 0; i < 4; ++i) k |= std::size_t{element.value[i]} << 8 * i;
        for (std::size_t at = 4; at < sizeof(Element); ++at) {
            if (is_own(k, at)) element.value[at] = 201;
            if (!is_own(k ^ 1, at)) first[k ^ 1].value[at] = 100;
        }
    }
};

template <class Element>
void check_for_each(std::size_t count)
{
    std::vector<Element> elements(count);
    for (std::size_t k = 0; k < count; ++k) {
        for (unsigned i = 0; i < 4; ++i) elements[k].value[i] = static_cast<unsigned char>(k >> 8 * i);
    }
    auto const check = [&](char const* what, auto const& change) {
        std::size_t wrong = 0;
        std::vector<Element> const found = changed(elements, change);
        for (std::size_t k = 0; k < count; ++k) {
            for (std::size_t at = 0; at < sizeof(Element); ++at) {
                wrong += found[k].value[at] != (at < 4 ? elements[k].value[at] : is_own(k, at) ? 201 : 100);
            }
        }
        EXPECT_EQ(0u, wrong) << what << " of " << sizeof(Element) << " bytes";
    };
    check("heddle::for_each", [&](Element* first) {
        check_cuda(heddle::for_each(nullptr, first, first + count, change_both<Element>{first}), "for_each");
    });
    check("thrust::for_each by heddle::par",
          [&](Element* first) { thrust::for_each(heddle::par, first, first + count, change_both<Element>{first}); });
}

TEST_F(partial_writes_test, for_each_leaves_what_others_write)
{
    check_for_each<bytes<12>>(count);
    check_for_each<bytes<28>>(count);
    check_for_each<bytes<33>>(count);
    check_for_each<bytes<64, 4>>(count);
    check_for_each<bytes<128, 4>>(count);
    check_for_each<bytes<568>>(count);
}

struct member_pair {
    float x;
    short kind, flags;
    float y, z;
    double mass;
    int id;
};

FULL_TEST_F(partial_writes_test, soa_to_aos_in_two_streams_writes_disjoint_members)
{
    std::vector<float> numbers(count);
    std::vector<short> kinds(count);
    for (std::size_t k = 0; k < count; ++k) {
        numbers[k] = static_cast<float>(k);
        kinds[k] = static_cast<short>(k % 1009);
    }
    device_vector<float> const number(numbers);
    device_vector<short> const kind(kinds);
    own_stream const one, two;
    for (std::size_t round = 0; round < rounds; ++round) {
        auto const structs = changed(std::vector<member_pair>(count), [&](member_pair* first) {
            check_cuda(heddle::soa_to_aos<&member_pair::x, &member_pair::kind>(one, first, first + count, number.data(),
                                                                               kind.data()),
                       "soa_to_aos");
            check_cuda(heddle::soa_to_aos<&member_pair::flags, &member_pair::y>(two, first, first + count, kind.data(),
                                                                                number.data()),
                       "soa_to_aos");
        });
        std::size_t wrong = 0;
        for (std::size_t k = 0; k < count; ++k) {
            member_pair const& s = structs[k];
            bool const is_right = s.x == numbers[k] && s.y == numbers[k] && s.kind == kinds[k] && s.flags == kinds[k] &&
                                  s.z == 0 && s.mass == 0 && s.id == 0;
            wrong += !is_right;
        }
        ASSERT_EQ(0u, wrong) << "round " << round;
    }
}

struct numbered_result {
    unsigned number;
    unsigned values[6];
};
struct make_result {
    unsigned by;
    __device__ numbered_result operator()(unsigned k) const { return {k, {k + by, k, k, k, k, k}}; }
};
struct has_parity {
    unsigned parity;
    __device__ bool operator()(unsigned k) const { return k % 2 == parity; }
};

FULL_TEST_F(partial_writes_test, transform_if_in_two_streams_writes_disjoint_elements)
{
    thrust::counting_iterator<unsigned> const in(0);
    own_stream const streams[2];
    for (std::size_t round = 0; round < rounds; ++round) {
        auto const structs = changed(std::vector<numbered_result>(count), [&](numbered_result* first) {
            for (unsigned parity = 0; parity < 2; ++parity) {
                check_cuda(heddle::transform_if(streams[parity], in, in + count, first, make_result{parity},
                                                has_parity{parity}),
                           "transform_if");
            }
        });
        std::size_t wrong = 0;
        for (std::size_t k = 0; k < count; ++k) {
            wrong += structs[k].number != k || structs[k].values[0] != k + k % 2;
        }
        ASSERT_EQ(0u, wrong) << "round " << round;
    }
}

}  // namespace
}  // namespace heddle_test::partial_writes_test
