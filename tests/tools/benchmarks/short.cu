// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// The short benchmark for one size, in one source, which compiles faster. HEDDLE_TEST_WRONG adds a wrong kernel.
#include "accesses.cuh"
#include "kernels.cu"
#include "limits.cu"
#include "main.cu"
#include "picture.cpp"
#include "table.cpp"

#include <cstdlib>

namespace heddle_bench::brief {

namespace {

struct store_another {
    template <class Out>
    HEDDLE_HOST_DEVICE void operator()(Out out, int i) const
    {
        out[i] = stored_element<element<20>>(i == 100 ? 99 : static_cast<std::size_t>(i));
    }
};

registration const of_28_bytes(add_accesses<28>);
registration const of_wrong_kernel([](session& run) {
    if (std::getenv("HEDDLE_TEST_WRONG") == nullptr) return;
    std::vector<element<20>> const out(run.count_of(20));
    add_case(run, {"wrong_store", "store", 0, 1}, arrays(writes(out)), plain("plain", store_one<element<20>>{}),
             moved("word", store_one<element<20>>{}), moved("best", store_another{}));
});

}  // namespace

}  // namespace heddle_bench::brief
