// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Asynchronous copies of single words from global to shared memory (cp.async). Before sm_80, words are copied at once.
#pragma once

#include <heddle/config.cuh>
#include <heddle/detail/instructions/memory.cuh>
#include <heddle/detail/memory_word.cuh>
#include <heddle/detail/standard_library.hpp>

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

//! The caches that keep the lines of a copied word. Only words of 16 bytes can pass by L1.
enum class copied_through { l1_and_l2, l2 };

//! Begins to copy a word from global to shared memory. Words of 1 and 2 bytes are copied at once. Both addresses are
//! aligned to Bytes.
template <unsigned Bytes, copied_through Caches = Bytes == 16 ? copied_through::l2 : copied_through::l1_and_l2>
HEDDLE_INLINE void copy_word_async(std::byte* shared, std::byte const* global)
{
    static_assert(Bytes == 16 || Caches == copied_through::l1_and_l2);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    [[maybe_unused]] auto const to = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
    if constexpr (Caches == copied_through::l2) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(__cvta_generic_to_global(global))
                     : "memory");
        return;
    } else if constexpr (Bytes >= 4) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(__cvta_generic_to_global(global)),
                     "n"(Bytes)
                     : "memory");
        return;
    }
#endif
    detail::write_as(shared, detail::read_as<typename moved_at_once<Bytes>::type>(global));
}

//! Waits for the calling thread's asynchronous copies.
HEDDLE_INLINE void await_copied_words()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
