// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Experiment: the sum of an array, by blocks and by the whole grid, against CUB and against a
// kernel that does nothing but read. HEDDLE_BENCH_ELEMENTS overrides the 2^28 elements.

#include "bench.cuh"
#include "structs.cuh"

#include <heddle/warp.cuh>

#include <cub/block/block_reduce.cuh>
#include <cub/device/device_reduce.cuh>

#include <cooperative_groups.h>

#include <cmath>
#include <cstdlib>

namespace heddle_warp_bench {
namespace {

namespace cg = cooperative_groups;

constexpr unsigned threads = 512;  // of a block that is reduced by itself
constexpr unsigned grid_threads = 256;
constexpr unsigned items_of_block = 16 * threads;

std::size_t element_count()
{
    char const* const text = std::getenv("HEDDLE_BENCH_ELEMENTS");
    std::size_t const count = text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
    std::size_t const wanted = count == 0 ? std::size_t{1} << 28 : count;
    return (wanted + items_of_block - 1) / items_of_block * items_of_block;
}

//! Fewer structs, so that they are as many bytes.
template <class T>
std::size_t count_of()
{
    std::size_t const count = element_count() * 4 / sizeof(T);
    return (count + items_of_block - 1) / items_of_block * items_of_block;
}

struct sum_of_two {
    template <class T>
    __host__ __device__ T operator()(T const& a, T const& b) const
    {
        return a + b;
    }
};

//! The same, of which heddle may know that operands can be exchanged, as CUB takes for granted.
struct sum_in_any_order : sum_of_two {};

template <class T>
using operation_for = std::conditional_t<std::is_arithmetic_v<T>, heddle::plus, sum_in_any_order>;

}  // namespace
}  // namespace heddle_warp_bench

template <>
struct heddle::operation_of<heddle_warp_bench::sum_in_any_order>
    : std::integral_constant<heddle::operation_kind, heddle::operation_kind::commutative> {
};

namespace heddle_warp_bench {
namespace {

// ---- the arrays and what their sums must be ----

//! Numbers below 8, so that every order of addition is nearly exact.
template <class T>
__global__ void fill(T* first, std::size_t count)
{
    std::size_t const step = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count; i += step) {
        first[i] = static_cast<T>(static_cast<unsigned>(i * 2654435761u >> 7 & 7));
    }
}

double first_part(int value) { return value; }
double first_part(float value) { return value; }
template <unsigned Count>
double first_part(floats<Count> const& value)
{
    return value.part[0];
}
double first_part(point13 const& value) { return value.x; }

template <class T>
struct reduced_array {
    std::size_t count;
    T* first;
    T* partial;
    T* result;
    unsigned* arrived;

    static reduced_array const& get()
    {
        static reduced_array const array = [] {
            reduced_array a{count_of<T>(), nullptr, nullptr, nullptr, nullptr};
            a.first = device_array<T>(a.count);
            a.partial = device_array<T>(a.count / items_of_block + 4096);
            a.result = device_array<T>(1);
            a.arrived = copy_to_device(std::vector<unsigned>(1));
            fill<<<4096, 256>>>(a.first, a.count);
            check_launch();
            return a;
        }();
        return array;
    }

    //! Whether this is not the sum of `some` elements from `from` on. Integers must be right to the
    //! bit; floats, which are added in another order, to a ten-thousandth.
    static std::size_t is_wrong(T const& found, std::size_t from, std::size_t some)
    {
        double expected = 0;
        for (std::size_t i = from; i < from + some; ++i) {
            expected += static_cast<double>(static_cast<unsigned>(i * 2654435761u >> 7 & 7));
        }
        double const tolerance = std::is_same_v<T, int> ? 0 : 1e-4 * expected;
        return std::abs(first_part(found) - expected) <= tolerance ? 0 : 1;
    }
};

// ---- kernels ----

template <class T, class Operation>
__global__ void __launch_bounds__(grid_threads, 1)
    reduce_grid(T const* first, std::size_t count, heddle::grid_reduce_memory<T> memory, T* result)
{
    __shared__ heddle::grid_reduce_scratch<T, grid_threads / 32> scratch;
    auto const block = cg::this_thread_block();
    auto const tile = cg::tiled_partition<32>(block);
    heddle::grid_reduce_range(cg::this_grid(), block, tile, scratch, memory, first, count, result,
                              Operation{});
}

template <class T>
__device__ __forceinline__ T sum_of_items(T const* first)
{
    T items[16];
#pragma unroll
    for (unsigned k = 0; k < 16; ++k) items[k] = first[k * threads + threadIdx.x];
    T sum = items[0];
#pragma unroll
    for (unsigned k = 1; k < 16; ++k) sum = sum + items[k];
    return sum;
}

template <class T>
__global__ void __launch_bounds__(threads) reduce_blocks(T const* first, T* partial)
{
    __shared__ heddle::block_reduce_scratch<T, threads / 32> scratch;
    auto const block = cg::this_thread_block();
    auto const tile = cg::tiled_partition<32>(block);
    T const own = sum_of_items(first + blockIdx.x * std::size_t{items_of_block});
    T const sum = heddle::block_reduce(block, tile, scratch, own, operation_for<T>{});
    if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

template <class T>
__global__ void __launch_bounds__(threads) cub_reduce_blocks(T const* first, T* partial)
{
    using reduction = cub::BlockReduce<T, threads>;
    __shared__ typename reduction::TempStorage scratch;
    T const own = sum_of_items(first + blockIdx.x * std::size_t{items_of_block});
    T const sum = reduction(scratch).Reduce(own, sum_of_two{});
    if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

//! The limit: 16-byte words, of which nothing is written unless they are what they never are.
__global__ void __launch_bounds__(256)
    flat_read(uint4 const* words, std::size_t count, int never, unsigned* out)
{
    std::size_t const first = blockIdx.x * std::size_t{1024} + threadIdx.x;
    uint4 read[4] = {};
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
        if (first + k * 256 < count) read[k] = words[first + k * 256];
    }
    unsigned sum = 0;
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) sum += read[k].x ^ read[k].y ^ read[k].z ^ read[k].w;
    if (static_cast<int>(sum & 1u) + 2 == never) *out = sum;
}

// ---- registration ----

template <class T>
measurement named(char const* experiment, char const* form)
{
    measurement m;
    m.name = std::string(experiment) + '/' + type_name<T>() + '/' + form + '/' +
             std::to_string(count_of<T>());
    m.rates["GB/s"] = 1e-9 * static_cast<double>(count_of<T>() * sizeof(T));
    return m;
}

template <class T>
std::size_t wrong_results()
{
    auto const& a = reduced_array<T>::get();
    return reduced_array<T>::is_wrong(copy_to_host(a.result, 1)[0], 0, a.count);
}

template <class T>
std::size_t wrong_partials()
{
    auto const& a = reduced_array<T>::get();
    auto const partial = copy_to_host(a.partial, a.count / items_of_block);
    std::size_t wrong = 0;
    for (std::size_t b = 0; b < partial.size(); b += 97) {
        wrong += reduced_array<T>::is_wrong(partial[b], b * items_of_block, items_of_block);
    }
    return wrong;
}

//! As many blocks as the GPU holds at once.
template <class T, class Operation>
void add_grid(char const* form)
{
    auto grid = named<T>("grid_reduce", form);
    grid.launch = [] {
        auto const& a = reduced_array<T>::get();
        static unsigned const blocks = [] {
            int resident = 0;
            HEDDLE_BENCH_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                &resident, reduce_grid<T, Operation>, static_cast<int>(grid_threads), 0));
            return static_cast<unsigned>(resident) * multiprocessors();
        }();
        reduce_grid<T, Operation><<<blocks, grid_threads>>>(
            static_cast<T const*>(a.first), a.count,
            heddle::grid_reduce_memory<T>{a.partial, a.arrived}, a.result);
        check_launch();
    };
    grid.count_wrong = [launch = grid.launch] {
        launch();
        return wrong_results<T>();
    };
    add(grid);
}

template <class T>
void register_type()
{
    auto limit = named<T>("grid_reduce", "flat_read");
    limit.launch = [] {
        auto const& a = reduced_array<T>::get();
        std::size_t const words = a.count * sizeof(T) / 16;
        flat_read<<<static_cast<unsigned>((words + 1023) / 1024), 256>>>(
            reinterpret_cast<uint4 const*>(a.first), words, 0, a.arrived);
        check_launch();
    };
    limit.count_wrong = [] { return std::size_t{0}; };
    add(limit);

    add_grid<T, operation_for<T>>("heddle");
    add_grid<T, sum_of_two>("heddle_in_order");

    auto device = named<T>("grid_reduce", "cub");
    device.launch = [] {
        auto const& a = reduced_array<T>::get();
        static std::size_t bytes = 0;
        static void* const storage = [&] {
            HEDDLE_BENCH_CHECK(cub::DeviceReduce::Reduce(nullptr, bytes, a.first, a.result, a.count,
                                                         sum_of_two{}, static_cast<T>(0u)));
            return allocate(bytes);
        }();
        HEDDLE_BENCH_CHECK(cub::DeviceReduce::Reduce(storage, bytes, a.first, a.result, a.count,
                                                     sum_of_two{}, static_cast<T>(0u)));
    };
    device.count_wrong = [launch = device.launch] {
        launch();
        return wrong_results<T>();
    };
    add(device);

    auto const add_blocks = [](char const* form, void (*kernel)(T const*, T*)) {
        auto m = named<T>("block_reduce", form);
        m.launch = [=] {
            auto const& a = reduced_array<T>::get();
            kernel<<<static_cast<unsigned>(a.count / items_of_block), threads>>>(a.first,
                                                                                 a.partial);
            check_launch();
        };
        m.count_wrong = [launch = m.launch] {
            launch();
            return wrong_partials<T>();
        };
        add(m);
    };
    add_blocks("heddle", reduce_blocks<T>);
    add_blocks("cub", cub_reduce_blocks<T>);
}

}  // namespace

void register_device_reduce()
{
    register_type<int>();
    register_type<float>();
    register_type<vector7>();
    register_type<vector13>();
    register_type<point13>();
}

}  // namespace heddle_warp_bench
