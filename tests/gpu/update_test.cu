// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Updates in kernels: by lanes that leave the body early, in loops, nested, and in warps and blocks of any shape. Each
// element is changed as on the host, and no other.
#include "moves.cuh"

#include <heddle/group_access.cuh>
#include <heddle/scratch.cuh>
#include <heddle/update.cuh>

#include <vector>

namespace heddle_test::update_test {

using update_test = gpu_test;

constexpr std::size_t element_count = 1003;
//! A place that no lane may access.
constexpr std::size_t nowhere = std::size_t{1} << 40;
constexpr unsigned block_sizes[] = {1, 31, 32, 50, 96, 129, 256};

//! Leaves by one of six exits, chosen by a hash of the element and its index. Returns whether it changed the element.
template <class Element>
HEDDLE_HOST_DEVICE bool change(Element& e, std::size_t i)
{
    unsigned char& last = e.value[sizeof(Element) - 1];
    unsigned const kind = (e.value[0] + static_cast<unsigned>(i) * 2654435761u >> 13) % 7u;
    if (kind < 2) return false;
    for (unsigned k = 0; k < kind * kind; ++k) {
        unsigned char& at = e.value[(k + i) % sizeof(Element)];
        at = static_cast<unsigned char>(at * 5u + k);
        if (at > 240) return true;
        if (at == 0) {
            last = 1;
            return true;
        }
    }
    if (kind == 6) {
        last ^= 0x55;
        return true;
    }
    last = static_cast<unsigned char>(last + kind);
    return true;
}

//! Returns the element that a thread changes: its own, or a permuted one.
HEDDLE_HOST_DEVICE inline std::size_t place_of_thread(std::size_t i, bool consecutive)
{
    return consecutive ? i : i * 601 % element_count;
}

// Updates of a thread: in a kernel with a coalesced_ptr, and on the host for one element after the other.

struct by_lambda {
    template <class Pointer>
    __device__ void operator()(Pointer p, std::size_t i, std::size_t n, bool consecutive) const
    {
        if (i >= n) return;
        std::size_t const k = place_of_thread(i, consecutive);
        heddle::update(p + k, [&](typename Pointer::value_type& e) { change(e, k); });
    }
    template <class Element>
    void expect(Element& e, std::size_t k) const
    {
        change(e, k);
    }
};

struct of_those_below {
    template <class Pointer>
    __device__ void operator()(Pointer p, std::size_t i, std::size_t n, bool consecutive) const
    {
        std::size_t const k = place_of_thread(i, consecutive);
        bool const wanted = i < n && k % 5 != 2;
        heddle::update_if(wanted, p + (wanted ? k : nowhere),
                          [&](typename Pointer::value_type& e) { change(e, k); });
    }
    template <class Element>
    void expect(Element& e, std::size_t k) const
    {
        if (k % 5 != 2) change(e, k);
    }
};

struct of_those_changed {
    template <class Pointer>
    __device__ void operator()(Pointer p, std::size_t i, std::size_t n, bool consecutive) const
    {
        if (i >= n) return;
        std::size_t const k = place_of_thread(i, consecutive);
        heddle::update(p + k, [&](typename Pointer::value_type& e) {
            if (k % 3 == 1) {
                e.value[0] ^= 0xff;  // is lost
                return false;
            }
            return change(e, k);
        });
    }
    template <class Element>
    void expect(Element& e, std::size_t k) const
    {
        if (k % 3 != 1) change(e, k);
    }
};

//! Lanes have different trip counts, so some rounds have only some lanes of the warp.
struct in_loops {
    template <class Pointer>
    __device__ void operator()(Pointer p, std::size_t i, std::size_t n, bool consecutive) const
    {
        if (i >= n) return;
        std::size_t const k = place_of_thread(i, consecutive);
        for (std::size_t round = 0; round < k % 7; ++round) {
            bool leaves = false;
            heddle::update(p + k, [&](typename Pointer::value_type& e) {
                if (round == k % 4) return;
                leaves = !change(e, k + round);
            });
            if (leaves) break;
            if (k % 11 == round) continue;
            heddle::update_if(round % 2 == k % 2, p + k,
                              [&](typename Pointer::value_type& e) { change(e, k); });
        }
    }
    template <class Element>
    void expect(Element& e, std::size_t k) const
    {
        for (std::size_t round = 0; round < k % 7; ++round) {
            if (round != k % 4 && !change(e, k + round)) break;
            if (k % 11 == round) continue;
            if (round % 2 == k % 2) change(e, k);
        }
    }
};

//! Each element of a thread is changed in the body of the update of the one before, in branches.
struct within_each_other {
    template <class Pointer>
    __device__ void operator()(Pointer p, std::size_t i, std::size_t n, bool) const
    {
        using element = typename Pointer::value_type;
        if (3 * i + 2 >= n) return;
        heddle::update(p + 3 * i, [&](element& a) {
            if (!change(a, 3 * i)) return;
            heddle::update(p + (3 * i + 1), [&](element& b) {
                if (a.value[0] % 3 == 0) return;
                change(b, 3 * i + 1);
                if (b.value[0] % 2 == 0) {
                    heddle::update(p + (3 * i + 2), [&](element& c) { change(c, b.value[0]); });
                } else {
                    heddle::update(p + (3 * i + 2), [&](element& c) { c.value[0] ^= 7; });
                }
            });
            change(a, 3 * i + 1);
        });
    }
    template <class Element>
    void expect_all(Element* elements, std::size_t n) const
    {
        for (std::size_t first = 0; first + 2 < n; first += 3) {
            Element &a = elements[first], &b = elements[first + 1], &c = elements[first + 2];
            if (!change(a, first)) continue;
            if (a.value[0] % 3 != 0) {
                change(b, first + 1);
                if (b.value[0] % 2 == 0) {
                    change(c, b.value[0]);
                } else {
                    c.value[0] ^= 7;
                }
            }
            change(a, first + 1);
        }
    }
};

struct by_wishes {
    template <class Pointer>
    __device__ void operator()(Pointer p, std::size_t i, std::size_t n, bool consecutive) const
    {
        std::size_t const k = place_of_thread(i, consecutive);
        bool const loads = i < n && k % 4 != 1;
        auto e = heddle::load_if(loads, p + (loads ? k : nowhere));
        bool stores = false;
        if (loads) stores = change(e, k) && k % 5 != 0;
        heddle::store_if(stores, p + (stores ? k : nowhere), e);
    }
    template <class Element>
    void expect(Element& e, std::size_t k) const
    {
        if (k % 4 == 1 || k % 5 == 0) return;
        change(e, k);
    }
};

struct in_a_scope {
    template <class Pointer>
    __device__ void operator()(Pointer p, std::size_t i, std::size_t n, bool consecutive) const
    {
        if (i >= n) return;
        std::size_t const k = place_of_thread(i, consecutive);
        auto e = heddle::edit(p + k);
        if (!change(*e, k)) return;
        if (k % 5 == 0) {
            e.discard();
            return;
        }
        for (std::size_t round = 0; round < k % 3; ++round) {
            if (!change(*e, round)) return;
        }
        e->value[0] ^= 3;
    }
    template <class Element>
    void expect(Element& e, std::size_t k) const
    {
        Element const before = e;
        if (!change(e, k)) return;
        if (k % 5 == 0) {
            e = before;
            return;
        }
        for (std::size_t round = 0; round < k % 3; ++round) {
            if (!change(e, round)) return;
        }
        e.value[0] ^= 3;
    }
};

template <class Action, class Element>
void expect_all(Action const& action, Element* elements)
{
    for (std::size_t k = 0; k < element_count; ++k) action.expect(elements[k], k);
}
template <class Element>
void expect_all(within_each_other const& action, Element* elements)
{
    action.expect_all(elements, element_count);
}

template <class Action, class Pointer>
__global__ void apply_to(Action action, Pointer p, std::size_t n, bool consecutive)
{
    action(p, thread_in_grid(), n, consecutive);
}

template <class Element, class Action>
void check_action(Action action)
{
    random_source random("updated elements");
    guarded_array<Element> const before(element_count, random);
    std::vector<Element> expected(before.data(), before.data() + element_count);
    expect_all(action, expected.data());
    guarded_array<Element> after(element_count, random);
    auto const check = [&](auto launch, char const* policy) {
        for (unsigned const threads : block_sizes) {
            for (bool const consecutive : {true, false}) {
                device_copy<Element> const elements(before);
                // One more block, whose threads have no element.
                auto const blocks = static_cast<unsigned>(element_count / threads + 2);
                launch(elements.data(), blocks, threads, consecutive);
                finish_kernel();
                elements.copy_to(after);
                EXPECT_TRUE(after.guards_intact());
                for (std::size_t k = 0; k < element_count; ++k) {
                    ASSERT_EQ(expected[k], after[k])
                        << sizeof(Element) << " bytes, " << policy << ", blocks of " << threads
                        << (consecutive ? ", consecutive" : ", anywhere") << ", element " << k;
                }
            }
        }
    };
    auto const by = [&](auto policy) {
        using pointer = heddle::coalesced_ptr<Element, decltype(policy)>;
        return [=](Element* p, unsigned blocks, unsigned threads, bool consecutive) {
            apply_to<<<blocks, threads>>>(action, pointer(p), element_count, consecutive);
        };
    };
    check(by(heddle::by_plan{}), "by plan");
    check(by(heddle::lane_by_lane{}), "lane by lane");
    check(by(heddle::whole_warps{}), "whole warps");
    check(by(heddle::in_block<256>{}), "in block");
}

template <class Action>
void check_sizes(Action action)
{
    check_action<bytes<28>>(action);
    if constexpr (full) {
        check_action<bytes<12>>(action);
        check_action<bytes<50>>(action);
        check_action<bytes<92>>(action);
    }
}

TEST_F(update_test, stores_what_the_body_leaves_wherever_it_returns) { check_sizes(by_lambda{}); }
FULL_TEST_F(update_test, of_some_lanes_touches_no_other_elements) { check_sizes(of_those_below{}); }
FULL_TEST_F(update_test, stores_nothing_where_the_body_returns_false)
{
    check_sizes(of_those_changed{});
}
FULL_TEST_F(update_test, may_be_called_in_loops) { check_sizes(in_loops{}); }
FULL_TEST_F(update_test, may_be_called_within_itself) { check_sizes(within_each_other{}); }
FULL_TEST_F(update_test, single_lanes_load_and_store_what_they_want) { check_sizes(by_wishes{}); }
FULL_TEST_F(update_test, scopes_store_by_every_exit) { check_sizes(in_a_scope{}); }

FULL_TEST_F(update_test, of_192_bytes)
{
    check_action<bytes<192>>(by_lambda{});
    check_action<bytes<192>>(of_those_below{});
}

//! Updates in a branch that only half of a warp takes.
__global__ void update_in_halves(heddle::coalesced_ptr<bytes<28>> p)
{
    __shared__ unsigned done;
    if (threadIdx.x == 0) done = 0;
    __syncwarp();
    if (threadIdx.x < 16) {
        heddle::update(p + threadIdx.x, [](bytes<28>& e) {
            if (threadIdx.x % 3 == 0) return;
            e.value[5] = 7;
        });
        if (threadIdx.x == 0) atomicExch(&done, 1u);
    } else {
        while (atomicAdd(&done, 0u) == 0) {
        }
        heddle::update(p + threadIdx.x, [](bytes<28>& e) { e.value[6] = 7; });
    }
}

FULL_TEST_F(update_test, in_a_branch_does_not_wait_for_the_other)
{
    random_source random("halves");
    guarded_array<bytes<28>> array(32, random);
    std::vector<bytes<28>> expected(array.data(), array.data() + 32);
    device_copy<bytes<28>> const on_device(array);
    update_in_halves<<<1, 32>>>(on_device.data());
    finish_kernel();
    on_device.copy_to(array);
    for (std::size_t i = 0; i < 32; ++i) {
        if (i >= 16) {
            expected[i].value[6] = 7;
        } else if (i % 3 != 0) {
            expected[i].value[5] = 7;
        }
        EXPECT_EQ(expected[i], array[i]) << i;
    }
}

}  // namespace heddle_test::update_test
