// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls functions of heddle with elements, callables, and iterators of a namespace that has a function of every name
// that heddle's headers define or call. A call within the headers that does not name its namespace also considers the
// function in `app`, and fails to compile.
#if HEDDLE_TEST_WITH_THRUST
#    include <heddle/algorithm/layout_thrust.cuh>
#    include <heddle/thrust.cuh>
#endif
#include <heddle/algorithm.cuh>
#include <heddle/block.cuh>
#include <heddle/heddle.cuh>
#include <heddle/mdspan.cuh>
#include <heddle/warp.cuh>

#include <cooperative_groups.h>

#if HEDDLE_TEST_WITH_THRUST
#    include <thrust/copy.h>
#    include <thrust/fill.h>
#    include <thrust/for_each.h>
#    include <thrust/gather.h>
#    include <thrust/generate.h>
#    include <thrust/iterator/zip_iterator.h>
#    include <thrust/merge.h>
#    include <thrust/partition.h>
#    include <thrust/reduce.h>
#    include <thrust/remove.h>
#    include <thrust/replace.h>
#    include <thrust/scan.h>
#    include <thrust/scatter.h>
#    include <thrust/sort.h>
#    include <thrust/tabulate.h>
#    include <thrust/transform.h>
#    include <thrust/transform_reduce.h>
#    include <thrust/tuple.h>
#    include <thrust/uninitialized_copy.h>
#    include <thrust/uninitialized_fill.h>
#    include <thrust/unique.h>
#endif

namespace app {

// A compiler deduces the arguments of every function that it considers for a call, even if another function is better.
// The templates match name(a), name<type>(a), name<1>(a), name<type, 1>(a), name<1, type>(a) and the like.
#define HEDDLE_TEST_NAME(name)                                                                   \
    template <class... Argument>                                                                 \
    struct considered_##name {                                                                   \
        static_assert(sizeof...(Argument) == 0, "heddle calls " #name " without its namespace"); \
        using type = void;                                                                       \
    };                                                                                           \
    template <auto..., class... Argument>                                                        \
    typename considered_##name<Argument...>::type name(Argument&&...);                           \
    template <class, auto..., class... Argument>                                                 \
    typename considered_##name<Argument...>::type name(Argument&&...);                           \
    template <auto, class, auto..., class... Argument>                                           \
    typename considered_##name<Argument...>::type name(Argument&&...);
#if HEDDLE_TEST_WITH_THRUST
#    define HEDDLE_TEST_NAME_OF_THRUST(name)
#else
#    define HEDDLE_TEST_NAME_OF_THRUST(name) HEDDLE_TEST_NAME(name)
#endif
#include "names.inc"

struct planet {
    float x, y, z, vx, vy, vz, mass;
};
struct pixel {
    unsigned char r, g, b;
};
struct letters {
    char text[33];
};
struct alignas(16) matrix {
    float rows[3][4];
};
struct is_heavy {
    __host__ __device__ bool operator()(planet const& b) const { return b.mass > 1; }
};
struct pushed {
    __host__ __device__ planet operator()(planet b) const
    {
        b.x += b.vx;
        return b;
    }
};
struct push {
    __host__ __device__ void operator()(planet& b) const { b.x += b.vx; }
};
struct weight {
    __host__ __device__ float operator()(planet const& b) const { return b.mass; }
};
struct joined {
    __host__ __device__ planet operator()(planet a, planet const& b) const
    {
        a.mass += b.mass;
        return a;
    }
};
struct added {
    __host__ __device__ float operator()(float a, float b) const { return a + b; }
};
struct lighter {
    __host__ __device__ bool operator()(planet const& a, planet const& b) const { return a.mass < b.mass; }
};
struct alike {
    __host__ __device__ bool operator()(planet const& a, planet const& b) const { return a.mass == b.mass; }
};
struct nothing {
    template <class Value>
    __host__ __device__ void operator()(Value const&) const
    {
    }
};
struct made {
    __host__ __device__ planet operator()() const { return {}; }
    __host__ __device__ planet operator()(std::ptrdiff_t) const { return {}; }
};

//! An iterator that is not a pointer.
struct walker {
    using iterator_category = std::random_access_iterator_tag;
    using value_type = planet;
    using difference_type = std::ptrdiff_t;
    using pointer = planet const*;
    using reference = planet const&;

    planet const* at;
    __host__ __device__ reference operator*() const { return *at; }
    __host__ __device__ reference operator[](difference_type n) const { return at[n]; }
    __host__ __device__ walker& operator+=(difference_type n)
    {
        at += n;
        return *this;
    }
    __host__ __device__ walker operator+(difference_type n) const { return {at + n}; }
    __host__ __device__ difference_type operator-(walker const& other) const { return at - other.at; }
};

}  // namespace app

HEDDLE_FIELDS(app::planet, x, y, z, vx, vy, vz, mass)

namespace {

namespace cg = cooperative_groups;

template <class T>
__device__ void use_pointer(heddle::coalesced_ptr<T> p, heddle::coalesced_ptr<T const> c, T* raw, bool wanted)
{
    unsigned const i = threadIdx.x;
    T q = c[i];
    p[i] = q;
    p[i] = p[i + 1];
    p[i].store(c[i + 1].load());
    swap(p[i], p[i + 1]);
    heddle::update(p + i, [](T&) {});
    heddle::update(raw + i, [](T&) { return true; });
    heddle::update_if(wanted, p + i, [](T&) {});
    q = heddle::load_if(wanted, p + i);
    heddle::store_if(wanted, p + i, q);
    auto edited = heddle::edit(p + i);
    *edited = q;
    p[i].edit()->~T();
    heddle::coalesced_ptr<T, heddle::in_block<128>> shared(p);
    shared[i] = q;
    heddle::coalesced_ptr<T, heddle::lane_by_lane> alone(p);
    alone[i] = shared[i];
    heddle::coalesced_accessor<T> const accessor;
    accessor.access(p, i) = q;
}

__global__ void use_pointers(app::planet* planets, app::pixel* pixels, app::letters* letters, app::matrix* matrices,
                             bool wanted)
{
    use_pointer<app::planet>(planets, planets, planets, wanted);
    use_pointer<app::pixel>(pixels, pixels, pixels, wanted);
    use_pointer<app::letters>(letters, letters, letters, wanted);
    use_pointer<app::matrix>(matrices, matrices, matrices, wanted);
    heddle::coalesced_ptr<app::planet> const p(planets);
    p[0].x += p[1].member<&app::planet::mass>() + p->y;
    bool const differs = p != planets || p + 1 > p || p == nullptr;
    p[differs].member<&app::planet::mass>() = 1;
}

template <class Group, class T>
__device__ void use_group(Group const& group, T* array, unsigned count, bool wanted)
{
    unsigned const lane = group.thread_rank();
    T q = heddle::load(group, array + lane);
    heddle::store(group, array + lane, q);
    q = heddle::load_if(group, wanted, array + lane, q);
    q = heddle::load_if(group, wanted, array + lane);
    heddle::store_if(group, wanted, array + lane, q);
    heddle::store_contiguous(group, array, heddle::load_contiguous(group, array));
    heddle::store_contiguous(group, array, heddle::load_contiguous(group, array, count), count);
    auto const items = heddle::load_contiguous<4>(group, array, count);
    heddle::store_contiguous<4>(group, array, items, count);
    bool exists;
    q = heddle::shuffle(group, q, 1);
    q = heddle::shuffle_up(group, heddle::shuffle_down(group, q, 1), 1, exists);
    q = heddle::shuffle_xor(group, heddle::shuffle_down(group, q, 1, exists), 1);
    q = heddle::broadcast(group, q, 0);
    q = heddle::broadcast_from_last(group, wanted, q).value;
    q = heddle::rotate(group, q);
    T values[8];
    heddle::rows_to_elements(group, values);
    heddle::elements_to_rows(group, values);
    heddle::transpose(group, values);
    heddle::transpose_back(group, values);
    heddle::exchange(group, values[0], values[1], 1);
    array[lane] = values[lane % 8];
    array[lane + 1] = q;
}

__global__ void use_groups(app::planet* planets, app::letters* letters, app::matrix* matrices, unsigned count,
                           bool wanted)
{
    auto const warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto const eight = cg::tiled_partition<8>(warp);
    heddle::active_group<8> const active(__activemask());
    use_group(warp, planets, count, wanted);
    use_group(eight, letters, count, wanted);
    use_group(active, matrices, count, wanted);
    __shared__ heddle::warp_scratch<app::planet> scratch;
    heddle::store(warp, planets, heddle::load(warp, planets, scratch), scratch);
    heddle::store_contiguous(warp, planets, heddle::load_contiguous(warp, planets, count, scratch), count, scratch);
}

__global__ void use_collectives(app::planet* array, app::planet* result, heddle::grid_reduce_memory<app::planet> memory)
{
    auto const block = cg::this_thread_block();
    auto const warp = cg::tiled_partition<32>(block);
    app::planet q = array[threadIdx.x];
    q = heddle::reduce(warp, q, app::joined{});
    q = heddle::reduce(warp, q, app::joined{}, 7);
    q = heddle::reduce_to_all(warp, q, app::joined{});
    q = heddle::inclusive_scan(warp, q, app::joined{});
    q = heddle::exclusive_scan(warp, q, app::joined{}, app::planet{});
    q = heddle::segmented_reduce(warp, q, threadIdx.x % 3 == 0, app::joined{});
    q = heddle::segmented_inclusive_scan(warp, q, threadIdx.x % 3 == 0, app::joined{});
    q = heddle::segmented_exclusive_scan(warp, q, threadIdx.x % 3 == 0, app::joined{}, app::planet{});
    app::planet keys[2] = {q, q};
    app::letters values[2];
    heddle::bitonic_sort(warp, q, app::lighter{});
    heddle::bitonic_sort(warp, keys, app::lighter{});
    heddle::stable_bitonic_sort(warp, q, app::lighter{});
    heddle::bitonic_sort_pairs(warp, keys, values, app::lighter{});
    heddle::stable_bitonic_sort_pairs(warp, q, values[0], app::lighter{});
    heddle::stable_bitonic_sort_pairs(warp, q.mass, values[1]);
    __shared__ heddle::block_reduce_scratch<app::planet, 4> scratch;
    __shared__ heddle::grid_reduce_scratch<app::planet, 4> of_grid;
    q = heddle::block_reduce(block, warp, scratch, q, app::joined{});
    q = heddle::block_reduce(block, warp, scratch, q, app::joined{}, 9);
    q = heddle::block_reduce_to_all(block, warp, scratch, q, app::joined{});
    heddle::grid_reduce(cg::this_grid(), block, warp, of_grid, memory, q, result, app::joined{});
    heddle::grid_reduce_range(cg::this_grid(), block, warp, of_grid, memory, array, std::size_t{9}, result,
                              app::joined{});
    array[threadIdx.x] = q;
}

template <heddle::copy_engine Engine, class T>
__device__ void use_tiles(T* array, std::size_t count)
{
    constexpr unsigned capacity = heddle::tile_capacity<T, 64>(4096);
    __shared__ heddle::tile_stages<T, capacity, 2> stages;
    heddle::this_block<64> const block;
    auto const tile = heddle::load_tile<Engine>(block, stages, array, count);
    heddle::for_each_element(block, tile, [&](unsigned k) { tile.store(k, tile.load(k)); });
    heddle::store_tile<Engine>(block, stages, tile);
    heddle::make_tile(block, stages, array, count);
    {
        auto tiles = heddle::update_tiles<Engine>(block, stages, array, count);
        while (tiles.next()) heddle::for_each_element(block, tiles.tile(), [&](unsigned k) { tiles.tile()[k] = T{}; });
    }
    {
        auto tiles = heddle::read_tiles<Engine>(block, stages, heddle::make_coalesced(array), count);
        while (tiles.next()) (void)tiles.tile().load(0);
    }
    auto tiles = heddle::write_tiles<Engine>(block, stages, array, count);
    while (tiles.next()) tiles.tile().store(0, T{});
}

__global__ void use_blocks(app::planet* planets, app::letters* letters, std::size_t count)
{
    use_tiles<heddle::copy_engine::bulk>(planets, count);
    use_tiles<heddle::copy_engine::async_words>(letters, count);
    use_tiles<heddle::copy_engine::words>(letters, count);
}

}  // namespace

template <class In>
void call_algorithms(In first, app::planet* array, cudaStream_t stream)
{
    std::size_t bytes = 0;
    std::size_t* selected = nullptr;
    int* places = nullptr;
    float* masses = nullptr;
    In const last = first + 1;
    heddle::transform(stream, first, last, array, app::pushed{});
    heddle::transform(stream, first, last, first, array, app::joined{});
    heddle::transform_if(stream, first, last, array, app::pushed{}, app::is_heavy{});
    heddle::transform_if(stream, first, last, first, array, app::pushed{}, app::is_heavy{});
    heddle::transform_if(stream, first, last, first, first, array, app::joined{}, app::is_heavy{});
    heddle::copy(stream, first, last, array);
    heddle::device::transform_reduce(nullptr, bytes, stream, first, last, masses, 0.0f, app::weight{}, app::added{});
    heddle::device::reduce(nullptr, bytes, stream, first, last, array, app::planet{}, app::joined{});
    heddle::device::inclusive_scan(nullptr, bytes, stream, first, last, array, app::joined{});
    heddle::device::exclusive_scan(nullptr, bytes, stream, first, last, array, app::planet{}, app::joined{});
    heddle::device::copy_if(nullptr, bytes, stream, first, last, array, selected, app::is_heavy{});
    heddle::device::copy_if(nullptr, bytes, stream, first, last, first, array, selected, app::is_heavy{});
    heddle::device::remove_copy_if(nullptr, bytes, stream, first, last, array, selected, app::is_heavy{});
    heddle::device::unique_copy(nullptr, bytes, stream, first, last, array, selected, app::alike{});
    heddle::device::partition_copy(nullptr, bytes, stream, first, last, array, array, selected, app::is_heavy{});
    heddle::gather(stream, places, places, first, array);
    heddle::scatter(stream, first, last, places, array);
}

int main()
{
    cudaStream_t const stream = nullptr;
    std::size_t bytes = 0;
    std::size_t* selected = nullptr;
    app::planet* array = nullptr;
    float* masses = nullptr;
    call_algorithms(array, array, stream);
    call_algorithms(app::walker{array}, array, stream);
    heddle::coalesced_ptr<app::planet> const p(array);
    heddle::for_each(stream, p, p, app::push{});
    heddle::tabulate(stream, p, p, app::made{});
    heddle::generate(stream, p, p, app::made{});
    heddle::fill(stream, p, p, app::planet{});
    heddle::device::remove_if(nullptr, bytes, stream, p, p, selected, app::is_heavy{});
    heddle::device::unique(nullptr, bytes, stream, p, p, selected, app::alike{});
    heddle::device::partition(nullptr, bytes, stream, p, p, selected, app::is_heavy{});
    heddle::device::sort(nullptr, bytes, stream, array, array, 1, app::lighter{});
    heddle::device::sort_by_member<&app::planet::mass>(nullptr, bytes, stream, array, array, 1);
    heddle::device::sort_by_key(nullptr, bytes, stream, masses, masses, array, array, 1);
    heddle::aos_to_soa<&app::planet::x, &app::planet::mass>(stream, p, p, masses, masses);
    heddle::soa_to_aos<&app::planet::x, &app::planet::mass>(stream, p, p, masses, masses);
    heddle::aos_to_aosoa<32, &app::planet::x, &app::planet::mass>(stream, p, p, masses);
    heddle::aosoa_to_aos<32, &app::planet::x, &app::planet::mass>(stream, p, p, masses);
#if HEDDLE_TEST_WITH_THRUST
    auto const call = [&](auto const& policy, auto first) {
        auto const last = first;
        int* places = nullptr;
        thrust::transform(policy, first, last, array, app::pushed{});
        thrust::transform(policy, first, last, first, array, app::joined{});
        thrust::transform_if(policy, first, last, array, app::pushed{}, app::is_heavy{});
        thrust::for_each(policy, first, last, app::push{});
        thrust::for_each_n(policy, first, 1, app::push{});
        thrust::tabulate(policy, first, last, app::made{});
        thrust::generate(policy, first, last, app::made{});
        thrust::fill(policy, first, last, app::planet{});
        thrust::uninitialized_fill(policy, first, last, app::planet{});
        thrust::uninitialized_copy(policy, first, last, array);
        thrust::copy(policy, first, last, array);
        thrust::copy_if(policy, first, last, array, app::is_heavy{});
        thrust::copy_if(policy, first, last, first, array, app::is_heavy{});
        thrust::remove_if(policy, first, last, app::is_heavy{});
        thrust::remove_copy_if(policy, first, last, array, app::is_heavy{});
        thrust::unique(policy, first, last, app::alike{});
        thrust::unique_copy(policy, first, last, array, app::alike{});
        thrust::partition(policy, first, last, app::is_heavy{});
        thrust::stable_partition_copy(policy, first, last, array, array, app::is_heavy{});
        thrust::replace_if(policy, first, last, app::is_heavy{}, app::planet{});
        thrust::transform_reduce(policy, first, last, app::weight{}, 0.0f, app::added{});
        thrust::reduce(policy, first, last, app::planet{}, app::joined{});
        thrust::inclusive_scan(policy, first, last, array, app::joined{});
        thrust::exclusive_scan(policy, first, last, array, app::planet{}, app::joined{});
        thrust::sort(policy, first, last, app::lighter{});
        thrust::stable_sort_by_key(policy, masses, masses, first);
        thrust::gather(policy, places, places, first, array);
        thrust::scatter(policy, first, last, places, array);
        auto const zip = thrust::make_zip_iterator(thrust::make_tuple(first, masses));
        heddle::aos_to_soa<&app::planet::x>(stream, first, last, thrust::make_zip_iterator(thrust::make_tuple(masses)));
        thrust::for_each(policy, zip, zip, app::nothing{});
    };
    call(heddle::par, array);
    call(heddle::par_nosync.on(stream), p);
#endif
}
