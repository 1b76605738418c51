// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Algorithms that write only the changed parts of elements. The bits that mark these parts must stay in registers.
// Every access must be compiled for shared or global memory, never with generic addresses (generic=0).

#include <heddle/algorithm/layout.cuh>
#include <heddle/algorithm/transform.cuh>

using heddle::detail::algorithm_threads;
using block_type = heddle::this_block<algorithm_threads>;

struct particle {
    float x, y, z, vx, vy, vz;
    short kind, flags;
};
struct matrix {
    float value[32];
};
struct packed {
    unsigned char bytes[33];
};

template <class... Sequence>
inline constexpr unsigned capacity_of = heddle::detail::common_capacity<algorithm_threads, Sequence...>();
template <class Struct>
inline constexpr unsigned struct_capacity = heddle::detail::layout_capacity(sizeof(Struct));

template <class Element, class Function>
__device__ void each(Element* first, std::size_t count, Function function)
{
    constexpr unsigned capacity = capacity_of<Element*>;
    heddle::detail::for_each_share<capacity>(block_type(), heddle::detail::shared_stages<capacity>(), blockIdx.x, count,
                                             function, first);
}

extern "C" __global__ void move_particles(particle* first, std::size_t count, float time)
{
    each(first, count, [time](particle& p) {
        p.x += p.vx * time;
        p.y += p.vy * time;
        p.z += p.vz * time;
    });
}

extern "C" __global__ void scale_matrices(matrix* first, std::size_t count, float factor)
{
    each(first, count, [factor](matrix& m) {
#pragma unroll
        for (float& value : m.value) value *= factor;
    });
}

extern "C" __global__ void change_packed(packed* first, std::size_t count)
{
    each(first, count, [](packed& p) { p.bytes[0] = p.bytes[32]; });
}

extern "C" __global__ void change_numbers(float* first, std::size_t count)
{
    each(first, count, [](float& number) {
        if (number < 0) number = 0;
    });
}

struct halved {
    __device__ particle operator()(particle p) const
    {
        p.x /= 2;
        return p;
    }
};
struct is_slow {
    __device__ bool operator()(particle const& p) const { return p.vx < 1; }
};

extern "C" __global__ void halve_slow_particles(particle const* in, particle* out, std::size_t count)
{
    constexpr unsigned capacity = capacity_of<particle*, particle const*>;
    heddle::detail::conditional<halved, is_slow> function{{}, {}};
    heddle::detail::transform_share<capacity>(std::make_index_sequence<1>(), block_type(),
                                              heddle::detail::shared_stages<capacity>(), blockIdx.x, count, function,
                                              out, in);
}

template <auto... Member, class Struct, class... Array>
__device__ void join(Struct* first, std::size_t count, Array... arrays)
{
    constexpr unsigned capacity = struct_capacity<Struct>;
    heddle::detail::join_share<capacity, Struct, heddle::detail::named_members<Member...>>(
        std::index_sequence_for<Array...>(), block_type(), heddle::detail::shared_stages<capacity>(), blockIdx.x, count,
        first, arrays...);
}

// join_words writes members that are whole words. join_halves writes a member that is a part of a word.
extern "C" __global__ void join_words(particle* first, std::size_t count, float const* x, float const* vz)
{
    using array = heddle::detail::array_in_place<float const>;
    join<&particle::x, &particle::vz>(first, count, array{x}, array{vz});
}

extern "C" __global__ void join_halves(particle* first, std::size_t count, short const* flags)
{
    join<&particle::flags>(first, count, flags);
}
