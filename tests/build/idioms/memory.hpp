// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The arrays that idioms read and write.
#pragma once

#include "elements.hpp"

#include <cstddef>
#include <cstring>
#include <vector>

namespace heddle_idioms {

struct memory {
    std::vector<particle> p, c, raw;
    std::vector<quad> v;
    std::vector<float> out;

    explicit memory(int lanes)
    {
        for (int i = 0; i < 2 * lanes; ++i) {
            p.push_back(made(i + 1));
            c.push_back(made(2 * i + 10));
            raw.push_back(made(i + 500));
            auto const f = static_cast<float>(i);
            v.push_back({f, f + 0.25f, f + 0.5f, f + 0.75f});
            out.push_back(-f);
        }
    }

    friend bool operator==(memory const& a, memory const& b)
    {
        return same_bytes(a.p, b.p) && same_bytes(a.c, b.c) && same_bytes(a.raw, b.raw) && same_bytes(a.v, b.v) &&
               same_bytes(a.out, b.out);
    }

private:
    // A comparison of bytes is enough, because the elements have no padding.
    template <class T>
    static bool same_bytes(std::vector<T> const& a, std::vector<T> const& b)
    {
        return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
    }
};

}  // namespace heddle_idioms
