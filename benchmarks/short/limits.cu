// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
#include "accesses.cuh"

namespace heddle_bench::brief {

void measure_limits(session& run)
{
    if (!run.has_gpu()) return;
    using T = element<16, 16>;
    std::vector<T> const words = random_structs<T>(run.count_of(16));
    std::vector<std::uint32_t> const sums(words.size());
    double const bytes = 16 * static_cast<double>(words.size() * run.repeats());
    auto const rate = [&](auto const& uses, auto const& body, double moved_bytes) {
        return moved_bytes / run_forms(run, uses, plain("limit", body))[0].seconds;
    };
#if defined(__CUDACC__)
    // The result of the first measurement is not used, because the GPU reaches its clocks only during it.
    for (int i = 0; i < 2; ++i) {
        run.rates["copy"] = 2 * bytes / heddle_examples::seconds_of_copy(static_cast<std::size_t>(bytes));
    }
#endif
    run.rates["load"] = rate(arrays(reads(words), raw(writes(sums))), load_one<T>{}, bytes);
    run.rates["store"] = rate(arrays(writes(words)), store_one<T>{}, bytes);
    run.rates["update"] = rate(arrays(changes(words)), update_one<T>{}, 2 * bytes);
}

}  // namespace heddle_bench::brief
