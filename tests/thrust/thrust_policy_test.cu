// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests heddle::par as an execution policy of Thrust, and coalesced_ptr as an iterator. Covers allocators, errors,
// copies to and from the host, and use with CUB.

#include "common/bytes.hpp"
#include "common/gpu.cuh"
#include "thrust_elements.cuh"

#include <heddle/thrust.cuh>

#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system_error.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <cub/device/device_reduce.cuh>
#if __has_include(<cub/device/device_transform.cuh>)
#    include <cub/device/device_transform.cuh>
#    define HEDDLE_HAS_DEVICE_TRANSFORM 1
#endif

#include <iterator>
#include <new>
#include <thread>
#include <type_traits>
#include <vector>

namespace heddle_test::thrust_policy_test {
namespace {

using namespace thrust_elements;

using iterator = heddle::coalesced_ptr<item>;
using heddle::make_coalesced;

static_assert(
    std::is_convertible_v<std::iterator_traits<iterator>::iterator_category, std::random_access_iterator_tag>);
static_assert(std::is_same_v<std::iterator_traits<iterator>::value_type, item>);
static_assert(std::is_same_v<thrust::iterator_system<iterator>::type, heddle::device_system_tag>);
static_assert(std::is_convertible_v<heddle::device_system_tag, thrust::device_system_tag>);

constexpr std::size_t count = 1003;

constexpr unsigned sum_of_all = count * (count - 1) / 2;

class thrust_policy_test : public gpu_test {
protected:
    void SetUp() override
    {
        gpu_test::SetUp();
        if (IsSkipped()) return;
        array_.resize(count);
        thrust::tabulate(thrust::device, array_.begin(), array_.end(), numbered{});
    }

    item* data() { return thrust::raw_pointer_cast(array_.data()); }
    iterator begin() { return make_coalesced(array_.begin()); }
    iterator end() { return begin() + count; }

    template <class Policy>
    unsigned sum_of_numbers(Policy const& policy)
    {
        return thrust::transform_reduce(policy, data(), data() + count, number_of{}, 0u, thrust::plus<unsigned>());
    }

    //! Checks that `found` holds the numbered items after `times` calls of heavier(). `times` is 0 or 1.
    static void expect_heavier(thrust::host_vector<item> const& found, int times)
    {
        ASSERT_EQ(count, found.size());
        for (std::size_t k = 0; k < count; ++k) {
            item const before = numbered{}(static_cast<std::ptrdiff_t>(k));
            ASSERT_EQ(times == 0 ? before : heavier{}(before), found[k]) << "item " << k;
        }
    }

    thrust::device_vector<item> array_;
};

TEST_F(thrust_policy_test, takes_iterators_of_thrust)
{
    thrust::device_vector<item> out(count);
    thrust::transform(heddle::par, array_.begin(), array_.end(), out.begin(), heavier{});
    expect_heavier(out, 1);
    thrust::device_ptr<item> const first = array_.data();
    thrust::transform(heddle::par, first, first + count, make_coalesced(out.begin()), heavier{});
    expect_heavier(out, 1);
    EXPECT_EQ(data(), heddle::coalesced_ptr<item>(first).get());
    EXPECT_EQ(first, thrust::device_pointer_cast(begin().get()));
}

FULL_TEST_F(thrust_policy_test, throws_what_thrust_throws)
{
    // The fill needs more blocks than a grid may have. Therefore nothing is launched, and no memory is accessed.
    auto* const first = reinterpret_cast<bytes<16>*>(data());
    auto const too_many = std::size_t{1} << 45;
    EXPECT_THROW(thrust::fill(heddle::par, first, first + too_many, bytes<16>{}), thrust::system_error);
    EXPECT_EQ(cudaSuccess, cudaGetLastError());
    expect_heavier(array_, 0);
}

struct empty_allocator {
    using value_type = char;
    char* allocate(std::ptrdiff_t) { throw std::bad_alloc(); }
    void deallocate(char*, std::size_t) {}
};

FULL_TEST_F(thrust_policy_test, loses_nothing_without_temporary_memory)
{
    empty_allocator none;
    auto const policy = heddle::par(none);
    EXPECT_THROW(thrust::stable_sort(policy, data(), data() + count, thrust::less<item>()), std::bad_alloc);
    EXPECT_THROW(thrust::remove_if(policy, data(), data() + count, has_odd_number{}), std::bad_alloc);
    EXPECT_THROW(thrust::inclusive_scan(policy, data(), data() + count, data(), sum_of{}), std::bad_alloc);
    EXPECT_THROW(thrust::reduce(policy, data(), data() + count, item{}, sum_of{}), std::bad_alloc);
    EXPECT_EQ(cudaSuccess, cudaGetLastError());
    expect_heavier(array_, 0);
}

//! Waits until *is_done is true, but at most about two seconds.
__global__ void wait_for(bool const volatile* is_done)
{
    long long const begin = clock64();
    while (!*is_done && clock64() - begin < 4'000'000'000) {
    }
}

TEST_F(thrust_policy_test, several_host_threads_share_a_pool)
{
    unsigned sums[8] = {};
    std::vector<std::thread> threads;
    for (unsigned& sum : sums) {
        threads.emplace_back([&] {
            own_stream const stream;
            for (unsigned call = 0; call < 8; ++call) sum += sum_of_numbers(heddle::par.on(stream));
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (unsigned const sum : sums) EXPECT_EQ(8 * sum_of_all, sum);
}

// Without memory that is kept, a sort of many elements would spend half of its time on allocation.
TEST_F(thrust_policy_test, keeps_temporary_memory_for_the_next_call)
{
    cudaMemPool_t pool = nullptr;
    check_cuda(heddle::detail::find_temporary_pool(pool), "find_temporary_pool");
    if (pool == nullptr) GTEST_SKIP() << "the device has no memory pools";
    std::size_t const bytes = std::size_t{96} << 20;
    own_stream const stream;
    for (unsigned call = 0; call < 2; ++call) {
        void* const memory = heddle::detail::allocate_in_stream(bytes, stream);
        heddle::detail::free_in_stream(memory, stream);
        stream.wait();
        std::uint64_t kept = 0;
        check_cuda(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &kept), "cudaMemPoolGetAttribute");
        EXPECT_GE(kept, bytes);
    }
}

// A call must wait only for its own stream. (If a call used cudaFree, it would wait for all streams.)
TEST_F(thrust_policy_test, waits_for_its_own_stream_alone)
{
    own_stream const busy, stream;
    EXPECT_EQ(sum_of_all,
              sum_of_numbers(heddle::par.on(stream)));  // The first launch of a kernel waits for all streams.
    bool* is_done = nullptr;
    check_cuda(cudaMallocHost(&is_done, sizeof(bool)), "cudaMallocHost");
    *is_done = false;
    wait_for<<<1, 1, 0, busy>>>(is_done);
    EXPECT_EQ(sum_of_all, sum_of_numbers(heddle::par.on(stream)));
    EXPECT_EQ(sum_of_all, sum_of_numbers(heddle::par_nosync.on(stream)));
    EXPECT_EQ(cudaErrorNotReady, cudaStreamQuery(busy)) << "the calls waited for another stream";
    *is_done = true;
    busy.wait();
    check_cuda(cudaFreeHost(is_done), "cudaFreeHost");
}

// heddle handles every call that has heddle's policy or a coalesced_ptr as an argument, except copies between device
// and host.
static_assert(heddle::detail::takes_call<thrust::cuda_cub::tag, item*, item*, iterator>);
static_assert(heddle::detail::takes_call<heddle::types::par_t, item*, item*>);
static_assert(!heddle::detail::takes_call<thrust::cuda_cub::tag, item*, item*>);
static_assert(!heddle::detail::takes_call<thrust::cuda_cub::cross_system<thrust::cpp::tag, thrust::cuda_cub::tag>,
                                          item*, item*, iterator>);

//! Returns the size of its second argument. The size shows which type a generic callable gets.
struct size_of_second {
    template <class Second>
    __host__ __device__ std::size_t operator()(int, Second const&) const
    {
        return sizeof(Second);
    }
};

FULL_TEST_F(thrust_policy_test, takes_iterators_at_any_place)
{
    thrust::device_vector<int> keys(count);
    thrust::sequence(keys.rbegin(), keys.rend());
    thrust::device_vector<std::size_t> sizes(count);
    thrust::transform(thrust::device, keys.begin(), keys.end(), begin(), sizes.begin(), size_of_second{});
    EXPECT_EQ(sizeof(item), sizes[count - 1]);

    thrust::device_vector<item> out(count), sorted(count);
    thrust::copy_n(thrust::device, array_.begin(), count, make_coalesced(out.begin()));
    expect_heavier(out, 0);
    thrust::sort_by_key(thrust::device, keys.begin(), keys.end(), make_coalesced(out.begin()));
    EXPECT_EQ(numbered{}(0), item(out[count - 1]));
    thrust::sequence(keys.rbegin(), keys.rend());
    thrust::gather(thrust::device, keys.begin(), keys.end(), make_coalesced(out.begin()), sorted.begin());
    expect_heavier(sorted, 0);
}

FULL_TEST_F(thrust_policy_test, copies_to_and_from_the_host)
{
    thrust::host_vector<item> host(count);
    thrust::copy(begin(), end(), host.begin());
    expect_heavier(host, 0);
    for (item& e : host) e = heavier{}(e);
    thrust::copy(host.begin(), host.end(), begin());
    expect_heavier(array_, 1);
}

TEST_F(thrust_policy_test, in_place_sums_of_one_member)
{
    EXPECT_EQ(sum_of_all, thrust::transform_reduce(heddle::par, begin(), end(), heddle::in_place(number_of{}), 0u,
                                                   thrust::plus<unsigned>()));
}

FULL_TEST_F(thrust_policy_test, is_input_and_output_of_cub)
{
    thrust::device_vector<item> sums(1);
    std::size_t bytes = 0;
    auto const reduce = [&](void* temporary) {
        check_cuda(
            cub::DeviceReduce::Reduce(temporary, bytes, begin(), make_coalesced(sums.begin()), count, sum_of{}, item{}),
            "cub::DeviceReduce");
    };
    reduce(nullptr);
    device_memory const temporary(bytes);
    reduce(temporary.data());
    EXPECT_EQ(sum_of_all, item(sums[0]).number);

#if defined(HEDDLE_HAS_DEVICE_TRANSFORM)
    thrust::device_vector<item> out(count);
    check_cuda(cub::DeviceTransform::Transform(begin(), make_coalesced(out.begin()), count, heavier{}),
               "cub::DeviceTransform");
    expect_heavier(out, 1);
#endif
}

}  // namespace
}  // namespace heddle_test::thrust_policy_test
