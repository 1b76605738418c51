// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tells AddressSanitizer which stack is in use when an emulated lane continues or waits. Does nothing in other builds.
#pragma once

#include <heddle/config.cuh>

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#    define HEDDLE_HAS_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#    if __has_feature(address_sanitizer)
#        define HEDDLE_HAS_ADDRESS_SANITIZER 1
#    endif
#endif

#if defined(HEDDLE_HAS_ADDRESS_SANITIZER)
#    include <sanitizer/asan_interface.h>
#    include <sanitizer/common_interface_defs.h>
#endif

#include <heddle/detail/hide_macros.hpp>

namespace heddle::detail {

struct stack_range {
    void const* bottom = nullptr;
    std::size_t bytes = 0;
};

#if defined(HEDDLE_HAS_ADDRESS_SANITIZER)

//! Announces that another stack is in use between construction and destruction.
class stack_switch {
public:
    //! Switches to stack `to`. The destructor sets `from` to the range of the stack that switches back.
    explicit stack_switch(stack_range const& to, stack_range* from = nullptr) : from_(from)
    {
        __sanitizer_start_switch_fiber(&kept_, to.bottom, to.bytes);
    }
    ~stack_switch()
    {
        stack_range from;
        __sanitizer_finish_switch_fiber(kept_, &from.bottom, &from.bytes);
        if (from_ != nullptr) *from_ = from;
    }
    stack_switch(stack_switch const&) = delete;
    stack_switch& operator=(stack_switch const&) = delete;

    //! Announces the first use of a stack, and returns the range of the previous stack.
    static stack_range arrive()
    {
        stack_range from;
        __sanitizer_finish_switch_fiber(nullptr, &from.bottom, &from.bytes);
        return from;
    }
    //! Announces that a stack will not be used again.
    static void leave(stack_range const& to) { __sanitizer_start_switch_fiber(nullptr, to.bottom, to.bytes); }
    //! Clears the marks that AddressSanitizer has kept for an earlier stack in the same memory.
    static void prepare(stack_range const& stack) { __asan_unpoison_memory_region(stack.bottom, stack.bytes); }

private:
    void* kept_ = nullptr;
    stack_range* from_;
};

#else

class stack_switch {
public:
    explicit stack_switch(stack_range const&, stack_range* = nullptr) {}
    stack_switch(stack_switch const&) = delete;
    stack_switch& operator=(stack_switch const&) = delete;
    ~stack_switch() {}

    static stack_range arrive() { return {}; }
    static void leave(stack_range const&) {}
    static void prepare(stack_range const&) {}
};

#endif

}  // namespace heddle::detail

#include <heddle/detail/restore_macros.hpp>
