// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// A kernel that only the GPU can run, on a struct with the name of a type of the harness, as DEVICE_ONLY allows.
#include <compare.cuh>

struct result {
    float sum, values[6];
};

template <bool Whole>
struct count_positive {
    template <class Pointer>
    __device__ void operator()(Pointer p, int i) const
    {
        auto const count = [&](float value) {
            return static_cast<float>(__popc(__ballot_sync(__activemask(), value > 0)));
        };
        if constexpr (Whole) {
            auto q = p[i].edit();
            q->sum = count(q->values[i % 2]);
        } else {
            (p + i)->sum = count((p + i)->values[i % 2]);
        }
    }
};

int main(int argc, char** argv)
{
    namespace ex = heddle_examples;
    return ex::run_example(argc, argv, "Counts positive values", nullptr, [](ex::options const& chosen) {
        std::vector<result> const results(chosen.count_of(sizeof(result)), {0, {1, -1, 2, 3, 4, 5}});
        return ex::compare("results", chosen, results, ex::plain("plain", count_positive<false>{}),
                           ex::moved("best", count_positive<true>{}));
    });
}
