// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Kinds of updates of elements through a coalesced_ptr, for kernels and emulated warps. Each kind also computes the
// expected elements.
#pragma once

#include "bytes.hpp"

#include <heddle/update.cuh>

#include <cstddef>

namespace heddle_test {

//! In an emulated warp, loads an element, so that the lane waits for other lanes. On a GPU, does nothing.
HEDDLE_HOST_DEVICE inline void wait_for_others()
{
#if !defined(__CUDA_ARCH__)
    static bytes<28, 4> const elsewhere[1] = {};
    bytes<28, 4> const value = heddle::coalesced_ptr<bytes<28, 4> const>(elsewhere)[0];
    asm volatile("" : : "r"(&value) : "memory");
#endif
}

//! Changes an element, and returns whether it did. A hash of the element and of i selects a return statement.
template <class Element>
HEDDLE_HOST_DEVICE bool change(Element& e, std::size_t i)
{
    unsigned char& last = e.value[sizeof(Element) - 1];
    unsigned const kind = ((e.value[0] + static_cast<unsigned>(i) * 2654435761u) >> 13) % 7u;
    if (kind < 2) return false;
    for (unsigned k = 0; k < kind * kind; ++k) {
        unsigned char& at = e.value[(k + i) % sizeof(Element)];
        at = static_cast<unsigned char>(at * 5u + k);
        if (k == 1) wait_for_others();
        if (at > 240) return true;
        if (at == 0) {
            last = 1;
            return true;
        }
    }
    if (kind == 6) {
        wait_for_others();
        last ^= 0x55;
        return true;
    }
    last = static_cast<unsigned char>(last + kind);
    return true;
}

// A kind of update is a function object that each thread of a grid calls: kind(pointer, i, k, n). The thread has number
// i, and may change element k of n elements. A thread with i >= n has no element. kind.expect(elements, n) makes the
// same changes in a single thread.

//! Base class of the kinds of update that change each element independently. These kinds define expect_one(element, k).
template <class Kind>
struct update_kind {
    template <class Element>
    void expect(Element* elements, std::size_t n) const
    {
        for (std::size_t k = 0; k < n; ++k) Kind::expect_one(elements[k], k);
    }
    //! Returns a pointer to element k, or an invalid pointer if `wanted` is false.
    template <class Pointer>
    HEDDLE_HOST_DEVICE static Pointer at(Pointer p, std::size_t k, bool wanted)
    {
        return p + (wanted ? k : std::size_t{1} << 40);
    }
};

struct by_lambda : update_kind<by_lambda> {
    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, std::size_t i, std::size_t k, std::size_t n) const
    {
        if (i >= n) return;
        heddle::update(p + k, [&](typename Pointer::value_type& e) {
            if (k % 7 == 3) return;
            change(e, k);
        });
    }
    template <class Element>
    static void expect_one(Element& e, std::size_t k)
    {
        if (k % 7 != 3) change(e, k);
    }
};

struct of_some_lanes : update_kind<of_some_lanes> {
    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, std::size_t i, std::size_t k, std::size_t n) const
    {
        bool const wanted = i < n && k % 5 != 2;
        heddle::update_if(wanted, at(p, k, wanted), [&](typename Pointer::value_type& e) { change(e, k); });
    }
    template <class Element>
    static void expect_one(Element& e, std::size_t k)
    {
        if (k % 5 != 2) change(e, k);
    }
};

struct of_those_changed : update_kind<of_those_changed> {
    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, std::size_t i, std::size_t k, std::size_t n) const
    {
        if (i >= n) return;
        heddle::update(p + k, [&](typename Pointer::value_type& e) {
            if (k % 3 == 1) {
                e.value[0] ^= 0xff;  // returning false discards this change
                return false;
            }
            return change(e, k);
        });
    }
    template <class Element>
    static void expect_one(Element& e, std::size_t k)
    {
        if (k % 3 != 1) change(e, k);
    }
};

struct of_some_lanes_that_change : update_kind<of_some_lanes_that_change> {
    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, std::size_t i, std::size_t k, std::size_t n) const
    {
        bool const wanted = i < n && k % 4 != 2;
        heddle::update_if(wanted, at(p, k, wanted), [&](typename Pointer::value_type& e) {
            change(e, k);
            return k % 3 != 0;
        });
    }
    template <class Element>
    static void expect_one(Element& e, std::size_t k)
    {
        if (k % 4 != 2 && k % 3 != 0) change(e, k);
    }
};

//! Lanes run different numbers of iterations, so the active lanes differ between iterations.
struct in_loops : update_kind<in_loops> {
    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, std::size_t i, std::size_t k, std::size_t n) const
    {
        if (i >= n) return;
        for (std::size_t round = 0; round < k % 7; ++round) {
            bool leaves = false;
            heddle::update(p + k, [&](typename Pointer::value_type& e) {
                if (round == k % 4) return;
                leaves = !change(e, k + round);
            });
            if (leaves) break;
            if (k % 11 == round) continue;
            heddle::update_if(round % 2 == k % 2, p + k, [&](typename Pointer::value_type& e) { change(e, k); });
        }
    }
    template <class Element>
    static void expect_one(Element& e, std::size_t k)
    {
        for (std::size_t round = 0; round < k % 7; ++round) {
            if (round != k % 4 && !change(e, k + round)) break;
            if (k % 11 == round) continue;
            if (round % 2 == k % 2) change(e, k);
        }
    }
};

//! Each thread updates three elements a, b and c in nested updates. The body of a's update contains b's update. The
//! body of b's update contains two branches, and each contains c's update.
struct within_each_other {
    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, std::size_t i, std::size_t, std::size_t n) const
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
    void expect(Element* elements, std::size_t n) const
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

struct by_single_lanes : update_kind<by_single_lanes> {
    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, std::size_t i, std::size_t k, std::size_t n) const
    {
        bool const loads = i < n && k % 4 != 1;
        auto e = heddle::load_if(loads, at(p, k, loads));
        bool stores = false;
        if (loads) stores = change(e, k) && k % 5 != 0;
        heddle::store_if(stores, at(p, k, stores), e);
    }
    template <class Element>
    static void expect_one(Element& e, std::size_t k)
    {
        if (k % 4 != 1 && k % 5 != 0) change(e, k);
    }
};

struct in_a_scope : update_kind<in_a_scope> {
    template <class Pointer>
    HEDDLE_HOST_DEVICE void operator()(Pointer p, std::size_t i, std::size_t k, std::size_t n) const
    {
        if (i >= n) return;
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
    static void expect_one(Element& e, std::size_t k)
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

}  // namespace heddle_test
