// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests the kernels of docs/moving-a-kernel.md: with coalesced_ptr and with raw pointers, they leave the same memory.

#include <moving_a_kernel.cuh>  // generated from the code blocks of the page

#include "common/gpu.cuh"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

namespace heddle_test::moving_a_kernel_test {

using moving_a_kernel_test = gpu_test;

constexpr int count = 1000;
constexpr int threads = 128;
constexpr int blocks = (count + threads - 1) / threads;

template <class T>
std::vector<T> random_elements(char const* name)
{
    random_source random(name);
    std::vector<T> elements(count);
    for (T& element : elements) {
        float words[sizeof(T) / sizeof(float)];
        for (float& word : words) word = static_cast<float>(random.below(2000)) / 100.0f - 10;
        std::memcpy(&element, words, sizeof element);
    }
    return elements;
}

template <class T>
void expect_equal_bytes(std::vector<T> const& a, std::vector<T> const& b)
{
    for (std::size_t k = 0; k < a.size(); ++k) {
        ASSERT_EQ(std::memcmp(&a[k], &b[k], sizeof(T)), 0) << "element " << k;
    }
}

//! Expects that the kernel changes each element as change(element) does.
template <class T, class Change>
void expect_changes(void (*kernel)(heddle::coalesced_ptr<T>, int, float), std::vector<T> elements, Change const& change)
{
    device_vector<T> const p(elements);
    kernel<<<blocks, threads>>>(p.data(), count, 0.5f);
    finish_kernel();
    for (T& element : elements) change(element);
    expect_equal_bytes(elements, p.to_host(count));
}

TEST_F(moving_a_kernel_test, one_word_and_one_line)
{
    expect_changes<particle>(advance, random_elements<particle>("particles"), [](particle& q) {
        q.x += q.vx * 0.5f;
        q.id[1] += 1;
    });
}

TEST_F(moving_a_kernel_test, a_pointer_to_a_part)
{
    expect_changes<body>(advance, random_elements<body>("bodies"), [](body& q) {
        for (int k = 0; k < 3; ++k) {
            q.now.v[k] += q.now.force[k] * 0.5f;
            q.now.x[k] += q.now.v[k] * 0.5f;
        }
    });
}

TEST_F(moving_a_kernel_test, a_test_of_the_element)
{
    auto tasks = random_elements<task>("tasks");
    for (std::size_t k = 0; k < tasks.size(); ++k) tasks[k].done = k % 3 == 0;
    expect_changes<task>(run, tasks, [](task& q) {
        if (q.done) return;
        for (int k = 0; k < 6; ++k) q.x[k] += q.v[k] * 0.5f;
        q.left -= 0.5f;
        if (q.left <= 0) q.done = 1;
    });
}

TEST_F(moving_a_kernel_test, templates_and_structs_of_pointers)
{
    auto particles = random_elements<particle>("particles");
    device_vector<particle> const now(particles), before(particles);
    double_twice(now.data(), count);
    finish_kernel();
    auto doubled = particles;
    for (particle& q : doubled) q.x *= 4;
    expect_equal_bytes(doubled, now.to_host(count));
    restore_all(now.data(), before.data(), count);
    finish_kernel();
    expect_equal_bytes(particles, now.to_host(count));
    push(particles.data(), 1, 0.5f);
    EXPECT_EQ(before.to_host(count)[1].x + before.to_host(count)[1].vx * 0.5f, particles[1].x);
}

FULL_TEST_F(moving_a_kernel_test, several_exits)
{
    auto particles = random_elements<particle>("particles");
    for (int i = 0; i < count; ++i) {
        particles[i].m = static_cast<float>(i % 3);
        particles[i].id[0] = i % 5 - 1;
    }
    expect_changes<particle>(age, particles, [](particle& q) {
        if (q.m == 0) return;
        bool const dies = q.id[0] < 0;
        if (dies) q.m = 0;
        if (!dies) q.x += q.vx * 0.5f;
    });
}

FULL_TEST_F(moving_a_kernel_test, filter_of_lidar_points)
{
    auto points = random_elements<lidar_point>("points");
    for (int i = 0; i < count; ++i) points[i].time = static_cast<float>(i);
    device_vector<lidar_point> const from(points);
    std::vector<lidar_point> kept[2];
    for (bool moved : {false, true}) {
        device_vector<lidar_point> const to(points);
        device_vector<int> const kept_count(std::vector<int>(1));
        if (moved) {
            heddle::coalesced_ptr<lidar_point const> const first = from.data();
            heddle::coalesced_ptr<lidar_point> const result = to.data();
            keep_near<<<blocks, threads>>>(first, result, kept_count.data(), count, 8.0f);
        } else {
            lidar_point const* const first = from.data();
            keep_near<<<blocks, threads>>>(first, to.data(), kept_count.data(), count, 8.0f);
        }
        finish_kernel();
        kept[moved] = to.to_host(static_cast<std::size_t>(kept_count.to_host(1)[0]));
        // Threads append in an unspecified order.
        std::sort(kept[moved].begin(), kept[moved].end(), [](auto const& a, auto const& b) { return a.time < b.time; });
    }
    EXPECT_GT(kept[0].size(), 10u);
    EXPECT_LT(kept[0].size(), points.size() - 10);
    ASSERT_EQ(kept[0].size(), kept[1].size());
    expect_equal_bytes(kept[0], kept[1]);
}

}  // namespace heddle_test::moving_a_kernel_test
