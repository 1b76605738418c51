// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls each Thrust algorithm in many random cases (differential_cases.cuh), once through heddle and once through
// thrust::cuda::par with raw pointers. Compares all bytes of three arrays, the results, and the numbers of calls of
// callables.
#pragma once

#include "common/gpu.cuh"
#include "differential_cases.cuh"
#include "differential_memory.cuh"

#include <heddle/thrust.cuh>

#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace heddle_test {

enum class way { par, device_ptr, par_and_coalesced, coalesced, coalesced_device, nosync };
inline constexpr char const* names_of_ways[] = {
    "heddle::par",   "heddle::par and device_ptr",       "heddle::par and coalesced_ptr",
    "coalesced_ptr", "coalesced_ptr and thrust::device", "heddle::par_nosync.on(stream)"};

template <way... Ways>
struct ways {
};
//! Sets of ways to call heddle. Each way adds compile time, most of all for algorithms that heddle forwards to Thrust.
using both_ways = full_or<ways<way::par, way::coalesced>, ways<way::coalesced>>;
using all_ways =
    full_or<ways<way::par, way::device_ptr, way::par_and_coalesced, way::coalesced, way::coalesced_device, way::nosync>,
            ways<way::coalesced_device, way::nosync>>;
using by_policy = ways<way::par>;

//! A subject is a callable that calls one algorithm under test. It gets a call_context, three pointers and a policy.
struct call_context {
    std::size_t count;
    std::uint64_t seed;
    unsigned long long* calls;  // a counter on the device
};

//! The three arrays of a call, and a counter that callables increment.
template <class In, class Second, class Out>
class call_memory {
public:
    explicit call_memory(std::size_t most) : in_(most), second_(most), out_(most), calls_({0}) {}

    //! Fills the arrays with the elements of case c. Calls call(context, in, second, out), which runs a subject.
    //! Returns the result of call(): the bytes that the subject returned.
    template <class Run>
    std::string run(differential_case const& c, Run const& call)
    {
        in_.refill(c.start, c.count, c.seed, c.kind);
        second_.refill(c.second_start, c.count, c.seed + 10, c.kind);
        out_.refill(c.out_start, c.count, c.seed + 20, variety::any);
        check_cuda(cudaMemset(calls_.data(), 0, sizeof(unsigned long long)), "cudaMemset");
        Out* out = out_.data();
        if constexpr (std::is_same_v<In, Out>) {
            if (c.in_place) out = in_.data();
        }
        std::string result = call(call_context{c.count, c.seed, calls_.data()}, in_.data(), second_.data(), out);
        finish_kernel();
        calls = calls_.to_host(1).front();
        return result;
    }

    //! Describes the differences between two results: in the arrays, and in the numbers of calls. Returns an empty text
    //! if there are none.
    std::string difference(call_memory const& other) const
    {
        std::ostringstream text;
        auto const compare = [&](char const* name, auto const& a, auto const& b, std::size_t size) {
            long long where = 0;
            if (!a.differs_from(b, where)) return;
            text << name << " differs in byte " << where << " (elements of " << size << " bytes)\n";
        };
        compare("in", in_, other.in_, sizeof(In));
        compare("second", second_, other.second_, sizeof(Second));
        compare("out", out_, other.out_, sizeof(Out));
        if (calls != other.calls) text << "calls: " << calls << ", not " << other.calls << "\n";
        return text.str();
    }

    unsigned long long calls = 0;

private:
    shifted_array<In> in_;
    shifted_array<Second> second_;
    shifted_array<Out> out_;
    device_vector<unsigned long long> calls_;
};

//! Expands to a lambda and the text of its expression. The expression may use c (a call_context), in, second, out,
//! policy... and [first, last). This range has c.count elements, and begins at `iterator` (`in` in HEDDLE_SUBJECT).
#define HEDDLE_SUBJECT(...) HEDDLE_SUBJECT_OF(in, __VA_ARGS__)
#define HEDDLE_SUBJECT_OF(iterator, ...)                                                       \
    []([[maybe_unused]] auto const& c, [[maybe_unused]] auto in, [[maybe_unused]] auto second, \
       [[maybe_unused]] auto out, auto const&... policy) {                                     \
        [[maybe_unused]] auto const first = iterator;                                          \
        [[maybe_unused]] auto const last = first + c.count;                                    \
        return __VA_ARGS__;                                                                    \
    },                                                                                         \
        #__VA_ARGS__

//! Calls the subject. Returns the bytes of its result, or an empty text if it returns void.
template <class Subject, class... Argument>
std::string result_of(Subject const& subject, Argument const&... argument)
{
    if constexpr (std::is_void_v<decltype(subject(argument...))>) {
        subject(argument...);
        return {};
    } else {
        auto const value = subject(argument...);
        return std::string(reinterpret_cast<char const*>(&value), sizeof(value));
    }
}

template <way Way, class Subject, class In, class Second, class Out>
std::string run_by(Subject const& subject, cudaStream_t stream, call_context const& context, In* in, Second* second,
                   Out* out)
{
    using heddle::make_coalesced;
    auto const all_by = [&](auto const& make, auto const&... policy) {
        return result_of(subject, context, make(in), make(second), make(out), policy...);
    };
    auto const as_it_is = [](auto* p) { return p; };
    auto const as_device = [](auto* p) { return thrust::device_pointer_cast(p); };
    auto const as_coalesced = [](auto* p) { return make_coalesced(p); };
    if constexpr (Way == way::par) return all_by(as_it_is, heddle::par);
    if constexpr (Way == way::device_ptr) return all_by(as_device, heddle::par);
    if constexpr (Way == way::par_and_coalesced) return all_by(as_coalesced, heddle::par);
    if constexpr (Way == way::coalesced) return all_by(as_coalesced);
    if constexpr (Way == way::coalesced_device) return all_by(as_coalesced, thrust::device);
    if constexpr (Way == way::nosync) {
        std::string result = all_by(as_it_is, heddle::par_nosync.on(stream));
        check_cuda(cudaStreamSynchronize(stream), "stream");
        return result;
    }
}

//! For each case, compares subject(context, in, second, out, policy...) by heddle with the same call by Thrust. Stops
//! after the first difference. Returns the number of comparisons.
template <class In, class Second, class Out, way... Ways, class Subject>
unsigned differ(char const* name, ways<Ways...>, Subject const& subject, aliasing out_may,
                std::vector<differential_case> const& cases = random_cases())
{
    std::size_t most = 0;
    for (differential_case const& c : cases) most = std::max(most, c.count);
    own_stream const stream(cudaStreamDefault);
    call_memory<In, Second, Out> expected(most), found(most);
    unsigned compared = 0;
    for (differential_case c : cases) {
        c.in_place &= out_may == aliasing::be_in && std::is_same_v<In, Out>;
        std::string wrong, by;
        try {
            by = "thrust::cuda::par";
            std::string const wanted =
                expected.run(c, [&](call_context const& context, In* in, Second* second, Out* out) {
                    return result_of(subject, context, in, second, out, thrust::cuda::par);
                });
            unsigned number = 0;
            auto const try_way = [&](auto chosen) {
                bool const is_chosen = number++ == c.way_number % sizeof...(Ways);
                if (!wrong.empty() || !(is_chosen || c.every_way)) return;
                constexpr way Way = decltype(chosen)::value;
                by = names_of_ways[static_cast<unsigned>(Way)];
                std::string const had =
                    found.run(c, [&](call_context const& context, In* in, Second* second, Out* out) {
                        return run_by<Way>(subject, stream, context, in, second, out);
                    });
                wrong = found.difference(expected);
                if (had != wanted) wrong += "another result\n";
                ++compared;
            };
            (try_way(std::integral_constant<way, Ways>()), ...);
        } catch (std::exception const& error) {
            wrong = error.what();
        }
        if (wrong.empty()) continue;
        ADD_FAILURE() << name << " of " << sizeof(In) << " bytes by " << by << ": " << wrong << "\n"
                      << c.count << " elements from " << c.start << ", " << c.second_start << ", " << c.out_start
                      << " on" << (c.in_place ? ", in place" : "") << ", variety " << static_cast<unsigned>(c.kind)
                      << "\nreplay it with HEDDLE_DIFFERENTIAL_REPLAY=" << differential_options().seed << ':'
                      << c.number;
        return compared;
    }
    return compared;
}

//! Counts and prints the comparisons of all subjects in a test. The test fails if there were none.
class differential_cases_test : public gpu_test {
protected:
    //! Replaces the random cases with the large cases. Returns false if the arrays and the temporary storage of the
    //! large cases do not fit into the memory of the GPU.
    bool takes_many_elements(std::size_t element_bytes)
    {
        std::size_t available = 0, all = 0;
        check_cuda(cudaMemGetInfo(&available, &all), "cudaMemGetInfo");
        cases_ = large_cases();
        return available / 8 > cases_.front().count * element_bytes;
    }

    template <class In, class Second = unsigned, class Out = In, class Ways = both_ways, class Subject>
    void same(Subject const& subject, char const* name, aliasing out_may = aliasing::be_in)
    {
        compared_ += differ<In, Second, Out>(name, Ways{}, subject, out_may, cases_);
        ++subjects_;
    }
    template <class T, class Subject>
    void same_in_all_ways(Subject const& subject, char const* name, aliasing out_may = aliasing::be_in)
    {
        same<T, unsigned, T, all_ways>(subject, name, out_may);
    }
    void TearDown() override
    {
        if (IsSkipped()) return;
        std::printf("[   seed   ] %llu: %u comparisons of %u subjects\n",
                    static_cast<unsigned long long>(differential_options().seed), compared_, subjects_);
        RecordProperty("cases", static_cast<int>(compared_));
        EXPECT_LT(0u, compared_);
    }

private:
    std::vector<differential_case> cases_ = random_cases();
    unsigned compared_ = 0, subjects_ = 0;
};

}  // namespace heddle_test
