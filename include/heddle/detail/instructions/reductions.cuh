// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions: instructions that add to numbers in global memory atomically, or take a minimum or maximum, and return
// nothing. On the host, where the lanes of an emulated warp run one after the other, they are plain code.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/standard_library.hpp>
#include <heddle/policy.cuh>

// Declared here, because a user who has no such numbers need not include CUDA's headers for them.
struct __half2;
struct __nv_bfloat162;

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

enum class reduction { add, min, max };

//! The types of numbers that a reduction changes. half2 and bfloat2 are pairs of 16-bit numbers.
enum class number : std::uint8_t { none, int32, uint32, float32, half2, bfloat2, int64, uint64, float64 };

HEDDLE_HOST_DEVICE constexpr unsigned bytes_of(number kind) { return kind < number::int64 ? 4 : 8; }

template <number Kind>
struct type_of_number;
template <>
struct type_of_number<number::int32> {
    using type = std::int32_t;
};
template <>
struct type_of_number<number::uint32> {
    using type = std::uint32_t;
};
template <>
struct type_of_number<number::float32> {
    using type = float;
};
template <>
struct type_of_number<number::half2> {
    using type = ::__half2;
};
template <>
struct type_of_number<number::bfloat2> {
    using type = ::__nv_bfloat162;
};
template <>
struct type_of_number<number::int64> {
    using type = std::int64_t;
};
template <>
struct type_of_number<number::uint64> {
    using type = std::uint64_t;
};
template <>
struct type_of_number<number::float64> {
    using type = double;
};

//! Returns which type of number an M is, or `none`.
template <class M>
HEDDLE_HOST_DEVICE constexpr number number_of()
{
    if constexpr (std::is_same_v<M, float>) return number::float32;
    if constexpr (std::is_same_v<M, double>) return number::float64;
    if constexpr (std::is_same_v<M, ::__half2>) return number::half2;
    if constexpr (std::is_same_v<M, ::__nv_bfloat162>) return number::bfloat2;
    if constexpr (std::is_integral_v<M> && !std::is_same_v<M, bool>) {
        if constexpr (sizeof(M) == 4) return std::is_signed_v<M> ? number::int32 : number::uint32;
        if constexpr (sizeof(M) == 8) return std::is_signed_v<M> ? number::int64 : number::uint64;
    }
    return number::none;
}

template <number Kind>
using bits_of_number = std::conditional_t<bytes_of(Kind) == 4, std::uint32_t, std::uint64_t>;

#if defined(__CUDA_ARCH__)
#    define HEDDLE_REDUCE_IN(scope, operation, constraint) \
        asm volatile("red.relaxed." scope ".global." operation " [%0], %1;" ::"l"(place), constraint(bits) : "memory")
#    define HEDDLE_REDUCE(operation, constraint)                                                         \
        do {                                                                                             \
            if constexpr (Scope == memory_scope::device) HEDDLE_REDUCE_IN("gpu", operation, constraint); \
            if constexpr (Scope == memory_scope::system) HEDDLE_REDUCE_IN("sys", operation, constraint); \
        } while (false)

template <number Kind, memory_scope Scope>
HEDDLE_DEVICE_INLINE void add_number(std::size_t place, bits_of_number<Kind> bits)
{
    if constexpr (Kind == number::float32) {
        HEDDLE_REDUCE("add.f32", "r");
    } else if constexpr (Kind == number::float64) {
        HEDDLE_REDUCE("add.f64", "l");
    } else if constexpr (Kind == number::half2) {
        HEDDLE_REDUCE("add.noftz.f16x2", "r");
    } else if constexpr (Kind == number::bfloat2 && device_architecture >= 900) {
        HEDDLE_REDUCE("add.noftz.bf16x2", "r");
    } else if constexpr (Kind == number::bfloat2) {
        static_assert(Scope == memory_scope::device,
                      "heddle: before sm_90, pairs of bfloat16 are added at device scope alone");
        typename type_of_number<Kind>::type value;
        std::memcpy(&value, &bits, sizeof bits);
        // Found by argument-dependent lookup in cuda_bf16.h.
        atomicAdd(reinterpret_cast<decltype(value)*>(__cvta_global_to_generic(place)), value);
    } else if constexpr (bytes_of(Kind) == 4) {
        HEDDLE_REDUCE("add.u32", "r");
    } else {
        HEDDLE_REDUCE("add.u64", "l");
    }
}

// Floating-point numbers of equal sign are in the order of their bits as integers, negative ones in reverse.
template <reduction Operation, number Kind, memory_scope Scope>
HEDDLE_DEVICE_INLINE void choose_number(std::size_t place, bits_of_number<Kind> bits)
{
    constexpr bool is_floating = Kind == number::float32 || Kind == number::float64;
    bool const is_reversed = is_floating && bits >> (sizeof bits * 8 - 1) != 0;
    bool const is_unsigned = Kind == number::uint32 || Kind == number::uint64 || is_reversed;
    bool const takes_min = (Operation == reduction::min) != is_reversed;
    if constexpr (bytes_of(Kind) == 4) {
        if (is_unsigned && takes_min) HEDDLE_REDUCE("min.u32", "r");
        if (is_unsigned && !takes_min) HEDDLE_REDUCE("max.u32", "r");
        if (!is_unsigned && takes_min) HEDDLE_REDUCE("min.s32", "r");
        if (!is_unsigned && !takes_min) HEDDLE_REDUCE("max.s32", "r");
    } else {
        if (is_unsigned && takes_min) HEDDLE_REDUCE("min.u64", "l");
        if (is_unsigned && !takes_min) HEDDLE_REDUCE("max.u64", "l");
        if (!is_unsigned && takes_min) HEDDLE_REDUCE("min.s64", "l");
        if (!is_unsigned && !takes_min) HEDDLE_REDUCE("max.s64", "l");
    }
}
#    undef HEDDLE_REDUCE
#    undef HEDDLE_REDUCE_IN
#endif

//! Returns the bits of the number that `value` becomes.
template <reduction Operation, number Kind>
HEDDLE_INLINE bits_of_number<Kind> reduced(bits_of_number<Kind> value, bits_of_number<Kind> by)
{
    using type = typename type_of_number<Kind>::type;
    if constexpr (Operation == reduction::add && std::is_integral_v<type>) return value + by;  // wraps around
    type result, other;
    std::memcpy(static_cast<void*>(&result), &value, sizeof result);
    std::memcpy(static_cast<void*>(&other), &by, sizeof other);
    if constexpr (Operation == reduction::add) result = result + other;
    if constexpr (Operation == reduction::min) result = other < result ? other : result;
    if constexpr (Operation == reduction::max) result = result < other ? other : result;
    std::memcpy(&value, &result, sizeof value);
    return value;
}

//! Changes a number in global memory by the number with these bits. A minimum or maximum with a NaN is unspecified.
//! Requires: the address is aligned to the number's size
template <reduction Operation, number Kind, memory_scope Scope>
HEDDLE_INLINE void reduce_number(std::byte* address, bits_of_number<Kind> bits)
{
    static_assert(Operation == reduction::add || (Kind != number::half2 && Kind != number::bfloat2),
                  "heddle: atomic_min and atomic_max take no pairs of 16-bit numbers, for which GPUs have no "
                  "instruction");
#if defined(__CUDA_ARCH__)
    auto const place = static_cast<std::size_t>(__cvta_generic_to_global(address));
    if constexpr (Operation == reduction::add) {
        detail::add_number<Kind, Scope>(place, bits);
    } else {
        detail::choose_number<Operation, Kind, Scope>(place, bits);
    }
#else
    bits_of_number<Kind> value;
    std::memcpy(&value, address, sizeof value);
    value = detail::reduced<Operation, Kind>(value, bits);
    std::memcpy(address, &value, sizeof value);
#endif
}

//! True if one instruction adds to several consecutive numbers of this type.
template <number Kind>
inline constexpr bool adds_vectors = (device_architecture == 0 || device_architecture >= 900) &&
                                     (Kind == number::float32 || Kind == number::half2 || Kind == number::bfloat2);

//! Adds to 2 or 4 consecutive numbers of 4 bytes. Each is added atomically.
//! Requires: adds_vectors<Kind>; WordBytes is 8 or 16; the address is aligned to WordBytes
template <number Kind, memory_scope Scope, unsigned WordBytes>
HEDDLE_INLINE void add_vector(std::byte* address, memory_word<WordBytes> const& word)
{
#if defined(__CUDA_ARCH__)
#    define HEDDLE_ADD_VECTOR(scope, operation, type)                                                               \
        do {                                                                                                        \
            if constexpr (WordBytes == 8) {                                                                         \
                asm volatile("red.relaxed." scope ".global." operation ".v2." type " [%0], {%1, %2};" ::"l"(place), \
                             "r"(word.part[0]), "r"(word.part[1])                                                   \
                             : "memory");                                                                           \
            } else {                                                                                                \
                asm volatile("red.relaxed." scope ".global." operation ".v4." type                                  \
                             " [%0], {%1, %2, %3, %4};" ::"l"(place),                                               \
                             "r"(word.part[0]), "r"(word.part[1]), "r"(word.part[2]), "r"(word.part[3])             \
                             : "memory");                                                                           \
            }                                                                                                       \
        } while (false)
#    define HEDDLE_ADD_VECTOR_OF(operation, type)                                                   \
        do {                                                                                        \
            if constexpr (Scope == memory_scope::device) HEDDLE_ADD_VECTOR("gpu", operation, type); \
            if constexpr (Scope == memory_scope::system) HEDDLE_ADD_VECTOR("sys", operation, type); \
        } while (false)
    auto const place = static_cast<std::size_t>(__cvta_generic_to_global(address));
    if constexpr (Kind == number::float32) HEDDLE_ADD_VECTOR_OF("add", "f32");
    if constexpr (Kind == number::half2) HEDDLE_ADD_VECTOR_OF("add.noftz", "f16x2");
    if constexpr (Kind == number::bfloat2) HEDDLE_ADD_VECTOR_OF("add.noftz", "bf16x2");
#    undef HEDDLE_ADD_VECTOR_OF
#    undef HEDDLE_ADD_VECTOR
#else
    for (unsigned i = 0; i < WordBytes / 4; ++i) {
        detail::reduce_number<reduction::add, Kind, Scope>(address + 4 * i, word.part[i]);
    }
#endif
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
