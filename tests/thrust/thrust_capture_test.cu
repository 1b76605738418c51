// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests Thrust's algorithms during stream capture. The graph allocates their temporary storage. Algorithms that return
// a result to the host throw an exception.

#include "common/gpu.cuh"
#include "thrust_elements.cuh"

#include <heddle/thrust.cuh>

#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/system_error.h>
#include <thrust/transform_reduce.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

namespace heddle_test::thrust_capture_test {
namespace {

using namespace thrust_elements;

constexpr std::size_t count = 20011;

std::vector<item> some_items()
{
    std::vector<item> items(count);
    for (std::size_t k = 0; k < count; ++k) {
        auto const number = static_cast<std::uint32_t>(k);
        items[k] = {number * 2654435761u >> 12, {number, 1, 2, 3, 4, ~number}};
    }
    return items;
}

constexpr auto add_up = [](auto const& policy, item* first) {
    thrust::inclusive_scan(policy, first, first + count, first, sum_of{});
};

class thrust_capture_test : public gpu_test, public ::testing::WithParamInterface<cudaStreamCaptureMode> {
protected:
    void SetUp() override
    {
        gpu_test::SetUp();
        if (IsSkipped()) return;
        owner_ = std::make_unique<own_stream>(cudaStreamDefault);
        stream_ = *owner_;
    }

    void begin() const { check_cuda(cudaStreamBeginCapture(stream_, GetParam()), "begin capture"); }

    //! Captures run(policy, array) in a graph. Launches the graph twice with the same input, and checks the results.
    //! Before the launches, allocates other memory, perhaps at an address that was freed during the capture. The graph
    //! must not change this memory.
    template <class Element, class Run>
    void expect_captured(std::vector<Element> const& before, Run const& run) const
    {
        device_vector<Element> const expected(before), array(before);
        run(thrust::device, expected.data());
        finish_kernel();
        begin();
        run(heddle::par_nosync.on(stream_), array.data());
        captured_graph const graph(stream_);
        std::size_t const others = usual_or_small(64 << 20, 4 << 20);
        device_memory const other(others);
        check_cuda(cudaMemset(other.data(), 0x5a, others), "cudaMemset");
        for (unsigned launch = 0; launch < 2; ++launch) {
            check_cuda(cudaMemcpy(array.data(), before.data(), count * sizeof(Element), cudaMemcpyHostToDevice),
                       "cudaMemcpy");
            graph.launch(stream_);
            check_cuda(cudaStreamSynchronize(stream_), "cudaGraphLaunch");
            EXPECT_EQ(expected.to_host(count), array.to_host(count)) << "launch " << launch;
        }
        std::vector<unsigned char> found(others);
        check_cuda(cudaMemcpy(found.data(), other.data(), others, cudaMemcpyDeviceToHost), "cudaMemcpy");
        EXPECT_EQ(std::vector<unsigned char>(others, 0x5a), found) << "memory of others";
    }

    //! Checks that run(policy, array) throws during capture, and that the stream remains usable.
    template <class Policy, class Run>
    void expect_refused(Policy const& policy, Run const& run) const
    {
        device_vector<item> const array(some_items());
        begin();
        cudaError_t found = cudaSuccess;
        try {
            run(policy, array.data());
        } catch (thrust::system_error const& error) {
            found = static_cast<cudaError_t>(error.code().value());
        } catch (std::bad_alloc const&) {
            found = cudaErrorMemoryAllocation;
        }
        EXPECT_NE(cudaSuccess, found);
        cudaGraph_t graph = nullptr;
        cudaStreamEndCapture(stream_, &graph);
        if (graph != nullptr) cudaGraphDestroy(graph);
        EXPECT_EQ(cudaSuccess, (cudaGetLastError(), cudaGetLastError()));
        thrust::sort(heddle::par.on(stream_), array.data(), array.data() + count, thrust::less<item>());
        EXPECT_EQ(cudaSuccess, cudaStreamSynchronize(stream_));
    }

    cudaStream_t stream_ = nullptr;

private:
    std::unique_ptr<own_stream> owner_;
};

TEST_P(thrust_capture_test, scans_have_storage_of_the_graph)
{
    expect_captured(some_items(), add_up);
    expect_captured(std::vector<int>(count, 3), [](auto const& policy, int* first) {
        thrust::exclusive_scan(policy, first, first + count, first, 5, thrust::plus<int>());
    });
}

FULL_TEST_P(thrust_capture_test, sorts_have_storage_of_the_graph)
{
    expect_captured(some_items(), [](auto const& policy, item* first) {
        thrust::stable_sort(policy, first, first + count, thrust::less<item>());
    });
    auto const items = some_items();
    std::vector<std::uint32_t> numbers(count);
    for (std::size_t k = 0; k < count; ++k) numbers[k] = items[k].number;
    expect_captured(numbers,
                    [](auto const& policy, std::uint32_t* first) { thrust::sort(policy, first, first + count); });
}

FULL_TEST_P(thrust_capture_test, results_for_the_host_and_policies_that_wait_are_refused)
{
    auto const nosync = heddle::par_nosync.on(stream_);
    expect_refused(nosync, [](auto const& policy, item* first) {
        thrust::transform_reduce(policy, first, first + count, number_of{}, 0u, thrust::plus<>());
    });
    expect_refused(nosync, [](auto const& policy, item* first) {
        thrust::remove_if(policy, first, first + count, has_odd_number{});
    });
    expect_refused(nosync, [](auto const& policy, item* first) {
        thrust::reduce(policy, &first->number, &first->number + 7 * count);
    });
    expect_refused(heddle::par.on(stream_), add_up);
}

//! An allocator that returns the same array each time, and throws if the array is still in use.
struct lasting_allocator {
    using value_type = char;

    char* memory;
    std::ptrdiff_t size;
    unsigned times = 0;
    bool is_taken = false;

    char* allocate(std::ptrdiff_t wanted)
    {
        if (is_taken || wanted > size) throw std::bad_alloc();
        is_taken = true;
        ++times;
        return memory;
    }
    void deallocate(char*, std::size_t) { is_taken = false; }
};

FULL_TEST_P(thrust_capture_test, allocators_get_back_what_a_call_that_fails_took)
{
    device_memory const memory(1 << 20);
    lasting_allocator allocator{reinterpret_cast<char*>(memory.data()), 1 << 20};
    expect_refused(heddle::par(allocator).on(stream_), add_up);
    EXPECT_EQ(1u, allocator.times);
    EXPECT_FALSE(allocator.is_taken);
}

FULL_TEST_P(thrust_capture_test, memory_of_an_allocator_serves_the_graph)
{
    device_memory const memory(1 << 20);
    lasting_allocator allocator{reinterpret_cast<char*>(memory.data()), 1 << 20};
    device_vector<item> const array(some_items()), expected(some_items());
    add_up(thrust::device, expected.data());
    begin();
    add_up(heddle::par_nosync(allocator).on(stream_), array.data());
    captured_graph const graph(stream_);
    EXPECT_EQ(1u, allocator.times);
    EXPECT_FALSE(allocator.is_taken);
    graph.launch(stream_);
    check_cuda(cudaStreamSynchronize(stream_), "cudaGraphLaunch");
    EXPECT_EQ(expected.to_host(count), array.to_host(count));
}

INSTANTIATE_TEST_SUITE_P(in_every_mode, thrust_capture_test,
                         ::testing::Values(cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal,
                                           cudaStreamCaptureModeRelaxed));

}  // namespace
}  // namespace heddle_test::thrust_capture_test
