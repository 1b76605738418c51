// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares segmented_reduce with a loop over each segment: empty, short, long and huge segments, in any mixture.

#include "common/algorithms.cuh"

#include <heddle/algorithm/segmented_reduce.cuh>

#include <common/bytes.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle_test::segmented_reduce_test {
namespace {

using segmented_reduce_test = gpu_test;

struct xor_of_bytes {
    template <std::size_t Size>
    HEDDLE_HOST_DEVICE bytes<Size> operator()(bytes<Size> a, bytes<Size> const& b) const
    {
        for (std::size_t i = 0; i < Size; ++i) a.value[i] = static_cast<unsigned char>(a.value[i] ^ b.value[i]);
        return a;
    }
};

struct sample {
    std::int32_t weight;
    float more[6];
};
//! Sums of another type than the elements.
struct total {
    std::int64_t weight, count;

    total() = default;
    HEDDLE_HOST_DEVICE total(std::int64_t w, std::int64_t n) : weight(w), count(n) {}
    HEDDLE_HOST_DEVICE total(sample const& one) : weight(one.weight), count(1) {}
};
struct add_totals {
    HEDDLE_HOST_DEVICE total operator()(total const& a, total const& b) const
    {
        return total(a.weight + b.weight, a.count + b.count);
    }
};

//! Elements without a default constructor, and with operators that must not be called.
struct guarded {
    std::uint32_t value[5];

    guarded() = delete;
    HEDDLE_HOST_DEVICE explicit guarded(std::uint32_t all) : value{all, all, all, all, all} {}
    void operator&() const = delete;
};
struct add_guarded {
    HEDDLE_HOST_DEVICE guarded operator()(guarded const& a, guarded const& b) const
    {
        guarded sum(0);
        for (unsigned i = 0; i < 5; ++i) sum.value[i] = a.value[i] + b.value[i];
        return sum;
    }
};

template <class Offset>
struct offsets {
    std::vector<Offset> begins, ends;

    void add(std::size_t begin, std::size_t end)
    {
        begins.push_back(static_cast<Offset>(begin));
        ends.push_back(static_cast<Offset>(end));
    }
};

//! Consecutive segments whose lengths are 0 … most, with `huge` elements in one in the middle.
template <class Offset>
offsets<Offset> make_consecutive(std::size_t count, std::size_t most, std::size_t huge, random_source& random)
{
    offsets<Offset> all;
    std::size_t begin = 0;
    for (std::size_t s = 0; s < count; ++s) {
        std::size_t const length = s == count / 2 && huge > 0 ? huge : random.below(most + 1);
        all.add(begin, begin + length);
        begin += length;
    }
    return all;
}

//! Segments of elements 0 … count - 1 that overlap, have gaps, or end before they begin.
template <class Offset>
offsets<Offset> make_any(std::size_t segments, std::size_t count, std::size_t most, random_source& random)
{
    offsets<Offset> all;
    for (std::size_t s = 0; s < segments; ++s) {
        std::size_t const begin = random.below(count), length = random.below(most + 1);
        if (random.below(8) == 0) {
            all.add(begin, begin - random.below(begin + 1));
        } else {
            all.add(begin, begin + length < count ? begin + length : count);
        }
    }
    return all;
}

template <class T, class Offset, class Value, class Operation>
void expect_reduced(offsets<Offset> const& segments, std::vector<T> const& elements, Value const& init,
                    Operation const& operation, random_source& random, unsigned launches = 0)
{
    std::size_t const count = segments.begins.size();
    std::vector<Value> expected(count, init);
    for (std::size_t s = 0; s < count; ++s) {
        for (auto i = segments.begins[s]; i < segments.ends[s]; ++i) {
            expected[s] = operation(expected[s], elements[static_cast<std::size_t>(i)]);
        }
    }
    guarded_array<Value> out(count, random, sizeof(Value));
    device_copy<Value> const found(out);
    device_vector<T> const in(elements);
    device_vector<Offset> const begins(segments.begins), ends(segments.ends);
    run_in_two_phases(random, launches, [&](void* temporary, std::size_t& bytes, cudaStream_t stream) {
        return heddle::device::segmented_reduce(temporary, bytes, stream, static_cast<T const*>(in.data()),
                                                begins.data(), ends.data(), count, found.data(), init, operation);
    });
    expect_elements(expected, out, found);
}

template <std::size_t Size>
void check_bytes(random_source& random)
{
    SCOPED_TRACE(testing::Message() << Size << " bytes");
    bytes<Size> init;
    random.fill(init.value, Size);
    auto const elements_for = [&](offsets<int> const& segments) {
        return many_elements<bytes<Size>>(16 + static_cast<std::size_t>(segments.ends.back()), random);
    };
    std::size_t const huge = (5 << 20) / 2 / Size;  // 2.5 MiB
    struct {
        std::size_t count, most, huge;
    } const cases[] = {{1, 0, 0},        {1, 40, 0},     {3, 1, huge},   {33, 100, 0}, {1000, 3, 0}, {1000, 3, huge},
                       {50000, 5, huge}, {300, 3000, 0}, {20, 90000, 0}, {100, 0, 0},  {1, 0, huge}, {40000, 40, 5000}};
    unsigned launches = 0;
    for (auto const& c : cases) {
        SCOPED_TRACE(testing::Message() << c.count << " segments of up to " << c.most << ", one of " << c.huge);
        auto const segments = make_consecutive<int>(c.count, usual_or_small(c.most, c.most / 3 + 1), c.huge, random);
        expect_reduced(segments, elements_for(segments), init, xor_of_bytes(), random, launches++ % 3);
    }
}

TEST_F(segmented_reduce_test, equals_loops)
{
    random_source random("reduced segments");
    check_bytes<28>(random);
    check_bytes<64>(random);
}

FULL_TEST_F(segmented_reduce_test, equals_loops_for_all_sizes)
{
    random_source random("reduced segments of all sizes");
    check_bytes<1>(random);
    check_bytes<12>(random);
    check_bytes<13>(random);
    check_bytes<50>(random);
    check_bytes<128>(random);
}

TEST_F(segmented_reduce_test, takes_segments_that_overlap)
{
    random_source random("segments that overlap");
    auto const elements = many_elements<bytes<28>>(20000, random);
    for (std::size_t const most : {5, 300, 15000}) {
        auto const segments = make_any<std::int64_t>(2000, elements.size(), most, random);
        expect_reduced(segments, elements, elements[0], xor_of_bytes(), random);
    }
}

TEST_F(segmented_reduce_test, shares_more_segments_than_it_has_places_for)
{
    random_source random("many huge segments");
    auto const elements = many_elements<bytes<64>>(40000, random);
    offsets<std::uint32_t> segments;
    for (std::size_t s = 0; s < 400; ++s) segments.add(s, s + 17000);
    expect_reduced(segments, elements, elements[1], xor_of_bytes(), random);
    for (std::size_t s = 0; s < 70000; ++s) segments.add(s % 1000, s % 1000 + (s < 69000 ? 520 : 3));
    expect_reduced(segments, elements, elements[1], xor_of_bytes(), random, 2);
}

TEST_F(segmented_reduce_test, converts_elements_to_sums)
{
    random_source random("segments of samples");
    std::vector<sample> samples(300000);
    for (sample& each : samples) each = {static_cast<std::int32_t>(random.next_word()), {}};
    auto const segments = make_consecutive<int>(5000, 30, 150000, random);
    expect_reduced(segments, samples, total(3, 4), add_totals(), random, 1);
}

TEST_F(segmented_reduce_test, takes_elements_without_default_constructor)
{
    random_source random("segments of guarded elements");
    std::vector<std::uint32_t> words(5 * 100000);
    random.fill(words.data(), words.size() * sizeof(std::uint32_t));
    auto const segments = make_consecutive<int>(3000, 20, 60000, random);
    std::size_t const count = segments.begins.size();
    device_vector<std::uint32_t> const in(words), out(std::vector<std::uint32_t>(5 * count));
    device_vector<int> const begins(segments.begins), ends(segments.ends);
    run_in_two_phases(random, 0, [&](void* temporary, std::size_t& bytes, cudaStream_t stream) {
        return heddle::device::segmented_reduce(temporary, bytes, stream, reinterpret_cast<guarded const*>(in.data()),
                                                begins.data(), ends.data(), count,
                                                reinterpret_cast<guarded*>(out.data()), guarded(7), add_guarded());
    });
    auto const found = out.to_host(5 * count);
    for (std::size_t s = 0; s < count; ++s) {
        std::uint32_t sum = 7;
        for (int i = segments.begins[s]; i < segments.ends[s]; ++i) sum += words[5 * static_cast<std::size_t>(i) + 2];
        ASSERT_EQ(sum, found[5 * s + 2]) << s;
    }
}

TEST_F(segmented_reduce_test, does_nothing_without_segments)
{
    std::size_t bytes = 0;
    float* const none = nullptr;
    int const* const offsets = nullptr;
    EXPECT_EQ(cudaSuccess,
              heddle::device::segmented_reduce(nullptr, bytes, nullptr, none, offsets, offsets, 0, none, 0.0f));
    device_memory const temporary(bytes);
    EXPECT_EQ(cudaSuccess, heddle::device::segmented_reduce(temporary.data(), bytes, nullptr, none, offsets, offsets, 0,
                                                            none, 0.0f));
    finish_kernel();
}

}  // namespace
}  // namespace heddle_test::segmented_reduce_test
