// SPDX-FileCopyrightText: 2026 The heddle authors
// SPDX-License-Identifier: Apache-2.0
//
// Tells AddressSanitizer which stack runs, when an emulated lane goes on and when it waits. Without it,
// which is how most programs are built, all of this is nothing.
#pragma once

#include "../config.cuh"

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

namespace heddle::detail {

struct stack_range {
    void const* bottom = nullptr;
    std::size_t bytes = 0;
};

#if defined(HEDDLE_HAS_ADDRESS_SANITIZER)

//! From its construction to its destruction another stack runs, if no other switch is told of first.
class stack_switch {
public:
    //! Fills `from` with the range of the stack that comes back here.
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

    //! A stack runs for the first time; gives the range of the one that ran before.
    static stack_range arrive()
    {
        stack_range from;
        __sanitizer_finish_switch_fiber(nullptr, &from.bottom, &from.bytes);
        return from;
    }
    //! A stack is left for good.
    static void leave(stack_range const& to)
    {
        __sanitizer_start_switch_fiber(nullptr, to.bottom, to.bytes);
    }
    //! Memory becomes a stack: what an earlier one left there means nothing.
    static void prepare(stack_range const& stack)
    {
        __asan_unpoison_memory_region(stack.bottom, stack.bytes);
    }

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
