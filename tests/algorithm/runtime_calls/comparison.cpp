// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the numbers of runtime calls of each kind.

#include "comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <regex>

namespace heddle_test {

namespace {

//! An exception: for first_count to last_count elements, heddle may exceed Thrust's calls of one kind by `more`.
struct exception {
    char const* algorithm;
    char const* way;  // null: in every way
    std::size_t first_count, last_count;
    runtime_call kind;
    std::size_t more;
};

constexpr std::size_t any = ~std::size_t{0};

constexpr exception exceptions[] = {
    // Thrust launches one block, heddle a memset and 11 blocks. heddle's two phases and its pool query the device.
    {"transform_reduce", nullptr, 4'000, 4'000, runtime_call::launch, 1},
    {"transform_reduce", nullptr, 4'000, 4'000, runtime_call::query, 2},
    // heddle writes the number of selected elements to device memory, even if the input is empty.
    {"copy_if", "plain", 0, 0, runtime_call::launch, 1},
    {"remove_if", "plain", 0, 0, runtime_call::launch, 1},
    {"partition", "plain", 0, 0, runtime_call::launch, 1},
    {"partition_copy", "plain", 0, 0, runtime_call::launch, 1},
    // heddle's two phases ask CUB for the size of the temporary storage, and heddle's pool queries the device.
    {"stable_sort", nullptr, 2, any, runtime_call::query, 2},
    {"sort", nullptr, 2, any, runtime_call::query, 2},
    {"sort_by_member", nullptr, 2, any, runtime_call::query, 5},
    {"sort_by_key", nullptr, 2, any, runtime_call::query, 2},
    // heddle writes indices, reorders structs and copies them back. This moves each struct only twice.
    {"sort_by_key", nullptr, 10'000, any, runtime_call::launch, 3},
};

std::size_t allowed_beside(char const* algorithm, char const* way, std::size_t count, runtime_call kind)
{
    for (exception const& e : exceptions) {
        if (std::strcmp(e.algorithm, algorithm) == 0 && e.kind == kind && count >= e.first_count &&
            count <= e.last_count && (e.way == nullptr || std::strcmp(e.way, way) == 0)) {
            return e.more;
        }
    }
    return 0;
}

std::string listed(recorded_calls const& calls)
{
    std::string text;
    for (auto const& call : calls) text += "\n    " + call.name.substr(0, 120);
    return text;
}

std::size_t count_of(recorded_calls const& calls, runtime_call kind)
{
    auto const is_of_kind = [=](recorded_call const& call) { return call.kind == kind; };
    return static_cast<std::size_t>(std::count_if(calls.begin(), calls.end(), is_of_kind));
}

//! Returns whether there are as many releases as successful allocations. (Call `failed` has failed.)
bool is_balanced(recorded_calls const& calls, std::size_t failed)
{
    bool const has_failed = failed < calls.size() && calls[failed].kind == runtime_call::allocation;
    return count_of(calls, runtime_call::allocation) == count_of(calls, runtime_call::release) + has_failed;
}

}  // namespace

void expect_no_more(char const* algorithm, char const* way, std::size_t count, recorded_calls const& heddle,
                    recorded_calls const& thrust)
{
    for (runtime_call const kind : {runtime_call::launch, runtime_call::copy, runtime_call::allocation,
                                    runtime_call::release, runtime_call::synchronize, runtime_call::query}) {
        EXPECT_LE(count_of(heddle, kind), count_of(thrust, kind) + allowed_beside(algorithm, way, count, kind))
            << algorithm << " of " << count << " (" << way << "): calls of kind " << static_cast<int>(kind)
            << "\n  heddle:" << listed(heddle) << "\n  Thrust:" << listed(thrust);
    }
}

void expect_same_kernels(char const* algorithm, std::size_t count, recorded_calls const& policy,
                         recorded_calls const& iterator)
{
    auto const launches = [](recorded_calls calls) {
        auto const is_launch = [](recorded_call const& call) { return call.kind == runtime_call::launch; };
        calls.erase(std::stable_partition(calls.begin(), calls.end(), is_launch), calls.end());
        return calls;
    };
    recorded_calls const by_policy = launches(policy), by_iterator = launches(iterator);
    auto const same_name = [](recorded_call const& a, recorded_call const& b) { return a.name == b.name; };
    EXPECT_TRUE(std::equal(by_policy.begin(), by_policy.end(), by_iterator.begin(), by_iterator.end(), same_name))
        << algorithm << " of " << count << "\n  policy:" << listed(by_policy) << "\n  iterator:" << listed(by_iterator);
    static std::regex const allowed("_ZN6heddle|cudaMem|EmptyKernel|(merge_sort|DeviceMergeSort)\\w*IP[jm]|RadixSort");
    for (recorded_call const& call : by_policy) {
        EXPECT_TRUE(std::regex_search(call.name, allowed)) << algorithm << " is left to Thrust: " << call.name;
        // The mangled name of a closure ("EUl") contains only a number. No kernel may depend on such a name.
        EXPECT_EQ(std::string::npos, call.name.find("EUl")) << algorithm << ": " << call.name;
    }
}

void expect_heard(char const* algorithm, std::size_t count, bool throws, report heard, recorded_calls const& calls,
                  std::size_t failed)
{
    EXPECT_NE(report::none, heard) << algorithm << " of " << count << ": call " << failed
                                   << " has failed:" << listed(calls);
    if (throws && calls[failed].kind == runtime_call::allocation) {
        EXPECT_EQ(report::bad_alloc, heard)
            << algorithm << " of " << count << ": allocation " << failed << " has failed:" << listed(calls);
    }
    EXPECT_TRUE(is_balanced(calls, failed))
        << algorithm << " of " << count << ": memory stays when call " << failed << " fails:" << listed(calls);
}

}  // namespace heddle_test
