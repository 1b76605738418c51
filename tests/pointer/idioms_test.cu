// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs every idiom of build/idioms/idioms.def as a kernel. coalesced_ptr and raw pointers must leave the same memory.
#include "common/gpu.cuh"

#include "build/idioms/elements.hpp"
#include "build/idioms/memory.hpp"

// Some idioms have unused variables, as real code has.
#pragma nv_diag_suppress 177, 550
#define HEDDLE_IDIOM_FUNCTION(name) __global__ void name(ptr p, cptr c, vptr v, particle* raw, float* out, int n)
#define HEDDLE_IDIOM_BEGIN                                                           \
    [[maybe_unused]] int const i = static_cast<int>(blockIdx.x * 128 + threadIdx.x); \
    [[maybe_unused]] int const j = i + n;
// If not all tests are compiled, the idioms with in_block are left out, to save compile time.
#define HEDDLE_IDIOMS_IN_BLOCK HEDDLE_TEST_EVERY_SIZE
#include "build/idioms/pointers.hpp"

#include <iterator>

namespace heddle_test::idioms_test {

using heddle_idioms::memory;

constexpr int blocks = 2;
constexpr int lanes = blocks * 128;  // all blocks are whole, because some idioms synchronize their block

class idioms_test : public gpu_test {
protected:
    template <class Entry, std::size_t Count>
    static void expect_same_as_plain(Entry const (&entries)[Count])
    {
        static_assert(Count == std::size(heddle_idioms::plain::entries));
        for (std::size_t k = 0; k < Count; ++k) {
            memory const expected = after(heddle_idioms::plain::entries[k]);
            EXPECT_FALSE(expected == memory(lanes)) << entries[k].name;
            EXPECT_TRUE(after(entries[k]) == expected) << entries[k].name;
        }
    }

private:
    template <class Entry>
    static memory after(Entry const& entry)
    {
        memory found(lanes);
        device_vector const p(found.p), c(found.c), raw(found.raw);
        device_vector const v(found.v);
        device_vector const out(found.out);
        entry.run<<<blocks, 128>>>(p.data(), c.data(), v.data(), raw.data(), out.data(), lanes);
        finish_kernel();
        found.p = p.to_host(found.p.size());
        found.c = c.to_host(found.c.size());
        found.raw = raw.to_host(found.raw.size());
        found.v = v.to_host(found.v.size());
        found.out = out.to_host(found.out.size());
        return found;
    }
};

TEST_F(idioms_test, by_plan_mean_what_plain_code_means) { expect_same_as_plain(heddle_idioms::by_plan::entries); }
FULL_TEST_F(idioms_test, of_other_policies_mean_what_plain_code_means)
{
    expect_same_as_plain(heddle_idioms::whole_warps::entries);
    expect_same_as_plain(heddle_idioms::lane_by_lane::entries);
#if HEDDLE_IDIOMS_IN_BLOCK
    expect_same_as_plain(heddle_idioms::in_block::entries);
#endif
}

}  // namespace heddle_test::idioms_test
