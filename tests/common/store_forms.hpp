// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Stores by some lanes of a warp, with every function that stores and in several kinds of control flow. Each form
// stores v to element k if `wanted` is true. `side` selects the branch that a lane takes.
#pragma once

#include <heddle/heddle.cuh>

#include <cstddef>

namespace heddle_test {

//! Keeps compilers from merging the stores of two branches.
template <int Number>
HEDDLE_INLINE void stay_apart()
{
#if defined(__CUDA_ARCH__)
    asm volatile("// branch %0" ::"n"(Number));
#endif
}

struct store_in_branch {
    template <class Pointer, class Element>
    HEDDLE_ALWAYS_INLINE static void run(Pointer p, std::size_t k, Element const& v, bool wanted, unsigned)
    {
        if (wanted) p[k] = v;
    }
};
struct store_behind_exit {
    template <class Pointer, class Element>
    HEDDLE_ALWAYS_INLINE static void run(Pointer p, std::size_t k, Element const& v, bool wanted, unsigned)
    {
        if (!wanted) return;
        p[k] = v;
    }
};
struct store_on_both_sides {
    template <class Pointer, class Element>
    HEDDLE_ALWAYS_INLINE static void run(Pointer p, std::size_t k, Element const& v, bool wanted, unsigned side)
    {
        if (!wanted) return;
        if (side % 3 == 0) {
            p[k] = v;
            stay_apart<1>();
        } else {
            p[k] = v;
            stay_apart<2>();
        }
    }
};
struct store_in_nested_branches {
    template <class Pointer, class Element>
    HEDDLE_ALWAYS_INLINE static void run(Pointer p, std::size_t k, Element const& v, bool wanted, unsigned side)
    {
        if (!wanted) return;
        if (side % 32 < 20) {
            if (side % 2 == 0) {
                p[k] = v;
                stay_apart<1>();
            } else if (side % 4 == 1) {
                p[k] = v;
                stay_apart<2>();
            } else {
                p[k] = v;
                stay_apart<3>();
            }
        } else {
            p[k] = v;
            stay_apart<4>();
        }
    }
};
struct store_in_loop {
    template <class Pointer, class Element>
    HEDDLE_ALWAYS_INLINE static void run(Pointer p, std::size_t k, Element const& v, bool wanted, unsigned side)
    {
        if (!wanted) return;
        for (unsigned round = 0;; ++round) {
            if (round == side % 4) {
                p[k] = v;
                break;
            }
        }
    }
};
//! Of 32 lanes with different sides, 16, 8, 4 and 4 lanes take the four cases.
struct store_by_switch {
    template <class Pointer, class Element>
    HEDDLE_ALWAYS_INLINE static void run(Pointer p, std::size_t k, Element const& v, bool wanted, unsigned side)
    {
        if (!wanted) return;
        switch (side % 8) {
            case 0:
            case 1:
            case 2:
            case 3:
                p[k] = v;
                stay_apart<1>();
                break;
            case 4:
            case 5:
                p[k] = v;
                stay_apart<2>();
                break;
            case 6:
                p[k] = v;
                stay_apart<3>();
                break;
            default:
                p[k] = v;
                stay_apart<4>();
        }
    }
};
//! Stores at the end of a recursion. The depth of the recursion differs between lanes.
struct store_in_recursion {
    template <class Pointer, class Element>
    HEDDLE_HOST_DEVICE static void run(Pointer p, std::size_t k, Element const& v, bool wanted, unsigned side)
    {
        if (!wanted) return;
        if (side % 4 > 0) return run(p, k, v, wanted, side - 1);
        p[k] = v;
    }
};
//! Stores with store_if. Some of the lanes that store nothing do not call store_if.
struct store_wanted {
    template <class Pointer, class Element>
    HEDDLE_ALWAYS_INLINE static void run(Pointer p, std::size_t k, Element const& v, bool wanted, unsigned side)
    {
        if (side % 8 == 7 && !wanted) return;
        heddle::store_if(wanted, p + k, v);
    }
};
struct update_valid {
    template <class Pointer, class Element>
    HEDDLE_ALWAYS_INLINE static void run(Pointer p, std::size_t k, Element const& v, bool wanted, unsigned)
    {
        heddle::update_if(wanted, p + k, [&](Element& e) { e = v; });
    }
};
struct store_updated {
    template <class Pointer, class Element>
    HEDDLE_ALWAYS_INLINE static void run(Pointer p, std::size_t k, Element const& v, bool wanted, unsigned side)
    {
        if (side % 7 == 6 && !wanted) return;
        heddle::update(p + k, [&](Element& e) {
            if (wanted) e = v;
            return wanted;
        });
    }
};
struct store_edited {
    template <class Pointer, class Element>
    HEDDLE_ALWAYS_INLINE static void run(Pointer p, std::size_t k, Element const& v, bool wanted, unsigned)
    {
        if (!wanted) return;
        auto e = p[k].edit();
        *e = v;
    }
};

}  // namespace heddle_test
